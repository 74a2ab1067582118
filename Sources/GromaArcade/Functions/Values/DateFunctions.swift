// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaFeatures

/// Dates: making, moving, comparing and showing them in zones.
enum DateFunctions {
    static let all: [BuiltIn] = [
        .many("Date", .date, .core, 0...8) { run, values in try date(values, run) },
        .many("DateOnly", .date, .core, 0...3) { run, values in try dateOnly(values, run) },
        .many("Time", .date, .core, 0...4) { run, values in try time(values, run) },
        .many("Now", .date, .core, 0...0) { run, _ in try moment(run.now, run.environment.zone) },
        .many("Timestamp", .date, .core, 0...0) { run, _ in try moment(run.now, .utc) },
        .many("Today", .date, .core, 0...0) { run, _ in
            let zone = run.environment.zone
            guard let now = ZonedDate(instant: run.now, zone: zone) else { return .null }
            return ZonedDate(local: Int64(now.day.days) * 86_400_000, zone: zone).map { .date($0) } ?? .null
        },
        .many("DateAdd", .date, .core, 2...3) { run, values in
            let count = Conversion.number(values[1])
            guard count.isFinite else { return .null }
            let unit = DateUnit(values.count > 2 ? try Conversion.text(values[2], run) : "")
            let whole = (count + 0.5).rounded(.down)
            switch values[0] {
            case .dateOnly(let day): return DateArithmetic.add(whole, unit, to: day).map { .dateOnly($0) } ?? .null
            case .time(let time): return .time(DateArithmetic.add(whole, unit, to: time))
            default:
                guard let date = Self.date(values[0], run) else { return .null }
                return DateArithmetic.add(whole, unit, to: date).map { .date($0) } ?? .null
            }
        },
        .many("DateDiff", .date, .core, 2...4) { run, values in
            let unit = DateUnit(values.count > 2 ? try Conversion.text(values[2], run) : "")
            switch (values[0], values[1]) {
            case (.dateOnly(let a), .dateOnly(let b)): return .number(DateArithmetic.difference(a, b, unit))
            case (.time(let a), .time(let b)):
                guard let length = unit.milliseconds else { return .number(.nan) }
                return .number(Double(a.milliseconds - b.milliseconds) / Double(length))
            case (.dateOnly, _), (_, .dateOnly), (.time, _), (_, .time): return .number(.nan)
            default:
                guard let end = Self.date(values[0], run), var start = Self.date(values[1], run) else {
                    return .number(.nan)
                }
                if values.count > 3, let zone = try zone(values[3], run) { start = start.shown(in: zone) }
                return .number(DateArithmetic.difference(end, start, unit))
            }
        },
        .one("ToLocal", .date, isPure: false) { run, value in try shown(value, in: .system, run) },
        .one("ToUTC", .date) { run, value in try shown(value, in: .utc, run) },
        .two("ChangeTimeZone", .date, least: 2) { run, value, name in
            guard let zone = try zone(name ?? .null, run) else { return .null }
            return try shown(value, in: zone, run)
        },
        .one("TimeZone", .date, isPure: false) { run, value in
            guard let date = date(value, run) else { return .null }
            return .text(date.zone.name)
        },
        .one("TimeZoneOffset", .date, isPure: false) { run, value in
            guard let date = date(value, run) else { return .null }
            return .number(Double(date.zone.offset(at: date.instant)))
        },
    ]

    /// A date, or a text that is one in ISO 8601.
    static func date(_ value: Value, _ run: Run) -> ZonedDate? {
        switch value {
        case .date(let date): date
        case .text(let text): ISODate.date(text, zone: run.environment.zone)
        default: nil
        }
    }

    private static func moment(_ instant: Int64, _ zone: Zone) throws -> Value {
        ZonedDate(instant: instant, zone: zone).map { .date($0) } ?? .null
    }

    private static func shown(_ value: Value, in zone: Zone, _ run: Run) throws -> Value {
        guard let date = date(value, run) else { return .null }
        // Into and out of the unknown zone the clock time stays: there is no instant to keep.
        guard date.zone.isUnknown == zone.isUnknown else {
            return ZonedDate(local: date.local, zone: zone).map { .date($0) } ?? .null
        }
        return .date(date.shown(in: zone))
    }

    private static func zone(_ value: Value, _ run: Run) throws -> Zone? {
        let name = try Conversion.text(value, run)
        return name.lowercased() == "default" ? run.environment.zone : Zone.named(name)
    }

    /// Whole numbers; nil when one is none or too large for a calendar.
    private static func whole(_ values: [Value]) -> [Int]? {
        var numbers: [Int] = []
        for value in values {
            let number = Conversion.number(value)
            guard number == number.rounded(), number.magnitude < 1e14 else { return nil }
            numbers.append(Int(number))
        }
        return numbers
    }

