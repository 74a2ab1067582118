// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// Reads and writes dates and times in ISO 8601 and SQL spelling, in the proleptic Gregorian calendar, without a formatter.
package enum CalendarText {
    /// A day of the calendar and a time of it.
    package struct Parts: Hashable, Sendable {
        package var year = 1970, month = 1, day = 1, hour = 0, minute = 0, second = 0, millisecond = 0
        package init() {}
    }

    /// Days since 1970-01-01 of a date of the proleptic Gregorian calendar (days-from-civil arithmetic on 400-year eras).
    package static func days(year: Int, month: Int, day: Int) -> Int {
        let shifted = month <= 2 ? year - 1 : year
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    /// How many days a month has.
    package static func daysInMonth(year: Int, month: Int) -> Int {
        let next = month == 12 ? days(year: year + 1, month: 1, day: 1) : days(year: year, month: month + 1, day: 1)
        return next - days(year: year, month: month, day: 1)
    }

    /// The parts of an instant in UTC.
    package static func parts(milliseconds: Int64) -> Parts {
        let (dayNumber, inDay) = floorDivide(milliseconds, 86_400_000)
        let shifted = Int(dayNumber) + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthIndex = (5 * dayOfYear + 2) / 153
        var parts = Parts()
        parts.day = dayOfYear - (153 * monthIndex + 2) / 5 + 1
        parts.month = monthIndex < 10 ? monthIndex + 3 : monthIndex - 9
        parts.year = yearOfEra + era * 400 + (parts.month <= 2 ? 1 : 0)
        parts.hour = Int(inDay / 3_600_000)
        parts.minute = Int(inDay / 60_000 % 60)
        parts.second = Int(inDay / 1_000 % 60)
        parts.millisecond = Int(inDay % 1_000)
        return parts
    }

    /// The instant of parts taken as UTC, in milliseconds.
    package static func milliseconds(_ parts: Parts) -> Int64 {
        Int64(days(year: parts.year, month: parts.month, day: parts.day)) * 86_400_000
            + Int64(parts.hour) * 3_600_000 + Int64(parts.minute) * 60_000 + Int64(parts.second) * 1_000
            + Int64(parts.millisecond)
    }

    /// `2024-03-31`, or nil when the text is no date of the calendar.
    package static func date(_ text: String) -> Parts? {
        var reader = Reader(text)
        guard let parts = reader.date(), reader.isAtEnd else { return nil }
        return parts
    }

    /// `14:05`, `14:05:09` or `14:05:09.5`, or nil when the text is no time of day.
    package static func time(_ text: String) -> Parts? {
        var reader = Reader(text)
        var parts = Parts()
        guard reader.time(into: &parts), reader.isAtEnd else { return nil }
        return parts
    }

    /// An instant in milliseconds: a date, a date with a time after a blank or `T`, with or without `Z` or an offset.
    /// Without an offset the text is UTC. Nil when it is none of these.
    package static func instant(_ text: String) -> Int64? {
        var reader = Reader(text)
        guard var parts = reader.date() else { return nil }
        var offset: Int64 = 0
        if reader.take(" ") || reader.take("T") || reader.take("t") {
            guard reader.time(into: &parts) else { return nil }
            guard let minutes = reader.offset() else { return nil }
            offset = Int64(minutes) * 60_000
        }
        return reader.isAtEnd ? milliseconds(parts) - offset : nil
    }

    /// The offset from UTC in minutes that an ISO 8601 text ends with; nil when it has none.
    package static func offsetMinutes(_ text: String) -> Int? {
        var reader = Reader(text)
        var parts = Parts()
        guard reader.date() != nil, reader.take("T") || reader.take(" "), reader.time(into: &parts), !reader.isAtEnd
        else { return nil }
        return reader.offset()
    }

    /// `2024-03-31` of an instant in UTC.
    package static func dateText(milliseconds: Int64) -> String {
        let parts = parts(milliseconds: milliseconds)
        let year = parts.year < 0 ? "-" + padded(-parts.year, 4) : padded(parts.year, 4)
        return "\(year)-\(padded(parts.month, 2))-\(padded(parts.day, 2))"
    }

    /// `14:05:09` of an instant in UTC.
    package static func timeText(milliseconds: Int64) -> String {
        let parts = parts(milliseconds: milliseconds)
        return "\(padded(parts.hour, 2)):\(padded(parts.minute, 2)):\(padded(parts.second, 2))"
    }

    /// `2024-03-31 14:05:09.123` of an instant in UTC, always with three decimals.
    package static func timestampText(milliseconds: Int64, separator: String = " ") -> String {
        let fraction = padded(parts(milliseconds: milliseconds).millisecond, 3)
        return "\(dateText(milliseconds: milliseconds))\(separator)\(timeText(milliseconds: milliseconds)).\(fraction)"
    }

    private static func padded(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }

    private static func floorDivide(_ a: Int64, _ b: Int64) -> (Int64, Int64) {
        let (quotient, remainder) = a.quotientAndRemainder(dividingBy: b)
        return remainder < 0 ? (quotient - 1, remainder + b) : (quotient, remainder)
    }
}

extension CalendarText {
    /// Walks over the bytes of a date text.
    private struct Reader {
        private let bytes: [UInt8]
        private var place = 0

        init(_ text: String) { bytes = Array(text.utf8.prefix(64)) }

        var isAtEnd: Bool { place == bytes.count }

        mutating func take(_ character: Character) -> Bool {
            guard place < bytes.count, bytes[place] == character.asciiValue else { return false }
            place += 1
            return true
        }

        mutating func number(digits: ClosedRange<Int>) -> Int? {
            let start = place
            var value = 0
            while place < bytes.count, place - start < digits.upperBound, (48...57).contains(bytes[place]) {
                value = value * 10 + Int(bytes[place] - 48)
                place += 1
            }
            return place - start >= digits.lowerBound ? value : nil
        }

        mutating func date() -> Parts? {
            let isNegative = take("-")
            guard let year = number(digits: 4...6), take("-"), let month = number(digits: 1...2), take("-"),
                let day = number(digits: 1...2), (1...12).contains(month)
            else { return nil }
            var parts = Parts()
            parts.year = isNegative ? -year : year
            parts.month = month
            parts.day = day
            return (1...daysInMonth(year: parts.year, month: month)).contains(day) ? parts : nil
        }

        mutating func time(into parts: inout Parts) -> Bool {
            guard let hour = number(digits: 1...2), hour < 24, take(":"), let minute = number(digits: 2...2),
                minute < 60
            else { return false }
            parts.hour = hour
            parts.minute = minute
            guard take(":") else { return true }
            guard let second = number(digits: 2...2), second < 60 else { return false }
            parts.second = second
            guard take(".") else { return true }
            let start = place
            guard let fraction = number(digits: 1...9) else { return false }
            var scaled = Double(fraction)
            for _ in 0..<(place - start) { scaled /= 10 }
            parts.millisecond = min(999, Int((scaled * 1_000).rounded(.down)))
            return true
        }

        /// Minutes of the offset; 0 without one; nil for a broken one.
        mutating func offset() -> Int? {
            if isAtEnd || take("Z") || take("z") { return 0 }
            let isNegative: Bool
            if take("+") { isNegative = false } else if take("-") { isNegative = true } else { return nil }
            guard let hours = number(digits: 2...2), hours <= 18 else { return nil }
            _ = take(":")
            guard let minutes = isAtEnd ? 0 : number(digits: 2...2), minutes < 60 else { return nil }
            return (isNegative ? -1 : 1) * (hours * 60 + minutes)
        }
    }
}
