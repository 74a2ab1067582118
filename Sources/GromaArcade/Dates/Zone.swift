// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaFeatures
import Synchronization

/// A time zone that dates are shown in.
final class Zone: Sendable {
    let name: String
    let timeZone: TimeZone
    /// True for UTC itself, which is written `Z`.
    let isUTC: Bool
    /// Seconds from UTC where they never change.
    private let fixed: Int?

    private init(name: String, timeZone: TimeZone, isUTC: Bool = false, fixed: Int? = nil) {
        self.name = name
        self.timeZone = timeZone
        self.isUTC = isUTC
        self.fixed = fixed
    }

    static let utc = Zone(name: "UTC", timeZone: .gmt, isUTC: true, fixed: 0)
    /// The zone of dates of which no zone is known; they read as in UTC.
    static let unknown = Zone(name: "unknown", timeZone: .gmt, isUTC: true, fixed: 0)
    static var system: Zone { Zone(.current) }
    var isUnknown: Bool { self === Self.unknown }

    convenience init(_ timeZone: TimeZone) {
        let isUTC = ["UTC", "GMT", "Etc/UTC", "Etc/GMT"].contains(timeZone.identifier)
        self.init(
            name: isUTC ? "UTC" : timeZone.identifier, timeZone: timeZone, isUTC: isUTC, fixed: isUTC ? 0 : nil)
    }

    private static let known = Mutex<[String: Zone]>([:])

    /// The zone of that name: one of the time zone database, an offset such as `+07:00`, `UTC` or `unknown`. Nil for anything else.
    static func named(_ name: String) -> Zone? {
        let lowered = name.lowercased()
        switch lowered {
        case "utc", "gmt": return .utc
        case "unknown": return .unknown
        case "system": return .system
        default: break
        }
        if let zone = known.withLock({ $0[lowered] }) { return zone }
        guard let zone = offset(lowered) ?? database(name) else { return nil }
        known.withLock { zones in
            if zones.count > 1_000 { zones.removeAll() }
            zones[lowered] = zone
        }
        return zone
    }

    /// Entries of the time zone database that are named after no region. Foundation knows these and abbreviations such as PST, which are none.
    private static let unregional: [String: String] = Dictionary(
        uniqueKeysWithValues: [
            "CET", "CST6CDT", "Cuba", "EET", "EST", "EST5EDT", "Egypt", "Eire", "GB", "GB-Eire", "GMT0", "Greenwich",
            "HST", "Hongkong", "Iceland", "Iran", "Israel", "Jamaica", "Japan", "Kwajalein", "Libya", "MET", "MST",
            "MST7MDT", "NZ", "NZ-CHAT", "Navajo", "PRC", "PST8PDT", "Poland", "Portugal", "ROC", "ROK", "Singapore",
            "Turkey", "UCT", "Universal", "W-SU", "WET", "Zulu",
        ].map { ($0.lowercased(), $0) })

    private static func database(_ name: String) -> Zone? {
        guard name.utf8.count <= 64, name.utf8.allSatisfy({ $0 < 128 }) else { return nil }
        let known = TimeZone.knownTimeZoneIdentifiers.first { $0.lowercased() == name.lowercased() }
        guard let identifier = known ?? unregional[name.lowercased()] ?? (name.contains("/") ? name : nil),
            let timeZone = TimeZone(identifier: identifier)
        else { return nil }
        return Zone(timeZone)
    }

    private static func offset(_ text: String) -> Zone? {
        var rest = text[...]
        if rest.hasPrefix("utc") { rest = rest.dropFirst(3) }
        guard let sign = rest.first, sign == "+" || sign == "-" else { return nil }
        let parts = rest.dropFirst().split(separator: ":", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count),
            parts.allSatisfy({ (1...2).contains($0.count) && $0.allSatisfy(\.isASCIIDigit) }),
            let hours = Int(parts[0]), hours <= 18, let minutes = parts.count > 1 ? Int(parts[1]) : 0, minutes < 60
        else { return nil }
        let seconds = (sign == "-" ? -1 : 1) * (hours * 3_600 + minutes * 60)
        guard let timeZone = TimeZone(secondsFromGMT: seconds) else { return nil }
        if seconds == 0 { return .utc }
        let shown = "UTC\(sign)\(hours)" + (minutes == 0 ? "" : ":" + (minutes < 10 ? "0" : "") + String(minutes))
        return Zone(name: shown, timeZone: timeZone, fixed: seconds)
    }

