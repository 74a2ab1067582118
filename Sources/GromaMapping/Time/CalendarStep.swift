// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation

/// A length of time that is counted in a unit of the calendar, which is read in UTC.
struct CalendarStep {
    private let count: Int
    private let unit: Calendar.Component

    /// Nil for units that are not known (`esriTimeUnitsDays`, `days`, …) and for lengths beyond reason. Parts of a unit are rounded.
    init?(_ length: Double, unitName: String) {
        guard length.isFinite, abs(length) < 1e9 else { return nil }
        let count = Int(length.rounded())
        switch unitName.replacing("esriTimeUnits", with: "").lowercased() {
        case "milliseconds": (self.count, unit) = (count, .nanosecond)
        case "seconds": (self.count, unit) = (count, .second)
        case "minutes": (self.count, unit) = (count, .minute)
        case "hours": (self.count, unit) = (count, .hour)
        case "days": (self.count, unit) = (count, .day)
        case "weeks": (self.count, unit) = (count * 7, .day)
        case "months": (self.count, unit) = (count, .month)
        case "years": (self.count, unit) = (count, .year)
        case "decades": (self.count, unit) = (count * 10, .year)
        case "centuries": (self.count, unit) = (count * 100, .year)
        default: return nil
        }
    }

    /// The moment so many steps after another; nil beyond what dates hold.
    func date(_ start: Date, _ number: Int) -> Date? {
        let (value, overflows) = count.multipliedReportingOverflow(by: number)
        guard !overflows, abs(value) < 1 << 40 else { return nil }
        if unit == .nanosecond { return start.addingTimeInterval(Double(value) / 1_000) }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar.date(byAdding: unit, value: value, to: start)
    }
}
