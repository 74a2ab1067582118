// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaCodecs
import TestSupport
import Testing

@Suite struct Base64Tests {
    @Test(
        "RFC 4648's vectors",
        arguments: [
            ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
        ])
    func vectors(plain: String, text: String) throws {
        #expect(Base64.encode(Array(plain.utf8)) == text)
        #expect(try Base64.decode(text) == Array(plain.utf8))
        #expect(try Base64.decode(text.filter { $0 != "=" }) == Array(plain.utf8))
    }

    @Test(
        "what is no Base64 is refused",
        arguments: ["A", "AB==C", "Zg=", "Z===", "Zh==", "Zm9=", "Zm 9v!", "é", "====", "-_8="])
    func refused(text: String) {
        #expect(throws: CodecError.self) { try Base64.decode(text) }
    }

    @Test("random bytes come back in both alphabets, with line breaks too")
    func random() throws {
        let seed = UInt64.random(in: 0 ... .max)
        var random = SeededGenerator(seed: seed)
        for length in 0..<200 {
            let bytes = (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }
            #expect(try Base64.decode(Base64.encode(bytes)) == bytes, "seed \(seed)")
            let url = Base64.encode(bytes, alphabet: .urlSafe)
            #expect(!url.contains { "+/=".contains($0) })
            #expect(try Base64.decode(url, alphabet: .urlSafe) == bytes, "seed \(seed)")
        }
        #expect(try Base64.decode("Zm9v\r\nYmFy\n") == Array("foobar".utf8))
    }
}
