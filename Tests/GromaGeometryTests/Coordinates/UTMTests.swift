// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaGeometry
import TestSupport
import Testing

@Suite("UTM and UPS as text") struct UTMTests {
    private static func text(
        _ latitude: Double, _ longitude: Double, _ mode: CoordinateFormatter.UTMConversionMode = .latitudeBandIndicators
    ) throws -> String {
        try CoordinateFormatter.utmString(from: Point(latitude: latitude, longitude: longitude), conversionMode: mode)
    }

    @Test(
        "zones and bands, with those of Norway, Svalbard and the poles",
        arguments: [
            (0.0, 0.0, "31N"), (-0.001, -0.001, "30M"), (60, 5, "32V"), (60, 2.999, "31V"), (63.999, 11, "32V"),
            (64, 5, "31W"),
            (55.999, 5, "31U"), (71.999, 8, "32W"), (72, 8.999, "31X"), (72, 9, "33X"), (80, 20.999, "33X"),
            (80, 21, "35X"),
            (80, 33, "37X"), (83.999, 41.999, "37X"), (78, 42, "38X"), (78, -0.001, "30X"), (-80, 0, "31C"),
            (-80.001, -1, "A"),
            (-85, 1, "B"), (84, -1, "Y"), (84, 1, "Z"), (90, 77, "Z"), (-90, 77, "B"), (8, 0, "31P"), (10, 180, "60P"),
            (10, -180, "60P"), (10, -179.999, "01P"), (47.3, 8.5, "32T"),
        ])
    func zones(latitude: Double, longitude: Double, zone: String) throws {
        let text = try Self.text(latitude, longitude)
        #expect(text.split(separator: " ").first.map(String.init) == zone, "\(text)")
    }

    @Test("written forms")
    func forms() throws {
        // The origin of zone 31 and the point on the central meridian: false easting, no northing.
        #expect(try Self.text(0, 3) == "31N 500000 0")
        #expect(try Self.text(0, 0) == "31N 166021 0")
        // 42 N 93 W, an example of the documentation of the Python package mgrs.
        #expect(try Self.text(42, -93) == "15T 500000 4649776")
        #expect(try Self.text(42, -93, .northSouthIndicators) == "15N 500000 4649776")
        #expect(try Self.text(-0.000001, 3, .northSouthIndicators) == "31S 500000 10000000")
        #expect(try Self.text(90, 0) == "Z 2000000 2000000")
        #expect(try Self.text(-90, 0, .northSouthIndicators) == "S 2000000 2000000")
        let point = Point(latitude: 42, longitude: -93)
        #expect(try CoordinateFormatter.utmString(from: point, addSpaces: false) == "15T5000004649776")
        #expect(try CoordinateFormatter.utmString(from: point, decimalPlaces: 3).hasPrefix("15T 500000.000 4649776.2"))
        #expect { try CoordinateFormatter.utmString(from: point, decimalPlaces: 1, addSpaces: false) } throws: {
            ($0 as? GeometryError)?.code == .unsupported
        }
    }

    @Test(
        "metres are those of the projection library, in zones, beside them and round the poles",
        arguments: [UInt64(21), 22])
    func library(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<400 {
            let point = Point(latitude: generator.number(-89.9...89.9), longitude: generator.number(-180...179.9))
            let text = try CoordinateFormatter.utmString(
                from: point, conversionMode: .northSouthIndicators, decimalPlaces: 6)
            let fields = text.split(separator: " ")
            let isSouth = point.y < 0
            let zone = Int(fields[0].dropLast())
            let wkid = zone.map { (isSouth ? 32700 : 32600) + $0 } ?? (isSouth ? 32761 : 32661)
            let expected = try GeometryEngine.project(point, into: SpatialReference(wkid: wkid))
            let easting = try #require(Double(fields[1])), northing = try #require(Double(fields[2]))
            #expect(
                abs(easting - expected.x) < 2e-5 && abs(northing - expected.y) < 2e-5,
                "seed \(seed): \(point.y), \(point.x) gives \(text), not \(expected.x) \(expected.y)")
        }
    }

    @Test("what was written is read again", arguments: CoordinateFormatter.UTMConversionMode.allCases)
    func roundTrip(mode: CoordinateFormatter.UTMConversionMode) throws {
        var generator = SeededGenerator(seed: 23)
        var places = (0..<600).map { _ in (generator.number(-90...90), generator.number(-180...180)) }
        places += [
            (90, 0), (-90, 0), (84, 10), (83.9999999, 10), (-80, 10), (0, 180), (0, -180), (72, 9), (60, 3), (0, 0),
        ]
        for (latitude, longitude) in places {
            let point = Point(latitude: latitude, longitude: longitude)
            let text = try CoordinateFormatter.utmString(from: point, conversionMode: mode, decimalPlaces: 6)
            let back = try CoordinateFormatter.point(fromUTMString: text, conversionMode: mode)
            let error = try GeometryEngine.geodeticDistance(from: point, to: back).distance
            #expect(error < 1e-4, "seed 23: \(latitude), \(longitude) as \(text) is \(error) m off")
            let plain = try CoordinateFormatter.utmString(from: point, conversionMode: mode, addSpaces: false)
            let near = try CoordinateFormatter.point(fromUTMString: plain, conversionMode: mode)
            #expect(try GeometryEngine.geodeticDistance(from: point, to: near).distance < 0.8, "seed 23: \(plain)")
        }
    }

    @Test(
        "what is no place is an error",
        arguments: [
            "", "31", "31N", "31N 500000", "61N 500000 0", "0N 500000 0", "31I 500000 0", "31O 500000 0",
            "31A 500000 0", "N 500000 0",
            "31N 5e5 0", "31N -5 0", "31N 500000 0 0", "31N 1500000 0", "31N 500000 20000000", "31T 500000 100000",
            "311N 500000 0",
            "31N nan nan", "Z 9000000 2000000", "31N 50000012345", String(repeating: "3", count: 300),
        ])
    func malformed(text: String) {
        #expect { try CoordinateFormatter.point(fromUTMString: text) } throws: {
            ($0 as? GeometryError)?.code == .malformed
        }
    }

    @Test("with N and S, a band letter is none")
    func wrongMode() throws {
        #expect {
            try CoordinateFormatter.point(fromUTMString: "32T 1 1", conversionMode: .northSouthIndicators)
        } throws: {
            ($0 as? GeometryError)?.code == .malformed
        }
        let south = try CoordinateFormatter.point(
            fromUTMString: "32s 500000 9000000", conversionMode: .northSouthIndicators)
        #expect(south.y < 0)
        let swiss = try CoordinateFormatter.point(
            fromUTMString: "32T 465382 5247000", spatialReference: SpatialReference(wkid: 2056))
        #expect(swiss.spatialReference?.wkid == 2056 && swiss.x > 2_600_000)
    }
}
