// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation

/// A number format such as `#,###.00`: zeros are digits always written, `#` digits where there are any, a comma groups.
struct NumberPattern {
    private var prefix = ""
    private var suffix = ""
    private var leastIntegers = 0
    private var leastFractions = 0
    private var mostFractions = 0
    private var groups = false

    init(_ pattern: String) {
        var inFraction = false
        var sawDigit = false
        for character in pattern {
            switch character {
            case "0":
                sawDigit = true
                if inFraction {
                    leastFractions += 1
                    mostFractions += 1
                } else {
                    leastIntegers += 1
                }
            case "#":
                sawDigit = true
                if inFraction { mostFractions += 1 }
            case "," where sawDigit && !inFraction: groups = true
            case ".": inFraction = true
            default: if sawDigit { suffix.append(character) } else { prefix.append(character) }
            }
        }
        mostFractions = min(mostFractions, 20)
        leastFractions = min(leastFractions, mostFractions)
    }

    func format(_ value: Double) -> String {
        guard value.isFinite else { return "" }
        let factor = pow(10, Double(mostFractions))
        let scaled = (abs(value) * factor).rounded()
        let rounded = scaled.isFinite ? scaled / factor : abs(value)
        // The decimal text of the rounded value; zeros beyond the least number of fractions fall away.
        let parts = String(format: "%.\(mostFractions)f", rounded).split(separator: ".")
        var integers = String(parts[0])
        var fractions = parts.count > 1 ? String(parts[1]) : ""
        while fractions.count > leastFractions, fractions.hasSuffix("0") { fractions.removeLast() }
        if leastIntegers == 0, integers == "0", !fractions.isEmpty { integers = "" }
        if integers.count < leastIntegers {
            integers = String(repeating: "0", count: leastIntegers - integers.count) + integers
        }
        if groups { integers = NumberPattern.grouped(integers) }
        let sign = value < 0 && rounded != 0 ? "-" : ""
        return sign + prefix + integers + (fractions.isEmpty ? "" : "." + fractions) + suffix
    }

    private static func grouped(_ digits: String) -> String {
        var result: [Character] = []
        for (index, digit) in digits.reversed().enumerated() {
            if index > 0, index % 3 == 0 { result.append(",") }
            result.append(digit)
        }
        return String(result.reversed())
    }

    /// A number without format: no exponent below 1e21, no trailing zeros.
    static func plain(_ value: Double) -> String {
        if value == value.rounded(), abs(value) < 1e15 { return String(Int64(value)) }
        return value.description
    }
}
