// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

extension JSONReader {
    /// Reads a number as the nearest double. A number too large for a double is refused: JSON has no infinity.
    ///
    /// With `acceptsNonFinite` the words `NaN`, `Infinity` and `-Infinity` read as these values.
    public mutating func readDouble() throws(CodecError) -> Double {
        skipSpace()
        return try scanDouble()
    }

    /// Reads a number that is an integer of 64 bits, also one written `5.0`; any other number is refused.
    public mutating func readInt64() throws(CodecError) -> Int64 {
        guard let value = try readNumber().int64Value else {
            throw error(.unexpectedType, "An integer of 64 bits is expected")
        }
        return value
    }

    /// Reads a number with its text kept.
    public mutating func readNumber() throws(CodecError) -> JSONNumber {
        guard case .number = try peek() else { throw error(.unexpectedType, "A number is expected") }
        let first = unsafe position
        _ = try scanDouble(requiresFinite: false)
        let text = unsafe UnsafeRawBufferPointer(start: first, count: position - first)
        return JSONNumber(checkedText: unsafe String(decoding: text, as: UTF8.self))
    }

    /// The number at `position`; the grammar is checked, and the fast way covers all but about one in a million texts.
    mutating func scanDouble(requiresFinite: Bool = true) throws(CodecError) -> Double {
        let first = unsafe position
        var cursor = unsafe first
        let limit = unsafe end
        var isNegative = false
        if unsafe cursor < limit, unsafe cursor.pointee == UInt8(ascii: "-") {
            isNegative = true
            unsafe cursor += 1
        }
        var digits: UInt64 = 0
        let whole = unsafe cursor
        unsafe DecimalNumber.takeDigits(&cursor, limit, into: &digits)
        var digitCount = unsafe cursor - whole
        if digitCount == 0 { return try readNonFinite() }
        if digitCount > 1, unsafe whole.pointee == UInt8(ascii: "0") {
            throw error(.malformed, "A number may not begin with 0")
        }
        var exponent = 0
        if unsafe cursor < limit, unsafe cursor.pointee == UInt8(ascii: ".") {
            unsafe cursor += 1
            let fraction = unsafe cursor
            unsafe DecimalNumber.takeDigits(&cursor, limit, into: &digits)
            exponent = unsafe fraction - cursor
            if exponent == 0 {
                unsafe position = cursor
                throw error(.malformed, "A digit is expected after the decimal point")
            }
            digitCount &-= exponent
        }
        if unsafe cursor < limit, unsafe cursor.pointee | 0x20 == UInt8(ascii: "e") {
            unsafe exponent += try scanExponent(&cursor)
        }
        unsafe position = cursor
        // Up to 19 digits are exact in 64 bits; leading zeros of a fraction count too, which only costs speed.
        if digitCount <= 19 {
            if digits <= 1 << 53, exponent <= 0, exponent >= -22 {
                let value = Double(digits) / DecimalNumber.exactPower(-exponent)
                return isNegative ? -value : value
            }
            if exponent >= DecimalNumber.smallestExponent, exponent <= DecimalNumber.largestExponent {
                let value = DecimalNumber.double(digits: digits, exponent: exponent)
                return isNegative ? -value : value
            }
        }
        let text = unsafe String(decoding: UnsafeBufferPointer(start: first, count: cursor - first), as: UTF8.self)
        guard let value = Double(text), value.isFinite || !requiresFinite else {
            throw error(.tooLarge, "The number \(text.prefix(40)) is too large for a double")
        }
        return value
    }

    private mutating func scanExponent(_ cursor: inout UnsafePointer<UInt8>) throws(CodecError) -> Int {
        unsafe cursor += 1
        var isNegative = false
        if unsafe cursor < end, unsafe cursor.pointee == UInt8(ascii: "-") || cursor.pointee == UInt8(ascii: "+") {
            isNegative = unsafe cursor.pointee == UInt8(ascii: "-")
            unsafe cursor += 1
        }
        let first = unsafe cursor
        var value = 0
        while unsafe cursor < end {
            let digit = unsafe cursor.pointee &- UInt8(ascii: "0")
            if digit > 9 { break }
            value = min(value * 10 + Int(digit), 1_000_000)
            unsafe cursor += 1
        }
        if unsafe cursor == first {
            unsafe position = cursor
            throw error(.malformed, "A digit is expected in the exponent")
        }
        return isNegative ? -value : value
    }

    private mutating func readNonFinite() throws(CodecError) -> Double {
        guard unsafe position < end else { throw endError() }
        guard options.acceptsNonFinite else { throw error(.unexpectedType, "A number is expected") }
        if accept("NaN") { return .nan }
        if accept("Infinity") { return .infinity }
        if accept("-Infinity") { return -.infinity }
        throw error(.unexpectedType, "A number is expected")
    }

    /// Steps over `word` when it stands at `position`.
    mutating func accept(_ word: StaticString) -> Bool {
        let count = word.utf8CodeUnitCount
        guard unsafe end - position >= count else { return false }
        let expected = unsafe UnsafeBufferPointer(start: word.utf8Start, count: count)
        guard unsafe UnsafeBufferPointer(start: position, count: count).elementsEqual(expected) else { return false }
        unsafe position += count
        return true
    }
}