    /// The day of a year, a month from 0 and a day, which may lie outside of the month; nil when it is too far away.
    private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int? {
        guard year.magnitude < 300_000, month.magnitude < 4_000_000, day.magnitude < 200_000_000 else { return nil }
        let index = year * 12 + month, start = Int(floorDivide(Int64(index), 12).quotient)
        return CalendarText.days(year: start, month: index - start * 12 + 1, day: 1) + day - 1
    }

    private static func date(_ values: [Value], _ run: Run) throws -> Value {
        let context = run.environment.zone
        if values.isEmpty { return try moment(run.now, context) }
        switch values[0] {
        case .date, .null: return values.count == 1 ? values[0] : .null
        case .dateOnly(let day):
            var local = Int64(day.days) * 86_400_000, zone: Zone? = context
            for value in values.dropFirst() {
                if case .time(let time) = value {
                    local += Int64(time.milliseconds)
                } else {
                    zone = try self.zone(value, run)
                }
            }
            guard let zone else { return .null }
            return ZonedDate(local: local, zone: zone).map { .date($0) } ?? .null
        case .text(let text) where values.count == 1:
            return ISODate.date(text.trimmingBlanks, zone: context).map { .date($0) } ?? .null
        case .number(let number) where values.count == 1:
            return ZonedDate(instant: number, zone: context).map { .date($0) } ?? .null
        default: break
        }
        let zone = values.count == 8 ? try self.zone(values[7], run) : context
        guard let zone, values.count >= 3, let numbers = whole(Array(values.prefix(7))),
            let days = days(numbers[0], numbers[1], numbers[2])
        else { return .null }
        let parts = numbers.dropFirst(3) + Array(repeating: 0, count: 7 - numbers.count)
        guard
            zip(parts, [3_000_000_000, 100_000_000_000, 10_000_000_000_000, 90_000_000_000_000]).allSatisfy({
                $0.magnitude < $1
            })
        else { return .null }
        let times = Array(parts)
        let local =
            Int64(days) * 86_400_000 + Int64(times[0]) * 3_600_000 + Int64(times[1]) * 60_000 + Int64(times[2]) * 1_000
            + Int64(times[3])
        guard local.magnitude <= 2 * ZonedDate.farthest.magnitude else { return .null }
        return ZonedDate(local: local, zone: zone).map { .date($0) } ?? .null
    }

    private static func dateOnly(_ values: [Value], _ run: Run) throws -> Value {
        if values.isEmpty {
            return ZonedDate(instant: run.now, zone: run.environment.zone).map { .dateOnly($0.day) } ?? .null
        }
        switch values[0] {
        case .null: return .null
        case .dateOnly: return values[0]
        case .date(let date): return .dateOnly(date.day)
        case .text(let text):
            guard values.count > 1 else { return ISODate.day(text.trimmingBlanks).map { .dateOnly($0) } ?? .null }
            let pattern = try Conversion.text(values[1], run)
            try run.walk(pattern: pattern)
            try run.walk(pattern: text)
            return DateFormatting.parts(text, pattern: pattern, run.environment.locale).map {
                .dateOnly(DayNumber(days: CalendarText.days(year: $0.year, month: $0.month, day: $0.day)))
            } ?? .null
        case .number(let number) where values.count == 1:
            return ZonedDate(instant: number, zone: run.environment.zone).map { .dateOnly($0.day) } ?? .null
        default:
            guard values.count == 3, let numbers = whole(values), (0..<12).contains(numbers[1]),
                numbers[0].magnitude < 300_000, numbers[2] >= 1,
                numbers[2] <= DayNumber.length(ofMonth: numbers[1] + 1, year: numbers[0])
            else { return .null }
            return .dateOnly(
                DayNumber(days: CalendarText.days(year: numbers[0], month: numbers[1] + 1, day: numbers[2])))
        }
    }

    private static func time(_ values: [Value], _ run: Run) throws -> Value {
        if values.isEmpty {
            return ZonedDate(instant: run.now, zone: run.environment.zone).map { .time($0.time) } ?? .null
        }
        switch values[0] {
        case .null: return .null
        case .time: return values[0]
        case .date(let date): return .time(date.time)
        case .text(let text):
            guard values.count > 1 else { return ISODate.time(text.trimmingBlanks).map { .time($0) } ?? .null }
            let pattern = try Conversion.text(values[1], run)
            try run.walk(pattern: pattern)
            try run.walk(pattern: text)
            return DateFormatting.parts(text, pattern: pattern, run.environment.locale).map {
                .time(
                    DayTime(
                        milliseconds: $0.hour * 3_600_000 + $0.minute * 60_000 + $0.second * 1_000 + $0.millisecond))
            } ?? .null
        default:
            guard let numbers = whole(values) else { return .null }
            let parts = numbers + Array(repeating: 0, count: 4 - numbers.count)
            guard (0..<24).contains(parts[0]), (0..<60).contains(parts[1]), (0..<60).contains(parts[2]),
                (0..<1_000).contains(parts[3])
            else { return .null }
            return .time(
                DayTime(milliseconds: parts[0] * 3_600_000 + parts[1] * 60_000 + parts[2] * 1_000 + parts[3]))
        }
    }
}
