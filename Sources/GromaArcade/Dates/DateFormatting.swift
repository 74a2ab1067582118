// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaFeatures

/// A date's pattern as `Text` takes it.
struct DateFormatting {
    /// What of a pattern a value has.
    enum Kind { case date, day, time }

    private enum Piece {
        case literal(String)
        case token(String)
    }

    /// Longest first within a letter. Words of other libraries that are no tokens here are known, so that their letters are left alone.
    private static let words = [
        "MMMM", "MMM", "MM", "Mo", "M", "DDDo", "DDDD", "DDD", "DD", "Do", "D", "dddd", "ddd", "dd", "do", "d", "YYYY",
        "YY",
        "Y", "HH", "H", "hh", "h", "mm", "m", "SSS", "SS", "S", "ss", "s", "A", "a", "ZZZZ", "ZZZ", "ZZ", "Z", "Qo",
        "Q", "X",
        "x",
    ].map { Array($0) }
    private static let copied: Set<String> = ["Mo", "DDDo", "Do", "dd", "do", "SS", "S", "Qo"]

    private static func pieces(_ pattern: String) -> [Piece] {
        let characters = Array(pattern)
        var pieces: [Piece] = [], literal = "", index = 0
        // Brackets behind which none closes are not searched for one again and again.
        let lastClosing = characters.lastIndex(of: "]") ?? -1
        func matches(_ word: [Character]) -> Bool {
            index + word.count <= characters.count && word.indices.allSatisfy { characters[index + $0] == word[$0] }
        }
        while index < characters.count {
            if characters[index] == "[", index < lastClosing, let end = closing(characters, from: index) {
                literal += String(characters[(index + 1)..<end])
                index = end + 1
            } else if let word = words.first(where: matches) {
                let text = String(word)
                if copied.contains(text) {
                    literal += text
                } else {
                    if !literal.isEmpty { pieces.append(.literal(literal)) }
                    literal = ""
                    pieces.append(.token(text))
                }
                index += word.count
            } else {
                literal.append(characters[index])
                index += 1
            }
        }
        if !literal.isEmpty { pieces.append(.literal(literal)) }
        return pieces
    }

    /// The bracket that ends a literal: the last of a row of closing ones, so that `[[x]]` gives `[x]`.
    private static func closing(_ characters: [Character], from start: Int) -> Int? {
        guard var end = characters[start...].firstIndex(of: "]") else { return nil }
        if start + 1 < characters.count, characters[start + 1] == "[", end + 1 < characters.count,
            characters[end + 1] == "]"
        {
            end += 1
        }
        return end
    }

    private static let dayTokens: Set<Character> = ["M", "D", "d", "Y", "Q"]
    private static let timeTokens: Set<Character> = ["H", "h", "m", "s", "S", "A", "a"]

    /// `local` is the clock time as if it were UTC.
    static func text(_ local: Int64, date: ZonedDate?, kind: Kind, pattern: String, _ locale: LocaleRules) -> String {
        let parts = CalendarText.parts(milliseconds: local)
        return pieces(pattern).reduce(into: "") { text, piece in
            switch piece {
            case .literal(let literal): text += literal
            case .token(let token):
                let letter = token.first ?? " "
                let isKnown =
                    switch kind {
                    case .date: true
                    case .day: dayTokens.contains(letter)
                    case .time: timeTokens.contains(letter)
                    }
                text += isKnown ? Self.text(of: token, parts, local, date, locale) : token
            }
        }
    }

    private static func text(
        of token: String, _ parts: CalendarText.Parts, _ local: Int64, _ date: ZonedDate?, _ locale: LocaleRules
    ) -> String {
        let days = Int(floorDivide(local, 86_400_000).quotient)
        let hour = parts.hour % 12 == 0 ? 12 : parts.hour % 12
        switch token {
        case "M": return String(parts.month)
        case "MM": return padded(parts.month, 2)
        case "MMM": return locale.shortMonths[parts.month - 1]
        case "MMMM": return locale.months[parts.month - 1]
        case "D": return String(parts.day)
        case "DD": return padded(parts.day, 2)
        case "DDD": return String(CalendarWeek.dayOfYear(parts) + 1)
        case "DDDD": return padded(CalendarWeek.dayOfYear(parts) + 1, 3)
        case "d": return String(CalendarWeek.isoWeekday(days))
        case "ddd": return locale.shortWeekdays[CalendarWeek.weekday(days)]
        case "dddd": return locale.weekdays[CalendarWeek.weekday(days)]
        case "Y": return String(parts.year)
        case "YYYY": return padded(parts.year, 4)
        case "YY": return padded(Int(floorDivide(Int64(parts.year), 100).remainder), 2)
        case "H": return String(parts.hour)
        case "HH": return padded(parts.hour, 2)
        case "h": return String(hour)
        case "hh": return padded(hour, 2)
        case "m": return String(parts.minute)
        case "mm": return padded(parts.minute, 2)
        case "s": return String(parts.second)
        case "ss": return padded(parts.second, 2)
        case "SSS": return padded(parts.millisecond, 3)
        case "A", "a": return parts.hour < 12 ? locale.am : locale.pm
        case "Q": return String((parts.month - 1) / 3 + 1)
        default: return zoneText(of: token, date)
        }
    }

