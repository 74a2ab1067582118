// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaFeatures
import Testing

@Suite("Numbers and dates for people")
struct AttributeFormatterTests {
    /// 1997-12-30T17:59:59Z.
    private let instant: Int64 = 883_504_799_000
    private func formatter(_ locale: String = "en-US", _ zone: String = "UTC") throws -> AttributeFormatter {
        AttributeFormatter(locale: Locale(identifier: locale), timeZone: try #require(TimeZone(identifier: zone)))
    }
    /// Narrow and fixed blanks differ between versions of locale data.
    private func plain(_ text: String) -> String {
        text.replacing("\u{202F}", with: " ").replacing("\u{A0}", with: " ")
    }

    @Test("null is empty, also with a style and a domain")
    func null() throws {
        let style = ValueStyle(places: 2, date: .standard)
        #expect(try formatter().text(.null, style: style, domain: .inherited) == "")
    }

    @Test(
        "the web map's 28 date formats",
        arguments: [
            ("shortDate", "12/30/1997"), ("shortDateShortTime", "12/30/1997, 5:59 PM"),
            ("shortDateShortTime24", "12/30/1997, 17:59"), ("shortDateLongTime", "12/30/1997, 5:59:59 PM"),
            ("shortDateLongTime24", "12/30/1997, 17:59:59"), ("shortDateLE", "30/12/1997"),
            ("shortDateLEShortTime", "30/12/1997, 5:59 PM"), ("shortDateLEShortTime24", "30/12/1997, 17:59"),
            ("shortDateLELongTime", "30/12/1997, 5:59:59 PM"), ("shortDateLELongTime24", "30/12/1997, 17:59:59"),
            ("longMonthDayYear", "December 30, 1997"), ("longMonthDayYearShortTime", "December 30, 1997 at 5:59 PM"),
            ("longMonthDayYearShortTime24", "December 30, 1997 at 17:59"),
            ("longMonthDayYearLongTime", "December 30, 1997 at 5:59:59 PM"),
            ("longMonthDayYearLongTime24", "December 30, 1997 at 17:59:59"), ("dayShortMonthYear", "30 Dec 1997"),
            ("dayShortMonthYearShortTime", "30 Dec 1997, 5:59 PM"),
            ("dayShortMonthYearShortTime24", "30 Dec 1997, 17:59"),
            ("dayShortMonthYearLongTime", "30 Dec 1997, 5:59:59 PM"),
            ("dayShortMonthYearLongTime24", "30 Dec 1997, 17:59:59"),
            ("longDate", "Tuesday, December 30, 1997"), ("longDateShortTime", "Tuesday, December 30, 1997 at 5:59 PM"),
            ("longDateShortTime24", "Tuesday, December 30, 1997 at 17:59"),
            ("longDateLongTime", "Tuesday, December 30, 1997 at 5:59:59 PM"),
            ("longDateLongTime24", "Tuesday, December 30, 1997 at 17:59:59"), ("longMonthYear", "December 1997"),
            ("shortMonthYear", "Dec 1997"), ("year", "1997"),
        ])
    func allStyles(name: String, text: String) throws {
        let style = try #require(DateStyle(webMapName: name))
        #expect(style.webMapName == name)
        #expect(plain(try formatter().text(.date(instant), style: ValueStyle(date: style))) == text)
    }

    @Test(
        "there are 28 styles and no more",
        arguments: ["", "shortTime", "yearShortTime", "ShortDate", "shortDateLongTime12"])
    func unknown(name: String) {
        #expect(DateStyle.all.count == 28 && Set(DateStyle.all.map(\.webMapName)).count == 28)
        #expect(DateStyle(webMapName: name) == nil)
    }

    @Test("a wish for a clock of 24 hours leaves a format of 12 hours as it is")
    func clockWish() throws {
        let style = ValueStyle(date: DateStyle(webMapName: "shortDateShortTime"))
        let texts = ["en-US", "en-US-u-hc-h23", "en_US@hours=h23"].map {
            plain(
                AttributeFormatter(locale: Locale(identifier: $0), timeZone: .gmt).text(
                    .date(883_504_799_000), style: style))
        }
        #expect(texts == Array(repeating: "12/30/1997, 5:59 PM", count: 3))
    }

    @Test("days stay, instants move with the zone", arguments: ["UTC", "Pacific/Auckland", "America/St_Johns"])
    func zones(zone: String) throws {
        let formatter = try formatter("en-US", zone)
        #expect(formatter.text(.dateOnly("2024-03-01")) == "3/1/2024")
        #expect(plain(formatter.text(.timeOnly("17:06:07"))) == "5:06 PM")
        let expected = [
            "UTC": "1/1/1970, 12:00 AM", "Pacific/Auckland": "1/1/1970, 12:00 PM",
            "America/St_Johns": "12/31/1969, 8:30 PM",
        ]
        #expect(plain(formatter.text(.date(0))) == expected[zone])
        #expect(plain(formatter.text(.timestampOffset("1970-01-01T01:00:00+01:00"))) == expected[zone])
    }

    @Test(
        "other languages",
        arguments: [
            ("de", "30.12.1997, 17:59"), ("fr", "30/12/1997 17:59"), ("sv", "1997-12-30 17:59"),
            ("zh-CN", "1997/12/30 17:59"),
            ("ko", "1997. 12. 30. 오후 5:59"), ("pl", "30.12.1997, 17:59"),
        ])
    func languages(locale: String, text: String) throws {
        #expect(plain(try formatter(locale).text(.date(instant))) == text)
    }

    @Test("the calendar is Gregorian at every date")
    func farDates() throws {
        #expect(plain(try formatter().text(.date(-62_135_596_800_000))) == "1/1/1, 12:00 AM")
        #expect(try formatter().text(.date(.max)).isEmpty == false)
        #expect(try formatter().text(.date(.min)).isEmpty == false)
    }

    @Test(
        "numbers with places and separators",
        arguments: [
            (1_234_567.891, 2, true, "en-US", "1,234,567.89"), (1_234_567.891, 2, true, "de-DE", "1.234.567,89"),
            (2.5, 0, true, "en-US", "3"), (-2.5, 0, false, "en-US", "-3"), (2.675, 2, false, "en-US", "2.68"),
            (999.996, 2, true, "en-US", "1,000.00"), (0, 3, false, "en-US", "0.000"),
            (1e21, 2, false, "en-US", "1000000000000000000000.00"),
            (1e-7, 3, false, "en-US", "0.000"), (1_000, 0, true, "pl", "1 000"), (-1, 1, false, "sv", "−1,0"),
            (1_234_567, 0, true, "fr", "1 234 567"), (123_456_789, 0, true, "en-IN", "12,34,56,789"),
            (2.3e-308, 2, true, "en", "0.00"),
        ])
    func numbers(value: Double, places: Int, isGrouped: Bool, locale: String, text: String) throws {
        let style = ValueStyle(places: places, usesDigitSeparator: isGrouped)
        #expect(plain(try formatter(locale).text(.double(value), style: style)) == text)
    }

    @Test(
        "a number without a style keeps its digits",
        arguments: [
            (AttributeValue.integer(-98_765), "-98765"), (.double(9_876_543.21098), "9876543.21098"),
            (.double(1e-7), "1e-7"),
            (.double(1e21), "1e+21"), (.double(1e20), "100000000000000000000"), (.double(0.000001), "0.000001"),
            (.double(16_777_216), "16777216"),
            (.integer(.min), "-9223372036854775808"), (.double(-0.0), "0"), (.double(1.5e300), "1.5e+300"),
        ])
    func plainNumbers(value: AttributeValue, text: String) throws {
        #expect(try formatter("de").text(value) == text)
    }

    @Test("a code shows its name, an unknown code itself")
    func codes() throws {
        let domain = Domain.codedValue(CodedValueDomain(name: "D", codedValues: [CodedValue(code: 1, name: "First")]))
        #expect(try formatter().text(1, domain: domain) == "First")
        #expect(try formatter().text(.double(1), domain: domain) == "First")
        #expect(try formatter().text(9, domain: domain) == "9")
    }
}

@Suite("Words in several languages")
struct LocalizationTests {
    @Test(
        "the nearest language is found",
        arguments: [
            (["de_AT.UTF-8"], "de"), (["xx", "de"], "de"), (["C"], "en"), ([], "en"), (["POSIX", "en_GB"], "en"),
        ])
    func matching(wishes: [String], language: String) {
        #expect(Localization(preferring: wishes).language == language)
    }

    @Test("plural forms")
    func plurals() {
        let german = Localization(preferring: ["de"])
        #expect(german.text("popup.attachments.count", count: 1) == "1 Anlage")
        #expect(german.text("popup.attachments.count", count: 0) == "0 Anlagen")
        #expect(german.text("no.such.key") == "no.such.key")
    }

    @Test("no language lacks a key", arguments: Localization.languages)
    func complete(language: String) {
        #expect(Localization.languages.contains("en"))
        #expect(Localization.keys(of: language) == Localization.keys(of: "en"))
    }
}
