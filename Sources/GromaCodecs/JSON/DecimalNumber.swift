// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// Decimal digits and a power of ten, turned into the nearest double.
///
/// The method is Eisel and Lemire's ("Number Parsing at a Gigabyte per Second", 2021): one or two 64-bit products with a
/// 128-bit power of five. For exponents -27...55 its answer is always the correctly rounded one, so no check is needed.
package enum DecimalNumber {
    static let smallestExponent = -27
    static let largestExponent = 55

    /// 5^q for q in -27...55 with the highest bit at bit 127: truncated, and for negative q the reciprocal rounded up.
    static let powersOfFive: [UInt128] = (smallestExponent...largestExponent).map { exponent in
        var power: UInt128 = 1
        for _ in 0..<abs(exponent) { power *= 5 }
        guard exponent < 0 else { return power << UInt128(power.leadingZeroBitCount) }
        // 2^(z + 127) / power + 1 with 2^z the next power of two: long division, as the dividend has up to 191 bits.
        let bits = 128 - (power - 1).leadingZeroBitCount + 127
        var quotient: UInt128 = 0, remainder: UInt128 = 0
        for bit in stride(from: bits, through: 0, by: -1) {
            remainder = remainder << 1 | (bit == bits ? 1 : 0)
            quotient <<= 1
            if remainder >= power {
                remainder -= power
                quotient |= 1
            }
        }
        return quotient + 1
    }

    /// `digits` times ten to the `exponent`, correctly rounded; the exponent must lie in -27...55.
    package static func double(digits: UInt64, exponent: Int) -> Double {
        if digits == 0 { return 0 }
        let shift = digits.leadingZeroBitCount
        let normalised = digits &<< UInt64(shift)
        let power = powersOfFive[exponent &- smallestExponent]
        var (high, low) = normalised.multipliedFullWidth(by: UInt64(truncatingIfNeeded: power &>> 64))
        if high & 0x1FF == 0x1FF {
            let (second, _) = normalised.multipliedFullWidth(by: UInt64(truncatingIfNeeded: power))
            let (sum, carries) = low.addingReportingOverflow(second)
            low = sum
            if carries { high &+= 1 }
        }
        let upperBit = high &>> 63
        var mantissa = high &>> (upperBit &+ 9)
        // floor(exponent * log2(10)) + 63, and the exponent's bias.
        var binaryExponent = (217_706 &* exponent) &>> 16 &+ 63 &+ Int(upperBit) &- shift &+ 1_023
        if low <= 1, exponent >= -4, exponent <= 23, mantissa & 3 == 1, mantissa &<< (upperBit &+ 9) == high {
            mantissa &= ~1
        }
        mantissa &+= mantissa & 1
        mantissa &>>= 1
        if mantissa >= 2 << 52 {
            mantissa = 1 << 52
            binaryExponent &+= 1
        }
        return Double(bitPattern: UInt64(binaryExponent) &<< 52 | mantissa & ~(1 << 52))
    }
}
