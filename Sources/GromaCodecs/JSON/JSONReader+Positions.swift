// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// Vertices as they stand in JSON: two numbers or more each, gathered flat.
package struct PositionBuffer: Sendable {
    /// The first two numbers of each vertex, in turn.
    @usableFromInline package var xy: [Double] = []
    /// The third number of each vertex, NaN where it has none; nil while no vertex had one.
    package var third: [Double]?
    /// The fourth number of each vertex, NaN where it has none; nil while no vertex had one.
    package var fourth: [Double]?

    /// An empty buffer.
    package init() {}
    /// Makes room for the vertices of a document of that many bytes, so that growing seldom copies; pages that stay
    /// empty cost nothing. Few documents need less than eleven bytes a number: `-71.123456,` in degrees, `1234567.89,` in metres.
    package mutating func reserve(documentSize: Int) { xy.reserveCapacity(min(documentSize / 11, 1 << 26)) }
    /// The number of vertices.
    @inlinable package var count: Int { xy.count / 2 }

    /// Adds a vertex.
    @inlinable package mutating func append(x: Double, y: Double) {
        xy.append(x)
        xy.append(y)
    }
    /// Gives the vertices so far a third number, NaN for those without.
    package mutating func padThird() { PositionBuffer.pad(&third, to: count) }
    /// Gives the vertices so far a fourth number, NaN for those without.
    package mutating func padFourth() { PositionBuffer.pad(&fourth, to: count) }
    /// Makes all rows as long as there are vertices; those that no vertex needed stay nil.
    package mutating func padWhatExists() {
        if third != nil { padThird() }
        if fourth != nil { padFourth() }
    }

    /// Adds the vertices of another buffer behind these.
    package mutating func append(_ other: PositionBuffer) {
        if third != nil || other.third != nil {
            padThird()
            third?.append(contentsOf: other.third ?? [])
        }
        if fourth != nil || other.fourth != nil {
            padFourth()
            fourth?.append(contentsOf: other.fourth ?? [])
        }
        xy.append(contentsOf: other.xy)
    }

    /// Turns the order of the vertices from `first` on; rows of further numbers must be padded before.
    package mutating func reverse(from first: Int) {
        var low = first, high = count - 1
        while low < high {
            xy.swapAt(2 * low, 2 * high)
            xy.swapAt(2 * low + 1, 2 * high + 1)
            third?.swapAt(low, high)
            fourth?.swapAt(low, high)
            low += 1
            high -= 1
        }
    }

    private static func pad(_ numbers: inout [Double]?, to count: Int) {
        let missing = count - (numbers?.count ?? 0)
        if numbers == nil { numbers = [] }
        if missing > 0 { numbers?.append(contentsOf: repeatElement(.nan, count: missing)) }
    }
}

extension JSONReader {
    /// Reads an array of vertices, `[[x, y], [x, y, z], …]`; `null` and `"NaN"` are NaN, numbers beyond the fourth are passed over.
    package mutating func readPositions(into buffer: inout PositionBuffer) throws(CodecError) {
        try beginArray()
        try readPlainPairs(into: &buffer)
        while try nextElement() { try readPosition(into: &buffer) }
    }

    /// Reads as many `[x,y]` as there are with no white space between them, at the beginning of an array; whatever comes then is left to
    /// the general way.
    @inline(__always) private mutating func readPlainPairs(into buffer: inout PositionBuffer) throws(CodecError) {
        var areMore = true
        while areMore {
            try buffer.xy.append(addingCapacity: 64) { numbers throws(CodecError) in
                while numbers.freeCapacity >= 2 {
                    let start = unsafe position
                    areMore = false
                    if !isAtFirst {
                        guard unsafe position < end, unsafe position.pointee == UInt8(ascii: ",") else { return }
                        unsafe position += 1
                    }
                    guard let (x, y) = try readPlainPair() else {
                        unsafe position = start
                        return
                    }
                    isAtFirst = false
                    areMore = true
                    numbers.append(x)
                    numbers.append(y)
                }
            }
        }
    }

