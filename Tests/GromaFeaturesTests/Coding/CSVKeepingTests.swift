// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaFeatures
import GromaGeometry
import Testing

@Suite("CSV keeps what stands in it") struct CSVKeepingTests {
    private func read(_ text: String) throws -> FeatureSet { try FeatureSet(csv: Array(text.utf8)) }

    @Test(
        "numbers that a field of numbers would change stay texts",
        arguments: [
            "+41791234567", "-007", "89410123456789012345", "0x1A", "1e999", "-00", "123456789012345678901234567890",
        ])
    func texts(cell: String) throws {
        #expect(try read("a\n\(cell)\n").value(at: 0, field: 0) == .string(cell))
    }

    @Test("whole numbers beyond 2^53 among fractions stay texts, alone they are whole numbers")
    func longNumbers() throws {
        let mixed = try read("a\n9007199254740993\n0.5\n")
        #expect(mixed.value(at: 0, field: 0) == .string("9007199254740993") && mixed.value(at: 1, field: 0) == "0.5")
        #expect(try read("a\n9007199254740993\n-5\n").value(at: 0, field: 0) == .integer(9_007_199_254_740_993))
        #expect(try read("a\n+5\n-0.5\n").value(at: 0, field: 0) == .double(5))
    }

    @Test(
        "bytes that are no UTF-8 are refused with the record", arguments: [[0x5A, 0xFC], [0xC3], [0xED, 0xA0, 0x80]])
    func encoding(cell: [UInt8]) throws {
        let error = try #require(throws: FeatureError.self) {
            try FeatureSet(csv: Array("name,n\nZ,1\n".utf8) + cell + Array(",2\n".utf8))
        }
        #expect(error.code == .malformed && error.message.contains("Record 3") && error.message.contains("UTF-8"))
    }

    @Test(
        "milliseconds of dates, empty texts and rows of nothing come back",
        arguments: [-1, 0, 999, 253_402_300_799_999])
    func roundTrip(milliseconds: Int64) throws {
        var set = FeatureSet()
        set.count = 3
        set.fields = [Field(name: "d", type: .date), Field(name: "s", type: .string, length: 9)]
        set.columns = set.fields.map { AttributeColumn(type: $0.type) }
        for (date, text) in [
            (AttributeValue.date(milliseconds), AttributeValue.string("")), (.null, .null), (.date(0), .string(" x ")),
        ] {
            set.columns[0].append(date)
            set.columns[1].append(text)
        }
        let again = try FeatureSet(csv: set.csv())
        #expect(again.count == 3)
        for row in 0..<3 {
            for field in 0..<2 {
                #expect(again.value(at: row, field: field) == set.value(at: row, field: field), "\(row), \(field)")
            }
        }
        set.fields.remove(at: 0)
        set.columns.remove(at: 0)
        #expect(try FeatureSet(csv: set.csv()).count == 3)
    }

    @Test(
        "places with decimal commas and in degrees, minutes and seconds",
        arguments: ["lon;lat\n8,5;47,25\n", "lon,lat\n8°30'0\"E,\"47°15'0\"\"N\"\n", "x\ty\n8 30 E\t47 15 N\n"])
    func places(text: String) throws {
        let point = try #require(try read(text).geometry(at: 0) as? Point)
        #expect(abs(point.x - 8.5) < 1e-12 && abs(point.y - 47.25) < 1e-12)
    }
}
