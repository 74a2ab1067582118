// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// A finite number as its shortest decimal digits: what is rounded and grouped for people.
struct DecimalText {
    private var isNegative: Bool
    /// Digits without leading zeros; the point stands after `pointPlace` of them.
    private var digits: [UInt8]
    private var pointPlace: Int

    init(_ value: Int64) {
        isNegative = value < 0
        digits = String(value.magnitude).utf8.map { $0 - 48 }
        pointPlace = digits.count
    }

    init(_ value: Double) {
        isNegative = value.sign == .minus
        var mantissa: [UInt8] = [], exponent = 0, point: Int?
        let text = value.magnitude.description
        var rest = Substring(text)
        if let mark = rest.firstIndex(where: { $0 == "e" || $0 == "E" }) {
            exponent = Int(rest[rest.index(after: mark)...]) ?? 0
            rest = rest[..<mark]
        }
        for byte in rest.utf8 {
            if byte == 46 { point = mantissa.count } else { mantissa.append(byte - 48) }
        }
        var place = (point ?? mantissa.count) + exponent
        while let first = mantissa.first, first == 0 {
            mantissa.removeFirst()
            place -= 1
        }
        while mantissa.last == 0 { mantissa.removeLast() }
        digits = mantissa
        pointPlace = mantissa.isEmpty ? 0 : place
    }

    /// As a script would print it: no grouping, a point, exponents below 1e-6 and from 1e21 on.
    var plain: String {
        let sign = isNegative && !digits.isEmpty ? "-" : ""
        guard !digits.isEmpty else { return "0" }
        if pointPlace > 21 || pointPlace < -5 {
            let exponent = pointPlace - 1
            let head = Self.string(digits.prefix(1)), tail = Self.string(digits.dropFirst())
            return sign + head + (tail.isEmpty ? "" : "." + tail) + "e" + (exponent < 0 ? "-" : "+")
                + "\(abs(exponent))"
        }
        let (whole, fraction) = split
        return sign + Self.string(whole) + (fraction.isEmpty ? "" : "." + Self.string(fraction[...]))
    }

    /// Rounded half away from zero, with `minimum` to `maximum` decimals, in a locale's digits and signs.
    func text(minimum: Int, maximum: Int, isGrouped: Bool, symbols: LocaleSymbols) -> String {
        let rounded = rounded(to: maximum)
        var (whole, fraction) = rounded.split
        while fraction.count < minimum { fraction.append(0) }
        while fraction.count > minimum, fraction.last == 0 { fraction.removeLast() }
        var text = Self.string(whole)
        if isGrouped { text = Self.grouped(text, symbols) }
        text = symbols.localized(text)
        if !fraction.isEmpty { text += symbols.decimalSeparator + symbols.localized(Self.string(fraction[...])) }
        return (isNegative ? symbols.minusSign : "") + text
    }

    private var split: (whole: ArraySlice<UInt8>, fraction: [UInt8]) {
        if pointPlace <= 0 {
            let zeros = digits.isEmpty ? 0 : -pointPlace
            return ([0], Array(repeating: 0, count: zeros) + digits)
        }
        if pointPlace >= digits.count {
            return ((digits + Array(repeating: 0, count: pointPlace - digits.count))[...], [])
        }
        return (digits[..<pointPlace], Array(digits[pointPlace...]))
    }

    private func rounded(to places: Int) -> DecimalText {
        let keep = pointPlace + places
        guard keep < digits.count else { return self }
        var result = self
        guard keep >= 0 else {
            result.digits = []
            result.pointPlace = 0
            return result
        }
        let roundsUp = digits[keep] >= 5
        result.digits = Array(digits[..<keep])
        guard roundsUp else { return result }
        var place = keep - 1
        while place >= 0, result.digits[place] == 9 {
            result.digits[place] = 0
            place -= 1
        }
        if place >= 0 {
            result.digits[place] += 1
        } else {
            result.digits.insert(1, at: 0)
            result.pointPlace += 1
        }
        return result
    }

    private static func string(_ digits: ArraySlice<UInt8>) -> String {
        String(decoding: digits.map { $0 + 48 }, as: UTF8.self)
    }

    private static func grouped(_ text: String, _ symbols: LocaleSymbols) -> String {
        var groups: [Substring] = []
        var rest = Substring(text), size = symbols.groupingSize
        while rest.count > size {
            groups.insert(rest.suffix(size), at: 0)
            rest = rest.dropLast(size)
            size = symbols.secondaryGroupingSize
        }
        groups.insert(rest, at: 0)
        return groups.joined(separator: symbols.groupingSeparator)
    }
}
