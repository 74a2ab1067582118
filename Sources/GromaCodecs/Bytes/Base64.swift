// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// Bytes as text of 64 letters (RFC 4648).
public enum Base64 {
    /// The letters for 62 and 63.
    public enum Alphabet: Sendable {
        /// `+` and `/`, padded with `=`.
        case standard
        /// `-` and `_`, without padding: for URLs and tokens.
        case urlSafe
    }

    /// Writes bytes as text.
    public static func encode(_ bytes: [UInt8], alphabet: Alphabet = .standard) -> String {
        let letters = letters(of: alphabet)
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        var index = 0
        while index < bytes.count {
            let available = min(3, bytes.count - index)
            var group = UInt32(bytes[index]) << 16
            if available > 1 { group |= UInt32(bytes[index + 1]) << 8 }
            if available > 2 { group |= UInt32(bytes[index + 2]) }
            for letter in 0...available { text.append(letters[Int(group >> UInt32(18 - 6 * letter)) & 63]) }
            if alphabet == .standard { for _ in available..<3 { text.append(UInt8(ascii: "=")) } }
            index += 3
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Reads text, with or without padding; line breaks and spaces are passed over.
    ///
    /// - Throws: `CodecError` with `.malformed` for any other character and for left-over bits that are not zero.
    public static func decode(_ text: String, alphabet: Alphabet = .standard) throws(CodecError) -> [UInt8] {
        let values = alphabet == .standard ? standardValues : urlSafeValues
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count / 4 * 3)
        var group: UInt32 = 0, bits = 0, padding = 0, letters = 0
        for (offset, byte) in text.utf8.enumerated() {
            if byte == 32 || byte == 10 || byte == 13 || byte == 9 { continue }
            if byte == UInt8(ascii: "=") {
                padding += 1
                continue
            }
            let value = values[Int(byte)]
            guard value < 64, padding == 0 else {
                throw CodecError(.malformed, "The text is not Base64", offset: offset)
            }
            letters += 1
            group = group << 6 | UInt32(value)
            bits += 6
            if bits >= 8 {
                bits -= 8
                bytes.append(UInt8(truncatingIfNeeded: group >> UInt32(bits)))
            }
        }
        let isWhole = padding == 0 ? letters % 4 != 1 : (letters + padding) % 4 == 0 && padding < 3
        guard isWhole, bits < 6, group & (1 << UInt32(bits) - 1) == 0 else {
            throw CodecError(.malformed, "The Base64 text ends within a byte.")
        }
        return bytes
    }

    private static func letters(of alphabet: Alphabet) -> [UInt8] { alphabet == .standard ? standard : urlSafe }
    private static let common = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
    private static let standard = Array((common + "+/").utf8)
    private static let urlSafe = Array((common + "-_").utf8)
    private static let standardValues = values(of: standard)
    private static let urlSafeValues = values(of: urlSafe)
    private static func values(of letters: [UInt8]) -> [UInt8] {
        var values = [UInt8](repeating: 255, count: 256)
        for (value, letter) in letters.enumerated() { values[Int(letter)] = UInt8(value) }
        return values
    }
}

extension [UInt8] {
    /// Two lower-case hexadecimal digits a byte.
    public var hexadecimalText: String {
        let digits = Array<UInt8>("0123456789abcdef".utf8)
        return String(decoding: flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}
