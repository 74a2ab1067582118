// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// Whole-number mathematics: floor division, one rounding rule, roots and half waves that are alike on every machine.

/// The largest integer not above a / b, for b > 0. Swift's own division truncates towards zero.
@inline(__always)
func floorDiv(_ a: Int, _ b: Int) -> Int {
    let quotient = a / b
    return a % b < 0 ? quotient - 1 : quotient
}

/// a / b rounded to the nearest integer, halves upward, for b > 0: the town's only rounding rule.
@inline(__always)
func roundDiv(_ a: Int, _ b: Int) -> Int { floorDiv(2 * a + b, 2 * b) }

/// The largest integer whose square is not above the value, which is not negative.
func squareRoot(_ value: Int) -> Int {
    var root = Int(Double(value).squareRoot())
    while root * root > value { root -= 1 }
    while (root + 1) * (root + 1) <= value { root += 1 }
    return root
}

/// A sine of period 65536 and amplitude 32768, made of two rational half waves.
package func wave(_ phase: Int) -> Int {
    let turn = phase & 65535
    let t = turn & 32767
    let q = (t * (32768 - t)) >> 15
    let value = roundDiv(16 * q * 32768, 5 * 32768 - 4 * q)
    return turn < 32768 ? value : -value
}
