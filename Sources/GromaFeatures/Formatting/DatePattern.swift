// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// A date pattern of a locale (Unicode technical standard 35, date field symbols), written by own arithmetic: the calendar is the
/// proleptic Gregorian one at every date, and nothing depends on a formatter's state.
struct DatePattern: Sendable {
    private enum Part: Sendable {
        case literal(String)
        case field(Character, Int)
    }
    private var parts: [Part] = []

    init(_ pattern: String) {
        var literal = ""
        func isField(_ character: Character) -> Bool { character.isASCII && character.isLetter }
        var place = pattern.startIndex
        func flush(_ parts: inout [Part]) {
            if !literal.isEmpty { parts.append(.literal(literal)) }
            literal = ""
        }
        while place < pattern.endIndex {
            let character = pattern[place]
            if character == "'" {
                let next = pattern.index(after: place)
                if next < pattern.endIndex, pattern[next] == "'" {
                    literal.append("'")
                    place = pattern.index(after: next)
                    continue
                }
                let end = pattern[next...].firstIndex(of: "'") ?? pattern.endIndex
                literal += pattern[next..<end]
                place = end == pattern.endIndex ? end : pattern.index(after: end)
            } else if isField(character) {
                flush(&parts)
                let end = pattern[place...].firstIndex { $0 != character } ?? pattern.endIndex
                parts.append(.field(character, pattern.distance(from: place, to: end)))
                place = end
            } else {
                literal.append(character)
                place = pattern.index(after: place)
            }
        }
        flush(&parts)
    }

    /// The day before the month, where the locale has month, day, year.
    var dayFirst: DatePattern {
        let fields = parts.indices.filter { if case .field = parts[$0] { true } else { false } }
        guard fields.count >= 3, case .field("M", _) = parts[fields[0]], case .field("d", _) = parts[fields[1]] else {
            return self
        }
        var result = self
        result.parts.swapAt(fields[0], fields[1])
        // "Dec 30, 1997" becomes "30 Dec 1997", "12/30/1997" becomes "30/12/1997".
        if case .literal(", ") = parts[fields[1] + 1] { result.parts[fields[1] + 1] = .literal(" ") }
        return result
    }

    func text(milliseconds: Int64, symbols: LocaleSymbols) -> String {
        let parts = CalendarText.parts(milliseconds: milliseconds)
        return self.parts.reduce(into: "") { text, part in
            switch part {
            case .literal(let literal): text += literal
            case .field(let letter, let width): text += Self.field(letter, width, parts, milliseconds, symbols)
            }
        }
    }

    private static func field(
        _ letter: Character, _ width: Int, _ parts: CalendarText.Parts, _ milliseconds: Int64, _ symbols: LocaleSymbols
    ) -> String {
        func number(_ value: Int) -> String {
            let digits = String(value)
            return symbols.localized(String(repeating: "0", count: max(0, width - digits.count)) + digits)
        }
        let hour12 = parts.hour % 12 == 0 ? 12 : parts.hour % 12
        switch letter {
        case "y":
            let year = parts.year <= 0 ? 1 - parts.year : parts.year
            return width == 2 ? number(year % 100) : number(year)
        case "M", "L":
            guard width >= 3 else { return number(parts.month) }
            let names =
                width == 3
                ? (letter == "M" ? symbols.shortMonths : symbols.shortStandaloneMonths)
                : (letter == "M" ? symbols.months : symbols.standaloneMonths)
            return names.count == 12 ? names[parts.month - 1] : number(parts.month)
        case "d": return number(parts.day)
        case "E", "c", "e":
            let days = Int((Double(milliseconds) / 86_400_000).rounded(.down))
            let weekday = ((days + 4) % 7 + 7) % 7
            let names = width >= 4 ? symbols.weekdays : symbols.shortWeekdays
            return names.count == 7 ? names[weekday] : ""
        case "a", "b", "B": return parts.hour < 12 ? symbols.am : symbols.pm
        case "h": return number(hour12)
        case "K": return number(parts.hour % 12)
        case "H": return number(parts.hour)
        case "k": return number(parts.hour == 0 ? 24 : parts.hour)
        case "m": return number(parts.minute)
        case "s": return number(parts.second)
        default: return ""
        }
    }
}
