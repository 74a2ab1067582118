// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import Foundation
public import GromaGeometry

/// Where the device is, as one fix of its source says. What the source does not say is nil.
public struct Location: Sendable, Hashable {
    /// Longitude and latitude in WGS 84, degrees; z, if there, metres above mean sea level.
    public var position: Point
    /// Metres within which the true place lies, with about the probability of one standard deviation; nil when unknown.
    public var horizontalAccuracy: Double?
    /// Metres up and down; nil when unknown.
    public var verticalAccuracy: Double?
    /// How `horizontalAccuracy` came about.
    public var accuracyKind: AccuracyKind
    /// Metres a second over ground.
    public var speed: Double?
    /// Direction of travel, degrees clockwise from true north, 0 up to 360. Without movement it says nothing: see `speed`.
    public var course: Double?
    /// When the source says it was there.
    public var timestamp: Date
    /// True for a place remembered from before: shown, but no fix.
    public var isLastKnown: Bool
    /// False when the source was asked for a better accuracy than this fix has. Such fixes are delivered all the same.
    public var meetsDesiredAccuracy: Bool
    /// What a satellite receiver adds; nil for other sources.
    public var receiver: ReceiverDetails?

    /// Makes a location from a position; one in another reference than WGS 84 has to be projected before.
    public init(
        position: Point, horizontalAccuracy: Double? = nil, verticalAccuracy: Double? = nil,
        accuracyKind: AccuracyKind = .reported, speed: Double? = nil, course: Double? = nil, timestamp: Date = Date(),
        isLastKnown: Bool = false, receiver: ReceiverDetails? = nil
    ) {
        self.position = position
        self.horizontalAccuracy = horizontalAccuracy
        self.verticalAccuracy = verticalAccuracy
        self.accuracyKind = accuracyKind
        self.speed = speed
        self.course = course
        self.timestamp = timestamp
        self.isLastKnown = isLastKnown
        meetsDesiredAccuracy = true
        self.receiver = receiver
    }
}

/// How a horizontal accuracy came about, the most trustworthy first.
public enum AccuracyKind: String, Sendable, Hashable, CaseIterable {
    /// The source states metres by itself.
    case reported
    /// From the receiver's error statistics (NMEA GST).
    case errorStatistics
    /// From the dilution of precision of the satellites in use (NMEA GSA), times the usual range error.
    case satelliteDilution
    /// From the dilution of precision that comes with the fix (NMEA GGA), times the usual range error.
    case fixDilution
}

/// What satellite receivers say besides the place.
public struct ReceiverDetails: Sendable, Hashable {
    /// How the fix was made.
    public var fixQuality: FixQuality?
    /// 1 no fix, 2 without height, 3 with height.
    public var fixDimension: Int?
    /// Satellites used for the fix.
    public var satellitesUsed: Int?
    /// Satellites in view.
    public var satellitesInView: Int?
    /// Dilution of precision: horizontal.
    public var hdop: Double?
    /// Dilution of precision: vertical.
    public var vdop: Double?
    /// Dilution of precision: position.
    public var pdop: Double?
    /// Metres from the ellipsoid up to mean sea level; added to z it gives the height above the ellipsoid.
    public var geoidSeparation: Double?
    /// Seconds since the last correction of a reference station.
    public var correctionAge: Double?
    /// The reference station's id.
    public var stationID: String?
    /// Degrees from true to magnetic north, east positive, as the receiver says.
    public var declination: Double?

    /// Makes details of which nothing is known yet.
    public init() {}
}

/// How a satellite fix was made, by the numbers of NMEA 0183 (GGA, field 6).
public enum FixQuality: Int, Sendable, Hashable, CaseIterable {
    case invalid = 0
    case autonomous, differential, pps, rtkFixed, rtkFloat, estimated, manual, simulated

    /// False for `invalid` alone.
    public var isFix: Bool { self != .invalid }
}

/// A satellite in view.
public struct SatelliteInfo: Sendable, Hashable {
    /// Which system it belongs to.
    public enum System: String, Sendable, Hashable, CaseIterable {
        case gps, glonass, galileo, beiDou, qzss, navIC, sbas, other
    }
    /// Which system it belongs to.
    public var system: System
    /// Its number in that system, as the receiver counts.
    public var id: Int
    /// Degrees above the horizon.
    public var elevation: Double?
    /// Degrees clockwise from true north.
    public var azimuth: Double?
    /// Strength of its signal in dB-Hz; nil when it is not tracked.
    public var signalToNoiseRatio: Double?
    /// True when the fix uses it.
    public var isUsed: Bool

    /// Makes a satellite.
    public init(
        system: System, id: Int, elevation: Double? = nil, azimuth: Double? = nil, signalToNoiseRatio: Double? = nil,
        isUsed: Bool = false
    ) {
        self.system = system
        self.id = id
        self.elevation = elevation
        self.azimuth = azimuth
        self.signalToNoiseRatio = signalToNoiseRatio
        self.isUsed = isUsed
    }
}
