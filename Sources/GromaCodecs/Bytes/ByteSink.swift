// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// A growing row of bytes with the appends that every writer needs; faster than appending to an array byte by byte.
package struct ByteSink: Sendable {
    /// Bytes written, and room for more behind them.
    private var storage: [UInt8]
    /// The number of bytes written.
    package private(set) var count = 0

    /// An empty sink with room for `capacity` bytes.
    package init(capacity: Int = 256) { storage = [UInt8](repeating: 0, count: max(capacity, 64)) }

    /// The bytes written; the sink is used up.
    package consuming func finish() -> [UInt8] {
        storage.removeLast(storage.count - count)
        return storage
    }

    /// Makes room for `extra` bytes more.
    @inline(__always) package mutating func reserve(_ extra: Int) {
        if storage.count &- count < extra { grow(extra) }
    }
    @inline(never) private mutating func grow(_ extra: Int) {
        storage.append(contentsOf: repeatElement(0, count: max(storage.count, extra)))
    }

    /// Runs `body` on room for at least `room` bytes; it answers how many it wrote.
    @inline(__always) package mutating func write(
        atMost room: Int, _ body: (UnsafeMutablePointer<UInt8>) -> Int
    ) {
        reserve(room)
        let place = count
        count &+= unsafe storage.withUnsafeMutableBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return 0 }
            return unsafe body(base + place)
        }
    }

    /// Appends a byte.
    @inline(__always) package mutating func append(_ byte: UInt8) {
        reserve(1)
        storage[count] = byte
        count &+= 1
    }
    /// Appends bytes.
    package mutating func append(_ bytes: [UInt8]) { unsafe bytes.withUnsafeBufferPointer { unsafe append($0) } }
    /// Appends bytes.
    package mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let source = bytes.baseAddress, bytes.count > 0 else { return }
        unsafe write(atMost: bytes.count) { place in
            unsafe place.update(from: source, count: bytes.count)
            return bytes.count
        }
    }
    /// Appends text as it is.
    package mutating func append(_ text: StaticString) {
        guard text.hasPointerRepresentation else { return append(Array("\(text)".utf8)) }
        unsafe append(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }
    /// Appends text as it is.
    package mutating func append(utf8 text: String) {
        var text = text
        text.withUTF8 { unsafe append($0) }
    }
    /// Replaces the byte at `index`.
    package mutating func set(_ byte: UInt8, at index: Int) { storage[index] = byte }
    /// Moves the bytes from `index` on up by `distance`; the gap's bytes are left as they were.
    package mutating func openGap(at index: Int, of distance: Int) {
        let length = count - index
        unsafe write(atMost: distance) { place in
            let from = unsafe place - length
            unsafe (from + distance).update(from: from, count: length)
            return distance
        }
    }

    /// Appends an integer in decimal.
    package mutating func append(decimal value: Int64) {
        unsafe write(atMost: 20) { place in unsafe ByteSink.writeDecimal(value, to: place) }
    }

    /// Appends the shortest decimal that reads back as `value`; whole numbers below 1e15 without a fraction.
    /// The value must be finite.
    package mutating func append(shortest value: Double) {
        let magnitude = abs(value)
        if magnitude < 1e15 {
            // Most numbers of documents have few decimals: the first power of ten that makes the value whole, and divides
            // back to it, gives its shortest decimal (up to 15 digits every decimal is the shortest of its double).
            var scale = 1.0, decimals = 0
            while decimals <= 9, magnitude * scale < 1e15 {
                let whole = (magnitude * scale).rounded()
                if whole / scale == magnitude {
                    if value.sign == .minus, whole == 0 { break }
                    unsafe write(atMost: 40) { place in
                        unsafe ByteSink.writeFixed(Int64(whole), decimals: decimals, isNegative: value < 0, to: place)
                    }
                    return
                }
                scale *= 10
                decimals += 1
            }
        }
        append(utf8: value.description)
    }

    private static func writeDecimal(_ value: Int64, to place: UnsafeMutablePointer<UInt8>) -> Int {
        var rest = value.magnitude
        var length = value < 0 ? 1 : 0
        if value < 0 { unsafe place[0] = UInt8(ascii: "-") }
        var digits = 1, bound: UInt64 = 10
        while digits < 19, rest >= bound {
            digits &+= 1
            bound = bound &* 10
        }
        if digits == 19, rest >= 10_000_000_000_000_000_000 { digits = 20 }
        length &+= digits
        var index = length
        repeat {
            index &-= 1
            let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
            unsafe place[index] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: digit)
            rest = quotient
        } while rest > 0
        return length
    }

    private static func writeFixed(
        _ whole: Int64, decimals: Int, isNegative: Bool, to place: UnsafeMutablePointer<UInt8>
    ) -> Int {
        var length = 0
        if isNegative {
            unsafe place[0] = UInt8(ascii: "-")
            length = 1
        }
        guard decimals > 0 else { return unsafe length + writeDecimal(whole, to: place + length) }
        var power: Int64 = 1
        for _ in 0..<decimals { power *= 10 }
        let (integral, fraction) = whole.quotientAndRemainder(dividingBy: power)
        unsafe length += writeDecimal(integral, to: place + length)
        unsafe place[length] = UInt8(ascii: ".")
        var rest = fraction
        for index in stride(from: decimals, to: 0, by: -1) {
            unsafe place[length + index] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        }
        return length + 1 + decimals
    }
}
