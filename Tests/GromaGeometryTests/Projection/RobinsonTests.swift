// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaGeometry
import TestSupport
import Testing

@Suite("World Robinson, and NAD 83") struct RobinsonTests {
    private static let robinson = SpatialReference(wkid: 54030)

    @Test("the corners of the table: equator, pole, and the rows between")
    func table() throws {
        let radius = 6_371_007.180918474
        let date = try GeometryEngine.project(Point(latitude: 0, longitude: 180), into: Self.robinson)
        #expect(abs(date.x - 0.8487 * radius * .pi) < 1e-6 && date.y == 0)
        let pole = try GeometryEngine.project(Point(latitude: 90, longitude: -180), into: Self.robinson)
        #expect(abs(pole.x + 0.5322 * 0.8487 * radius * .pi) < 1e-6)
        #expect(abs(pole.y - 0.8487 * 0.5072 * .pi * radius) < 1e-6)
        let row = try GeometryEngine.project(Point(latitude: -35, longitude: 90), into: Self.robinson)
        #expect(abs(row.x - 0.9427 * 0.8487 * radius * .pi / 2) < 1e-6)
    }

    @Test("there and back is the same place", arguments: [UInt64(41)])
    func roundTrip(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let places = (0..<3000).map { _ in
            Point(latitude: generator.number(-90...90), longitude: generator.number(-180...180))
        }
        let edges = [(90.0, 180.0), (-90, -180), (0, 0), (5, 5), (85, 180), (87.5, -3), (2.5, 180)].map {
            Point(latitude: $0.0, longitude: $0.1)
        }
        let shape = Multipoint(points: places + edges)
        let back = try GeometryEngine.project(GeometryEngine.project(shape, into: Self.robinson), into: .wgs84)
        for (a, b) in zip(shape.coordinates.xy, back.coordinates.xy) { #expect(abs(a - b) < 1e-9, "seed \(seed)") }
        let mercator = try GeometryEngine.project(Point(latitude: 47, longitude: 8), into: .webMercator)
        let direct = try GeometryEngine.project(Point(latitude: 47, longitude: 8), into: Self.robinson)
        let over = try GeometryEngine.project(mercator, into: Self.robinson)
        #expect(abs(direct.x - over.x) < 1e-6 && abs(direct.y - over.y) < 1e-6)
    }

    @Test(
        "what is outside of the world has no place",
        arguments: [(0.0, 1e8), (1.8e7, 0), (1.4e7, 8.6e6), (.nan, 0), (.infinity, 5)])
    func outside(x: Double, y: Double) throws {
        var xy = [x, y]
        #expect(try GeometryEngine.project(&xy, from: Self.robinson, to: .wgs84) == 1)
        #expect(xy[0].isNaN && xy[1].isNaN)
    }

    @Test("WGS 84 and NAD 83 are a metre or two apart in North America, there and back the same place")
    func nad83() throws {
        let denver = Point(latitude: 39.74, longitude: -104.99)
        let nad = SpatialReference(wkid: 4269)
        let moved = try GeometryEngine.project(denver, into: nad)
        let apart = try GeometryEngine.geodeticDistance(
            from: denver, to: Point(latitude: moved.y, longitude: moved.x)
        ).distance
        #expect(apart > 0.8 && apart < 2)
        let back = try GeometryEngine.project(moved, into: .wgs84)
        #expect(abs(back.x - denver.x) < 1e-9 && abs(back.y - denver.y) < 1e-9)
        // A projected reference on the datum takes the same way.
        let plane = SpatialReference(wkid: 26913)
        let direct = try GeometryEngine.project(denver, into: plane)
        let over = try GeometryEngine.project(moved, into: plane)
        #expect(abs(direct.x - over.x) < 1e-6 && abs(direct.y - over.y) < 1e-6)
    }
}
