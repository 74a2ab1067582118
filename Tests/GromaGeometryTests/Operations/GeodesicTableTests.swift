// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaGeometry
import TestSupport
import Testing

/// Lines between two places on WGS 84 as published with GeographicLib (C. F. F. Karney, Algorithms for geodesics, J. Geodesy 87, 2013; test set
/// of the library): latitude and longitude of both, courses at both, metres.
@Suite("Geodesics against published values") struct GeodesicTableTests {
    struct Line: Sendable {
        var from: (latitude: Double, longitude: Double)
        var course: Double
        var to: (latitude: Double, longitude: Double)
        var arrival: Double
        var metres: Double
    }

    static let lines = [
        Line(
            from: (35.60777, -139.44815), course: 111.098748429560326, to: (-11.17491, -69.95921),
            arrival: 129.289270889708762, metres: 8935244.5604818305),
        Line(
            from: (55.52454, 106.05087), course: 22.020059880982801, to: (77.03196, 197.18234),
            arrival: 109.112041110671519, metres: 4105086.1713924406),
        Line(
            from: (-21.97856, 142.59065), course: -32.44456876433189, to: (41.84138, 98.56635),
            arrival: -41.84359951440466, metres: 8394328.894657671),
        Line(
            from: (-66.99028, 112.2363), course: 173.73491240878403, to: (-12.70631, 285.90344),
            arrival: 2.512956620913668, metres: 11150344.2312080241),
        Line(
            from: (-17.42761, 173.34268), course: -159.033557661192928, to: (-15.84784, 5.93557),
            arrival: -20.787484651536988, metres: 16076603.1631180673),
        Line(
            from: (32.84994, 48.28919), course: 150.492927788121982, to: (-56.28556, 202.29132),
            arrival: 48.113449399816759, metres: 16727068.9438164461),
        Line(
            from: (6.96833, 52.74123), course: 92.581585386317712, to: (-7.39675, 206.17291),
            arrival: 90.721692165923907, metres: 17102477.2496958388),
        Line(
            from: (-50.56724, -16.30485), course: -105.439679907590164, to: (-33.56571, -94.97412),
            arrival: -47.348547835650331, metres: 6455670.5118668696),
    ]

    @Test("length, courses, the way there, and the length of the line densified", arguments: lines.indices)
    func published(index: Int) throws {
        let line = Self.lines[index]
        let from = Point(latitude: line.from.latitude, longitude: line.from.longitude)
        let to = Point(latitude: line.to.latitude, longitude: line.to.longitude)
        let result = try GeometryEngine.geodeticDistance(from: from, to: to)
        #expect(abs(result.distance - line.metres) < 1e-7)
        #expect(abs(result.azimuth1 - line.course) < 1e-11)
        // Ours looks back.
        #expect(abs((result.azimuth2 - line.arrival).remainder(dividingBy: 360).magnitude - 180) < 1e-11)
        let there = try GeometryEngine.geodeticMove(from, distance: line.metres, azimuth: line.course)
        #expect(abs(there.y - to.y) < 1e-12 && abs((there.x - to.x).remainder(dividingBy: 360)) < 1e-12)
        let path = Polyline(points: [from, to])
        #expect(abs(try GeometryEngine.geodeticLength(of: path) - line.metres) < 1e-7)
        let dense = try GeometryEngine.geodeticDensify(path, maxSegmentLength: 100_000)
        #expect(dense.parts.coordinates.count > 41)
        #expect(abs(try GeometryEngine.geodeticLength(of: dense) - line.metres) < 1e-5)
    }

    @Test("nearly antipodal places, and pole to pole")
    func antipodes() throws {
        // The examples of section 5 of the paper's library documentation; half the circumference through the poles.
        let near = try GeometryEngine.geodeticDistance(
            from: Point(latitude: 0, longitude: 0), to: Point(latitude: 0.5, longitude: 179.5))
        #expect(abs(near.distance - 19_936_288.578965) < 1e-5)
        #expect(abs(near.azimuth1 - 25.67187286829) < 1e-10)
        let poles = try GeometryEngine.geodeticDistance(
            from: Point(latitude: 90, longitude: 0), to: Point(latitude: -90, longitude: 77))
        #expect(abs(poles.distance - 20_003_931.4586254) < 1e-6)
    }

    @Test(
        "a quarter of a hemisphere has an eighth of the globe's area, wherever it begins",
        arguments: [0.0, 100, 179, -180])
    func octant(longitude: Double) throws {
        let octant = Polygon(points: [
            Point(latitude: 0, longitude: longitude), Point(latitude: 90, longitude: longitude + 45),
            Point(latitude: 0, longitude: longitude + 90), Point(latitude: 0, longitude: longitude),
        ])
        let globe = 510_065_621_724_088.5
        #expect(abs(abs(try GeometryEngine.geodeticArea(of: octant)) - globe / 8) < 1)
    }
}
