// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import Foundation
public import GromaGeometry

/// The difference between true and magnetic north, from the World Magnetic Model 2025: the spherical harmonic series of degree 12.
public enum MagneticModel {
    /// The model's years; it is made for 2025 to 2030. Five more on either side cost about a degree of accuracy, beyond that there is no answer.
    static let firstYear = 2_025.0
    static let lastYear = 2_030.0
    private static let tolerance = 5.0
    /// Kilometres: the radius the series is written for, and the axes of WGS 84.
    private static let referenceRadius = 6_371.2
    private static let majorAxis = 6_378.137
    private static let minorAxis = 6_356.7523142
    private static let degree = 12

    /// Degrees from true to magnetic north, east positive: what is added to a magnetic heading for the true one. `point` may be in any reference;
    /// its z is metres, 0 where it has none. Nil where the date is more than five years outside of the model's, the point has no place, or the
    /// needle points nowhere (at a magnetic pole).
    public static func declination(at point: Point, on date: Date) -> Double? {
        guard let place = point.spatialReference == nil ? point : try? GeometryEngine.project(point, into: .wgs84),
            abs(place.y) <= 90, abs(place.x) <= 360
        else { return nil }
        let year = decimalYear(of: date)
        guard year >= firstYear - tolerance, year <= lastYear + tolerance else { return nil }
        let height = point.z.flatMap { $0.isFinite ? min(max($0, -10_000), 850_000) : nil } ?? 0
        let (north, east) = field(latitude: place.y, longitude: place.x, kilometres: height / 1_000, year: year)
        // Below 100 nanotesla a needle does not know where to point.
        guard hypot(north, east) > 100 else { return nil }
        return atan2(east, north) * 180 / .pi
    }

    /// Years since the year 0, with the part of the year that has passed.
    private static func decimalYear(of date: Date) -> Double {
        1_970 + date.timeIntervalSince1970 / (365.2425 * 86_400)
    }

    /// Nanotesla to the north and to the east, on the ellipsoid's horizon.
    package static func field(
        latitude: Double, longitude: Double, kilometres: Double, year: Double
    ) -> (north: Double, east: Double) {
        let radians = Double.pi / 180
        let phi = latitude * radians, lambda = longitude * radians
        // From the ellipsoid to the sphere the series is written on.
        let eccentricity = 1 - (minorAxis * minorAxis) / (majorAxis * majorAxis)
        let curvature = majorAxis / (1 - eccentricity * sin(phi) * sin(phi)).squareRoot()
        let outwards = (curvature + kilometres) * cos(phi)
        let upwards = (curvature * (1 - eccentricity) + kilometres) * sin(phi)
        let radius = hypot(outwards, upwards)
        let center = asin(upwards / radius)
        let cosine = sin(center), sine = max(cos(center), 1e-10)

        let (p, slope) = legendre(cosine: cosine, sine: sine)
        let years = year - firstYear
        var towardsNorth = 0.0, towardsEast = 0.0, outward = 0.0
        var index = 0
        for n in 1...degree {
            let scale = pow(referenceRadius / radius, Double(n + 2))
            for m in 0...n {
                let entry = coefficients[index]
                index += 1
                let g = entry.g + years * entry.gChange, h = entry.h + years * entry.hChange
                let angle = Double(m) * lambda
                let even = g * cos(angle) + h * sin(angle)
                let odd = g * sin(angle) - h * cos(angle)
                towardsNorth += scale * even * slope[n][m]
                towardsEast += scale * Double(m) * odd * p[n][m] / sine
                outward += scale * Double(n + 1) * even * p[n][m]
            }
        }
        // The sphere's horizon leans against the ellipsoid's by the difference of the two latitudes.
        let lean = center - phi
        return (towardsNorth * cos(lean) + outward * sin(lean), towardsEast)
    }

    /// Associated Legendre functions in Schmidt's half normalised form, and their derivatives by the polar angle.
    private static func legendre(cosine: Double, sine: Double) -> (values: [[Double]], slopes: [[Double]]) {
        var p = [[Double]](repeating: [Double](repeating: 0, count: degree + 1), count: degree + 1)
        var slope = p
        p[0][0] = 1
        for n in 1...degree {
            for m in 0...n {
                if n == m {
                    let factor = n == 1 ? 1 : (Double(2 * n - 1) / Double(2 * n)).squareRoot()
                    p[n][n] = factor * sine * p[n - 1][n - 1]
                    slope[n][n] = factor * (sine * slope[n - 1][n - 1] + cosine * p[n - 1][n - 1])
                } else {
                    let before = n > 1 ? p[n - 2][m] : 0
                    let slopeBefore = n > 1 ? slope[n - 2][m] : 0
                    let root = Double((n - 1) * (n - 1) - m * m).squareRoot()
                    let divisor = Double(n * n - m * m).squareRoot()
                    let weight = m < n - 1 ? root : 0
                    p[n][m] = (Double(2 * n - 1) * cosine * p[n - 1][m] - weight * before) / divisor
                    slope[n][m] =
                        (Double(2 * n - 1) * (cosine * slope[n - 1][m] - sine * p[n - 1][m]) - weight * slopeBefore)
                        / divisor
                }
            }
        }
        return (p, slope)
    }
}
