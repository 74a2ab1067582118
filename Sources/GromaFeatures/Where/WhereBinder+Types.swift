// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

extension WhereBinder {
    /// Brings values that are compared or chosen from to one type; text constants become what the others are.
    @discardableResult
    func unify(_ values: inout [Typed], at position: Int) throws(FeatureError) -> WhereType {
        var type = WhereType.null
        // A field's type decides; among constants the first that is not a text.
        let ordered =
            values.filter { !$0.value.isConstant } + values.filter { $0.value.isConstant && $0.type != .text }
            + values.filter { $0.value.isConstant && $0.type == .text }
        for entry in ordered where entry.type != .null {
            guard type != .null else {
                type = entry.type
                continue
            }
            if type == .integer, entry.type == .double { type = .double }
            // A day beside a moment is the moment it begins, unless the moment is a day too.
            if type == .dateOnly, entry.type == .date, !Self.isWholeDay(entry) { type = .date }
        }
        guard type != .opaque else {
            throw WhereClause.failure("blobs cannot be compared; ask IS NULL", at: position)
        }
        for index in values.indices { values[index] = try coerced(values[index], to: type) }
        return type
    }

    private static func isWholeDay(_ typed: Typed) -> Bool {
        guard case .constant(let value, _) = typed.value else { return false }
        guard case .integer(let instant) = value else { return true }
        return instant % 86_400_000 == 0
    }

    /// The value as a moment, where days and times of day are wanted as such.
    func asInstant(_ typed: Typed) -> Typed {
        let function: WhereFunction
        switch typed.type {
        case .dateOnly: function = .dayToInstant
        case .timeOnly: function = .timeToInstant
        default: return typed
        }
        return Typed(value: folded(.call(function, [typed.value]), .date), type: .date, position: typed.position)
    }

    func coerced(_ typed: Typed, to type: WhereType) throws(FeatureError) -> Typed {
        if typed.type == type || typed.type == .null || (typed.type.isNumeric && type.isNumeric) { return typed }
        if typed.type == .dateOnly, type == .date { return asInstant(typed) }
        guard case .constant(let value, let ownType) = typed.value else { throw mismatch(typed, type) }
        if value == .null { return Typed(value: .constant(.null, type), type: type, position: typed.position) }
        let converted: WhereValue?
        switch (value, ownType, type) {
        case (.text(let text), .text, .date): converted = CalendarText.instant(text).map { .integer($0) }
        case (.text(let text), .text, .dateOnly):
            converted = CalendarText.instant(text).map { .text(CalendarText.dateText(milliseconds: $0)) }
        case (.text(let text), .text, .timeOnly):
            converted = CalendarText.time(text).map { .text(CalendarText.timeOfDayText($0)) }
        case (.text(let text), .text, .guid): converted = .text(AttributeValue.bareGUID(text))
        case (.text(let text), .text, .integer), (.text(let text), .text, .double):
            converted = Int64(text).map { .integer($0) } ?? Double(text).flatMap { $0.isFinite ? .double($0) : nil }
        case (.integer(let instant), .date, .dateOnly):
            converted = .text(CalendarText.dateText(milliseconds: instant))
        default: converted = nil
        }
        guard let converted else { throw mismatch(typed, type) }
        return Typed(value: .constant(converted, type), type: type, position: typed.position)
    }

    private func mismatch(_ typed: Typed, _ type: WhereType) -> FeatureError {
        WhereClause.failure("\(typed.type.rawValue) cannot be compared with \(type.rawValue)", at: typed.position)
    }

    mutating func temporal(_ keyword: String, _ text: String, _ position: Int) throws(FeatureError)
        -> (BoundValue, WhereType)
    {
        if keyword == "TIME" {
            guard let parts = CalendarText.time(text) else {
                throw WhereClause.failure("'\(text.prefix(40))' is no time of day (14:05:09)", at: position)
            }
            return constant(.text(CalendarText.timeOfDayText(parts)), .timeOnly)
        }
        guard let instant = CalendarText.instant(text) else {
            throw WhereClause.failure(
                "'\(text.prefix(40))' is no date (2024-03-31 or 2024-03-31 14:05:09)", at: position)
        }
        return constant(.integer(instant), .date)
    }

