// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation

/// Dates of the sample's calendar as milliseconds since 1970, without time zones or locales.
///
/// The sample's now is 2025-12-01: nothing in the data is later, so that pictures and texts never age.
enum SampleDate {
    static let day: Int64 = 86_400_000
    /// 2025-12-01T00:00:00Z.
    static let now = midnight(2025, 12, 1)

    /// Midnight in UTC of a date of the Gregorian calendar; days beyond the month run on.
    static func midnight(_ year: Int, _ month: Int, _ dayOfMonth: Int) -> Int64 {
        // The year begins in March, so that the leap day is its last one.
        let y = month <= 2 ? year - 1 : year
        let era = floorDiv(y, 400)
        let yearOfEra = y - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + dayOfMonth - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return Int64(era * 146_097 + dayOfEra - 719_468) * day
    }

    /// A day of the range of years, drawn by `chance`, but before now.
    static func within(_ years: ClosedRange<Int>, _ chance: Chance) -> Int64 {
        let first = midnight(years.lowerBound, 1, 1)
        let last = min(midnight(years.upperBound, 12, 31), now - day)
        return first + Int64(chance.below(Int((last - first) / day) + 1)) * day
    }

    /// "2024-06-09" of a moment.
    static func text(_ moment: Int64) -> String {
        let parts = civil(moment)
        return String(format: "%04d-%02d-%02d", parts.year, parts.month, parts.day)
    }

    /// The year, month and day of a moment in UTC.
    static func civil(_ moment: Int64) -> (year: Int, month: Int, day: Int) {
        let days = floorDiv(Int(moment), Int(day)) + 719_468
        let era = floorDiv(days, 146_097)
        let dayOfEra = days - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shifted = (5 * dayOfYear + 2) / 153
        let month = shifted < 10 ? shifted + 3 : shifted - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * shifted + 2) / 5 + 1)
    }
}
