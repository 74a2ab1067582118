// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaFeatures

/// Dates as GeoPackage writes them: `DATETIME` is the text `YYYY-MM-DDTHH:MM:SS.SSSZ` in UTC (OGC 12-128r18, table 1).
///
/// The text holds an epoch millisecond exactly, sorts like the moment it stands for, and is what other programs read as a date
/// and time. It reaches from year 0 to year 9999; earlier and later moments are refused.
enum DateText {
    /// The first moment that can be written, in epoch milliseconds.
    static let earliest: Int64 = -62_167_219_200_000
    /// The last moment that can be written, in epoch milliseconds.
    static let latest: Int64 = 253_402_300_799_999

    /// The text of an epoch millisecond; nil outside of the years 0 to 9999.
    static func text(_ milliseconds: Int64) -> String? {
        guard (earliest...latest).contains(milliseconds) else { return nil }
        let parts = CalendarText.parts(milliseconds: milliseconds)
        return unsafe String(unsafeUninitializedCapacity: 24) { bytes in
            func put(_ number: Int, _ place: Int, _ digits: Int) {
                var number = number
                for index in stride(from: place + digits - 1, through: place, by: -1) {
                    unsafe bytes[index] = UInt8(truncatingIfNeeded: 48 + number % 10)
                    number /= 10
                }
            }
            put(parts.year, 0, 4)
            put(parts.month, 5, 2)
            put(parts.day, 8, 2)
            put(parts.hour, 11, 2)
            put(parts.minute, 14, 2)
            put(parts.second, 17, 2)
            put(parts.millisecond, 20, 3)
            for (place, mark) in [(4, 45), (7, 45), (10, 84), (13, 58), (16, 58), (19, 46), (23, 90)] {
                unsafe bytes[place] = UInt8(mark)
            }
            return 24
        }
    }

    /// The epoch millisecond of a text; also without fraction, seconds, `Z` or time, and with an offset. Nil for other texts.
    static func milliseconds(_ bytes: UnsafeRawBufferPointer) -> Int64? {
        func number(_ place: Int, _ digits: Int) -> Int? {
            guard place + digits <= bytes.count else { return nil }
            var value = 0
            for index in place..<(place + digits) {
                let digit = unsafe Int(bytes[index]) - 48
                guard digit >= 0, digit <= 9 else { return nil }
                value = value * 10 + digit
            }
            return value
        }
        guard let year = number(0, 4), let month = number(5, 2), let day = number(8, 2), (1...12).contains(month),
            day >= 1, day <= CalendarText.daysInMonth(year: year, month: month), unsafe bytes[4] == 45,
            unsafe bytes[7] == 45
        else { return nil }
        var total = Int64(CalendarText.days(year: year, month: month, day: day)) * 86_400_000
        guard bytes.count > 10 else { return total }
        guard let hour = number(11, 2), let minute = number(14, 2), hour < 24, minute < 60 else { return nil }
        total += Int64(hour * 3_600_000 + minute * 60_000)
        var place = 16
        if place < bytes.count, unsafe bytes[place] == 58 {
            guard let second = number(17, 2), second <= 60 else { return nil }
            total += Int64(second * 1_000)
            place = 19
            if place < bytes.count, unsafe bytes[place] == 46 {
                place += 1
                var scale: Int64 = 100
                while let digit = number(place, 1) {
                    total += Int64(digit) * scale
                    scale /= 10
                    place += 1
                }
            }
        }
        guard place < bytes.count else { return total }
        switch unsafe bytes[place] {
        case 90, 122: return place + 1 == bytes.count ? total : nil
        case 43, 45:
            guard let hours = number(place + 1, 2), let minutes = number(bytes.count - 2, 2) else { return nil }
            let offset = Int64(hours * 60 + minutes) * 60_000
            return unsafe bytes[place] == 43 ? total - offset : total + offset
        default: return nil
        }
    }
}
