// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaGeometry
import TestSupport
import Testing

/// The proof that rings keep apart, against every pair of sides in whole numbers and against the geometry library.
@Suite("Rings that keep apart") struct SeparateRingsTests {
    private typealias Place = SIMD2<Int>

    private static func polygon(_ rings: [[Place]]) -> Polygon {
        var parts = CoordinateParts()
        for ring in rings {
            parts.beginPart()
            for place in ring + ring.prefix(1) { parts.append(x: Double(place.x), y: Double(place.y)) }
        }
        return Polygon(parts: parts)
    }

    private static func turn(_ a: Place, _ b: Place, _ p: Place) -> Int {
        ((b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x)).signum()
    }

    private static func meet(_ a: Place, _ b: Place, _ c: Place, _ d: Place) -> Bool {
        if max(a.x, b.x) < min(c.x, d.x) || max(c.x, d.x) < min(a.x, b.x) { return false }
        if max(a.y, b.y) < min(c.y, d.y) || max(c.y, d.y) < min(a.y, b.y) { return false }
        return turn(a, b, c) * turn(a, b, d) <= 0 && turn(c, d, a) * turn(c, d, b) <= 0
    }

    /// Every side with every other, exactly.
    private static func keepApart(_ rings: [[Place]]) -> Bool {
        let sides = rings.enumerated().flatMap { ring, places in
            places.indices.map { (ring, $0, places[$0], places[($0 + 1) % places.count]) }
        }
        for (number, side) in sides.enumerated() {
            if side.2 == side.3 { return false }
            for other in sides[(number + 1)...] {
                let count = rings[side.0].count
                let follows = side.0 == other.0 && (side.1 + 1) % count == other.1
                let leads = side.0 == other.0 && (other.1 + 1) % count == side.1
                guard follows || leads else {
                    if meet(side.2, side.3, other.2, other.3) { return false }
                    continue
                }
                let (a, b, c) = follows ? (side.2, side.3, other.3) : (other.2, other.3, side.3)
                if turn(a, b, c) == 0, (b.x - a.x) * (c.x - b.x) + (b.y - a.y) * (c.y - b.y) < 0 { return false }
            }
        }
        return true
    }

    /// One to three rings on a grid so coarse that they often touch, overlap and repeat places; half of them turned about their middle in order.
    private static func rings(_ generator: inout SeededGenerator) -> [[Place]] {
        let grid = Int.random(in: 3...14, using: &generator)
        return (0..<Int.random(in: 1...3, using: &generator)).map { _ in
            var places = (0..<Int.random(in: 3...9, using: &generator)).map { _ in
                Place(Int.random(in: 0...grid, using: &generator), Int.random(in: 0...grid, using: &generator))
            }
            if Bool.random(using: &generator) {
                let middle = Place(grid / 2, grid / 2)
                func half(_ place: Place) -> Bool { place.y < middle.y || (place.y == middle.y && place.x < middle.x) }
                places.sort { half($0) != half($1) ? half($1) : turn(middle, $0, $1) > 0 }
            }
            if Bool.random(using: &generator) { places.reverse() }
            return places
        }
    }

    @Test("on a grid the proof is found exactly where rings keep apart", arguments: [UInt64(201), 202, 203, 204])
    func grid(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        var apart = 0, nested = 0
        for _ in 0..<4000 {
            let rings = Self.rings(&generator)
            let polygon = Self.polygon(rings)
            let proof = SeparateRings(polygon.parts)
            #expect((proof != nil) == Self.keepApart(rings), "seed \(seed): \(rings)")
            guard let proof else { continue }
            apart += 1
            let fits = proof.fit(polygon.shells())
            if fits, rings.count > 1 { nested += 1 }
            #expect(try fits == GeometryEngine.isValidForLibrary(polygon), "seed \(seed): \(rings)")
        }
        #expect(apart > 500 && nested > 20, "the cases are worth something: \(apart), \(nested)")
    }

    @Test("vertices a few last digits beside a side: what is proved, the library finds", arguments: [UInt64(211), 212])
    func lastDigits(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        var proved = 0
        for _ in 0..<4000 {
            var polygon = Self.polygon(Self.rings(&generator))
            let size = [1, 1.0 / 3, 1e7 / 7, 1e-9][Int.random(in: 0..<4, using: &generator)]
            var xy = polygon.parts.coordinates.xy.map { $0 * size + (size < 1 ? 0.1 : 0) }
            // A vertex is put on a side, or on another vertex, as near as numbers go, and a little off.
            let count = xy.count / 2
            for _ in 0..<2 {
                let moved = Int.random(in: 0..<count, using: &generator)
                let side = Int.random(in: 1..<count, using: &generator)
                let part = [0, 0.5, 1.0 / 3, 1][Int.random(in: 0..<4, using: &generator)]
                for axis in 0...1 {
                    let from = xy[2 * side - 2 + axis], to = xy[2 * side + axis]
                    let place = from + (to - from) * part
                    xy[2 * moved + axis] = place + Double(Int.random(in: -2...2, using: &generator)) * place.ulp
                }
            }
            for range in polygon.parts.ranges {
                xy[2 * range.upperBound - 2] = xy[2 * range.lowerBound]
                xy[2 * range.upperBound - 1] = xy[2 * range.lowerBound + 1]
            }
            polygon.parts.coordinates.xy = xy
            guard let proof = SeparateRings(polygon.parts), proof.fit(polygon.shells()) else { continue }
            proved += 1
            #expect(try GeometryEngine.isValidForLibrary(polygon), "seed \(seed): \(xy)")
        }
        #expect(proved > 200, "\(proved)")
    }

