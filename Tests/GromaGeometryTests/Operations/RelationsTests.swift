// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaGeometry
import TestSupport
import Testing

@Suite("Relations") struct RelationsTests {
    private static let square = Polygon(Envelope(xMin: 0, yMin: 0, xMax: 10, yMax: 10))

    @Test("an empty geometry meets nothing and is disjoint from everything", arguments: GeometryType.allCases)
    func empties(type: GeometryType) throws {
        let empty = CoordinateParts().geometry(as: type, in: nil)
        #expect(try !GeometryEngine.isGeometry(empty, intersecting: Self.square))
        #expect(try GeometryEngine.isGeometry(Self.square, disjointWith: empty))
        #expect(try !GeometryEngine.doesGeometry(Self.square, contain: empty))
        #expect(try !GeometryEngine.isGeometry(empty, touching: Self.square))
        #expect(try GeometryEngine.isGeometry(empty, equivalentTo: empty))
    }

    @Test("a point inside, on the border, on a corner, in a hole, and nowhere")
    func points() throws {
        let ring = CoordinateParts(
            coordinates: CoordinateSequence(xy: [0, 0, 0, 10, 10, 10, 10, 0, 0, 0, 4, 4, 6, 4, 6, 6, 4, 6, 4, 4]),
            starts: [0, 5])
        #expect(ring.location(x: 1, y: 1) == .inside)
        #expect(ring.location(x: 0, y: 5) == .border)
        #expect(ring.location(x: 10, y: 10) == .border)
        #expect(ring.location(x: 5, y: 5) == .outside)
        #expect(ring.location(x: 4, y: 5) == .border)
        #expect(ring.location(x: .nan, y: 5) == .outside)
        #expect(ring.location(x: 11, y: 10) == .outside)
        #expect(CoordinateParts().location(x: 0, y: 0) == .outside)
        let polygon = Polygon(parts: ring)
        #expect(try !GeometryEngine.doesGeometry(polygon, contain: Point(x: 0, y: 5)))
        #expect(try GeometryEngine.isGeometry(polygon, intersecting: Point(x: 0, y: 5)))
        #expect(try GeometryEngine.isGeometry(Point(x: 0, y: 5), touching: polygon))
        #expect(try GeometryEngine.isGeometry(Point(x: 1, y: 1), within: polygon))
    }

