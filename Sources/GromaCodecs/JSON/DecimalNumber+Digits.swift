// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

extension DecimalNumber {
    /// Takes the decimal digits at `cursor` into `digits`, which is the number so far; more than 19 of them wrap around.
    ///
    /// Eight at a time: a byte that is no digit ends the run, the bytes before it are moved to the word's end so that zeros
    /// stand before them, and neighbours are put together to numbers of two, four and eight digits.
    @inline(__always) static func takeDigits(
        _ cursor: inout UnsafePointer<UInt8>, _ limit: UnsafePointer<UInt8>, into digits: inout UInt64
    ) {
        while unsafe limit - cursor >= 8 {
            let word = UInt64(littleEndian: unsafe UnsafeRawPointer(cursor).loadUnaligned(as: UInt64.self))
            let values = word ^ 0x3030_3030_3030_3030
            // The highest bit of a byte is set from 10 on; a carry only reaches bytes behind the first that is no digit.
            let others = ((values &+ 0x7676_7676_7676_7676) | values) & 0x8080_8080_8080_8080
            let count = others.trailingZeroBitCount &>> 3
            if count == 0 { return }
            var number = values &<< UInt64(truncatingIfNeeded: 64 &- 8 &* count)
            number = ((number & 0x0F0F_0F0F_0F0F_0F0F) &* 2_561) &>> 8
            number = ((number & 0x00FF_00FF_00FF_00FF) &* 6_553_601) &>> 16
            number = ((number & 0x0000_FFFF_0000_FFFF) &* 42_949_672_960_001) &>> 32
            digits = digits &* power(count) &+ number
            unsafe cursor += count
            if count < 8 { return }
        }
        while unsafe cursor < limit {
            let digit = unsafe cursor.pointee &- UInt8(ascii: "0")
            if digit > 9 { return }
            digits = digits &* 10 &+ UInt64(truncatingIfNeeded: digit)
            unsafe cursor += 1
        }
    }

    /// 10 to the `exponent`, which lies in 1...8; a constant's table costs no lock as a static array does.
    @inline(__always) private static func power(_ exponent: Int) -> UInt64 {
        switch exponent {
        case 1: 10
        case 2: 100
        case 3: 1_000
        case 4: 10_000
        case 5: 100_000
        case 6: 1_000_000
        case 7: 10_000_000
        default: 100_000_000
        }
    }

    /// 10 to the `exponent`, which lies in 0...22: those powers a double holds exactly.
    @inline(__always) static func exactPower(_ exponent: Int) -> Double {
        switch exponent {
        case 0: 1e0
        case 1: 1e1
        case 2: 1e2
        case 3: 1e3
        case 4: 1e4
        case 5: 1e5
        case 6: 1e6
        case 7: 1e7
        case 8: 1e8
        case 9: 1e9
        case 10: 1e10
        case 11: 1e11
        case 12: 1e12
        case 13: 1e13
        case 14: 1e14
        case 15: 1e15
        case 16: 1e16
        case 17: 1e17
        case 18: 1e18
        case 19: 1e19
        case 20: 1e20
        case 21: 1e21
        default: 1e22
        }
    }
}
