// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaFeatures

/// The units of DateAdd and DateDiff.
enum DateUnit {
    case milliseconds, seconds, minutes, hours, days, months, years

    /// One or many, in any case; milliseconds for a word that is no unit.
    init(_ text: String) {
        switch text.lowercased() {
        case "second", "seconds": self = .seconds
        case "minute", "minutes": self = .minutes
        case "hour", "hours": self = .hours
        case "day", "days": self = .days
        case "month", "months": self = .months
        case "year", "years": self = .years
        default: self = .milliseconds
        }
    }

    /// Nil for units whose length differs from one time to the next.
    var milliseconds: Int64? {
        switch self {
        case .milliseconds: 1
        case .seconds: 1_000
        case .minutes: 60_000
        case .hours: 3_600_000
        case .days: 86_400_000
        case .months, .years: nil
        }
    }
    var months: Int { self == .years ? 12 : 1 }
}

enum DateArithmetic {
    /// Local time moved by months; the day is clipped to the month's end.
    static func moved(_ local: Int64, months: Int) -> Int64? {
        guard months.magnitude < 10_000_000 else { return nil }
        let (days, inDay) = floorDivide(local, 86_400_000)
        let parts = CalendarText.parts(milliseconds: days * 86_400_000)
        let index = parts.year * 12 + parts.month - 1 + months
        let year = Int(floorDivide(Int64(index), 12).quotient), month = index - year * 12 + 1
        let day = min(parts.day, DayNumber.length(ofMonth: month, year: year))
        return Int64(CalendarText.days(year: year, month: month, day: day)) * 86_400_000 + inDay
    }

    static func add(_ count: Double, _ unit: DateUnit, to date: ZonedDate) -> ZonedDate? {
        guard count.magnitude <= Double(ZonedDate.farthest) else { return nil }
        switch unit {
        case .months, .years:
            guard count.magnitude < 1_000_000 else { return nil }
            return moved(date.local, months: Int(count) * unit.months).flatMap {
                ZonedDate(local: $0, zone: date.zone)
            }
        case .days:
            guard count.magnitude <= 200_000_000 else { return nil }
            return ZonedDate(local: date.local + Int64(count) * 86_400_000, zone: date.zone)
        default:
            let (product, overflows) = Int64(count).multipliedReportingOverflow(by: unit.milliseconds ?? 1)
            guard !overflows, product.magnitude <= 2 * ZonedDate.farthest.magnitude else { return nil }
            return ZonedDate(instant: date.instant + product, zone: date.zone)
        }
    }

    static func add(_ count: Double, _ unit: DateUnit, to day: DayNumber) -> DayNumber? {
        guard count.magnitude < 200_000_000 else { return nil }
        switch unit {
        case .days: return DayNumber(days: day.days + Int(count))
        case .months, .years:
            guard count.magnitude < 1_000_000 else { return nil }
            return moved(Int64(day.days) * 86_400_000, months: Int(count) * unit.months).map {
                DayNumber(days: Int(floorDivide($0, 86_400_000).quotient))
            }
        default: return day
        }
    }

    static func add(_ count: Double, _ unit: DateUnit, to time: DayTime) -> DayTime {
        guard unit != .days, let length = unit.milliseconds, count.magnitude < 1e15 else { return time }
        let sum = Double(time.milliseconds) + (count * Double(length)).truncatingRemainder(dividingBy: 86_400_000)
        let wrapped = sum.truncatingRemainder(dividingBy: 86_400_000)
        return DayTime(milliseconds: Int(wrapped < 0 ? wrapped + 86_400_000 : wrapped))
    }

    /// The time from `start` to `end`, both in the zone of `start`, in units, with a fraction.
    static func difference(_ end: ZonedDate, _ start: ZonedDate, _ unit: DateUnit) -> Double {
        if let length = unit.milliseconds { return Double(end.instant - start.instant) / Double(length) }
        if end.instant < start.instant { return -difference(start, end, unit) }
        let zone = start.zone
        return calendar(
            from: start.local, to: end.shown(in: zone).local, unit, instant: { zone.instant(ofLocal: $0) },
            endInstant: end.instant)
    }

    static func difference(_ end: DayNumber, _ start: DayNumber, _ unit: DateUnit) -> Double {
        let from = Int64(start.days) * 86_400_000, to = Int64(end.days) * 86_400_000
        if let length = unit.milliseconds { return Double(to - from) / Double(length) }
        if to < from { return -difference(start, end, unit) }
        return calendar(from: from, to: to, unit, instant: { $0 }, endInstant: to)
    }

    /// Whole units, and the rest as a part of the unit that it lies in.
    private static func calendar(
        from start: Int64, to end: Int64, _ unit: DateUnit, instant: (Int64) -> Int64, endInstant: Int64
    ) -> Double {
        let a = CalendarText.parts(milliseconds: start), b = CalendarText.parts(milliseconds: end)
        var count = ((b.year - a.year) * 12 + b.month - a.month) / unit.months
        func reached(_ units: Int) -> Int64 { instant(moved(start, months: units * unit.months) ?? start) }
        while count > 0, reached(count) > endInstant { count -= 1 }
        let low = reached(count), high = reached(count + 1)
        guard high > low else { return Double(count) }
        return Double(count) + Double(endInstant - low) / Double(high - low)
    }
}

/// Weeks and days of the year.
enum CalendarWeek {
    /// 0 for Sunday.
    static func weekday(_ days: Int) -> Int { Int(floorDivide(Int64(days) + 4, 7).remainder) }
    /// 1 for Monday.
    static func isoWeekday(_ days: Int) -> Int { Int(floorDivide(Int64(days) + 3, 7).remainder) + 1 }

    static func dayOfYear(_ parts: CalendarText.Parts) -> Int {
        CalendarText.days(year: parts.year, month: parts.month, day: parts.day)
            - CalendarText.days(year: parts.year, month: 1, day: 1)
    }

    /// The week that 1 January begins is 0; each `startDay` begins another.
    static func week(_ parts: CalendarText.Parts, startDay: Int) -> Int {
        let first = weekday(CalendarText.days(year: parts.year, month: 1, day: 1))
        return (dayOfYear(parts) + (first - startDay + 7) % 7) / 7
    }

    /// ISO 8601: the week belongs to the year that its Thursday is in.
    static func iso(_ parts: CalendarText.Parts) -> (year: Int, week: Int) {
        let days = CalendarText.days(year: parts.year, month: parts.month, day: parts.day)
        let thursday = days + 4 - isoWeekday(days)
        let own = CalendarText.parts(milliseconds: Int64(thursday) * 86_400_000)
        return (own.year, dayOfYear(own) / 7 + 1)
    }
}
