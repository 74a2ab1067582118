// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaCodecs

extension ReaderCheck {
    /// PNG, JPEG and WebP: headers, pixels, orientation.
    static let images = ReaderCheck(name: "images", mostBytes: 16_384) { bytes throws(BrokenPromise) in
        _ = try attempt { () throws(CodecError) in try ImageInfo(reading: bytes) }
        let image = try attempt { () throws(CodecError) in try Image(decoding: bytes, maximumPixels: 1 << 18) }
        guard let image else { return }
        let again = try mustSucceed("decoding what was encoded") { () throws(CodecError) in
            try Image(decoding: try image.encoded())
        }
        try promise(again.width == image.width && again.height == image.height, "a picture keeps its size")
        try promise(!image.isOpaque || again == image, "an opaque picture keeps its pixels")
    }

    /// Deflate in its three wrappings, Base64, tokens.
    static let packing = ReaderCheck(name: "packing", mostBytes: 8_192) { bytes throws(BrokenPromise) in
        for wrapping in Deflate.Wrapping.allCases {
            let plain = try attempt { () throws(CodecError) in
                try Deflate.decompress(bytes, wrapping: wrapping, maximumSize: 1 << 20)
            }
            guard let plain else { continue }
            let again = try mustSucceed("unpacking what was packed") { () throws(CodecError) in
                let packed = try Deflate.compress(plain, wrapping: wrapping)
                return try Deflate.decompress(packed, wrapping: wrapping, maximumSize: max(1, plain.count))
            }
            try promise(again == plain, "packed bytes come out as they went in")
        }
        let text = String(decoding: bytes, as: UTF8.self)
        for alphabet in [Base64.Alphabet.standard, .urlSafe] {
            let plain = try attempt { () throws(CodecError) in try Base64.decode(text, alphabet: alphabet) }
            guard let plain else { continue }
            let again = try mustSucceed("decoding what was encoded") { () throws(CodecError) in
                try Base64.decode(Base64.encode(plain, alphabet: alphabet), alphabet: alphabet)
            }
            try promise(again == plain, "Base64 comes out as it went in")
        }
        _ = try attempt { () throws(CodecError) in
            try SignedToken(verifying: text, key: [UInt8](repeating: 7, count: 32), now: 0)
        }
    }
}