    @Test("ordinary polygons are proved, all of them", arguments: [UInt64(221)])
    func ordinary(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<300 {
            let shape = RandomShapes.shape(.polygon, z: false, m: false, using: &generator)
            let polygon = try #require(shape as? Polygon)
            let proof = try #require(SeparateRings(polygon.parts), "seed \(seed)")
            #expect(try proof.fit(polygon.shells()) == GeometryEngine.isValidForLibrary(polygon), "seed \(seed)")
        }
        let ring = RandomShapes.ring(x: 8, y: 47, radius: 0.5, vertices: 50_000, using: &generator)
        #expect(SeparateRings(Polygon(points: ring).parts) != nil)
    }

    @Test("nesting: what lies directly in what decides")
    func nesting() throws {
        func square(_ size: Int, at x: Int = 0, clockwise: Bool = true) -> [Place] {
            let places = [Place(x - size, -size), Place(x - size, size), Place(x + size, size), Place(x + size, -size)]
            return clockwise ? places : places.reversed()
        }
        let cases: [(rings: [[Place]], around: [Int?], isSimple: Bool)] = [
            ([square(9), square(5, clockwise: false)], [nil, 0], true),
            ([square(5, clockwise: false), square(9)], [1, nil], true),
            ([square(9), square(5, clockwise: false), square(2)], [nil, 0, 1], true),
            ([square(9), square(5)], [nil, 0], false),
            ([square(9), square(5, clockwise: false), square(2, clockwise: false)], [nil, 0, 1], false),
            ([square(9), square(5, at: 30, clockwise: false)], [nil, nil], false),
            ([square(9), square(2, at: -4, clockwise: false), square(2, at: 4, clockwise: false)], [nil, 0, 0], true),
        ]
        for (rings, around, isSimple) in cases {
            let polygon = Self.polygon(rings)
            #expect(SeparateRings(polygon.parts)?.around == around, "\(rings)")
            #expect(try GeometryEngine.isSimple(polygon) == isSimple, "\(rings)")
        }
        // A hole that touches its shell in one place is simple, but not for the proof.
        let touching = Self.polygon([square(9), [Place(-9, 0), Place(0, -2), Place(0, 2)]])
        #expect(SeparateRings(touching.parts) == nil)
        #expect(try GeometryEngine.isSimple(touching))
    }

    @Test("numbers that are none, too large or next to zero give no proof, and no end of the program")
    func strangeNumbers() {
        let square: [Double] = [0, 0, 0, 1, 1, 1, 1, 0, 0, 0]
        func proof(_ xy: [Double]) -> SeparateRings? {
            SeparateRings(CoordinateParts(coordinates: CoordinateSequence(xy: xy), starts: [0]))
        }
        #expect(proof(square) != nil)
        for value in [.nan, .infinity, -.infinity, 1e300, -1e31, .greatestFiniteMagnitude] as [Double] {
            for place in 2..<8 {
                var xy = square
                xy[place] = value
                #expect(proof(xy) == nil)
            }
        }
        #expect(proof(square.map { $0 * 1e-200 }) == nil, "the products vanish")
        #expect(proof(square.map { $0 * 1e30 }) != nil)
        #expect(proof(square.map { $0 * .leastNonzeroMagnitude }) == nil)
        #expect(proof([0, 0, 1, 1, 0, 0]) == nil)
        #expect(proof(Array(square.dropLast(2))) == nil, "not closed")
        #expect(SeparateRings(CoordinateParts())?.around == [])
    }

    @Test("clipping by the box is what the library's intersection is", arguments: [UInt64(231), 232])
    func clipping(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        var own = 0
        for number in 0..<1200 {
            let isGrid = number % 4 > 0
            let shape: Polygon
            let box: Envelope
            if isGrid {
                shape = try GeometryEngine.simplify(Self.polygon(Self.rings(&generator)))
                let corner = Place(Int.random(in: 0...6, using: &generator), Int.random(in: 0...6, using: &generator))
                // Borders through vertices, and a few last digits beside them.
                func border(_ value: Int) -> Double {
                    Double(value) + Double(Int.random(in: -2...2, using: &generator)) * Double(value).ulp
                }
                box = Envelope(
                    xMin: border(corner.x), yMin: Double(corner.y) + 0.5, xMax: border(corner.x + 5),
                    yMax: border(corner.y + 4))
            } else {
                shape = try #require(
                    RandomShapes.shape(.polygon, z: false, m: false, using: &generator) as? Polygon)
                box = Envelope(
                    xMin: generator.number(-1500...500), yMin: generator.number(-900...300),
                    xMax: generator.number(600...5000), yMax: generator.number(350...900))
                if shape.parts.clippedRings(to: box) != nil { own += 1 }
            }
            let text = "seed \(seed): \(WellKnownText.text(of: shape)), \(box)"
            let clipped = try GeometryEngine.clip(shape, to: box)
            let library = try GeometryEngine.intersection(shape, Polygon(box))
            #expect(clipped.geometryType == .polygon, "\(text)")
            #expect(try GeometryEngine.isSimple(clipped), "\(text)")
            let apart = try GeometryEngine.symmetricDifference(clipped, library)
            #expect(abs(GeometryEngine.area(of: apart)) < 1e-6, "\(text)")
            if !isGrid {
                #expect(clipped.flatParts.coordinates.count == library.flatParts.coordinates.count, "\(text)")
                #expect(clipped.flatParts.count == library.flatParts.count, "\(text)")
            }
        }
        #expect(own > 290, "\(own) of 300")
    }
}
