// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaGeometry
import TestSupport
import Testing

@Suite("Military grid references") struct MilitaryGridTests {
    private static func text(_ latitude: Double, _ longitude: Double, _ precision: Int = 5) throws -> String {
        try CoordinateFormatter.mgrsString(
            from: Point(latitude: latitude, longitude: longitude), precision: precision, addSpaces: false)
    }

    @Test("published examples")
    func published() throws {
        // Documentation of GeographicLib's GeoConvert: a square kilometre, its middle, and minutes that lie in it.
        #expect(try Self.text(33 + 20 / 60.0, 44.4, 2) == "38SMB4488")
        #expect(try Self.text(33.33424, 44.40363, 2) == "38SMB4488")
        let corner = try CoordinateFormatter.point(fromMGRSString: "38SMB4488")
        #expect(try CoordinateFormatter.utmString(from: corner) == "38S 444000 3688000")
        // Documentation of the Python package mgrs.
        #expect(try Self.text(42, -93) == "15TWG0000049776")
        // The poles, as in GeographicLib's table of polar letters.
        #expect(try Self.text(90, 0, 0) == "ZAH")
        #expect(try Self.text(-90, 0, 0) == "BAN")
    }

    @Test("letters of squares follow from zone, easting and northing")
    func letters() throws {
        // Zone 4 (columns A to H, rows from F): 612345 m east and 2367890 m north.
        let hawaii = try CoordinateFormatter.point(fromMGRSString: "4QFJ1234567890")
        #expect(try CoordinateFormatter.utmString(from: hawaii) == "04Q 612345 2367890")
        let washington = try CoordinateFormatter.point(fromUSNGString: "18S UJ 23371 06519")
        #expect(try CoordinateFormatter.utmString(from: washington) == "18S 323371 4306519")
        #expect(
            try CoordinateFormatter.usngString(from: washington, precision: 5, addSpaces: true) == "18S UJ 23371 06519")
        #expect(try CoordinateFormatter.usngString(from: washington, precision: 2, addSpaces: false) == "18SUJ2306")
    }

    @Test("digits are cut off, not rounded, and no digits name the whole square")
    func truncation() throws {
        let point = try CoordinateFormatter.point(fromUTMString: "32T 465382.9 5247999.9")
        func text(_ precision: Int) throws -> String {
            try CoordinateFormatter.mgrsString(from: point, precision: precision, addSpaces: true)
        }
        #expect(try text(5) == "32T MT 65382 47999")
        #expect(try text(6) == "32T MT 653829 479999")
        #expect(try text(3) == "32T MT 653 479")
        #expect(try text(0) == "32T MT")
        for precision in [-1, 9] {
            #expect { try text(precision) } throws: { ($0 as? GeometryError)?.code == .unsupported }
        }
    }

    @Test("the antimeridian belongs to zone 60 unless the first is asked for")
    func antimeridian() throws {
        func text(_ mode: CoordinateFormatter.MGRSConversionMode) throws -> String {
            try CoordinateFormatter.mgrsString(
                from: Point(latitude: 10, longitude: 180), conversionMode: mode, precision: 0, addSpaces: true)
        }
        #expect(try text(.automatic).hasPrefix("60P"))
        #expect(try text(.new180InZone60).hasPrefix("60P"))
        #expect(try text(.new180InZone01).hasPrefix("01P"))
    }

    private static let places: [(Double, Double)] = [
        (90, 0), (-90, 0), (89.999, 180), (89.999, -180), (-89.999, 180), (84, 0), (84, 179.999), (83.9999999, -0.0001),
        (-80, 0),
        (-80.0000001, 0), (-80, 180), (72, 9), (71.9999, 8.9), (80, 21), (80, 33), (60, 3), (60, 2.9999),
        (63.9999, 11.9999),
        (0, 0), (0, 180), (-0.0000001, 0), (8, 8), (-8, -8),
    ]

    @Test("the corner of a square is less than its diagonal away and names the square", arguments: [UInt64(31), 32])
    func roundTrip(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let random = (0..<1500).map { _ in (generator.number(-90...90), generator.number(-180...180)) }
        let polar = (0..<1000).map { _ in
            ((Bool.random(using: &generator) ? 1 : -1) * generator.number(79...90), generator.number(-180...180))
        }
        for (latitude, longitude) in Self.places + random + polar {
            let text = try Self.text(latitude, longitude)
            let corner = try CoordinateFormatter.point(fromMGRSString: text)
            let point = Point(latitude: latitude, longitude: longitude)
            let distance = try GeometryEngine.geodeticDistance(from: point, to: corner).distance
            #expect(distance < 1.45, "seed \(seed): \(latitude), \(longitude) as \(text) is \(distance) m off")
            let fine = try Self.text(latitude, longitude, 8)
            let near = try CoordinateFormatter.point(fromMGRSString: fine)
            #expect(
                try GeometryEngine.geodeticDistance(from: point, to: near).distance < 0.00145 + 1e-5,
                "seed \(seed): \(fine)")
            #expect(try CoordinateFormatter.point(fromMGRSString: text.lowercased()) == corner)
        }
    }

    @Test("a corner names its own square again, away from borders of zones and bands", arguments: [UInt64(33)])
    func corners(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<3000 {
            let point = Point(latitude: generator.number(-90...90), longitude: generator.number(-180...180))
            let text = try CoordinateFormatter.mgrsString(from: point, precision: 5, addSpaces: true)
            let corner = try CoordinateFormatter.point(fromMGRSString: text)
            #expect(
                try CoordinateFormatter.mgrsString(from: corner, precision: 5, addSpaces: true) == text, "seed \(seed)")
        }
    }

    @Test(
        "what is no square is an error",
        arguments: [
            "", "31", "31N", "31NA", "31NAI", "31NIA", "61NAA", "00NAA", "31NAA1", "31NAA123",
            "31NAA123456789012345678", "31NAAxx",
            "32XMH", "31NSA", "31OAA", "31NBV00", "A", "AAA00", "ZZZ", "YAH", "XAH00", "31N AA 1-2", "٣١NAA",
            String(repeating: "1", count: 300),
        ])
    func malformed(text: String) {
        #expect { try CoordinateFormatter.point(fromMGRSString: text) } throws: {
            ($0 as? GeometryError)?.code == .malformed
        }
    }
}
