// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
package import Foundation
import GromaGeometry

/// What a receiver said about one moment, in all its sentences together.
package struct NMEAEpoch: Sendable, Hashable {
    /// Seconds since midnight, UTC; nil when no sentence said.
    package var timeOfDay: Double?
    /// The day, at midnight UTC; nil before the receiver told one.
    package var day: Date?
    /// Degrees.
    package var latitude: Double?
    /// Degrees.
    package var longitude: Double?
    /// Metres above mean sea level.
    package var altitude: Double?
    /// Metres a second.
    package var speed: Double?
    /// True where the receiver gave no speed, and it comes from the way since the last epoch.
    package var isSpeedDerived = false
    /// Degrees clockwise from true north.
    package var course: Double?
    /// What else is known.
    package var details = ReceiverDetails()
    /// A sentence said that there is no fix: status V, quality 0, mode 1.
    package var saysNoFix = false
    /// Metres, one standard deviation, from error statistics.
    package var latitudeDeviation: Double?
    package var longitudeDeviation: Double?
    package var altitudeDeviation: Double?
    /// Dilution of precision of the satellites in use, and that which comes with the fix.
    package var satelliteHDOP: Double?
    package var fixHDOP: Double?
    /// 2 without height, 3 with; what earlier sentences said where this moment's say nothing.
    package var dimension: Int?

    package init() {}

    /// True where there is a place, and no sentence denies it.
    package var hasFix: Bool { latitude != nil && longitude != nil && !saysNoFix }
    /// 1 no fix, 2 without height, 3 with height; 0 where nothing was said at all.
    package var mode: Int {
        if hasFix { return dimension ?? (altitude == nil ? 2 : 3) }
        return saysNoFix ? 1 : 0
    }

    /// When it was; nil where the day or the time is missing.
    package var timestamp: Date? {
        guard let day, let timeOfDay else { return nil }
        return day.addingTimeInterval(timeOfDay)
    }

    /// Metres that a satellite's distance is usually wrong, for receivers that give dilutions alone.
    package static let usualRangeError = 5.0

    /// The best accuracy the sentences give, and where it comes from.
    package var horizontalAccuracy: (metres: Double, kind: AccuracyKind)? {
        if let latitudeDeviation, let longitudeDeviation {
            let metres = (latitudeDeviation * latitudeDeviation + longitudeDeviation * longitudeDeviation).squareRoot()
            if metres > 0 { return (metres, .errorStatistics) }
        }
        // Receivers write 50 or 99.9 for "no idea".
        if let satelliteHDOP, satelliteHDOP > 0, satelliteHDOP < 50 {
            return (satelliteHDOP * Self.usualRangeError, .satelliteDilution)
        }
        if let fixHDOP, fixHDOP > 0, fixHDOP < 50 { return (fixHDOP * Self.usualRangeError, .fixDilution) }
        return nil
    }
    /// Metres up and down.
    package var verticalAccuracy: Double? {
        if let altitudeDeviation, altitudeDeviation > 0 { return altitudeDeviation }
        return details.vdop.flatMap { $0 > 0 && $0 < 50 ? $0 * Self.usualRangeError * 1.5 : nil }
    }

    /// The fix; nil without one. A time of day without a day is taken as the one nearest to `now`, no time as `now`.
    package func location(now: Date) -> Location? {
        guard hasFix, let latitude, let longitude else { return nil }
        var position = Point(latitude: latitude, longitude: longitude)
        position.z = altitude
        var details = details
        details.fixDimension = mode
        details.hdop = satelliteHDOP ?? fixHDOP
        let accuracy = horizontalAccuracy
        return Location(
            position: position, horizontalAccuracy: accuracy?.metres, verticalAccuracy: verticalAccuracy,
            accuracyKind: accuracy?.kind ?? .reported, speed: speed, course: course,
            timestamp: timestamp ?? timeOfDay.map { Self.nearest($0, to: now) } ?? now, receiver: details)
    }

    private static func nearest(_ timeOfDay: Double, to now: Date) -> Date {
        let day = 86_400.0
        let midnight = (now.timeIntervalSince1970 / day).rounded(.down) * day
        let candidates = [-day, 0, day].map { Date(timeIntervalSince1970: midnight + $0 + timeOfDay) }
        return candidates.min { abs($0.timeIntervalSince(now)) < abs($1.timeIntervalSince(now)) } ?? now
    }
}
