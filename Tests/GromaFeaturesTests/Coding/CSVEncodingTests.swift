// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaFeatures
import Testing

@Suite("CSV in other encodings")
struct CSVEncodingTests {
    private func encoded(_ text: String, littleEndian: Bool) -> [UInt8] {
        ([0xFEFF] + text.utf16).flatMap { unit in
            littleEndian ? [UInt8(unit & 255), UInt8(unit >> 8)] : [UInt8(unit >> 8), UInt8(unit & 255)]
        }
    }

    @Test("UTF-16 is read by its byte order mark", arguments: [true, false])
    func utf16(littleEndian: Bool) throws {
        let text = "name,x,y\r\nZürich \u{1F5FA},8.5,47.4\r\n"
        let rows = try FeatureSet(csv: encoded(text, littleEndian: littleEndian))
        #expect(rows.count == 1)
        #expect(rows.value(at: 0, field: "name") == .string("Zürich \u{1F5FA}"))
    }

    @Test("half a character, a lone surrogate and UTF-32 are refused")
    func refused() {
        let lone: [UInt8] = [0xFF, 0xFE, 0x61, 0, 0x0A, 0, 0, 0xD8]
        for bytes in [[0xFF, 0xFE, 0x61], lone, [0xFF, 0xFE, 0, 0, 0x61, 0, 0, 0]] {
            #expect { try FeatureSet(csv: bytes) } throws: { ($0 as? FeatureError)?.code == .malformed }
        }
    }
}
