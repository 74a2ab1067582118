// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// The only source of chance in the town: SplitMix64 as a keyed hash, never as a running stream.
///
/// The same kind and keys give the same bits on every machine and in any order of asking, so that each cell of the town
/// can be computed alone.
package struct Chance {
    package let bits: UInt64

    /// The draw of that kind for these keys; negative keys count as two's complement.
    package init<each Key: FixedWidthInteger>(_ kind: Int, _ key: repeat each Key) {
        var state = Chance.mix(Chance.seed ^ (UInt64(truncatingIfNeeded: kind) &* 0x9E37_79B9_7F4A_7C15))
        for value in repeat each key { state = Chance.mix(state ^ UInt64(truncatingIfNeeded: value)) }
        bits = state
    }

    /// A number from 0 to `count` - 1.
    package func below(_ count: Int) -> Int { Int(bits % UInt64(count)) }

    /// A number in the range, both ends allowed.
    package func within(_ range: ClosedRange<Int>) -> Int {
        range.lowerBound + below(range.upperBound - range.lowerBound + 1)
    }

    /// True in `percent` of a hundred draws.
    package func isUnder(percent: Int) -> Bool { below(100) < percent }

    /// "GROMA" in ASCII.
    static let seed: UInt64 = 0x47_524F_4D41

    /// The output function of SplitMix64 (Steele, Lea, Flood 2014).
    package static func mix(_ value: UInt64) -> UInt64 {
        var z = value &+ 0x9E37_79B9_7F4A_7C15
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}
