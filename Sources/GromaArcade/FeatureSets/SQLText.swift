// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaFeatures

/// Clauses with an expression's variables in them.
enum SQLText {
    /// Puts the values of `@name` into a clause: texts in quotes, moments as timestamps, arrays as lists for IN.
    static func filled(_ clause: String, _ run: Run, variable: (String) -> Value?) throws -> String {
        guard clause.contains("@") else { return clause }
        let scalars = Array(clause.unicodeScalars)
        var text = String.UnicodeScalarView(), index = 0, isQuoted = false
        while index < scalars.count {
            let scalar = scalars[index]
            if scalar == "'" { isQuoted.toggle() }
            guard scalar == "@", !isQuoted else {
                text.append(scalar)
                index += 1
                continue
            }
            var end = index + 1
            while end < scalars.count,
                scalars[end] == "_" || scalars[end].properties.isAlphabetic || ("0"..."9").contains(scalars[end])
            {
                end += 1
            }
            let name = scalars[(index + 1)..<end].reduce(into: "") { $0.unicodeScalars.append($1) }
            guard let value = variable(name.lowercased()) else {
                throw ArcadeError(.notFound, "The clause names @\(name.prefix(60)), which is no variable.")
            }
            var words = try literal(value, run)
            // `IN (@list)` means what `IN @list` does: the list has its own brackets.
            if case .array = value, isBracketed(text, scalars, end) { words = String(words.dropFirst().dropLast()) }
            text.append(contentsOf: words.unicodeScalars)
            index = end
            try run.checkText(text.count)
        }
        return String(text)
    }

    /// True between brackets that hold nothing else.
    private static func isBracketed(
        _ before: String.UnicodeScalarView, _ scalars: [Unicode.Scalar], _ end: Int
    ) -> Bool {
        func isInk(_ scalar: Unicode.Scalar) -> Bool { !scalar.properties.isWhitespace }
        return before.last(where: isInk) == "(" && scalars[end...].first(where: isInk) == ")"
    }

    private static func literal(_ value: Value, _ run: Run) throws -> String {
        switch value {
        case .null: return "NULL"
        case .boolean(let truth): return truth ? "1" : "0"
        case .number(let number):
            guard number.isFinite else { return "NULL" }
            return NumberText.plain(number)
        case .text(let text): return "'" + text.replacing("'", with: "''") + "'"
        case .date(let date):
            let parts = CalendarText.parts(milliseconds: date.instant)
            let fraction = parts.millisecond == 0 ? "" : "." + padded(parts.millisecond, 3)
            return "TIMESTAMP '" + CalendarText.dateText(milliseconds: date.instant) + " "
                + CalendarText.timeText(milliseconds: date.instant) + fraction + "'"
        case .dateOnly(let day): return "DATE '\(day.text)'"
        case .time(let time): return "TIME '\(time.text)'"
        case .array(let box):
            guard !box.elements.isEmpty else { return "(NULL)" }
            try run.steps(box.elements.count)
            return "(" + (try box.elements.map { try literal($0, run) }).joined(separator: ",") + ")"
        default: throw ArcadeError(.wrongType, "A clause cannot hold \(value.shown).")
        }
    }

    /// `A DESC, B` as fields with their direction.
    static func order(_ text: String) throws -> [OrderBy] {
        try text.split(separator: ",").map { part in
            let words = part.split(whereSeparator: \.isWhitespace)
            guard (1...2).contains(words.count), let name = words.first else {
                throw ArcadeError(.wrongType, "\"\(part.prefix(60))\" is no field to order by.")
            }
            switch words.count > 1 ? words[1].uppercased() : "ASC" {
            case "ASC", "ASCENDING": return OrderBy(fieldName: String(name))
            case "DESC", "DESCENDING": return OrderBy(fieldName: String(name), isAscending: false)
            default: throw ArcadeError(.wrongType, "\"\(words[1].prefix(60))\" is no direction; write ASC or DESC.")
            }
        }
    }
}
