// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation

/// The conformal projections under the military grids, on WGS 84, in closed form: transverse Mercator for UTM zones, polar stereographic for UPS.
///
/// Krüger's series to the sixth order of the third flattening (C. F. F. Karney, Transverse Mercator with an accuracy of a few nanometers, J. Geodesy 85, 2011),
/// good to 5 nm within a zone and its neighbours; stereographic as in Snyder, Map projections: a working manual, section 21.
enum TransverseMercator {
    private static let semiMajorAxis = 6_378_137.0
    private static let flattening = 1 / 298.257223563
    private static let e2 = flattening * (2 - flattening)
    private static let e = e2.squareRoot()
    private static let n = flattening / (2 - flattening)
    private static let utmScale = 0.9996
    private static let upsScale = 0.994
    /// Radius of the sphere whose quarter meridian is the ellipsoid's.
    private static let rectifying = semiMajorAxis / (1 + n) * (1 + n * n / 4 + pow(n, 4) / 64 + pow(n, 6) / 256)

    /// Each row holds the factors of n to the power of its number and the ones above.
    private static let forward = series([
        [1 / 2, -2 / 3, 5 / 16, 41 / 180, -127 / 288, 7891 / 37800],
        [13 / 48, -3 / 5, 557 / 1440, 281 / 630, -1_983_433 / 1_935_360],
        [61 / 240, -103 / 140, 15061 / 26880, 167_603 / 181_440],
        [49561 / 161_280, -179 / 168, 6_601_661 / 7_257_600],
        [34729 / 80640, -3_418_889 / 1_995_840],
        [212_378_941 / 319_334_400],
    ])
    private static let backward = series([
        [1 / 2, -2 / 3, 37 / 96, -1 / 360, -81 / 512, 96199 / 604_800],
        [1 / 48, 1 / 15, -437 / 1440, 46 / 105, -1_118_711 / 3_870_720],
        [17 / 480, -37 / 840, -209 / 4480, 5569 / 90720],
        [4397 / 161_280, -11 / 504, -830_251 / 7_257_600],
        [4583 / 161_280, -108_847 / 3_991_680],
        [20_648_693 / 638_668_800],
    ])

    private static func series(_ rows: [[Double]]) -> [Double] {
        rows.enumerated().map { index, row in row.reversed().reduce(0) { $0 * n + $1 } * pow(n, Double(index + 1)) }
    }

    /// Metres east of the false origin and north of the equator (negative south of it); degrees from the central meridian.
    static func project(latitude: Double, longitude: Double) -> (easting: Double, northing: Double) {
        let (sine, cosine) = sineAndCosine(degrees: longitude)
        let tau = conformalTangent(latitude: latitude)
        let xi = atan2(tau, cosine), eta = asinh(sine / (tau * tau + cosine * cosine).squareRoot())
        var x = eta, y = xi
        for (index, factor) in forward.enumerated() {
            let order = 2 * Double(index + 1)
            y += factor * sin(order * xi) * cosh(order * eta)
            x += factor * cos(order * xi) * sinh(order * eta)
        }
        return (500_000 + utmScale * rectifying * x, utmScale * rectifying * y)
    }

    /// Degrees of latitude, and of longitude from the central meridian.
    static func unproject(easting: Double, northing: Double) -> (latitude: Double, longitude: Double) {
        let x = (easting - 500_000) / (utmScale * rectifying), y = northing / (utmScale * rectifying)
        var eta = x, xi = y
        for (index, factor) in backward.enumerated() {
            let order = 2 * Double(index + 1)
            xi -= factor * sin(order * y) * cosh(order * x)
            eta -= factor * cos(order * y) * sinh(order * x)
        }
        let wide = sinh(eta), high = cos(xi)
        return (
            latitude(conformalTangent: sin(xi) / (wide * wide + high * high).squareRoot()),
            atan2(wide, high) * 180 / .pi
        )
    }

    /// Metres on the grid round a pole, which lies at 2,000,000, 2,000,000.
    static func polarProject(latitude: Double, longitude: Double) -> (easting: Double, northing: Double) {
        let isNorth = latitude > 0
        let (sine, cosine) = sineAndCosine(degrees: longitude)
        let tau = conformalTangent(latitude: abs(latitude))
        let distance = abs(latitude) == 90 ? 0 : polarRadius / (tau + (1 + tau * tau).squareRoot())
        return (2_000_000 + distance * sine, 2_000_000 + (isNorth ? -distance : distance) * cosine)
    }

    /// Degrees from metres on the grid round a pole. The pole itself has longitude 0.
    static func polarUnproject(
        easting: Double, northing: Double, isNorth: Bool
    ) -> (latitude: Double, longitude: Double) {
        let x = easting - 2_000_000, y = isNorth ? 2_000_000 - northing : northing - 2_000_000
        let distance = (x * x + y * y).squareRoot()
        guard distance > 0 else { return (isNorth ? 90 : -90, 0) }
        let t = distance / polarRadius
        let latitude = latitude(conformalTangent: (1 / t - t) / 2)
        return (isNorth ? latitude : -latitude, atan2(x, y) * 180 / .pi)
    }

    private static let polarRadius = 2 * semiMajorAxis * upsScale / (pow(1 + e, 1 + e) * pow(1 - e, 1 - e)).squareRoot()

    /// The tangent of the conformal latitude.
    private static func conformalTangent(latitude: Double) -> Double {
        let (sine, cosine) = sineAndCosine(degrees: latitude)
        return conformal(sine / max(cosine, 1e-300))
    }

    private static func conformal(_ tau: Double) -> Double {
        let secant = (1 + tau * tau).squareRoot()
        let sigma = sinh(e * atanh(e * tau / secant))
        return tau * (1 + sigma * sigma).squareRoot() - sigma * secant
    }

    /// Degrees of latitude from the tangent of the conformal one, by Newton's method: three steps leave nothing.
    private static func latitude(conformalTangent target: Double) -> Double {
        guard abs(target) < 1e12 else { return target > 0 ? 90 : -90 }
        var tau = target
        for _ in 0..<5 {
            let reached = conformal(tau)
            tau +=
                (target - reached) / (1 + reached * reached).squareRoot() * (1 + (1 - e2) * tau * tau)
                / ((1 - e2) * (1 + tau * tau).squareRoot())
        }
        return atan(tau) * 180 / .pi
    }
}
