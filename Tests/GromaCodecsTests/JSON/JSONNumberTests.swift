// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaCodecs
import TestSupport
import Testing

@Suite struct JSONNumberTests {
    /// The number read by our reader.
    private func read(_ text: String) throws -> Double {
        try JSONReader.read(Array(text.utf8)) { reader throws(CodecError) in try reader.readDouble() }
    }
    /// The same by the C library, in the C locale that tests run in.
    private func reference(_ text: String) -> Double { unsafe strtod(text, nil) }

    @Test(
        "numbers at the edges of rounding read as the C library reads them",
        arguments: [
            "0", "-0", "0.0", "1", "9007199254740993", "9007199254740992.5", "9007199254740993.0",
            "1.7976931348623157e308",
            "2.2250738585072011e-308", "4.9e-324", "2.4703282292062327e-324", "1e-400", "1e22", "1e23", "8.5e22",
            "123456789012345678901234567890", "0.1", "0.3", "-13046165.512345678", "5e-324", "1e15", "1e-5",
            "18446744073709551615", "18446744073709551616", "0.000000000000000000000000000001", "6929495644600919.5",
            "3.14159265358979323846264338327950288", "1e-27", "1e55", "1e56", "1e-28", "9999999999999999999e55",
        ])
    func edges(text: String) throws {
        #expect(try read(text).bitPattern == reference(text).bitPattern, "\(text)")
    }

    @Test("a number beyond the range of a double is refused as a double and kept as a text")
    func overflow() throws {
        #expect(throws: CodecError.self) { try read("1e309") }
        #expect(try JSONValue(parsing: "1e309").text() == "1e309")
    }

    @Test("random decimals read as the C library reads them")
    func randomDecimals() throws {
        let seed = UInt64.random(in: 0 ... .max)
        var random = SeededGenerator(seed: seed)
        for _ in 0..<100_000 {
            let digits = Int.random(in: 1...20, using: &random)
            var text = Bool.random(using: &random) ? "-" : ""
            text += "\(Int.random(in: 1...9, using: &random))"
            for _ in 1..<max(digits, 2) { text += "\(Int.random(in: 0...9, using: &random))" }
            if Bool.random(using: &random) {
                text += "."
                for _ in 0..<Int.random(in: 1...18, using: &random) {
                    text += "\(Int.random(in: 0...9, using: &random))"
                }
            }
            if Int.random(in: 0..<3, using: &random) == 0 { text += "e\(Int.random(in: -60...60, using: &random))" }
            #expect(try read(text).bitPattern == reference(text).bitPattern, "\(text), seed \(seed)")
        }
    }

    @Test("vertices among other text read as their numbers alone do, in plain and in unusual spelling")
    func randomVertices() throws {
        let seed = UInt64.random(in: 0 ... .max)
        var random = SeededGenerator(seed: seed)
        func number() -> String {
            var text = Bool.random(using: &random) ? "-" : ""
            text +=
                "\(UInt64.random(in: 0...9_999_999_999, using: &random) >> UInt64.random(in: 0...33, using: &random))"
            let decimals = Int.random(in: 0...12, using: &random)
            if decimals > 0 { text += "." }
            for _ in 0..<decimals { text += "\(Int.random(in: 0...9, using: &random))" }
            return text
        }
        func space() -> String { Int.random(in: 0..<8, using: &random) == 0 ? " " : "" }
        for _ in 0..<2_000 {
            var numbers: [String] = [], vertices: [String] = []
            for _ in 0..<Int.random(in: 1...8, using: &random) {
                let pair = [number(), number()]
                numbers += pair
                let third = Int.random(in: 0..<8, using: &random) == 0 ? ",7" : ""
                vertices.append(space() + "[" + space() + pair[0] + space() + "," + space() + pair[1] + third + "]")
            }
            let text = "[" + vertices.joined(separator: ",") + "]"
            let read = try JSONReader.read(Array(text.utf8)) { reader throws(CodecError) in
                var buffer = PositionBuffer()
                try reader.readPositions(into: &buffer)
                return buffer.xy
            }
            #expect(read.map(\.bitPattern) == numbers.map { reference($0).bitPattern }, "\(text), seed \(seed)")
        }
        for broken in ["[[1,2]", "[[1,]]", "[[1,2}]", "[[01,2]]", "[[1.,2]]", "[[1,2],", "[[-,2]]", "[[1"] {
            #expect(throws: CodecError.self, "\(broken)") {
                try JSONReader.read(Array(broken.utf8)) { reader throws(CodecError) in
                    var buffer = PositionBuffer()
                    try reader.readPositions(into: &buffer)
                }
            }
        }
    }

    @Test("random doubles are written so that they read back as they were, and never longer than Swift writes them")
    func roundTrip() throws {
        let seed = UInt64.random(in: 0 ... .max)
        var random = SeededGenerator(seed: seed)
        for index in 0..<100_000 {
            var value: Double
            switch index % 4 {
            case 0: value = Double(bitPattern: random.next())
            case 1: value = Double.random(in: -20_037_508...20_037_508, using: &random)
            case 2: value = (Double.random(in: -20_037_508...20_037_508, using: &random) * 100).rounded() / 100
            default: value = Double(Int64.random(in: -2_000...2_000, using: &random)) / 8
            }
            if !value.isFinite { value = 0 }
            var writer = JSONWriter()
            writer.write(value)
            let text = String(decoding: writer.finish(), as: UTF8.self)
            #expect(try read(text).bitPattern == value.bitPattern, "\(value) as \(text), seed \(seed)")
            #expect(text.utf8.count <= value.description.utf8.count, "\(value) as \(text), seed \(seed)")
        }
    }

    @Test(
        "doubles are written in their usual form",
        arguments: [
            (0.0, "0"), (-0.0, "-0.0"), (5, "5"), (-5, "-5"), (0.5, "0.5"), (-0.001, "-0.001"), (1e15, "1e+15"),
            (123456.789, "123456.789"), (999_999_999_999_999, "999999999999999"), (.nan, "null"), (.infinity, "null"),
            (100, "100"), (0.1, "0.1"), (1e-7, "1e-07"), (20.05, "20.05"),
        ])
    func usualForm(value: Double, text: String) {
        var writer = JSONWriter()
        writer.write(value)
        let written = String(decoding: writer.finish(), as: UTF8.self)
        #expect(written == text || Double(written) == Double(text), "\(written)")
    }

    @Test(
        "integers keep 64 bits",
        arguments: [0, 1, -1, 9, 10, 99, 100, Int64.max, Int64.min, 9_007_199_254_740_993, 1_000_000_000_000_000_000])
    func integers(value: Int64) throws {
        var writer = JSONWriter()
        writer.write(value)
        let bytes = writer.finish()
        #expect(String(decoding: bytes, as: UTF8.self) == "\(value)")
        #expect(try JSONReader.read(bytes) { reader throws(CodecError) in try reader.readInt64() } == value)
    }

    @Test("what is no integer is refused as one", arguments: ["1.5", "1e30", "9223372036854775808", "\"1\"", "null"])
    func noInteger(text: String) {
        #expect(throws: CodecError.self) {
            try JSONReader.read(Array(text.utf8)) { reader throws(CodecError) in try reader.readInt64() }
        }
    }
}
