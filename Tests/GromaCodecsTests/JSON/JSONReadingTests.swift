// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaCodecs
import Testing

@Suite struct JSONReadingTests {
    @Test(
        "a text that is no JSON is refused, with its place",
        arguments: [
            ("", "truncated", 1, 1), ("  ", "truncated", 1, 3), ("{", "truncated", 1, 2), ("[1,2", "truncated", 1, 5),
            ("\"ab", "truncated", 1, 4), ("[1,]", "malformed", 1, 4), ("{\"a\":1,}", "malformed", 1, 8),
            ("{\"a\" 1}", "malformed", 1, 6), ("{a:1}", "malformed", 1, 2), ("[1 2]", "malformed", 1, 4),
            ("01", "malformed", 1, 1), ("1.", "malformed", 1, 3), ("1.e5", "malformed", 1, 3),
            ("1e", "malformed", 1, 3),
            ("-", "unexpectedType", 1, 1), ("+1", "malformed", 1, 1), (".5", "malformed", 1, 1),
            ("NaN", "malformed", 1, 1),
            ("nul", "malformed", 1, 1), ("tru", "unexpectedType", 1, 1), ("{} x", "malformed", 1, 4),
            ("1 2", "malformed", 1, 3),
            ("[1,\n 2,\n  x]", "malformed", 3, 3), ("[\"ü\", x]", "malformed", 1, 7),
            ("\"a\nb\"", "malformed", 1, 3), ("\"\\x\"", "malformed", 1, 2), ("\"\\u12g4\"", "malformed", 1, 2),
            ("\"\\u12", "truncated", 1, 6), ("[1}", "malformed", 1, 3), ("'a'", "malformed", 1, 1),
            ("// c\n1", "malformed", 1, 1),
        ])
    func refused(text: String, code: String, line: Int, column: Int) throws {
        let error = try #require(throws: CodecError.self) { try JSONValue(parsing: text) }
        #expect(error.code.name == code, "\(text): \(error)")
        #expect(error.line == line && error.column == column, "\(text): \(error)")
    }

    @Test(
        "bytes that are not UTF-8 are refused",
        arguments: [
            [0x80], [0xC0, 0x80], [0xC1, 0xBF], [0xC3], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80], [0xEF, 0xBF],
            [0xF0, 0x80, 0x80, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xFF],
        ] as [[UInt8]])
    func badUTF8(bytes: [UInt8]) {
        #expect(throws: CodecError.self) { try JSONValue(parsing: [0x22] + bytes + [0x22]) }
    }

    @Test(
        "escapes are read",
        arguments: [
            (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"), (#""\u00e9\u4e2D""#, "é中"), (#""\ud83d\ude00""#, "😀"),
            (#""\ud83d""#, "\u{FFFD}"), (#""\ude00x""#, "\u{FFFD}x"), (#""\ud83dA""#, "\u{FFFD}A"),
            (#""\ud83d\ud83d\ude00""#, "\u{FFFD}😀"), (#""\u0000""#, "\0"), (#""é中😀""#, "é中😀"), (#""""#, ""),
        ])
    func escapes(text: String, value: String) throws {
        #expect(try JSONValue(parsing: text) == .string(value))
    }

    @Test("what is inside more brackets than allowed is refused")
    func depth() throws {
        let fits = String(repeating: "[", count: 256) + String(repeating: "]", count: 256)
        #expect(try JSONValue(parsing: fits).array?.count == 1)
        let error = try #require(throws: CodecError.self) { try JSONValue(parsing: "[" + fits + "]") }
        #expect(error.code == .tooLarge)
        #expect(throws: CodecError.self) { try JSONValue(parsing: String(repeating: "[", count: 1_000_000)) }
        #expect(throws: CodecError.self) { try JSONValue(parsing: String(repeating: "{\"a\":", count: 1_000_000)) }
    }

    @Test("more bytes than allowed are refused")
    func size() throws {
        var options = JSONReader.Options.document
        options.maximumBytes = 4
        #expect(try JSONValue(parsing: "1234", options: options) == 1234)
        #expect(throws: CodecError.self) { try JSONValue(parsing: "12345", options: options) }
    }

    @Test("NaN is a number only where the options say so")
    func nonFinite() throws {
        var options = JSONReader.Options.document
        options.acceptsNonFinite = true
        #expect(try JSONValue(parsing: "[NaN,1]", options: options) == ["NaN", 1])
        let values = try JSONReader.read(Array("[NaN,Infinity,-Infinity]".utf8), options: options) {
            reader throws(CodecError) in
            var values: [Double] = []
            try reader.beginArray()
            while try reader.nextElement() { values.append(try reader.readDouble()) }
            return values
        }
        #expect(values.count == 3 && values[0].isNaN && values[1] == .infinity && values[2] == -.infinity)
        #expect(throws: CodecError.self) { try JSONValue(parsing: "[Nope]", options: options) }
    }

    @Test("a byte order mark and white space are passed over")
    func space() throws {
        #expect(try JSONValue(parsing: "\u{FEFF} \t\r\n{ \"a\" : [ 1 , 2 ] } \n") == ["a": [1, 2]])
    }

    @Test(
        "number texts, key order and repeated keys survive reading and writing",
        arguments: [
            #"{"b":1.0,"a":1e3,"c":-0.0,"d":12345678901234567890123,"e":[],"f":{},"g":null,"h":[true,false],"i":"x\"y"}"#,
            #"[1E+2,0.10,1e-400,1e400]"#, "\"\"", "0", "[[],[[]],{}]",
        ])
    func lossless(text: String) throws {
        #expect(try JSONValue(parsing: text).text() == text)
        #expect(try JSONValue(parsing: JSONValue(parsing: text).text(pretty: true)).text() == text)
    }

    @Test("an object of many members answers by key, also after one was removed")
    func manyMembers() throws {
        let text = "{" + (0..<100).map { "\"k\($0)\":\($0)" }.joined(separator: ",") + ",\"k7\":70}"
        var object = try #require(try JSONValue(parsing: text).object)
        #expect(object.count == 100 && object["k7"] == 70 && object["k99"] == 99 && object["x"] == nil)
        object["k0"] = nil
        #expect(object["k1"] == 1 && object["k0"] == nil && object.keys.first == "k1" && object["k99"] == 99)
    }

    @Test("pretty text has one member a line")
    func pretty() {
        let value: JSONValue = ["a": [1, ["b": nil]], "c": [], "d": [:]]
        #expect(
            value.text(pretty: true)
                == "{\n  \"a\": [\n    1,\n    {\n      \"b\": null\n    }\n  ],\n  \"c\": [],\n  \"d\": {}\n}")
    }
}