    /// Milliseconds to add to an instant for its clock time here.
    func offset(at instant: Int64) -> Int64 {
        if let fixed { return Int64(fixed) * 1_000 }
        return Int64(timeZone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(instant) / 1_000))) * 1_000
    }

    /// The instant at which clocks here show a time, given as if it were UTC. A time that occurs twice is the second one, a time
    /// that is left out is as far behind the change as it says.
    func instant(ofLocal local: Int64) -> Int64 {
        if let fixed { return local - Int64(fixed) * 1_000 }
        let before = offset(at: local - 86_400_000), after = offset(at: local + 86_400_000)
        let second = local - after
        if offset(at: second) == after { return second }
        return local - before
    }
}

/// A moment, and the zone in which it is shown.
struct ZonedDate {
    /// Milliseconds since 1970-01-01T00:00Z.
    var instant: Int64
    var zone: Zone

    /// The farthest from 1970 that dates go (ECMA-262, time values).
    static let farthest: Int64 = 8_640_000_000_000_000

    init?(instant: Int64, zone: Zone) {
        guard instant.magnitude <= Self.farthest.magnitude else { return nil }
        self.instant = instant
        self.zone = zone
    }

    /// Nil for NaN and for what is too far away.
    init?(instant: Double, zone: Zone) {
        guard instant.magnitude <= Double(Self.farthest) else { return nil }
        self.init(instant: Int64(instant), zone: zone)
    }

    init?(local: Int64, zone: Zone) { self.init(instant: zone.instant(ofLocal: local), zone: zone) }

    /// The clock time in the zone, as if it were UTC.
    var local: Int64 { instant + zone.offset(at: instant) }
    var parts: CalendarText.Parts { CalendarText.parts(milliseconds: local) }
    var day: DayNumber { DayNumber(days: Int(floorDivide(local, 86_400_000).quotient)) }
    var time: DayTime { DayTime(milliseconds: Int(floorDivide(local, 86_400_000).remainder)) }

    func shown(in zone: Zone) -> ZonedDate {
        var copy = self
        copy.zone = zone
        return copy
    }

    /// ISO 8601 with the offset of the zone; milliseconds only when there are some.
    var text: String {
        let local = local, parts = CalendarText.parts(milliseconds: local)
        var text = CalendarText.dateText(milliseconds: local) + "T" + CalendarText.timeText(milliseconds: local)
        if parts.millisecond != 0 { text += "." + padded(parts.millisecond, 3) }
        return text + (zone.isUTC ? "Z" : DateFormatting.offset(local - instant, style: 2))
    }

    /// As in JSON: UTC with milliseconds.
    var jsonText: String {
        let parts = CalendarText.parts(milliseconds: instant)
        return CalendarText.dateText(milliseconds: instant) + "T" + CalendarText.timeText(milliseconds: instant) + "."
            + padded(parts.millisecond, 3) + "Z"
    }
}

func floorDivide(_ a: Int64, _ b: Int64) -> (quotient: Int64, remainder: Int64) {
    let (quotient, remainder) = a.quotientAndRemainder(dividingBy: b)
    return remainder < 0 ? (quotient - 1, remainder + b) : (quotient, remainder)
}

func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number.magnitude)
    return (number < 0 ? "-" : "") + String(repeating: "0", count: max(0, width - digits.count)) + digits
}

extension DayNumber {
    /// `2024-03-31`.
    var text: String { CalendarText.dateText(milliseconds: Int64(days) * 86_400_000) }
    var parts: CalendarText.Parts { CalendarText.parts(milliseconds: Int64(days) * 86_400_000) }
}

extension DayTime {
    /// `14:05:09`, with a fraction where there is one.
    var text: String {
        let rest = milliseconds % 1_000
        return CalendarText.timeText(milliseconds: Int64(milliseconds)) + (rest == 0 ? "" : "." + padded(rest, 3))
    }
}