    /// Reads one vertex, `[x, y, …]`; an empty array, which some writers make of an empty point, adds none.
    package mutating func readPosition(into buffer: inout PositionBuffer) throws(CodecError) {
        if let (x, y) = try readPlainPair() { return buffer.append(x: x, y: y) }
        try beginArray()
        guard try nextElement() else { return }
        let x = try readCoordinate()
        guard try nextElement() else { throw error(.malformed, "A vertex needs two numbers") }
        let y = try readCoordinate()
        buffer.append(x: x, y: y)
        guard try nextElement() else { return }
        try readFurtherNumbers(into: &buffer)
    }

    /// Reads `[x,y]` of two numbers with nothing else between the brackets, as nearly all vertices are written; nil, and
    /// nothing read, for anything else.
    @inline(__always) private mutating func readPlainPair() throws(CodecError) -> (Double, Double)? {
        let first = unsafe position
        guard unsafe end - first >= 5, unsafe first[0] == UInt8(ascii: "["), unsafe isNumber(first[1]),
            depth < options.maximumDepth
        else { return nil }
        unsafe position = first + 1
        let x = try scanDouble()
        if unsafe end - position >= 3, unsafe position[0] == UInt8(ascii: ","), unsafe isNumber(position[1]) {
            unsafe position += 1
            let y = try scanDouble()
            if unsafe position < end, unsafe position[0] == UInt8(ascii: "]") {
                unsafe position += 1
                return (x, y)
            }
        }
        unsafe position = first
        return nil
    }
    @inline(__always) private func isNumber(_ byte: UInt8) -> Bool {
        byte &- UInt8(ascii: "0") <= 9 || byte == UInt8(ascii: "-")
    }

    private mutating func readFurtherNumbers(into buffer: inout PositionBuffer) throws(CodecError) {
        let last = buffer.count - 1
        buffer.padThird()
        buffer.third?[last] = try readCoordinate()
        guard try nextElement() else { return }
        buffer.padFourth()
        buffer.fourth?[last] = try readCoordinate()
        while try nextElement() { _ = try readCoordinate() }
    }

    /// Reads a coordinate: a number, or `null` or the text `"NaN"` for none (Esri JSON, empty and undefined coordinates).
    @inline(__always) package mutating func readCoordinate() throws(CodecError) -> Double {
        skipSpace()
        if unsafe position < end, unsafe position.pointee <= UInt8(ascii: "9"),
            unsafe position.pointee >= UInt8(ascii: "-")
        {
            return try scanDouble()
        }
        return try readMissingCoordinate()
    }

    private mutating func readMissingCoordinate() throws(CodecError) -> Double {
        switch try peek() {
        case .null:
            _ = try readNull()
            return .nan
        case .number: return try scanDouble()
        case .string:
            let text = try readString()
            if text == "NaN" { return .nan }
            guard let value = Double(text), value.isFinite else {
                throw error(.unexpectedType, "A coordinate is expected")
            }
            return value
        default: throw error(.unexpectedType, "A coordinate is expected")
        }
    }

    /// Reads a plain integer of at most 18 digits; nil, and nothing read, when something else comes next.
    package mutating func readShortInteger() -> Int64? {
        skipSpace()
        var cursor = unsafe position
        var isNegative = false
        if unsafe cursor < end, unsafe cursor.pointee == UInt8(ascii: "-") {
            isNegative = true
            unsafe cursor += 1
        }
        let first = unsafe cursor
        var value: Int64 = 0
        while unsafe cursor < end {
            let digit = unsafe cursor.pointee &- UInt8(ascii: "0")
            if digit > 9 { break }
            value = value &* 10 &+ Int64(truncatingIfNeeded: digit)
            unsafe cursor += 1
        }
        let count = unsafe cursor - first
        let isPadded = unsafe count > 1 && first.pointee == UInt8(ascii: "0")
        guard count > 0, count <= 18, !isPadded, unsafe cursor < end,
            unsafe cursor.pointee == UInt8(ascii: ",") || cursor.pointee == UInt8(ascii: "}") || cursor.pointee <= 32
        else { return nil }
        unsafe position = cursor
        return isNegative ? -value : value
    }
}
