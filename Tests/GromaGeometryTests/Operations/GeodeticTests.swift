// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaGeometry
import Testing

@Suite("Geodetic measures") struct GeodeticTests {
    @Test("a quarter of the meridian, and every curve along one")
    func quarter() throws {
        let result = try GeometryEngine.geodeticDistance(
            from: Point(latitude: 0, longitude: 12), to: Point(latitude: 90, longitude: 12))
        #expect(abs(result.distance - 10_001_965.729) < 0.001)
        #expect(abs(result.azimuth1) < 1e-9)
        let south = Point(latitude: 0, longitude: 12), north = Point(latitude: 60, longitude: 12)
        let shortest = try GeometryEngine.geodeticDistance(from: south, to: north).distance
        for curve in [GeodeticCurveType.loxodrome, .greatElliptic, .normalSection] {
            #expect(
                abs(try GeometryEngine.geodeticDistance(from: south, to: north, curveType: curve).distance - shortest)
                    < 0.01, "\(curve)")
        }
    }

    @Test("the same place, an empty point, and a line without a reference")
    func degenerate() throws {
        let point = Point(latitude: 47, longitude: 8)
        for curve in [GeodeticCurveType.geodesic, .loxodrome, .greatElliptic, .normalSection] {
            #expect(try GeometryEngine.geodeticDistance(from: point, to: point, curveType: curve).distance < 1e-6)
        }
        #expect(try GeometryEngine.geodeticDistance(from: point, to: .empty(in: .wgs84)).distance.isNaN)
        #expect {
            try GeometryEngine.geodeticLength(of: Polyline(points: [Point(x: 0, y: 0), Point(x: 1, y: 1)]))
        } throws: {
            ($0 as? GeometryError)?.code == .spatialReference
        }
    }

    @Test("an area in web mercator is that of the ground, and a move has the asked length and course")
    func ground() throws {
        let box = Polygon(
            parts: Polygon(Envelope(xMin: 8, yMin: 47, xMax: 9, yMax: 48)).parts, spatialReference: .wgs84)
        let projected = try GeometryEngine.project(box, into: .webMercator)
        let area = try GeometryEngine.geodeticArea(of: box)
        #expect(area > 8.3e9 && area < 8.5e9)
        #expect(abs(try GeometryEngine.geodeticArea(of: projected) - area) < 1)
        let start = Point(latitude: 47, longitude: 179.999)
        let there = try GeometryEngine.geodeticMove(start, distance: 1000, azimuth: 90)
        let way = try GeometryEngine.geodeticDistance(from: start, to: there)
        #expect(abs(way.distance - 1000) < 1e-6 && abs(way.azimuth1 - 90) < 1e-6)
    }

    @Test("a buffer round a point is a circle on the ground", arguments: [0.0, 47, -85])
    func circle(latitude: Double) throws {
        let point = Point(latitude: latitude, longitude: 20)
        let circle = try GeometryEngine.geodeticBuffer(around: point, distance: 10_000, maxDeviation: 1)
        for index in 0..<circle.parts.coordinates.count {
            let vertex = circle.parts.coordinates.point(at: index, in: .wgs84)
            #expect(abs(try GeometryEngine.geodeticDistance(from: point, to: vertex).distance - 10_000) < 1e-3)
        }
    }

    @Test("a buffer round a line has the area of its strip")
    func strip() throws {
        let line = Polyline(points: [Point(x: 8, y: 47), Point(x: 9, y: 47.5)], spatialReference: .wgs84)
        let area = try GeometryEngine.geodeticArea(of: GeometryEngine.geodeticBuffer(around: line, distance: 1000))
        let length = try GeometryEngine.geodeticLength(of: line)
        #expect(abs(area - (length * 2000 + .pi * 1e6)) < 0.002 * area)
        #expect { try GeometryEngine.geodeticBuffer(around: line, distance: -1) } throws: {
            ($0 as? GeometryError)?.code == .unsupported
        }
    }
}
