// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation

/// Both for an angle in degrees; exact at multiples of 90.
func sineAndCosine(degrees: Double) -> (sine: Double, cosine: Double) {
    let quarter = (degrees / 90).rounded()
    let rest = (degrees - 90 * quarter) * .pi / 180
    let s = sin(rest), c = cos(rest)
    switch Int(quarter.truncatingRemainder(dividingBy: 4) + 4) % 4 {
    case 0: return (s, c)
    case 1: return (c, -s)
    case 2: return (-s, -c)
    default: return (-c, s)
    }
}
