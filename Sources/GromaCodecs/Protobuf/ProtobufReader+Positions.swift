// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// Where the columns and rows of a grid lie: `origin + number * size`, for x and for y.
package struct VertexGrid: Sendable {
    /// The place of column and row 0.
    package var origin: (x: Double, y: Double)
    /// The size of a cell; negative where rows count downwards.
    package var size: (x: Double, y: Double)

    /// Makes a grid.
    package init(origin: (x: Double, y: Double), size: (x: Double, y: Double)) {
        self.origin = origin
        self.size = size
    }
}

extension ProtobufReader {
    /// Reads `count` vertices, pairs of zigzag-coded steps from the vertex before, which for the first is `last`; `last` is
    /// the last vertex then.
    ///
    /// - Precondition: `count` is not negative, and bounded by the bytes that are left.
    package mutating func readVertices(
        _ count: Int, from last: inout (x: Int64, y: Int64), on grid: VertexGrid, into buffer: inout PositionBuffer
    ) throws(CodecError) {
        var (x, y) = last
        try buffer.xy.append(addingCapacity: 2 * count) { numbers throws(CodecError) in
            for _ in 0..<count {
                let step = try readStep()
                x &+= step.x
                y &+= step.y
                numbers.append(grid.origin.x + Double(x) * grid.size.x)
                numbers.append(grid.origin.y + Double(y) * grid.size.y)
            }
        }
        last = (x, y)
    }

    /// Two zigzag-coded numbers. Where both lie in the next eight bytes, as steps between vertices mostly do, these are taken
    /// at once, and no branch depends on how long a number is.
    @inline(__always) private mutating func readStep() throws(CodecError) -> (x: Int64, y: Int64) {
        let ends: UInt64 = 0x8080_8080_8080_8080
        if unsafe end - position >= 8 {
            let word = UInt64(littleEndian: unsafe UnsafeRawPointer(position).loadUnaligned(as: UInt64.self))
            // A byte without its highest bit ends a number.
            let first = (~word & ends).trailingZeroBitCount &+ 1
            let rest = word &>> UInt64(truncatingIfNeeded: first & 63)
            let second = (~rest & ends).trailingZeroBitCount &+ 1
            if first &+ second <= 64 {
                unsafe position += (first &+ second) &>> 3
                return (Self.signed(Self.packed(word, bits: first)), Self.signed(Self.packed(rest, bits: second)))
            }
        }
        return (try readZigZag(), try readZigZag())
    }
    @inline(__always) private static func signed(_ value: UInt64) -> Int64 {
        Int64(bitPattern: value &>> 1) ^ -Int64(bitPattern: value & 1)
    }
    /// The number in the low `bits` of a word: its groups of seven bits are pushed together in pairs, fours and eights.
    @inline(__always) private static func packed(_ word: UInt64, bits: Int) -> UInt64 {
        var value = word & (.max &>> UInt64(truncatingIfNeeded: 64 &- bits)) & 0x7F7F_7F7F_7F7F_7F7F
        value = (value & 0x007F_007F_007F_007F) | (value & 0x7F00_7F00_7F00_7F00) &>> 1
        value = (value & 0x0000_3FFF_0000_3FFF) | (value & 0x3FFF_0000_3FFF_0000) &>> 2
        return (value & 0x0FFF_FFFF) | (value & 0x0FFF_FFFF_0000_0000) &>> 4
    }
}