    @Test("a NaN vertex in a line is an error that says so, not a crash")
    func notANumber() {
        let line = Polyline(points: [Point(x: 0, y: 0), Point(x: .nan, y: 1), Point(x: 5, y: 5)])
        #expect { try GeometryEngine.isGeometry(line, crossing: Self.square) } throws: {
            ($0 as? GeometryError)?.code == .malformed
        }
    }

    @Test("repeated vertices and lines of one place make no difference")
    func repeats() throws {
        let dot = Polyline(points: [Point(x: 5, y: 5), Point(x: 5, y: 5)])
        #expect(try GeometryEngine.isGeometry(dot, intersecting: Self.square))
        let doubled = Polygon(
            points: [
                Point(x: 0, y: 0), Point(x: 0, y: 0), Point(x: 0, y: 10), Point(x: 10, y: 10), Point(x: 10, y: 0),
                Point(x: 0, y: 0),
            ])
        #expect(try GeometryEngine.isGeometry(doubled, equivalentTo: Self.square))
    }

    @Test("a pattern must have nine known letters", arguments: ["", "T*F", "TTTTTTTTTT", "TTTTXTTTT", "*******\u{e9}"])
    func patterns(relation: String) {
        #expect { try GeometryEngine.isGeometry(Self.square, relatedTo: Self.square, byRelation: relation) } throws: {
            ($0 as? GeometryError)?.code == .malformed
        }
    }

    @Test("a ring that crosses itself is compared all the same")
    func bowtie() throws {
        let bowtie = Polygon(points: [
            Point(x: 0, y: 0), Point(x: 10, y: 10), Point(x: 10, y: 0), Point(x: 0, y: 10), Point(x: 0, y: 0),
        ])
        #expect(
            try GeometryEngine.isGeometry(bowtie, overlapping: Polygon(Envelope(xMin: 8, yMin: -5, xMax: 20, yMax: 20)))
        )
    }

    @Test("references that differ are brought together")
    func references() throws {
        let box = Envelope(xMin: 8, yMin: 46, xMax: 9, yMax: 48, spatialReference: .wgs84)
        let place = try GeometryEngine.project(Point(latitude: 47, longitude: 8.5), into: .webMercator)
        #expect(try GeometryEngine.isGeometry(box, intersecting: place))
    }

    @Test("our own crossing test agrees with the geometry library on random shapes", arguments: [UInt64(1), 2, 3, 4])
    func agreement(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        var meetings = 0
        for _ in 0..<150 {
            let a = moved(&generator), b = moved(&generator)
            guard a.extent.intersects(b.extent) else { continue }
            let ours = try GeometryEngine.isGeometry(a, intersecting: b)
            // The pattern test always asks the library.
            let theirs = try !GeometryEngine.isGeometry(a, relatedTo: b, byRelation: "FF*FF****")
            #expect(ours == theirs, "seed \(seed): \(WellKnownText.text(of: a)) and \(WellKnownText.text(of: b))")
            if ours { meetings += 1 }
        }
        #expect(meetings > 10)
    }

    /// Pairs too large for our own test: the library's indexes, against its matrix that compares everything.
    @Test("meeting and containing of large shapes agree with the matrix of the relation", arguments: [UInt64(5), 6])
    func large(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        var meetings = 0, contained = 0
        for number in 0..<40 {
            let ring = RandomShapes.ring(x: 0, y: 0, radius: 900, vertices: 300, using: &generator)
            let hole = RandomShapes.ring(x: 0, y: 0, radius: 200, vertices: 50, clockwise: false, using: &generator)
            let first = Polygon(parts: CoordinateParts(rings: Bool.random(using: &generator) ? [ring] : [ring, hole]))
            let smaller = RandomShapes.ring(
                x: generator.number(), y: generator.number(), radius: generator.number(10...1000), vertices: 300,
                using: &generator)
            let second: any Geometry =
                switch number % 5 {
                case 0: Polygon(points: smaller)
                case 1: Polyline(points: smaller)
                case 2: first
                case 3: try GeometryEngine.clip(first, to: Envelope(xMin: -300, yMin: -900, xMax: 300, yMax: 900))
                // A piece of the border, which is not within.
                default: Polyline(points: Array(ring.prefix(200)))
                }
            for (a, b) in [(first as any Geometry, second), (second, first)] {
                let text = "seed \(seed): \(WellKnownText.text(of: a)) and \(WellKnownText.text(of: b))"
                let meets = try GeometryEngine.isGeometry(a, intersecting: b)
                let holds = try GeometryEngine.doesGeometry(a, contain: b)
                #expect(try meets != GeometryEngine.isGeometry(a, relatedTo: b, byRelation: "FF*FF****"), "\(text)")
                #expect(try holds == GeometryEngine.isGeometry(a, relatedTo: b, byRelation: "T*****FF*"), "\(text)")
                #expect(try (GeometryEngine.distance(from: a, to: b) == 0) == meets, "\(text)")
                if meets { meetings += 1 }
                if holds { contained += 1 }
            }
        }
        #expect(meetings > 40 && contained > 8 && contained < meetings, "\(meetings), \(contained)")
    }

    private func moved(_ generator: inout SeededGenerator) -> any Geometry {
        let kinds: [GeometryType] = [.polygon, .polyline, .multipoint, .envelope, .point]
        let kind = kinds[Int.random(in: 0..<5, using: &generator)]
        let shape = RandomShapes.shape(kind, z: false, m: false, using: &generator)
        return GeometryEngine.move(shape, deltaX: generator.number(), deltaY: generator.number())
    }
}
