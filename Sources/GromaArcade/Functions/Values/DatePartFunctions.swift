// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaFeatures

/// The parts of a date, in its own zone.
enum DatePartFunctions {
    /// What a value tells of a calendar and of a clock.
    private struct Parts {
        var day: CalendarText.Parts?
        var days = 0
        var time: CalendarText.Parts?
    }

    private static func parts(_ value: Value, _ run: Run) -> Parts {
        switch value {
        case .dateOnly(let day): return Parts(day: day.parts, days: day.days)
        case .time(let time): return Parts(time: CalendarText.parts(milliseconds: Int64(time.milliseconds)))
        default:
            guard let date = DateFunctions.date(value, run) else { return Parts() }
            let parts = date.parts
            return Parts(day: parts, days: date.day.days, time: parts)
        }
    }

    private static func day(_ name: String, _ body: @escaping @Sendable (CalendarText.Parts, Int) -> Int) -> BuiltIn {
        .one(name, .date, isPure: false) { run, value in
            let parts = parts(value, run)
            return .number(parts.day.map { Double(body($0, parts.days)) } ?? .nan)
        }
    }
    private static func time(_ name: String, _ body: @escaping @Sendable (CalendarText.Parts) -> Int) -> BuiltIn {
        .one(name, .date, isPure: false) { run, value in
            .number(parts(value, run).time.map { Double(body($0)) } ?? .nan)
        }
    }

    static let all: [BuiltIn] = [
        day("Year") { parts, _ in parts.year }, day("Month") { parts, _ in parts.month - 1 },
        day("Day") { parts, _ in parts.day }, day("Weekday") { _, days in CalendarWeek.weekday(days) },
        day("ISOYear") { parts, _ in CalendarWeek.iso(parts).year }, day("ISOMonth") { parts, _ in parts.month },
        day("ISOWeek") { parts, _ in CalendarWeek.iso(parts).week },
        day("ISOWeekday") { _, days in CalendarWeek.isoWeekday(days) }, time("Hour", \.hour), time("Minute", \.minute),
        time("Second", \.second), time("Millisecond", \.millisecond),
        .two("Week", .date, isPure: false) { run, value, start in
            let first = start.map { Conversion.integer($0) } ?? 0
            guard (0...6).contains(first) else {
                throw ArcadeError(.wrongType, "The day a week begins on is a number from 0, Sunday, to 6.")
            }
            return .number(parts(value, run).day.map { Double(CalendarWeek.week($0, startDay: first)) } ?? .nan)
        },
    ]
}
