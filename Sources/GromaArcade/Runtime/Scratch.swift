// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation

/// Bytes of texts in the making. One text after the other stands at its end, so that a text within a text needs no room of its own.
@safe final class Scratch {
    private let bytes: UnsafeMutablePointer<UInt8>
    private var count = 0
    private static let capacity = 2_048
    /// The longest number: sign, digits, point.
    private static let longestNumber = 24

    init() { unsafe bytes = .allocate(capacity: Self.capacity) }
    deinit { unsafe bytes.deallocate() }

    var end: Int { count }

    /// False when the text does not fit.
    @inline(__always) func append(_ text: String) -> Bool {
        if let isWritten = unsafe text.utf8.withContiguousStorageIfAvailable({ unsafe copy($0) }) { return isWritten }
        return unsafe Array(text.utf8).withUnsafeBufferPointer { unsafe copy($0) }
    }

    @inline(__always) private func copy(_ source: UnsafeBufferPointer<UInt8>) -> Bool {
        guard source.count <= Self.capacity - count else { return false }
        if let base = source.baseAddress { unsafe memcpy(bytes + count, base, source.count) }
        count += source.count
        return true
    }

    /// Writes the number `digits` with its last `places` digits behind the point; false when it does not fit.
    func append(digits: UInt64, places: Int, isNegative: Bool) -> Bool {
        guard Self.capacity - count >= Self.longestNumber else { return false }
        var length = max(1 + places, Self.length(of: digits)), left = digits
        if places > 0 { length += 1 }
        if isNegative {
            unsafe bytes[count] = 45
            length += 1
        }
        var place = count + length - 1
        count += length
        if places > 0 {
            for _ in 0..<places {
                unsafe bytes[place] = 48 + UInt8(truncatingIfNeeded: left % 10)
                left /= 10
                place -= 1
            }
            unsafe bytes[place] = 46
            place -= 1
        }
        repeat {
            unsafe bytes[place] = 48 + UInt8(truncatingIfNeeded: left % 10)
            left /= 10
            place -= 1
        } while left > 0
        return true
    }

    @inline(__always) private static func length(of digits: UInt64) -> Int {
        var length = 1, bound: UInt64 = 10
        while length < 19, digits >= bound {
            length += 1
            bound &*= 10
        }
        return length
    }

    /// The text that begins at `start`, which is taken off.
    @inline(__always) func take(from start: Int) -> String {
        let length = count - start
        count = start
        return unsafe String(decoding: UnsafeBufferPointer(start: bytes + start, count: length), as: UTF8.self)
    }

    /// Forgets what stands behind `start`.
    func cut(to start: Int) { count = start }
}
