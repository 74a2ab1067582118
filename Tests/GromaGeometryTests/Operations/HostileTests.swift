// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaGeometry
import TestSupport
import Testing

/// Numbers that are none, numbers too large, shapes that cross themselves, a million vertices: an answer or a typed error, soon.
@Suite("Hostile shapes", .serialized, .timeLimit(.minutes(10))) struct HostileTests {
    typealias Operation = @Sendable (any Geometry, any Geometry) throws(GeometryError) -> Void

    static let operations: [(name: String, run: Operation)] = [
        ("simplify", { a, _ throws(GeometryError) in _ = try GeometryEngine.simplify(a) }),
        ("isSimple", { a, _ throws(GeometryError) in _ = try GeometryEngine.isSimple(a) }),
        ("normalize", { a, _ throws(GeometryError) in _ = try GeometryEngine.normalizeCentralMeridian(of: a) }),
        ("union", { a, b throws(GeometryError) in _ = try GeometryEngine.union(a, b) }),
        ("intersection", { a, b throws(GeometryError) in _ = try GeometryEngine.intersection(a, b) }),
        ("difference", { a, b throws(GeometryError) in _ = try GeometryEngine.difference(a, b) }),
        ("symmetric", { a, b throws(GeometryError) in _ = try GeometryEngine.symmetricDifference(a, b) }),
        ("intersections", { a, b throws(GeometryError) in _ = try GeometryEngine.intersections(a, b) }),
        ("clip", { a, b throws(GeometryError) in _ = try GeometryEngine.clip(a, to: b.extent) }),
        (
            "cut",
            { a, b throws(GeometryError) in _ = try GeometryEngine.cut(a, usingCutter: Polyline(parts: b.flatParts)) }
        ),
        ("buffer", { a, _ throws(GeometryError) in _ = try GeometryEngine.buffer(around: a, distance: 3) }),
        ("hull", { a, _ throws(GeometryError) in _ = try GeometryEngine.convexHull(of: a) }),
        ("circle", { a, _ throws(GeometryError) in _ = try GeometryEngine.minimumBoundingCircle(of: a) }),
        ("boundary", { a, _ throws(GeometryError) in _ = GeometryEngine.boundary(of: a) }),
        ("densify", { a, _ throws(GeometryError) in _ = try GeometryEngine.densify(a, maxSegmentLength: 50) }),
        ("generalize", { a, _ throws(GeometryError) in _ = try GeometryEngine.generalize(a, maxDeviation: 2) }),
        ("single parts", { a, _ throws(GeometryError) in _ = GeometryEngine.singleParts(of: a) }),
        (
            "rotate",
            { a, _ throws(GeometryError) in
                _ = GeometryEngine.rotate(a, angle: 33, origin: Point(x: 1, y: 1))
            }
        ),
        (
            "nearest",
            { a, b throws(GeometryError) in
                _ = try GeometryEngine.nearestCoordinate(in: a, to: b.extent.center)
            }
        ),
        ("intersects", { a, b throws(GeometryError) in _ = try GeometryEngine.isGeometry(a, intersecting: b) }),
        ("contains", { a, b throws(GeometryError) in _ = try GeometryEngine.doesGeometry(a, contain: b) }),
        (
            "relate",
            { a, b throws(GeometryError) in
                _ = try GeometryEngine.isGeometry(a, relatedTo: b, byRelation: "T********")
            }
        ),
        ("equals", { a, b throws(GeometryError) in _ = try GeometryEngine.isGeometry(a, equivalentTo: b) }),
        ("distance", { a, b throws(GeometryError) in _ = try GeometryEngine.distance(from: a, to: b) }),
        ("measures", { a, _ throws(GeometryError) in _ = (GeometryEngine.area(of: a), GeometryEngine.length(of: a)) }),
        (
            "project",
            { a, _ throws(GeometryError) in
                var shape = a
                shape.spatialReference = .wgs84
                _ = try GeometryEngine.project(shape, into: .webMercator)
                _ = try GeometryEngine.project(shape, into: SpatialReference(wkid: 2056))
            }
        ),
        (
            "geodetic",
            { a, _ throws(GeometryError) in
                var shape = a
                shape.spatialReference = .wgs84
                _ = try GeometryEngine.geodeticArea(of: shape)
                _ = try GeometryEngine.geodeticLength(of: shape)
                _ = try GeometryEngine.geodeticDensify(shape, maxSegmentLength: 1e6)
                _ = try GeometryEngine.geodeticBuffer(around: shape, distance: 1000)
            }
        ),
        (
            "offset",
            { a, _ throws(GeometryError) in _ = try GeometryEngine.offset(a, distance: 3, offsetType: .rounded) }
        ),
        (
            "reshape",
            { a, b throws(GeometryError) in _ = try GeometryEngine.reshape(a, with: Polyline(parts: b.flatParts)) }
        ),
    ]

    /// Runs everything; only typed errors can leave the operations, so an end is all there is to check.
    private static func runAll(_ shape: any Geometry, _ other: any Geometry, except: Set<String> = []) {
        for operation in operations where !except.contains(operation.name) {
            try? operation.run(shape, other)
            try? operation.run(other, shape)
        }
    }

    private static func shape(_ type: GeometryType, _ xy: [Double]) -> any Geometry {
        CoordinateParts(coordinates: CoordinateSequence(xy: xy), starts: xy.isEmpty ? [] : [0]).geometry(
            as: type, in: nil)
    }

    private static let square = Polygon(Envelope(xMin: 0, yMin: 0, xMax: 10, yMax: 10))

    @Test("NaN, infinities and huge numbers among the coordinates", arguments: GeometryType.allCases)
    func numbers(type: GeometryType) {
        let bad: [Double] = [
            .nan, .infinity, -.infinity, 1e300, -1e300, 1e30, -1e29, .greatestFiniteMagnitude, .leastNonzeroMagnitude,
            -0.0,
        ]
        for value in bad {
            for place in [0, 3, 6] {
                var xy: [Double] = [0, 0, 0, 10, 10, 10, 10, 0]
                xy[place] = value
                Self.runAll(Self.shape(type, xy + xy.prefix(2)), Self.square)
            }
        }
        Self.runAll(Self.shape(type, bad), Self.shape(type, bad.reversed()))
    }

    @Test("empty against everything", arguments: GeometryType.allCases, GeometryType.allCases)
    func empties(first: GeometryType, second: GeometryType) {
        Self.runAll(Self.shape(first, []), Self.shape(second, []))
        Self.runAll(Self.shape(first, []), Self.shape(second, [0, 0, 0, 10, 10, 10, 10, 0, 0, 0]))
    }

    @Test("one vertex, two, and the same one many times", arguments: GeometryType.allCases)
    func degenerate(type: GeometryType) {
        for xy in [[5.0, 5], [5, 5, 5, 5], [1, 1, 9, 9], [Double](repeating: 5, count: 40)] {
            Self.runAll(Self.shape(type, xy), Self.square)
            Self.runAll(Self.shape(type, xy), Self.shape(.polyline, [0, 0, 10, 10]))
        }
    }

    @Test("scribbles of thirty vertices, as lines and rings", arguments: [UInt64(111), 112])
    func scribbles(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let xy = (0..<60).map { _ in generator.number() }
        Self.runAll(Self.shape(.polygon, xy), Self.shape(.polyline, (0..<60).map { _ in generator.number() }))
    }

    @Test("a scribble of fifty thousand segments is refused, not computed until memory ends")
    func endless() throws {
        var generator = SeededGenerator(seed: 113)
        let xy = (0..<100_000).map { _ in generator.number() }
        let scribble = Self.shape(.polyline, xy), ring = Self.shape(.polygon, xy)
        func code(_ body: () throws -> Void) -> GeometryError.Code? {
            do {
                try body()
                return nil
            } catch { return (error as? GeometryError)?.code }
        }
        #expect(code { _ = try GeometryEngine.simplify(ring) } == .tooLarge)
        #expect(code { _ = try GeometryEngine.union(scribble, Self.shape(.polyline, [0, 0, 1, 1])) } == .tooLarge)
        #expect(code { _ = try GeometryEngine.buffer(around: scribble, distance: 1) } == .tooLarge)
        #expect(code { _ = try GeometryEngine.isGeometry(scribble, crossing: Self.square) } == .tooLarge)
        #expect(
            code { _ = try GeometryEngine.cut(Self.square, usingCutter: Polyline(parts: scribble.flatParts)) }
                == .tooLarge)
    }

    @Test("a long line of shrinking zigzags, where each step of generalizing takes off one vertex")
    func zigzag() throws {
        let count = 20_000
        var xy: [Double] = []
        for index in 0..<count {
            let height = Double(count - index)
            xy += [Double(index), index % 2 == 0 ? height : -height]
        }
        let result = try GeometryEngine.generalize(Self.shape(.polyline, xy), maxDeviation: 0.5)
        #expect(result.flatParts.coordinates.count > count / 2)
    }

    @Test("a ring of very many vertices goes through everything")
    func large() throws {
        let count = ProcessInfo.processInfo.environment["GROMA_SOAK"] != nil ? 1_000_000 : 20_000
        var generator = SeededGenerator(seed: 115)
        let ring = RandomShapes.ring(x: 8, y: 47, radius: 0.5, vertices: count, using: &generator)
        let shape = Polygon(points: ring, spatialReference: .wgs84)
        let other = Polygon(Envelope(xMin: 7.9, yMin: 46.9, xMax: 9, yMax: 47.1, spatialReference: .wgs84))
        #expect(try GeometryEngine.isSimple(shape))
        #expect(try GeometryEngine.isGeometry(shape, intersecting: other))
        #expect(try GeometryEngine.doesGeometry(shape, contain: Point(latitude: 47, longitude: 8)))
        #expect(try !GeometryEngine.isGeometry(shape, within: other))
        #expect(try GeometryEngine.generalize(shape, maxDeviation: 0.3).parts.coordinates.count < count / 2)
        #expect(try GeometryEngine.nearestVertex(in: shape, to: Point(latitude: 40, longitude: 8)) != nil)
        let line = Polyline(parts: shape.parts, spatialReference: .wgs84)
        let apart = GeometryEngine.move(line, deltaX: 5, deltaY: 0)
        #expect(try GeometryEngine.distance(from: line, to: apart) > 3)
        #expect(
            try GeometryEngine.project(shape, into: SpatialReference(wkid: 32632)).parts.coordinates.count == count + 1)
        #expect(try GeometryEngine.geodeticArea(of: shape) > 1e9)
        #expect(try !GeometryEngine.clip(shape, to: Envelope(xMin: 7.9, yMin: 46, xMax: 8.1, yMax: 48)).isEmpty)
    }

    @Test("references that cannot be brought together are a typed error")
    func references() {
        let strange = Polygon(parts: Self.square.parts, spatialReference: SpatialReference(wkid: 999_999))
        let known = Polygon(parts: Self.square.parts, spatialReference: .wgs84)
        for name in [
            "union", "intersection", "difference", "symmetric", "intersections", "intersects", "contains", "relate",
            "equals", "distance",
        ] {
            guard let operation = Self.operations.first(where: { $0.name == name }) else {
                Issue.record("\(name) is missing")
                continue
            }
            #expect { try operation.run(known, strange) } throws: {
                ($0 as? GeometryError)?.code == .spatialReference
            }
        }
    }

    @Test("a long operation ends when its task is cancelled")
    func cancellation() async throws {
        var generator = SeededGenerator(seed: 114)
        let line = Polyline(
            parts: CoordinateParts(
                coordinates: CoordinateSequence(xy: (0..<7000).map { _ in generator.number() }), starts: [0]))
        let task = Task { @concurrent () throws(GeometryError) -> Double in
            GeometryEngine.length(
                of: try GeometryEngine.union(line, Polyline(points: [Point(x: 0, y: 0), Point(x: 9, y: 9)])))
        }
        task.cancel()
        let result = await task.result
        #expect { try result.get() } throws: { ($0 as? GeometryError)?.code == .cancelled }
    }
}
