// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaGeometry
import TestSupport
import Testing

@Suite("Set operations, clip and cut") struct OverlayTests {
    private static let square = Polygon(Envelope(xMin: 0, yMin: 0, xMax: 10, yMax: 10, spatialReference: .webMercator))

    @Test("an empty one adds and takes nothing")
    func empties() throws {
        let empty = Polygon(spatialReference: .webMercator)
        #expect(try GeometryEngine.area(of: GeometryEngine.union(Self.square, empty)) == 100)
        #expect(try GeometryEngine.intersection(Self.square, empty).isEmpty)
        #expect(try GeometryEngine.area(of: GeometryEngine.difference(Self.square, empty)) == 100)
        #expect(try GeometryEngine.difference(empty, Self.square).isEmpty)
        #expect(try GeometryEngine.clip(empty, to: Self.square.extent).isEmpty)
        #expect(
            try GeometryEngine.cut(empty, usingCutter: Polyline(points: [Point(x: 0, y: 0), Point(x: 1, y: 1)])).isEmpty
        )
        #expect { try GeometryEngine.union(of: []) } throws: { ($0 as? GeometryError)?.code == .unsupported }
    }

    @Test("results have clockwise outer rings, counter-clockwise holes and the first one's reference")
    func orientation() throws {
        let hole = Polygon(Envelope(xMin: 2, yMin: 2, xMax: 4, yMax: 4))
        let frame = try #require(try GeometryEngine.difference(Self.square, hole) as? Polygon)
        #expect(frame.spatialReference == .webMercator)
        let areas = frame.parts.ranges.map { frame.parts.coordinates.signedArea(of: $0) }
        #expect(areas.sorted() == [-100, 4])
        #expect(GeometryEngine.area(of: frame) == 96)
    }

    @Test("areas add up", arguments: [UInt64(5), 6, 7])
    func measure(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        func area(_ geometry: any Geometry) -> Double { GeometryEngine.area(of: geometry) }
        for _ in 0..<30 {
            let a = RandomShapes.shape(.polygon, z: false, m: false, using: &generator)
            let other = RandomShapes.shape(.polygon, z: false, m: false, using: &generator)
            let b = GeometryEngine.move(other, deltaX: generator.number(), deltaY: generator.number())
            let both = try area(GeometryEngine.intersection(a, b))
            #expect(abs(try area(GeometryEngine.union(a, b)) - (area(a) + area(b) - both)) < 1e-3, "seed \(seed)")
            #expect(abs(try area(GeometryEngine.difference(a, b)) - (area(a) - both)) < 1e-3, "seed \(seed)")
            #expect(
                abs(try area(GeometryEngine.symmetricDifference(a, b)) - (area(a) + area(b) - 2 * both)) < 1e-3,
                "seed \(seed)")
        }
    }

    @Test("a line that leaves the box and returns becomes two paths, with z between")
    func clipLine() throws {
        let line = Polyline(points: [
            Point(x: -5, y: 5, z: 0), Point(x: 15, y: 5, z: 20), Point(x: 15, y: 6, z: 0), Point(x: 5, y: 6, z: 10),
        ])
        let clipped = try #require(
            try GeometryEngine.clip(line, to: Envelope(xMin: 0, yMin: 0, xMax: 10, yMax: 10)) as? Polyline)
        #expect(clipped.parts.starts == [0, 2])
        #expect(clipped.parts.coordinates.xy == [0, 5, 10, 5, 10, 6, 5, 6])
        #expect(clipped.parts.coordinates.z == [5, 15, 5, 10])
    }

    @Test("a square cut by an upward line: left first, then right")
    func cutSquare() throws {
        let pieces = try GeometryEngine.cut(
            Self.square, usingCutter: Polyline(points: [Point(x: 3, y: -1), Point(x: 3, y: 11)]))
        #expect(pieces.map { GeometryEngine.area(of: $0) } == [30, 70])
        #expect(pieces.first?.extent.xMax == 3)
        let apart = try GeometryEngine.cut(
            Self.square, usingCutter: Polyline(points: [Point(x: 30, y: -1), Point(x: 30, y: 11)]))
        #expect(apart.isEmpty)
        #expect { try GeometryEngine.cut(Point(x: 1, y: 1), usingCutter: Polyline()) } throws: {
            ($0 as? GeometryError)?.code == .unsupported
        }
    }

    @Test("a line cut in its middle")
    func cutLine() throws {
        let line = Polyline(points: [Point(x: 0, y: 0), Point(x: 10, y: 0)])
        let pieces = try GeometryEngine.cut(
            line, usingCutter: Polyline(points: [Point(x: 4, y: -1), Point(x: 4, y: 1)]))
        #expect(pieces.map { GeometryEngine.length(of: $0) } == [4, 6])
    }
}
