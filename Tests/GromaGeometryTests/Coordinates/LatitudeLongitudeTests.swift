// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaGeometry
import TestSupport
import Testing

@Suite("Latitude and longitude as text") struct LatitudeLongitudeTests {
    private typealias Format = CoordinateFormatter.LatitudeLongitudeFormat

    private static func text(_ latitude: Double, _ longitude: Double, _ format: Format, _ places: Int) throws -> String
    {
        try CoordinateFormatter.latitudeLongitudeString(
            from: Point(latitude: latitude, longitude: longitude), format: format, decimalPlaces: places)
    }

    @Test("three formats, padded so that lists line up")
    func writing() throws {
        #expect(try Self.text(47.3769, 8.5417, .decimalDegrees, 4) == "47.3769N 008.5417E")
        #expect(try Self.text(-33.8568, -151.2153, .decimalDegrees, 0) == "34S 151W")
        #expect(try Self.text(47.3769, 8.5417, .degreesDecimalMinutes, 4) == "47 22.6140N 008 32.5020E")
        #expect(try Self.text(47.3769, 8.5417, .degreesMinutesSeconds, 2) == "47 22 36.84N 008 32 30.12E")
        #expect(try Self.text(0, 0, .degreesMinutesSeconds, 0) == "00 00 00N 000 00 00E")
        #expect(try Self.text(-0.0001, -0.0001, .decimalDegrees, 2) == "00.00N 000.00E")
    }

    @Test("rounding carries into minutes and degrees: there are never sixty")
    func carries() throws {
        #expect(try Self.text(9.9999999, 59.9999999, .degreesMinutesSeconds, 1) == "10 00 00.0N 060 00 00.0E")
        #expect(try Self.text(89.9999999, -179.9999999, .degreesDecimalMinutes, 3) == "90 00.000N 180 00.000W")
        #expect(try Self.text(12.5 - 1e-9, 0.25, .degreesDecimalMinutes, 2) == "12 30.00N 000 15.00E")
    }

    @Test("longitudes beyond the antimeridian come back to the world; other references are projected")
    func worlds() throws {
        #expect(try Self.text(1, 190, .decimalDegrees, 1) == "01.0N 170.0W")
        #expect(try Self.text(1, -180, .decimalDegrees, 1) == "01.0N 180.0W")
        let mercator = try GeometryEngine.project(Point(latitude: 47.5, longitude: 8.5), into: .webMercator)
        #expect(
            try CoordinateFormatter.latitudeLongitudeString(from: mercator, format: .decimalDegrees, decimalPlaces: 3)
                == "47.500N 008.500E")
    }

    @Test(
        "many spellings of one place",
        arguments: [
            "47.3769N 008.5417E", "47.3769, 8.5417", "47.3769 8.5417", "+47.3769 +8.5417", "N47.3769 E8.5417",
            "8.5417E 47.3769N",
            "47 22.614N 8 32.502E", "47°22.614'N, 8°32.502'E", "47 22 36.84 8 32 30.12", "47:22:36.84/8:32:30.12",
            "47°22′36.84″N 8°32′30.12″E", "n 47 22 36.84 e 008 32 30.12", "47-22-36.84N 008-32-30.12E",
            " 47.3769 ; 8.5417 ",
        ])
    func spellings(text: String) throws {
        let point = try CoordinateFormatter.point(fromLatitudeLongitudeString: text)
        #expect(abs(point.y - 47.3769) < 1e-12 && abs(point.x - 8.5417) < 1e-12)
        #expect(point.spatialReference == .wgs84)
    }

    @Test("minus and letters of the south and west")
    func signs() throws {
        for text in ["-33.5 -151.25", "33.5S 151.25W", "33 30 00 S, 151 15 00 W", "-33.5,-151.25", "−33.5 −151.25"] {
            let point = try CoordinateFormatter.point(fromLatitudeLongitudeString: text)
            #expect(point.y == -33.5 && point.x == -151.25)
        }
        #expect(try CoordinateFormatter.point(fromLatitudeLongitudeString: "-0 30 0, 0").y == -0.5)
    }

    @Test(
        "what is no place is an error that says why",
        arguments: [
            "", "N E", "47", "47N", "47 8 3", "91N 8E", "47N 181E", "47N 8N", "47E 8E", "47 60N 8 0E",
            "47 59 60N 8 0 0E", "-47N 8E",
            "47.5 30N 8E", "47,8,3", "47x 8", "47..5 8", "1 2 3 4N 5E", "nan nan", "inf 5", "47N 8", "4 7 N 8 E W",
            "٤٧ ٨",
            String(repeating: "1", count: 400),
        ])
    func malformed(text: String) {
        #expect { try CoordinateFormatter.point(fromLatitudeLongitudeString: text) } throws: {
            ($0 as? GeometryError)?.code == .malformed
        }
    }

    @Test("an empty point, one without a reference, one beyond the pole and too many digits are said")
    func refused() {
        func code(_ point: Point, _ places: Int = 2) -> GeometryError.Code? {
            do {
                _ = try CoordinateFormatter.latitudeLongitudeString(
                    from: point, format: .decimalDegrees, decimalPlaces: places)
                return nil
            } catch { return error.code }
        }
        #expect(code(.empty(in: .wgs84)) == .unsupported)
        #expect(code(Point(x: 1, y: 2)) == .spatialReference)
        #expect(code(Point(latitude: 90.5, longitude: 0)) == .unsupported)
        #expect(code(Point(latitude: 0, longitude: .infinity)) == .unsupported)
        #expect(code(Point(latitude: 0, longitude: 0), 13) == .unsupported)
        #expect(code(Point(latitude: 0, longitude: 0), -1) == .unsupported)
    }

    @Test("what was written is read again, to the last digit", arguments: [UInt64(11), 12])
    func roundTrip(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<600 {
            let point = Point(latitude: generator.number(-90...90), longitude: generator.number(-180...180))
            for format in Format.allCases {
                let text = try CoordinateFormatter.latitudeLongitudeString(
                    from: point, format: format, decimalPlaces: 9)
                let back = try CoordinateFormatter.point(fromLatitudeLongitudeString: text)
                #expect(abs(back.x - point.x) < 1e-9 && abs(back.y - point.y) < 1e-9, "seed \(seed): \(text)")
                #expect(
                    try CoordinateFormatter.latitudeLongitudeString(from: back, format: format, decimalPlaces: 6)
                        .utf8.count
                        == CoordinateFormatter.latitudeLongitudeString(from: point, format: format, decimalPlaces: 6)
                        .utf8.count)
            }
        }
    }
}
