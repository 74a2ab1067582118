// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// A number's pattern as `Text` and `Number` take it: zeros are digits that are always there, `#` digits where there are any, a comma groups, `%` is
/// for hundredths, and a second pattern after a semicolon is for numbers below zero.
struct NumberFormat: Sendable {
    /// One of the two patterns.
    private struct Side: Sendable {
        var prefix: String
        var digits: String
        var suffix: String
    }
    private let positive: Side
    private let negative: Side
    private let isPercent: Bool
    private let integers: [Character]
    private let fractions: [Character]

    /// Nil for a pattern without a place for digits.
    init?(_ pattern: String) {
        let sides = pattern.split(separator: ";", omittingEmptySubsequences: false).map(String.init)
        // Thousandths are not of the language: the mark and what is around the digits fall away.
        guard var positive = Self.side(sides[0].filter { $0 != "\u{2030}" }) else { return nil }
        if pattern.contains("\u{2030}") { positive.prefix = "" }
        self.positive = positive
        if sides.count > 1, !sides[1].isEmpty {
            negative = Self.side(sides[1]) ?? Side(prefix: sides[1], digits: "", suffix: "")
        } else {
            negative = Side(prefix: "-" + positive.prefix, digits: positive.digits, suffix: positive.suffix)
        }
        isPercent = sides[0].contains("%")
        let parts = positive.digits.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        integers = Array(parts.first ?? "")
        fractions = parts.count > 1 ? Array(parts[1]) : []
    }

    private static func side(_ pattern: String) -> Side? {
        let characters = Array(pattern)
        func isDigit(_ character: Character) -> Bool { character == "#" || character == "0" }
        guard var start = characters.firstIndex(where: isDigit) else { return nil }
        while start > 0, characters[start - 1] == "," { start -= 1 }
        var end = start
        while end < characters.count, isDigit(characters[end]) || characters[end] == "," { end += 1 }
        // A comma at the end belongs to what follows.
        while characters[end - 1] == "," { end -= 1 }
        if end < characters.count, characters[end] == "." {
            var last = end + 1
            while last < characters.count, characters[last] == "0" { last += 1 }
            while last < characters.count, characters[last] == "#" { last += 1 }
            if last > end + 1 { end = last }
        } else if start > 0, characters[start - 1] == "." {
            // ".00": no place for whole digits.
            start -= 1
        }
        return Side(
            prefix: String(characters[..<start]), digits: String(characters[start..<end]),
            suffix: String(characters[end...]))
    }

    private var leastIntegers: Int {
        let digits = integers.filter { $0 != "," }
        return digits.firstIndex(of: "0").map { digits.count - $0 } ?? 0
    }
    private var leastFractions: Int { (fractions.lastIndex(of: "0") ?? -1) + 1 }
    /// Sizes of the last group and of those before it; 0 for none.
    private var groups: (last: Int, others: Int) {
        guard let last = integers.lastIndex(of: ",") else { return (0, 0) }
        let size = integers.count - last - 1
        guard let other = integers[..<last].lastIndex(of: ",") else { return (size, size) }
        return (size, last - other - 1)
    }

    func text(_ number: Double, _ locale: LocaleRules) -> String {
        guard number.isFinite else { return NumberText.plain(number) }
        let value = isPercent ? number * 100 : number
        let places = min(fractions.count, 20)
        var factor = 1.0
        for _ in 0..<places { factor *= 10 }
        let scaled = (value * factor + 0.5).rounded(.down)
        let rounded = scaled.magnitude < 0x1p53 ? scaled / factor : value
        var parts = NumberText.plain(rounded.magnitude).split(separator: ".")
        if rounded.magnitude >= 1e21 {
            // A pattern has places for digits and none for an exponent.
            let (digits, exponent) = NumberText.digits(rounded.magnitude)
            let zeros = String(repeating: "0", count: exponent + 1 - digits.count)
            parts = [Substring(String(decoding: digits, as: UTF8.self) + zeros)]
        }
        guard !parts[0].contains("e") || parts.count == 1 else { return NumberText.plain(number) }
        var whole = Array(parts[0]), rest = parts.count > 1 ? Array(parts[1].prefix(places)) : []
        if rest.count < leastFractions { rest += Array(repeating: "0", count: leastFractions - rest.count) }
        let least = leastIntegers
        if least > whole.count { whole = Array(repeating: "0", count: least - whole.count) + whole }
        // Without a # the pattern has room for so many digits and no more; the left ones are cut, as engines do it.
        if least > 0, !integers.contains("#"), whole.count > least { whole = Array(whole.suffix(least)) }
        let side = number < 0 ? negative : positive
        var text = side.prefix
        if !side.digits.isEmpty {
            text += grouped(whole, locale.groupingSeparator)
            if !rest.isEmpty { text += locale.decimalSeparator + String(rest) }
        }
        return text + side.suffix
    }

