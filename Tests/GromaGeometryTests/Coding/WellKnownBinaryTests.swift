// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaGeometry
import TestSupport
import Testing

@Suite("Well-known binary") struct WellKnownBinaryTests {
    static let dialects: [WellKnownBinary.WritingOptions] = [
        .init(), .init(dialect: .extended), .init(alwaysMulti: true), .init(isBigEndian: true),
        .init(dialect: .extended, alwaysMulti: true, isBigEndian: true),
    ]

    @Test("an empty shape of each kind comes back empty", arguments: GeometryType.allCases)
    func empties(type: GeometryType) throws {
        let empty = CoordinateParts().geometry(as: type, in: .wgs84)
        for options in Self.dialects {
            let back = try WellKnownBinary.geometry(from: WellKnownBinary.bytes(of: empty, options: options))
            #expect(back.isEmpty)
            #expect(back.geometryType == (type == .envelope ? .polygon : type))
        }
    }

    @Test("a ring whose loops cancel out is not lost")
    func crossedRing() throws {
        let vertices: [(Double, Double)] = [(0, 0), (10, 10), (10, 0), (0, 10), (0, 0)]
        let bow = Polygon(
            parts: CoordinateParts(
                coordinates: CoordinateSequence(xy: vertices.flatMap { [$0.0, $0.1] }), starts: [0]),
            spatialReference: .webMercator)
        let back = try WellKnownBinary.geometry(from: WellKnownBinary.bytes(of: bow))
        #expect((back as? Polygon)?.parts.coordinates.xy == bow.parts.coordinates.xy)
    }

    @Test("random shapes with and without z and m survive every dialect", arguments: [UInt64(1), 2, 3, 4, 5, 6, 7, 8])
    func roundTrip(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for type in GeometryType.allCases where type != .envelope {
            for (z, m) in [(false, false), (true, false), (false, true), (true, true)] {
                let shape = RandomShapes.shape(type, z: z, m: m, using: &generator)
                for options in Self.dialects {
                    let back = try WellKnownBinary.geometry(from: WellKnownBinary.bytes(of: shape, options: options))
                    #expect(
                        AnyHashable(back) == AnyHashable(shape), "seed \(seed), \(type), z \(z), m \(m), \(options)")
                }
            }
        }
    }

    @Test("the extended dialect carries the reference")
    func srid() throws {
        let bytes = WellKnownBinary.bytes(
            of: Point(x: 1, y: 2, spatialReference: SpatialReference(wkid: 2056)), options: .init(dialect: .extended))
        #expect(bytes.count == 25)
        #expect(try WellKnownBinary.geometry(from: bytes).spatialReference?.wkid == 2056)
        #expect(try WellKnownBinary.geometry(from: bytes, spatialReference: .wgs84).spatialReference == .wgs84)
    }

    @Test(
        "bytes written by hand are read: big-endian point, then a polygon whose outer ring runs the other way and is open"
    )
    func byHand() throws {
        let point: [UInt8] = [0, 0, 0, 0, 1, 0x3F, 0xF0, 0, 0, 0, 0, 0, 0, 0xC0, 0, 0, 0, 0, 0, 0, 0]
        #expect(try WellKnownBinary.geometry(from: point) as? Point == Point(x: 1, y: -2))
        var polygon: [UInt8] = [1, 3, 0, 0, 0, 1, 0, 0, 0, 3, 0, 0, 0]
        for number in [0.0, 0, 4, 0, 4, 4] {
            polygon += (0..<8).map { UInt8(truncatingIfNeeded: number.bitPattern >> (8 * UInt64($0))) }
        }
        let shape = try #require(try WellKnownBinary.geometry(from: polygon) as? Polygon)
        #expect(shape.parts.coordinates.xy == [0, 0, 4, 4, 4, 0, 0, 0])
    }

    @Test("the bulk path adds part after part and fills missing z with NaN")
    func bulk() throws {
        var parts = CoordinateParts(coordinates: CoordinateSequence(z: []))
        for shape in [
            Polyline(points: [Point(x: 1, y: 2, z: 3), Point(x: 4, y: 5, z: 6)]),
            Polyline(points: [Point(x: 7, y: 8), Point(x: 9, y: 10)]),
        ] {
            let bytes = WellKnownBinary.bytes(of: shape)
            try unsafe WellKnownBinary.append(from: bytes.span.bytes, to: &parts)
        }
        #expect(parts.starts == [0, 2])
        #expect(parts.coordinates.xy == [1, 2, 4, 5, 7, 8, 9, 10])
        #expect(parts.coordinates.z?.prefix(2) == [3, 6])
        #expect(parts.coordinates.z?.suffix(2).allSatisfy(\.isNaN) == true)
    }

    @Test("every truncation is a typed error, and so is a count that the bytes cannot hold")
    func truncated() {
        var generator = SeededGenerator(seed: 9)
        for type in GeometryType.allCases where type != .envelope {
            let bytes = WellKnownBinary.bytes(of: RandomShapes.shape(type, z: true, m: false, using: &generator))
            for length in 0..<bytes.count {
                #expect(throws: GeometryError.self) { try WellKnownBinary.geometry(from: Array(bytes[..<length])) }
            }
        }
        let boast: [UInt8] = [1, 2, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF]
        #expect { try WellKnownBinary.geometry(from: boast) } throws: { ($0 as? GeometryError)?.code == .malformed }
    }

    @Test("curves and collections are refused as unsupported, other codes as malformed")
    func kinds() {
        for (code, expected) in [
            (UInt8(7), GeometryError.Code.unsupported), (8, .unsupported), (17, .unsupported), (0, .unsupported),
        ] {
            #expect { try WellKnownBinary.geometry(from: [1, code, 0, 0, 0, 0, 0, 0, 0]) } throws: {
                ($0 as? GeometryError)?.code == expected
            }
        }
        #expect { try WellKnownBinary.geometry(from: [2, 1, 0, 0, 0]) } throws: {
            ($0 as? GeometryError)?.code == .malformed
        }
    }

    @Test("random bytes never do worse than a typed error", arguments: [UInt64(11), 12, 13])
    func noise(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let valid = WellKnownBinary.bytes(of: RandomShapes.shape(.polygon, z: true, m: true, using: &generator))
        for _ in 0..<5_000 {
            var bytes = valid
            for _ in 0..<Int.random(in: 1...6, using: &generator) {
                bytes[Int.random(in: 0..<bytes.count, using: &generator)] = .random(in: 0...255, using: &generator)
            }
            do {
                _ = try WellKnownBinary.geometry(from: bytes)
            } catch {
                #expect(!error.message.isEmpty, "seed \(seed)")
            }
        }
    }
}
