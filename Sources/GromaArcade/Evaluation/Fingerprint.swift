// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaFeatures
import GromaGeometry

/// A short stand-in for what a value depends on, of the same size for a point and for a coast.
///
/// Made with keys that are drawn anew in each process: features that somebody else made cannot be made to share one, and by chance two of a
/// million different rows do so once in 10^26 processes.
struct Fingerprint: Hashable, Sendable {
    private var first: UInt64
    private var second: UInt64

    private static let keys = (0..<4).map { _ in UInt64.random(in: .min ... .max) | 1 }

    private let firstKey: UInt64
    private let secondKey: UInt64

    /// The fingerprint of nothing; things are added to it, one after the other.
    init() {
        let keys = Self.keys
        (first, second, firstKey, secondKey) = (keys[0], keys[1], keys[2], keys[3])
    }

    static func == (a: Fingerprint, b: Fingerprint) -> Bool { a.first == b.first && a.second == b.second }
    func hash(into hasher: inout Hasher) { hasher.combine(first) }

    @inline(__always) mutating func add(_ word: UInt64) {
        first = Self.folded(first ^ word, firstKey)
        second = Self.folded(second &+ word, secondKey)
    }

    @inline(__always) private static func folded(_ word: UInt64, _ key: UInt64) -> UInt64 {
        let product = word.multipliedFullWidth(by: key)
        return product.high ^ product.low
    }

    mutating func add(_ number: Int) { add(UInt64(bitPattern: Int64(number))) }

    mutating func add(_ text: String) {
        let bytes = text.utf8.span, count = bytes.count
        var start = 0
        while start + 8 <= count {
            var word: UInt64 = 0
            for index in 0..<8 { word |= UInt64(bytes[start + index]) << UInt64(8 * index) }
            add(word)
            start += 8
        }
        var rest: UInt64 = 0
        for index in start..<count { rest |= UInt64(bytes[index]) << UInt64(8 * (index - start)) }
        // No byte of UTF-8 is 255: a text that ends here is none that goes on.
        add(rest | 0xff << UInt64(8 * (count - start)))
    }

    mutating func add(_ numbers: ArraySlice<Double>) {
        for number in numbers { add(number.bitPattern) }
    }

    /// Adds a value as the language sees it: it reads no blobs.
    mutating func add(_ value: AttributeValue) {
        switch value {
        case .null, .blob: add(0 as UInt64)
        case .integer(let number): add(1, UInt64(bitPattern: number))
        case .double(let number): add(2, number.bitPattern)
        case .date(let instant): add(3, UInt64(bitPattern: instant))
        case .string(let text): add(4, text)
        case .dateOnly(let text): add(5, text)
        case .timeOnly(let text): add(6, text)
        case .timestampOffset(let text): add(7, text)
        case .guid(let text): add(8, text)
        }
    }
    private mutating func add(_ kind: UInt64, _ word: UInt64) {
        add(kind)
        add(word)
    }
    private mutating func add(_ kind: UInt64, _ text: String) {
        add(kind)
        add(text)
    }

    /// Adds the value of a row; the column's type is none of it.
    mutating func add(_ row: Int, of column: AttributeColumn) {
        guard column.valid[row] else { return add(0 as UInt64) }
        switch column.values {
        case .integers(let values): add(1, UInt64(bitPattern: values[row]))
        case .doubles(let values): add(2, values[row].bitPattern)
        case .strings(let values): add(4, values[row])
        case .blobs: add(0 as UInt64)
        }
    }

    /// Adds a row's shape; a null and an empty one are the same to the language.
    mutating func add(_ row: Int, of column: GeometryColumn) {
        let vertices = column.vertexRange(ofRow: row), coordinates = column.coordinates
        add(column.partRange(ofRow: row).count)
        for part in column.partRange(ofRow: row) { add(column.vertexRange(ofPart: part).count) }
        add(coordinates.xy[2 * vertices.lowerBound..<2 * vertices.upperBound])
        for numbers in [coordinates.z, coordinates.m] {
            add(numbers == nil ? 0 : 1)
            if let numbers { add(numbers[vertices]) }
        }
        guard let curves = column.curves(ofRow: row) else { return }
        for salt in 0..<2 {
            var hasher = Hasher()
            hasher.combine(salt)
            hasher.combine(curves)
            add(hasher.finalize())
        }
    }

    /// Adds a shape that stands alone.
    mutating func add(_ shape: (any Geometry)?) {
        guard let shape else { return add(0 as UInt64) }
        for salt in 0..<2 {
            var hasher = Hasher()
            hasher.combine(salt)
            hasher.combine(type(of: shape).geometryType)
            hasher.combine(shape)
            add(hasher.finalize())
        }
    }
}