    private func grouped(_ digits: [Character], _ separator: String) -> String {
        let (last, others) = groups
        guard last > 0 else { return String(digits) }
        var pieces: [String] = [], end = digits.count, size = last
        while end > 0 {
            let start = max(0, end - size)
            pieces.append(String(digits[start..<end]))
            end = start
            size = max(1, others)
        }
        return pieces.reversed().joined(separator: separator)
    }

    /// The number of a text that fits the pattern; nil for one that does not.
    func number(_ text: String, _ locale: LocaleRules) -> Double? {
        let trimmed = text.trimmingBlanks
        for (side, sign) in [(positive, 1.0), (negative, -1.0)] {
            guard trimmed.hasPrefix(side.prefix), trimmed.hasSuffix(side.suffix),
                trimmed.count >= side.prefix.count + side.suffix.count
            else { continue }
            let body = trimmed.dropFirst(side.prefix.count).dropLast(side.suffix.count)
            if let value = magnitude(String(body), locale) { return sign * value }
        }
        return nil
    }

    private func magnitude(_ text: String, _ locale: LocaleRules) -> Double? {
        let parts = text.components(separatedByText: locale.decimalSeparator)
        guard parts.count <= 2 else { return nil }
        var whole = parts[0]
        if locale.groupingSeparator.allSatisfy(\.isWhitespace) {
            // Where blanks part the groups, people type the one that is on the keyboard.
            whole = whole.reduce(into: "") { $0 += $1.isWhitespace ? locale.groupingSeparator : String($1) }
        }
        let (last, others) = groups
        if last > 0, whole.contains(locale.groupingSeparator) {
            let pieces = whole.components(separatedByText: locale.groupingSeparator)
            guard pieces.dropFirst().dropLast().allSatisfy({ $0.count == others }),
                pieces[pieces.count - 1].count == last, (1...max(1, others)).contains(pieces[0].count)
            else { return nil }
            whole = pieces.joined()
        }
        let rest = parts.count > 1 ? parts[1] : ""
        guard whole.allSatisfy(\.isASCIIDigit), rest.allSatisfy(\.isASCIIDigit), whole.count >= leastIntegers,
            rest.count >= leastFractions, rest.count <= fractions.count, !(parts.count > 1 && rest.isEmpty),
            !whole.isEmpty || !rest.isEmpty
        else { return nil }
        // The point is moved in the digits, so that 99.99% is 0.9999 and nothing beside it.
        return Double("\(whole.isEmpty ? "0" : whole).\(rest.isEmpty ? "0" : rest)\(isPercent ? "e-2" : "")")
    }
}

extension Character {
    var isASCIIDigit: Bool { ("0"..."9").contains(self) }
}

extension String {
    /// Without blanks at both ends, as ECMA-262 counts them.
    var trimmingBlanks: String {
        let scalars = unicodeScalars
        func isBlank(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.isWhitespace || scalar == "\u{FEFF}" }
        guard let first = scalars.firstIndex(where: { !isBlank($0) }),
            let last = scalars.lastIndex(where: { !isBlank($0) })
        else { return "" }
        return String(scalars[first...last])
    }

    /// The pieces between the places where `separator` stands, compared by code points; the whole text for an empty separator.
    func components(separatedByText separator: String) -> [String] {
        let needle = Array(separator.utf8)
        guard !needle.isEmpty else { return [self] }
        let bytes = Array(utf8)
        var pieces: [String] = [], start = 0
        for place in ByteSearch(needle).places(in: bytes) {
            pieces.append(String(decoding: bytes[start..<place], as: UTF8.self))
            start = place + needle.count
        }
        pieces.append(String(decoding: bytes[start...], as: UTF8.self))
        return pieces
    }
}

/// Finds bytes among bytes in linear time (Knuth, Morris, Pratt), so that no text and needle make a search slow.
struct ByteSearch {
    private let needle: [UInt8]
    private let borders: [Int]

    /// `needle` is not empty.
    init(_ needle: [UInt8]) {
        self.needle = needle
        var borders = [0], length = 0
        for index in needle.indices.dropFirst() {
            while length > 0, needle[index] != needle[length] { length = borders[length - 1] }
            if needle[index] == needle[length] { length += 1 }
            borders.append(length)
        }
        self.borders = borders
    }

    /// Where the needle begins, from left to right, without overlaps.
    func places(in bytes: [UInt8], from start: Int = 0, limit: Int = .max) -> [Int] {
        var places: [Int] = [], length = 0
        for index in bytes.indices.dropFirst(start) {
            while length > 0, bytes[index] != needle[length] { length = borders[length - 1] }
            if bytes[index] == needle[length] { length += 1 }
            if length == needle.count {
                places.append(index + 1 - length)
                length = 0
                if places.count == limit { break }
            }
        }
        return places
    }
}
