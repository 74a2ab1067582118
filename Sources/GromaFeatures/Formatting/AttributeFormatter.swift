// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import Foundation

/// How a value is written: decimals and digit groups of a number, the style of a date.
public struct ValueStyle: Sendable, Hashable {
    /// Decimals of a number, always as many; nil writes up to three.
    public var places: Int?
    /// True where digits are grouped as the locale does.
    public var usesDigitSeparator: Bool
    /// Nil leaves dates in the standard style.
    public var date: DateStyle?

    /// Makes a style.
    public init(places: Int? = nil, usesDigitSeparator: Bool = false, date: DateStyle? = nil) {
        self.places = places
        self.usesDigitSeparator = usesDigitSeparator
        self.date = date
    }
}

/// Writes values for people in one language and time zone.
///
/// Locale and zone are explicit; the surroundings of the process play no part. Dates and timestamps with an offset are shown
/// in the zone; days and times of day have none. Numbers without a style keep all their digits and a point, as stored.
/// Rounding is half away from zero on the decimal digits (2.675 to two places is 2.68). Null is an empty text.
public struct AttributeFormatter: Sendable {
    /// The language and region of words, digits and order.
    public let locale: Locale
    /// The zone in which instants are shown.
    public let timeZone: TimeZone
    private let symbols: LocaleSymbols

    /// Makes a formatter; symbols and patterns are read once for each locale.
    public init(locale: Locale, timeZone: TimeZone) {
        self.locale = locale
        self.timeZone = timeZone
        symbols = LocaleSymbols.of(locale)
    }

    /// A value as a field shows it: the name of a code, else the value in its style.
    ///
    /// `domain` is the one that holds for the row (`FeatureLayerInfo.domain(ofField:attributes:)`). A code that the domain does not have is
    /// written as it is.
    public func text(_ value: AttributeValue, style: ValueStyle? = nil, domain: Domain? = nil) -> String {
        if let name = Self.name(of: value, in: domain) { return name }
        switch value {
        case .null, .blob: return ""
        case .integer(let number): return self.number(DecimalText(number), style)
        case .double(let number): return number.isFinite ? self.number(DecimalText(number), style) : ""
        case .string(let text), .guid(let text): return text
        case .date(let milliseconds): return date(milliseconds, style?.date ?? .standard)
        case .timestampOffset(let text):
            return CalendarText.instant(text).map { date($0, style?.date ?? .standard) } ?? text
        case .dateOnly(let text):
            guard let parts = CalendarText.date(text) else { return text }
            let pattern = LocaleSymbols.pattern(style?.date ?? .standard, .day, locale: locale)
            return pattern.text(milliseconds: CalendarText.milliseconds(parts), symbols: symbols)
        case .timeOnly(let text):
            guard let parts = CalendarText.time(text) else { return text }
            let pattern = LocaleSymbols.pattern(style?.date ?? .standard, .time, locale: locale)
            return pattern.text(milliseconds: CalendarText.milliseconds(parts), symbols: symbols)
        }
    }

    /// The name of a code in a domain of coded values; nil when it has none.
    public static func name(of value: AttributeValue, in domain: Domain?) -> String? {
        guard case .codedValue(let coded)? = domain, !value.isNull else { return nil }
        return coded.codedValues.first { $0.code.isSameCode(as: value) }?.name
    }

    /// An instant in the formatter's zone. Short times cut the seconds off.
    public func date(_ milliseconds: Int64, _ style: DateStyle) -> String {
        let local = milliseconds &+ offset(at: milliseconds)
        return LocaleSymbols.pattern(style, .both, locale: locale).text(milliseconds: local, symbols: symbols)
    }

    /// A number with `places` decimals, in the locale's signs.
    public func number(_ value: Double, places: Int, usesDigitSeparator: Bool = true) -> String {
        text(.double(value), style: ValueStyle(places: places, usesDigitSeparator: usesDigitSeparator))
    }

    private func number(_ digits: DecimalText, _ style: ValueStyle?) -> String {
        guard let style, style.places != nil || style.usesDigitSeparator else { return digits.plain }
        let places = style.places.map { min(max(0, $0), 100) }
        return digits.text(
            minimum: places ?? 0, maximum: places ?? 3, isGrouped: style.usesDigitSeparator, symbols: symbols)
    }

    /// The zone's offset in milliseconds; local mean time counts whole seconds.
    private func offset(at milliseconds: Int64) -> Int64 {
        Int64(timeZone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(milliseconds) / 1_000))) * 1_000
    }
}
