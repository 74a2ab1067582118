// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaGeometry
import TestSupport
import Testing

/// What must hold for any shapes; areas' identities stand with the set operations. Each failure prints its seed.
@Suite("Properties of operations") struct PropertyTests {
    private static func pair(_ generator: inout SeededGenerator) -> (any Geometry, any Geometry) {
        func shape() -> any Geometry {
            let kinds: [GeometryType] = [.polygon, .polygon, .polyline, .multipoint, .envelope, .point]
            let shape = RandomShapes.shape(
                kinds[Int.random(in: 0..<6, using: &generator)], z: false, m: false, using: &generator)
            return GeometryEngine.move(
                shape, deltaX: generator.number(-400...400), deltaY: generator.number(-400...400))
        }
        return (shape(), shape())
    }

    @Test("relations from the other side", arguments: [UInt64(61), 62, 63])
    func transposition(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<60 {
            let (a, b) = Self.pair(&generator)
            let text = "seed \(seed): \(WellKnownText.text(of: a)) and \(WellKnownText.text(of: b))"
            #expect(
                try GeometryEngine.doesGeometry(a, contain: b) == GeometryEngine.isGeometry(b, within: a), "\(text)")
            #expect(
                try GeometryEngine.isGeometry(a, touching: b) == GeometryEngine.isGeometry(b, touching: a), "\(text)")
            #expect(
                try GeometryEngine.isGeometry(a, overlapping: b) == GeometryEngine.isGeometry(b, overlapping: a),
                "\(text)")
            #expect(
                try GeometryEngine.isGeometry(a, intersecting: b) != GeometryEngine.isGeometry(b, disjointWith: a),
                "\(text)")
            for (pattern, turned) in [
                ("T*F**F***", "T*****FF*"), ("FT*******", "F**T*****"), ("1*T***T**", "1*T***T**"),
            ] {
                #expect(
                    try GeometryEngine.isGeometry(a, relatedTo: b, byRelation: pattern)
                        == GeometryEngine.isGeometry(b, relatedTo: a, byRelation: turned), "\(text) \(pattern)")
            }
            #expect(try GeometryEngine.isGeometry(a, equivalentTo: a), "\(text)")
            let there = try GeometryEngine.distance(from: a, to: b), back = try GeometryEngine.distance(from: b, to: a)
            #expect(abs(there - back) < 1e-9, "\(text)")
            #expect(try (there == 0) == GeometryEngine.isGeometry(a, intersecting: b), "\(text)")
        }
    }

    @Test("a wider buffer holds the narrower one, and both hold the shape", arguments: [UInt64(71), 72])
    func buffers(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<15 {
            let (shape, _) = Self.pair(&generator)
            let narrow = generator.number(1...50)
            let small = try GeometryEngine.buffer(around: shape, distance: narrow)
            let large = try GeometryEngine.buffer(around: shape, distance: narrow * 1.5)
            #expect(GeometryEngine.area(of: large) > GeometryEngine.area(of: small), "seed \(seed)")
            #expect(try GeometryEngine.isGeometry(small, within: large), "seed \(seed)")
            #expect(try GeometryEngine.isGeometry(shape, within: small), "seed \(seed)")
            if shape.dimensionality == 2 {
                let shrunk = try GeometryEngine.buffer(around: shape, distance: -narrow)
                #expect(GeometryEngine.area(of: shrunk) < GeometryEngine.area(of: shape), "seed \(seed)")
            }
        }
    }

    @Test("densifying keeps the shape, generalizing keeps the tolerance", arguments: [UInt64(81), 82])
    func vertices(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<20 {
            let shape = RandomShapes.shape(
                Bool.random(using: &generator) ? .polygon : .polyline, z: true, m: true, using: &generator)
            let step = generator.number(5...100)
            let dense = try GeometryEngine.densify(shape, maxSegmentLength: step)
            #expect(abs(GeometryEngine.length(of: dense) - GeometryEngine.length(of: shape)) < 1e-6, "seed \(seed)")
            #expect(abs(GeometryEngine.area(of: dense) - GeometryEngine.area(of: shape)) < 1e-3, "seed \(seed)")
            #expect(dense.hasZ && dense.hasM, "seed \(seed)")
            let parts = dense.flatParts, xy = parts.coordinates.xy
            for range in parts.ranges {
                for index in range.dropFirst() {
                    let dx = xy[2 * index] - xy[2 * index - 2], dy = xy[2 * index + 1] - xy[2 * index - 1]
                    #expect((dx * dx + dy * dy).squareRoot() <= step * (1 + 1e-9), "seed \(seed)")
                }
            }
            let deviation = generator.number(1...80)
            let coarse = try GeometryEngine.generalize(shape, maxDeviation: deviation)
            #expect(coarse.flatParts.count == shape.flatParts.count, "seed \(seed)")
            for (old, new) in zip(shape.flatParts.ranges, coarse.flatParts.ranges) {
                var part = CoordinateParts()
                part.beginPart()
                part.coordinates.append(new, of: coarse.flatParts.coordinates)
                for index in old {
                    let place = shape.flatParts.coordinates.point(at: index)
                    let distance = part.squaredDistance(toX: place.x, y: place.y, isLine: true).squareRoot()
                    #expect(distance <= deviation * (1 + 1e-12), "seed \(seed)")
                }
            }
        }
    }

    @Test("a label stands inside, with room where there is some", arguments: [UInt64(85), 86])
    func labels(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<60 {
            guard let polygon = RandomShapes.shape(.polygon, z: false, m: false, using: &generator) as? Polygon else {
                return
            }
            let label = GeometryEngine.labelPoint(for: polygon)
            #expect(polygon.parts.location(x: label.x, y: label.y) == .inside, "seed \(seed)")
        }
        let strip = Polygon(Envelope(xMin: 0, yMin: 0, xMax: 100, yMax: 1))
        #expect(GeometryEngine.labelPoint(for: strip) == Point(x: 50, y: 0.5))
        // Beside the hole the chord at three quarters is the longest, but too near to the hole.
        let holed = Polygon(
            parts: CoordinateParts(
                coordinates: CoordinateSequence(
                    xy: [0, 0, 0, 40, 40, 44, 40, -4, 0, 0, 16, 10, 29, 10, 29, 30, 16, 30, 16, 10]), starts: [0, 5]))
        #expect(GeometryEngine.labelPoint(for: holed).x == 10)
    }

    @Test("moving, turning and scaling back gives the shape again", arguments: [UInt64(91)])
    func transformations(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<50 {
            let (shape, _) = Self.pair(&generator)
            let origin = Point(x: generator.number(), y: generator.number()), angle = generator.number(-720...720)
            func isSame(_ other: any Geometry) -> Bool {
                zip(shape.flatParts.coordinates.xy, other.flatParts.coordinates.xy).allSatisfy { abs($0 - $1) < 1e-8 }
            }
            let moved = GeometryEngine.move(shape, deltaX: 12, deltaY: -3)
            #expect(isSame(GeometryEngine.move(moved, deltaX: -12, deltaY: 3)), "seed \(seed)")
            let scaled = GeometryEngine.scale(shape, scaleX: 4, scaleY: 0.5, origin: origin)
            #expect(isSame(GeometryEngine.scale(scaled, scaleX: 0.25, scaleY: 2, origin: origin)), "seed \(seed)")
            if shape is Envelope { continue }
            let turned = GeometryEngine.rotate(shape, angle: angle, origin: origin)
            #expect(isSame(GeometryEngine.rotate(turned, angle: -angle, origin: origin)), "seed \(seed)")
            #expect(
                abs(GeometryEngine.length(of: turned) - GeometryEngine.length(of: shape)) < 1e-6, "seed \(seed)")
        }
    }

    @Test(
        "a polygon across the antimeridian keeps its area on the ground when it is cut there",
        arguments: [UInt64(101), 102])
    func antimeridian(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<20 {
            let ring = RandomShapes.ring(
                x: Bool.random(using: &generator) ? 180 : -180, y: generator.number(-60...60), radius: 8, vertices: 15,
                using: &generator)
            // Dense, since a geodesic between two far vertices is not the straight line in longitude and latitude that is cut.
            let polygon = try GeometryEngine.densify(
                Polygon(points: ring, spatialReference: .wgs84), maxSegmentLength: 0.02)
            let whole = try GeometryEngine.geodeticArea(of: polygon)
            let cut = try GeometryEngine.normalizeCentralMeridian(of: polygon)
            #expect(cut.flatParts.count > 1 && cut.extent.xMin >= -180 && cut.extent.xMax <= 180, "seed \(seed)")
            #expect(try GeometryEngine.isSimple(cut), "seed \(seed)")
            #expect(abs(try GeometryEngine.geodeticArea(of: cut) - whole) < 1e-6 * whole, "seed \(seed)")
            #expect(
                try GeometryEngine.isGeometry(
                    GeometryEngine.normalizeCentralMeridian(of: cut), equivalentTo: cut), "seed \(seed)")
        }
    }
}
