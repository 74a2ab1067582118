// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// Finds sentences in a stream of bytes, whatever else is in it, and however it is cut.
package struct NMEAFramer: Sendable {
    /// The standard's limit is 82; receivers with high precision exceed it. Anything longer is no sentence.
    package static let longest = 512

    /// Sentences with a right checksum, or without any.
    package private(set) var sentenceCount = 0
    /// Sentences dropped because their checksum is not that of their text.
    package private(set) var badChecksumCount = 0
    /// Sentences that have no checksum; they are taken.
    package private(set) var uncheckedCount = 0
    /// Sentences broken off, without an address, or too long.
    package private(set) var malformedCount = 0
    /// Bytes seen.
    package private(set) var byteCount = 0
    private var line: [UInt8] = []
    private var isOpen = false

    package init() {}

    /// Takes one byte; a sentence when it ends with it.
    @inline(__always) package mutating func take(_ byte: UInt8) -> NMEASentence? { ends(byte) ? close() : nil }

    /// Takes one byte; true when it ends a sentence.
    private mutating func ends(_ byte: UInt8) -> Bool {
        byteCount &+= 1
        switch byte {
        case UInt8(ascii: "$"), UInt8(ascii: "!"):
            // A start mark inside of a sentence: the rest of that one was lost.
            if isOpen { malformedCount += 1 }
            isOpen = true
            line.removeAll(keepingCapacity: true)
            return false
        case 0x0A, 0x0D:
            defer { isOpen = false }
            return isOpen
        default:
            guard isOpen else { return false }
            guard (0x20...0x7E).contains(byte), line.count < Self.longest else {
                isOpen = false
                malformedCount += 1
                return false
            }
            line.append(byte)
            return false
        }
    }

    /// The end of all bytes closes what is open as a line's end does.
    package mutating func finish() -> NMEASentence? { take(0x0A) }

    private mutating func close() -> NMEASentence? {
        var body = line[...]
        while body.last == 0x20 { body.removeLast() }
        if let star = body.lastIndex(of: UInt8(ascii: "*")) {
            let digits = body[(star + 1)...].map { Self.hexadecimal($0) }
            let sum = body[..<star].reduce(0, ^)
            guard digits.count == 2, let high = digits[0], let low = digits[1], high << 4 | low == sum else {
                badChecksumCount += 1
                return nil
            }
            body = body[..<star]
        } else {
            uncheckedCount += 1
        }
        guard let sentence = NMEASentence(body: body) else {
            malformedCount += 1
            return nil
        }
        sentenceCount += 1
        return sentence
    }

    private static func hexadecimal(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x46: byte - 0x41 + 10
        case 0x61...0x66: byte - 0x61 + 10
        default: nil
        }
    }
}
