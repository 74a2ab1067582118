// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import Foundation

/// Where the device points, true and magnetic kept apart: what was measured stays as it was, the other one is derived from it once.
public struct Heading: Sendable, Hashable {
    /// What the instrument measured.
    public enum Measured: String, Sendable, Hashable { case trueNorth, magneticNorth }
    /// What the instrument measured.
    public let measured: Measured
    /// The measured angle, degrees clockwise, 0 up to 360.
    public let degrees: Double
    /// Degrees from true to magnetic north, east positive; nil when unknown, and then only the measured heading is there.
    public var declination: Double?
    /// Degrees by which it may be wrong; nil when unknown.
    public var accuracy: Double?
    /// When it was measured.
    public var timestamp: Date

    /// Makes a heading from what an instrument measured; other turns are brought to 0 up to 360.
    public init(
        _ measured: Measured, degrees: Double, declination: Double? = nil, accuracy: Double? = nil,
        timestamp: Date = Date()
    ) {
        self.measured = measured
        self.degrees = Angle.turned(degrees)
        self.declination = declination
        self.accuracy = accuracy
        self.timestamp = timestamp
    }

    /// Degrees clockwise from true north; nil where a magnetic heading has no declination.
    public var trueHeading: Double? {
        if measured == .trueNorth { return degrees }
        return declination.map { Angle.turned(degrees + $0) }
    }
    /// Degrees clockwise from magnetic north; nil where a true heading has no declination.
    public var magneticHeading: Double? {
        if measured == .magneticNorth { return degrees }
        return declination.map { Angle.turned(degrees - $0) }
    }
}

/// Arithmetic of angles in degrees.
package enum Angle {
    /// The same direction, 0 up to 360.
    package static func turned(_ degrees: Double) -> Double {
        let rest = degrees.truncatingRemainder(dividingBy: 360)
        let positive = rest < 0 ? rest + 360 : rest
        return positive == 360 ? 0 : positive
    }
    /// The shortest turn from one direction to another, -180 to 180, clockwise positive.
    package static func difference(from start: Double, to end: Double) -> Double {
        let turn = turned(end - start)
        return turn > 180 ? turn - 360 : turn
    }
}
