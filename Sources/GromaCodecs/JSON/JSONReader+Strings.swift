// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

extension JSONReader {
    /// Reads a string.
    public mutating func readString() throws(CodecError) -> String {
        guard case .string = try peek() else { throw error(.unexpectedType, "A string is expected") }
        let (text, length, isEscaped) = try unsafe scanString()
        return unsafe JSONReader.text(UnsafeRawBufferPointer(start: text, count: length), isEscaped: isEscaped)
    }

    /// Passes over a string at `position` and checks it; answers the raw bytes between the quotes.
    mutating func scanString() throws(CodecError) -> (UnsafePointer<UInt8>, Int, Bool) {
        let first = unsafe position + 1
        var cursor = unsafe first
        var isEscaped = false
        while unsafe cursor < end {
            let byte = unsafe cursor.pointee
            if byte == UInt8(ascii: "\"") {
                unsafe position = cursor + 1
                return unsafe (first, cursor - first, isEscaped)
            }
            if byte == UInt8(ascii: "\\") {
                isEscaped = true
                unsafe position = cursor
                unsafe cursor += try escapeLength(at: cursor)
            } else if byte < 0x20 {
                unsafe position = cursor
                throw error(.malformed, "A control character must be escaped in a string")
            } else if byte < 0x80 {
                unsafe cursor += 1
            } else {
                let length = unsafe UTF8Sequence.length(at: cursor, before: end)
                guard length > 0 else {
                    unsafe position = cursor
                    throw error(.malformed, "A string is not UTF-8")
                }
                unsafe cursor += length
            }
        }
        unsafe position = end
        throw endError()
    }

    /// Bytes of the escape at `cursor`, checked.
    private func escapeLength(at cursor: UnsafePointer<UInt8>) throws(CodecError) -> Int {
        guard unsafe end - cursor >= 2 else { throw endError() }
        switch unsafe cursor[1] {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
            UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            return 2
        case UInt8(ascii: "u"):
            guard unsafe end - cursor >= 6 else { throw endError() }
            for place in 2..<6 where unsafe JSONReader.hexValue(cursor[place]) == nil {
                throw error(.malformed, "Four hexadecimal digits are expected after \\u")
            }
            return 6
        default: throw error(.malformed, "An unknown escape stands in a string")
        }
    }

    private static func hexValue(_ byte: UInt8) -> UInt32? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0"))
        case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(byte - UInt8(ascii: "a") + 10)
        case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(byte - UInt8(ascii: "A") + 10)
        default: nil
        }
    }

    /// The text of checked raw bytes.
    static func text(_ raw: UnsafeRawBufferPointer, isEscaped: Bool) -> String {
        guard isEscaped else { return unsafe String(decoding: raw, as: UTF8.self) }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(raw.count)
        var index = 0
        while index < raw.count {
            let byte = unsafe raw[index]
            guard byte == UInt8(ascii: "\\") else {
                bytes.append(byte)
                index += 1
                continue
            }
            let kind = unsafe raw[index + 1]
            index += 2
            switch kind {
            case UInt8(ascii: "b"): bytes.append(8)
            case UInt8(ascii: "f"): bytes.append(12)
            case UInt8(ascii: "n"): bytes.append(10)
            case UInt8(ascii: "r"): bytes.append(13)
            case UInt8(ascii: "t"): bytes.append(9)
            case UInt8(ascii: "u"):
                let (scalar, length) = unsafe escapedScalar(raw, at: index)
                bytes.append(contentsOf: String(Character(scalar)).utf8)
                index += length
            default: bytes.append(kind)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The scalar whose four digits stand at `index`, with its second surrogate where one follows.
    private static func escapedScalar(_ raw: UnsafeRawBufferPointer, at index: Int) -> (Unicode.Scalar, length: Int) {
        let first = unsafe hexUnit(raw, at: index)
        if let scalar = Unicode.Scalar(first) { return (scalar, 4) }
        if first < 0xDC00, index + 10 <= raw.count, unsafe raw[index + 4] == UInt8(ascii: "\\"),
            unsafe raw[index + 5] == UInt8(ascii: "u")
        {
            let second = unsafe hexUnit(raw, at: index + 6)
            if (0xDC00...0xDFFF).contains(second),
                let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
            {
                return (scalar, 10)
            }
        }
        return ("\u{FFFD}", 4)
    }

    private static func hexUnit(_ raw: UnsafeRawBufferPointer, at index: Int) -> UInt32 {
        (0..<4).reduce(0) { value, place in value << 4 | (unsafe hexValue(raw[index + place]) ?? 0) }
    }
}

/// Well-formed UTF-8, by the table of the Unicode standard (3.9, "Well-Formed UTF-8 Byte Sequences").
enum UTF8Sequence {
    /// Bytes of the sequence that begins with a byte of 0x80 or more at `cursor`; 0 when it is not well formed.
    static func length(at cursor: UnsafePointer<UInt8>, before end: UnsafePointer<UInt8>) -> Int {
        let available = unsafe end - cursor
        let lead = unsafe cursor.pointee
        let length: Int
        var secondRange: ClosedRange<UInt8> = 0x80...0xBF
        switch lead {
        case 0xC2...0xDF: length = 2
        case 0xE0: (length, secondRange) = (3, 0xA0...0xBF)
        case 0xED: (length, secondRange) = (3, 0x80...0x9F)
        case 0xE1...0xEF: length = 3
        case 0xF0: (length, secondRange) = (4, 0x90...0xBF)
        case 0xF4: (length, secondRange) = (4, 0x80...0x8F)
        case 0xF1...0xF3: length = 4
        default: return 0
        }
        guard available >= length, unsafe secondRange.contains(cursor[1]) else { return 0 }
        for place in 2..<max(length, 2) where unsafe cursor[place] & 0xC0 != 0x80 { return 0 }
        return length
    }
}
