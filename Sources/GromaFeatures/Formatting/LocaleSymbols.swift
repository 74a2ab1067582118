// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
package import Foundation
import Synchronization

/// What a locale's numbers and dates are written with. Read once a locale and kept.
package struct LocaleSymbols: Sendable {
    package let decimalSeparator: String
    package let groupingSeparator: String
    let minusSign: String
    let groupingSize: Int
    let secondaryGroupingSize: Int
    package let months, shortMonths: [String]
    let standaloneMonths, shortStandaloneMonths: [String]
    package let weekdays, shortWeekdays: [String]
    package let am, pm: String
    /// The locale's digits from 0 to 9; nil for ASCII digits.
    private let digits: [Character]?

    private init(_ locale: Locale) {
        let numbers = NumberFormatter()
        numbers.locale = locale
        numbers.numberStyle = .decimal
        decimalSeparator = numbers.decimalSeparator ?? "."
        groupingSeparator = numbers.groupingSeparator ?? ","
        // Marks of writing direction are for the page, not for the number.
        minusSign = (numbers.minusSign ?? "-").filter { $0 != "\u{200E}" && $0 != "\u{200F}" }
        // The sizes are read off a long number: the formatter's own properties do not know of lakhs.
        let sample = 1_234_567_890.formatted(.number.locale(locale)).components(separatedBy: groupingSeparator)
        groupingSize = sample.count > 1 ? sample[sample.count - 1].count : 3
        secondaryGroupingSize = sample.count > 2 ? sample[sample.count - 2].count : groupingSize
        let all = (0...9).compactMap { numbers.string(from: $0 as NSNumber)?.first }
        digits = all.count == 10 && all != Array("0123456789") ? all : nil
        let dates = DateFormatter()
        dates.locale = locale
        dates.calendar = Calendar(identifier: .gregorian)
        months = dates.monthSymbols
        shortMonths = dates.shortMonthSymbols
        standaloneMonths = dates.standaloneMonthSymbols
        shortStandaloneMonths = dates.shortStandaloneMonthSymbols
        weekdays = dates.weekdaySymbols
        shortWeekdays = dates.shortWeekdaySymbols
        am = dates.amSymbol
        pm = dates.pmSymbol
    }

    /// ASCII digits in the locale's own.
    func localized(_ text: String) -> String {
        guard let digits else { return text }
        return String(
            text.map { character in
                character.isASCII ? character.wholeNumberValue.map { digits[$0] } ?? character : character
            })
    }

    private static let cache = Mutex<[String: LocaleSymbols]>([:])
    private static let patterns = Mutex<[String: DatePattern]>([:])

    /// The symbols of a locale.
    package static func of(_ locale: Locale) -> LocaleSymbols {
        if let known = cache.withLock({ $0[locale.identifier] }) { return known }
        let symbols = LocaleSymbols(locale)
        cache.withLock { $0[locale.identifier] = symbols }
        return symbols
    }

    /// The locale's pattern of a style; `part` says whether day, time or both are written.
    static func pattern(_ style: DateStyle, _ part: DatePatternPart, locale: Locale) -> DatePattern {
        let key = "\(locale.identifier)|\(style.webMapName)|\(part)"
        if let known = patterns.withLock({ $0[key] }) { return known }
        var pattern: DatePattern
        let time = style.time.template
        switch part {
        case .day: pattern = DatePattern(self.template(style.day.template, locale))
        case .time: pattern = DatePattern(self.template(time.isEmpty ? "jm" : time, locale))
        case .both where style.day == .dayShortMonthYear && !time.isEmpty:
            pattern = DatePattern(mediumPattern(time, locale))
        case .both: pattern = DatePattern(self.template(style.day.template + time, locale))
        }
        if style.day.isDayFirst, part != .time { pattern = pattern.dayFirst }
        patterns.withLock { $0[key] = pattern }
        return pattern
    }

    /// The locale without a person's wish for another clock: the map's author chose the form of the time.
    private static func withoutClock(_ locale: Locale) -> Locale {
        guard let region = locale.region, let language = locale.language.languageCode else { return locale }
        var own = Locale.Components(languageCode: language, script: locale.language.script, languageRegion: region)
        guard Locale(components: own).hourCycle != locale.hourCycle else { return locale }
        let all = Locale.Components(locale: locale)
        (own.calendar, own.numberingSystem, own.variant) = (all.calendar, all.numberingSystem, all.variant)
        return Locale(components: own)
    }

    private static func template(_ text: String, _ locale: Locale) -> String {
        DateFormatter.dateFormat(fromTemplate: text, options: 0, locale: withoutClock(locale)) ?? "y-MM-dd HH:mm:ss"
    }

    /// A short month joined with the time as a short date is: a comma or a blank, where long dates have a word.
    private static func mediumPattern(_ time: String, _ locale: Locale) -> String {
        let numeric = template("yMd" + time, locale), day = template("yMd", locale), clock = template(time, locale)
        guard numeric.hasPrefix(day), numeric.hasSuffix(clock), numeric.count >= day.count + clock.count else {
            return template("yMMMd" + time, locale)
        }
        return template("yMMMd", locale) + numeric.dropFirst(day.count).dropLast(clock.count) + clock
    }
}

/// Which part of a date's style is written.
enum DatePatternPart: Sendable {
    case day, time, both
}
