// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// One of the 28 ways in which web maps write dates: a day part and a time part (web map specification, `dateFormat`).
public struct DateStyle: Sendable, Hashable {
    /// How the day is written.
    public enum Day: String, Sendable, Hashable, CaseIterable {
        case shortDate, shortDateLE, longMonthDayYear, dayShortMonthYear, longDate, longMonthYear, shortMonthYear, year

        var template: String {
            switch self {
            case .shortDate, .shortDateLE: "yMd"
            case .longMonthDayYear: "yMMMMd"
            case .dayShortMonthYear: "yMMMd"
            case .longDate: "yMMMMEEEEd"
            case .longMonthYear: "yMMMM"
            case .shortMonthYear: "yMMM"
            case .year: "y"
            }
        }
        /// True where the day stands before the month whatever an English locale does.
        var isDayFirst: Bool { self == .shortDateLE || self == .dayShortMonthYear }
        var takesTime: Bool { ![.longMonthYear, .shortMonthYear, .year].contains(self) }
    }
    /// How the time is written: by the locale's clock, or by a clock of 24 hours; long forms have seconds.
    public enum Time: String, Sendable, Hashable, CaseIterable {
        case none = ""
        case short = "ShortTime"
        case short24 = "ShortTime24"
        case long = "LongTime"
        case long24 = "LongTime24"

        var template: String {
            switch self {
            case .none: ""
            case .short: "jm"
            case .short24: "Hm"
            case .long: "jms"
            case .long24: "Hms"
            }
        }
    }
    /// How the day is written.
    public var day: Day
    /// How the time is written.
    public var time: Time

    /// Makes a style; days without a day of the month take no time.
    public init(day: Day, time: Time = .none) {
        self.day = day
        self.time = day.takesTime ? time : .none
    }

    /// What a date without a format looks like.
    public static let standard = DateStyle(day: .shortDate, time: .short)

    /// The style of that name; nil when web maps have none.
    public init?(webMapName name: String) {
        for time in Time.allCases.reversed() where name.hasSuffix(time.rawValue) {
            guard let day = Day(rawValue: String(name.dropLast(time.rawValue.count))) else { continue }
            guard day.takesTime || time == .none else { return nil }
            self.init(day: day, time: time)
            return
        }
        return nil
    }

    /// The style's name in web maps.
    public var webMapName: String { day.rawValue + time.rawValue }

    /// All 28 styles.
    public static let all: [DateStyle] = Day.allCases.flatMap { day in
        day.takesTime ? Time.allCases.map { DateStyle(day: day, time: $0) } : [DateStyle(day: day)]
    }
}
