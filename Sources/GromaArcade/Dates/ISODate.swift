// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaFeatures

/// Reads dates in ISO 8601: `2024`, `2024-03`, `2024-03-31`, `2024-W13-7`, `2024-091`, with `T14`, `T14:05`, `T14:05:09.123`, and `Z` or an
/// offset; all of these without their hyphens and colons too.
enum ISODate {
    static func date(_ text: String, zone: Zone) -> ZonedDate? {
        var reader = Reader(text)
        guard let days = reader.day() else { return nil }
        var local = Int64(days) * 86_400_000
        if reader.take("T") || reader.take("t") {
            guard let time = reader.time() else { return nil }
            local += Int64(time)
            if let minutes = reader.offset() {
                guard reader.isAtEnd else { return nil }
                return ZonedDate(instant: local - Int64(minutes) * 60_000, zone: zone)
            }
        }
        guard reader.isAtEnd else { return nil }
        return ZonedDate(local: local, zone: zone)
    }

    static func day(_ text: String) -> DayNumber? {
        var reader = Reader(text)
        guard let days = reader.day(needsAll: true) else { return nil }
        if reader.take("T") || reader.take("t") {
            guard reader.time() != nil else { return nil }
            _ = reader.offset()
        }
        return reader.isAtEnd ? DayNumber(days: days) : nil
    }

    static func time(_ text: String) -> DayTime? {
        var reader = Reader(text)
        guard let time = reader.time(), reader.isAtEnd else { return nil }
        return DayTime(milliseconds: time)
    }

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

        private mutating func number(_ digits: Int) -> Int? {
            guard place + digits <= bytes.count else { return nil }
            var value = 0
            for byte in bytes[place..<(place + digits)] {
                guard (48...57).contains(byte) else { return nil }
                value = value * 10 + Int(byte - 48)
            }
            place += digits
            return value
        }

        mutating func day(needsAll: Bool = false) -> Int? {
            let isLong = take("+"), isNegative = !isLong && take("-")
            guard var year = number(isLong || isNegative ? 6 : 4) else { return nil }
            if isNegative { year = -year }
            let isExtended = take("-")
            if take("W") { return weekDay(year, isExtended) }
            let digits = bytes[place...].prefix { (48...57).contains($0) }.count
            if digits == 3 { return dayOfYear(year) }
            if digits == 0, !isExtended {
                return needsAll ? nil : CalendarText.days(year: year, month: 1, day: 1)
            }
            guard isExtended || digits == 2 || digits == 4, let month = number(2), (1...12).contains(month) else {
                return nil
            }
            guard isExtended ? take("-") : digits == 4 else {
                return needsAll ? nil : CalendarText.days(year: year, month: month, day: 1)
            }
            guard let day = number(2), day >= 1, day <= DayNumber.length(ofMonth: month, year: year) else { return nil }
            return CalendarText.days(year: year, month: month, day: day)
        }

        /// The rest of a week's date, behind its W: the week, and the day from Monday, 1.
        private mutating func weekDay(_ year: Int, _ isExtended: Bool) -> Int? {
            guard let week = number(2), (1...53).contains(week) else { return nil }
            var weekday = 1
            if isExtended ? take("-") : isAtDigit {
                guard let value = number(1), (1...7).contains(value) else { return nil }
                weekday = value
            }
            // 4 January is in the first week, and a week is of the year of its Thursday.
            let fourth = CalendarText.days(year: year, month: 1, day: 4)
            let monday = fourth - CalendarWeek.isoWeekday(fourth) + 1 + (week - 1) * 7
            guard monday + 3 < CalendarText.days(year: year + 1, month: 1, day: 1) else { return nil }
            return monday + weekday - 1
        }

        private mutating func dayOfYear(_ year: Int) -> Int? {
            let first = CalendarText.days(year: year, month: 1, day: 1)
            let length = CalendarText.days(year: year + 1, month: 1, day: 1) - first
            guard let day = number(3), (1...length).contains(day) else { return nil }
            return first + day - 1
        }

        private var isAtDigit: Bool { place < bytes.count && (48...57).contains(bytes[place]) }

        mutating func time() -> Int? {
            guard let hour = number(2), hour <= 24 else { return nil }
            var minute = 0, second = 0, fraction = 0
            let isExtended = take(":")
            if isExtended || isAtDigit {
                guard let value = number(2), value < 60 else { return nil }
                minute = value
                if isExtended ? take(":") : isAtDigit {
                    guard let value = number(2), value < 60 else { return nil }
                    second = value
                    if take(".") || take(",") {
                        var scale = 100, digits = 0
                        while place < bytes.count, (48...57).contains(bytes[place]), digits < 30 {
                            fraction += Int(bytes[place] - 48) * scale
                            scale /= 10
                            digits += 1
                            place += 1
                        }
                        if digits == 0 { return nil }
                    }
                }
            }
            if hour == 24, minute + second + fraction > 0 { return nil }
            return hour * 3_600_000 + minute * 60_000 + second * 1_000 + fraction
        }

        /// Minutes of the offset; nil when there is none.
        mutating func offset() -> Int? {
            if take("Z") || take("z") { return 0 }
            let start = place
            let isNegative: Bool
            if take("+") { isNegative = false } else if take("-") { isNegative = true } else { return nil }
            guard let hours = number(2) else {
                place = start
                return nil
            }
            _ = take(":")
            let minutes = number(2) ?? 0
            return (isNegative ? -1 : 1) * (hours * 60 + minutes)
        }
    }
}

extension DayNumber {
    static func length(ofMonth month: Int, year: Int) -> Int {
        let next = month == 12 ? (year + 1, 1) : (year, month + 1)
        return CalendarText.days(year: next.0, month: next.1, day: 1)
            - CalendarText.days(year: year, month: month, day: 1)
    }
}