    private static func zoneText(of token: String, _ date: ZonedDate?) -> String {
        guard let date else { return token }
        let offset = date.zone.offset(at: date.instant)
        switch token {
        case "Z": return Self.offset(offset, style: 1)
        case "ZZ": return Self.offset(offset, style: 2)
        case "ZZZ": return Self.offset(offset, style: 3)
        case "ZZZZ":
            if date.zone.isUTC { return "UTC" }
            return date.zone.timeZone.abbreviation(for: Date(timeIntervalSince1970: Double(date.instant) / 1_000))
                ?? Self.offset(offset, style: 2)
        case "x": return String(date.instant)
        case "X": return String(floorDivide(date.instant, 1_000).quotient)
        default: return token
        }
    }

    /// `+5:30` in style 1 (`+5` for whole hours), `+05:30` in 2, `+0530` in 3.
    static func offset(_ milliseconds: Int64, style: Int) -> String {
        let minutes = Int(milliseconds.magnitude / 60_000), sign = milliseconds < 0 ? "-" : "+"
        switch style {
        case 1: return sign + String(minutes / 60) + (minutes % 60 == 0 ? "" : ":" + padded(minutes % 60, 2))
        case 2: return sign + padded(minutes / 60, 2) + ":" + padded(minutes % 60, 2)
        default: return sign + padded(minutes / 60, 2) + padded(minutes % 60, 2)
        }
    }

    // MARK: Reading

    /// The parts of a text in that pattern; nil when it does not fit.
    static func parts(_ text: String, pattern: String, _ locale: LocaleRules) -> CalendarText.Parts? {
        var rest = Substring(text.trimmingBlanks), parts = CalendarText.Parts()
        parts.year = 1970
        var isAfternoon: Bool?
        func number(_ digits: ClosedRange<Int>) -> Int? {
            let found = rest.prefix(digits.upperBound).prefix(while: \.isASCIIDigit)
            guard found.count >= digits.lowerBound else { return nil }
            rest = rest.dropFirst(found.count)
            return Int(found)
        }
        func name(_ names: [String]) -> Int? {
            for (index, name) in names.enumerated()
            where rest.prefix(2 * name.count).lowercased().hasPrefix(name.lowercased()) {
                rest = rest.dropFirst(name.count)
                return index
            }
            return nil
        }
        for piece in pieces(pattern) {
            switch piece {
            case .literal(let literal):
                guard rest.hasPrefix(literal) else { return nil }
                rest = rest.dropFirst(literal.count)
            case .token(let token):
                let value: Int?
                switch token {
                case "A", "a":
                    value = name([locale.am, locale.pm])
                    isAfternoon = value == 1
                case "MMMM": value = name(locale.months).map { $0 + 1 }
                case "MMM": value = name(locale.shortMonths).map { $0 + 1 }
                case "dddd": value = name(locale.weekdays)
                case "ddd": value = name(locale.shortWeekdays)
                case "YYYY": value = number(4...4)
                case "Y": value = number(1...6)
                case "YY": value = number(2...2).map { $0 + ($0 > 60 ? 1900 : 2000) }
                case "SSS": value = number(3...3)
                case "MM", "DD", "HH", "hh", "mm", "ss": value = number(2...2)
                case "M", "D", "H", "h", "m", "s": value = number(1...2)
                default: value = nil
                }
                guard let value else { return nil }
                switch token.first {
                case "M": parts.month = value
                case "D": parts.day = value
                case "Y": parts.year = value
                case "H", "h": parts.hour = value
                case "m": parts.minute = value
                case "s": parts.second = value
                case "S": parts.millisecond = value
                default: break
                }
            }
        }
        guard rest.isEmpty, (1...12).contains(parts.month), parts.day >= 1,
            parts.day <= DayNumber.length(ofMonth: parts.month, year: parts.year), parts.minute < 60, parts.second < 60
        else { return nil }
        if let isAfternoon {
            guard (1...12).contains(parts.hour) else { return nil }
            parts.hour = parts.hour % 12 + (isAfternoon ? 12 : 0)
        }
        return parts.hour < 24 ? parts : nil
    }
}
