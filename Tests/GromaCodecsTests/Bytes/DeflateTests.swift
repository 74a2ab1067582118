// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaCodecs
import Testing

@Suite struct DeflateTests {
    @Test("bytes come back", arguments: Deflate.Wrapping.allCases)
    func roundTrip(wrapping: Deflate.Wrapping) throws {
        for bytes in [[], [1], [UInt8](repeating: 7, count: 100_000), Array("the quick brown fox".utf8)] as [[UInt8]] {
            for level in [1, 6, 12] {
                let small = try Deflate.compress(bytes, wrapping: wrapping, level: level)
                #expect(try Deflate.decompress(small, wrapping: wrapping, maximumSize: bytes.count) == bytes)
            }
        }
    }

    @Test("more bytes than accepted are refused", arguments: Deflate.Wrapping.allCases)
    func bomb(wrapping: Deflate.Wrapping) throws {
        let bomb = try Deflate.compress([UInt8](repeating: 0, count: 10_000_000), wrapping: wrapping)
        let error = try #require(throws: CodecError.self) {
            try Deflate.decompress(bomb, wrapping: wrapping, maximumSize: 1_000_000)
        }
        #expect(error.code == .tooLarge)
    }

    @Test("cut and foreign bytes are refused", arguments: Deflate.Wrapping.allCases)
    func damaged(wrapping: Deflate.Wrapping) throws {
        let whole = try Deflate.compress(Array("the quick brown fox".utf8), wrapping: wrapping)
        for length in 0..<whole.count {
            #expect(throws: CodecError.self, "\(length) bytes") {
                try Deflate.decompress(Array(whole.prefix(length)), wrapping: wrapping, maximumSize: 1_000)
            }
        }
        #expect(throws: CodecError.self) {
            try Deflate.decompress(Array("nothing".utf8), wrapping: wrapping, maximumSize: 99)
        }
    }

    @Test("several gzip members are one text")
    func members() throws {
        let a = try Deflate.compress(Array("ab".utf8), wrapping: .gzip)
        let b = try Deflate.compress(Array("cd".utf8), wrapping: .gzip)
        #expect(try Deflate.decompress(a + b, wrapping: .gzip, maximumSize: 4) == Array("abcd".utf8))
        #expect(throws: CodecError.self) { try Deflate.decompress(a + b, wrapping: .gzip, maximumSize: 3) }
    }

    @Test("CRC-32 of the standard's check text")
    func checksum() { #expect(Deflate.crc32(Array("123456789".utf8)) == 0xCBF4_3926) }
}
