// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import CPROJ
import Foundation

/// How two points on the globe are joined.
public enum GeodeticCurveType: Sendable, Hashable {
    /// The shortest way.
    case geodesic
    /// A line of one compass course.
    case loxodrome
    /// The cut of the ellipsoid with a plane through its centre.
    case greatElliptic
    /// The cut with the plane that holds the vertical of the first point.
    case normalSection
}

/// Lengths and areas on an ellipsoid, from degrees. Geodesics by Karney's method (GeographicLib in PROJ), good to nanometres.
struct Ellipsoid {
    let semiMajorAxis: Double
    let flattening: Double
    private let geodesic: geod_geodesic

    init(semiMajorAxis: Double, flattening: Double) {
        self.semiMajorAxis = semiMajorAxis
        self.flattening = flattening
        var geodesic = geod_geodesic()
        unsafe geod_init(&geodesic, semiMajorAxis, flattening)
        self.geodesic = geodesic
    }

    /// Metres and the azimuths, in degrees clockwise from north, at both ends of the shortest way.
    func inverse(
        longitude1: Double, latitude1: Double, longitude2: Double, latitude2: Double
    ) -> (distance: Double, azimuth1: Double, azimuth2: Double) {
        var geodesic = geodesic
        var distance = 0.0, azimuth1 = 0.0, azimuth2 = 0.0
        unsafe geod_inverse(&geodesic, latitude1, longitude1, latitude2, longitude2, &distance, &azimuth1, &azimuth2)
        return (distance, azimuth1, azimuth2)
    }

    /// The place `distance` metres away on a course, in degrees.
    func direct(longitude: Double, latitude: Double, azimuth: Double, distance: Double) -> (
        longitude: Double, latitude: Double
    ) {
        var geodesic = geodesic
        var longitude2 = 0.0, latitude2 = 0.0
        unsafe geod_direct(&geodesic, latitude, longitude, azimuth, distance, &latitude2, &longitude2, nil)
        return (longitude2, latitude2)
    }

    /// Square metres inside a ring of longitude, latitude pairs whose sides are geodesics; negative when it runs clockwise.
    func signedArea(_ ring: ArraySlice<Double>) -> Double {
        var geodesic = geodesic
        var polygon = geod_polygon()
        unsafe geod_polygon_init(&polygon, 0)
        for index in stride(from: ring.startIndex, to: ring.endIndex - 1, by: 2) {
            unsafe geod_polygon_addpoint(&geodesic, &polygon, ring[index + 1], ring[index])
        }
        var area = 0.0, perimeter = 0.0
        unsafe geod_polygon_compute(&geodesic, &polygon, 0, 1, &area, &perimeter)
        return area
    }

    /// Metres along a curve of the kind.
    func length(
        _ curve: GeodeticCurveType, longitude1: Double, latitude1: Double, longitude2: Double, latitude2: Double
    ) -> Double {
        switch curve {
        case .geodesic:
            inverse(longitude1: longitude1, latitude1: latitude1, longitude2: longitude2, latitude2: latitude2).distance
        case .loxodrome: loxodrome(longitude1, latitude1, longitude2, latitude2)
        case .greatElliptic: sectionLength(longitude1, latitude1, longitude2, latitude2, throughCentre: true)
        case .normalSection: sectionLength(longitude1, latitude1, longitude2, latitude2, throughCentre: false)
        }
    }

    private var eccentricitySquared: Double { flattening * (2 - flattening) }

    /// Course from the isometric latitudes, length from the meridian arc; on a parallel the arc of the parallel.
    private func loxodrome(_ longitude1: Double, _ latitude1: Double, _ longitude2: Double, _ latitude2: Double)
        -> Double
    {
        let phi1 = latitude1 * .pi / 180, phi2 = latitude2 * .pi / 180
        var turn = (longitude2 - longitude1).remainder(dividingBy: 360) * .pi / 180
        if turn == -.pi { turn = .pi }
        let e = eccentricitySquared.squareRoot()
        func isometric(_ phi: Double) -> Double { atanh(sin(phi)) - e * atanh(e * sin(phi)) }
        let rise = isometric(phi2) - isometric(phi1)
        let meridian = meridianArc(phi1, phi2)
        if abs(phi2 - phi1) < 1e-10 {
            let sine = sin((phi1 + phi2) / 2)
            let parallel = semiMajorAxis * cos((phi1 + phi2) / 2) / (1 - eccentricitySquared * sine * sine).squareRoot()
            return ((parallel * turn) * (parallel * turn) + meridian * meridian).squareRoot()
        }
        return abs(meridian) * (1 + (turn / rise) * (turn / rise)).squareRoot()
    }

