// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaFeatures

/// What a locale's numbers and dates are written with.
struct LocaleRules: Sendable {
    let decimalSeparator: String
    let groupingSeparator: String
    let months: [String]
    let shortMonths: [String]
    let weekdays: [String]
    let shortWeekdays: [String]
    let am: String
    let pm: String

    init(_ locale: Locale) {
        let symbols = LocaleSymbols.of(locale)
        decimalSeparator = symbols.decimalSeparator
        groupingSeparator = symbols.groupingSeparator
        months = symbols.months
        shortMonths = symbols.shortMonths
        weekdays = symbols.weekdays
        shortWeekdays = symbols.shortWeekdays
        am = Self.plain(symbols.am)
        pm = Self.plain(symbols.pm)
    }

    /// With plain blanks: which kind of blank stands in "p. m." differs from one release of locale data to the next.
    private static func plain(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 >= 0x80 }) else { return text }
        return text.replacing("\u{202F}", with: " ").replacing("\u{A0}", with: " ")
    }
}