    mutating func arithmetic(
        _ symbol: WhereSyntax.Operator, _ left: Node, _ right: Node, _ position: Int
    ) throws(FeatureError) -> (BoundValue, WhereType) {
        if case .interval(let months, let milliseconds) = right.syntax {
            return try shifted(left, symbol, months, milliseconds, position)
        }
        if case .interval(let months, let milliseconds) = left.syntax, symbol == .add {
            return try shifted(right, symbol, months, milliseconds, position)
        }
        let first = try value(left), second = try value(right)
        if symbol == .concatenate {
            return (.call(.concatenate, [try asText(first), try asText(second)]), .text)
        }
        if let moved = try movedByDays(symbol, first, second) { return moved }
        if symbol == .add, let moved = try movedByDays(symbol, second, first) { return moved }
        for part in [first, second] where !part.type.isNumeric && part.type != .null {
            throw WhereClause.failure(
                "\"\(symbol.rawValue)\" needs numbers, not \(part.type.rawValue)", at: part.position)
        }
        let isDouble = first.type == .double || second.type == .double
        return (.arithmetic(symbol, first.value, second.value), isDouble ? .double : .integer)
    }

    /// A number beside a moment is so many days: relative dates of web maps read `CURRENT_TIMESTAMP - 7`. Nil where it is anything else.
    private func movedByDays(
        _ symbol: WhereSyntax.Operator, _ date: Typed, _ days: Typed
    ) throws(FeatureError) -> (BoundValue, WhereType)? {
        guard symbol == .add || symbol == .subtract, date.type == .date || date.type == .dateOnly, days.type.isNumeric,
            case .constant(let constant, _) = days.value
        else { return nil }
        let number: Double
        switch constant {
        case .integer(let whole): number = Double(whole)
        case .double(let decimal): number = decimal
        default: return nil
        }
        guard number.magnitude <= 3_652_425 else {
            throw WhereClause.failure("more than 10,000 years", at: days.position)
        }
        let milliseconds = Int64((number * 86_400_000).rounded())
        return (.shifted(asInstant(date).value, milliseconds: symbol == .add ? milliseconds : -milliseconds), .date)
    }

    private mutating func shifted(
        _ date: Node, _ symbol: WhereSyntax.Operator, _ months: Int64, _ milliseconds: Int64, _ position: Int
    ) throws(FeatureError) -> (BoundValue, WhereType) {
        var typed = try value(date)
        if [.text, .null, .dateOnly].contains(typed.type) { typed = try coerced(typed, to: .date) }
        guard typed.type == .date || typed.type == .null, symbol == .add || symbol == .subtract else {
            throw WhereClause.failure("an interval can only be added to a date or taken from one", at: position)
        }
        let sign: Int64 = symbol == .add ? 1 : -1
        guard months != 0 else { return (.shifted(typed.value, milliseconds: sign * milliseconds), .date) }
        guard abs(months) <= 120_000 else {
            throw WhereClause.failure("an interval of more than 10,000 years", at: position)
        }
        return (.shiftedMonths(typed.value, Int(sign * months)), .date)
    }

    /// Texts, and whole numbers written out; other numbers have no one spelling.
    func asText(_ typed: Typed) throws(FeatureError) -> BoundValue {
        switch typed.type {
        case .text, .null, .guid, .dateOnly, .timeOnly: return typed.value
        case .integer: return .call(.integerToText, [typed.value])
        default:
            throw FeatureError(
                .unsupported,
                "\(typed.type.rawValue) cannot be written out as text (character \(typed.position) of the clause).")
        }
    }
}

extension CalendarText {
    /// `14:05:09`, and decimals of a second only where there are some: the spelling that services use.
    static func timeOfDayText(_ parts: Parts) -> String {
        let milliseconds = milliseconds(parts)
        let text = timeText(milliseconds: milliseconds)
        guard parts.millisecond != 0 else { return text }
        var decimals = String(1_000 + parts.millisecond).dropFirst()
        while decimals.last == "0" { decimals.removeLast() }
        return "\(text).\(decimals)"
    }

    /// An instant moved by whole months; a day the new month lacks becomes its last.
    static func adding(months: Int, to instant: Int64) -> Int64 {
        var parts = parts(milliseconds: instant)
        let total = parts.year * 12 + parts.month - 1 + months
        parts.year = Int((Double(total) / 12).rounded(.down))
        parts.month = total - parts.year * 12 + 1
        let next =
            parts.month == 12
            ? days(year: parts.year + 1, month: 1, day: 1)
            : days(year: parts.year, month: parts.month + 1, day: 1)
        parts.day = min(parts.day, next - days(year: parts.year, month: parts.month, day: 1))
        return milliseconds(parts)
    }
}