    /// Simpson's rule on the meridian's radius of curvature; 256 steps leave less than a nanometre.
    private func meridianArc(_ phi1: Double, _ phi2: Double) -> Double {
        let steps = 256
        let width = (phi2 - phi1) / Double(steps)
        var sum = 0.0
        for step in 0...steps {
            let sine = sin(phi1 + width * Double(step))
            let base = 1 - eccentricitySquared * sine * sine
            let radius = semiMajorAxis * (1 - eccentricitySquared) / (base * base.squareRoot())
            sum += radius * (step == 0 || step == steps ? 1 : step % 2 == 1 ? 4 : 2)
        }
        return sum * width / 3
    }

    /// Length of the cut with a plane through both points and the centre, or the foot of the first point's vertical on the axis.
    ///
    /// The cut is walked by angle seen from that third point; sums of chords for n and 2n steps are extrapolated, which leaves
    /// about 1e-10 of the length.
    private func sectionLength(
        _ longitude1: Double, _ latitude1: Double, _ longitude2: Double, _ latitude2: Double, throughCentre: Bool
    ) -> Double {
        let from = cartesian(longitude1, latitude1), to = cartesian(longitude2, latitude2)
        let sine = sin(latitude1 * .pi / 180)
        let normal = semiMajorAxis / (1 - eccentricitySquared * sine * sine).squareRoot()
        let foot = SIMD3(0, 0, throughCentre ? 0 : -eccentricitySquared * normal * sine)
        let a = unit(from - foot), b = unit(to - foot)
        let cosine = min(1, max(-1, (a * b).sum()))
        let across = b - a * cosine
        let sineOfAngle = (across * across).sum().squareRoot()
        let angle = atan2(sineOfAngle, cosine)
        guard sineOfAngle > 1e-15 else {
            return inverse(longitude1: longitude1, latitude1: latitude1, longitude2: longitude2, latitude2: latitude2)
                .distance
        }
        let aside = across / sineOfAngle
        func place(_ part: Double) -> SIMD3<Double> {
            surface(from: foot, along: a * cos(angle * part) + aside * sin(angle * part))
        }
        func chords(_ count: Int) -> Double {
            var sum = 0.0
            var last = place(0)
            for step in 1...count {
                let next = place(Double(step) / Double(count))
                sum += ((next - last) * (next - last)).sum().squareRoot()
                last = next
            }
            return sum
        }
        let coarse = chords(256), fine = chords(512)
        return fine + (fine - coarse) / 3
    }

    private func unit(_ v: SIMD3<Double>) -> SIMD3<Double> { v / (v * v).sum().squareRoot() }

    private func cartesian(_ longitude: Double, _ latitude: Double) -> SIMD3<Double> {
        let phi = latitude * .pi / 180, lambda = longitude * .pi / 180
        let normal = semiMajorAxis / (1 - eccentricitySquared * sin(phi) * sin(phi)).squareRoot()
        return SIMD3(
            normal * cos(phi) * cos(lambda), normal * cos(phi) * sin(lambda),
            normal * (1 - eccentricitySquared) * sin(phi))
    }

    /// Where a ray from a point inside leaves the ellipsoid.
    private func surface(from foot: SIMD3<Double>, along direction: SIMD3<Double>) -> SIMD3<Double> {
        let scale = SIMD3(1, 1, 1 / (1 - flattening)) / semiMajorAxis
        let p = foot * scale, d = direction * scale
        let dd = (d * d).sum(), pd = (p * d).sum(), pp = (p * p).sum()
        return foot + direction * ((-pd + (pd * pd - dd * (pp - 1)).squareRoot()) / dd)
    }
}
