// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import Foundation
import GromaFeatures
import GromaGeometry
import GromaMapping

/// The units that lengths on the ground are told in.
public enum UnitSystem: Sendable, Hashable, CaseIterable {
    /// Metres and kilometres.
    case metric
    /// Feet and miles.
    case imperial
}

/// A round length on the ground and how long it is on the screen.
public struct ScaleBar: Sendable, Hashable {
    /// The unit of `value`.
    public enum LengthUnit: String, Sendable, Hashable, CaseIterable {
        /// 1 m.
        case meters = "m"
        /// 1,000 m.
        case kilometers = "km"
        /// 0.3048 m.
        case feet = "ft"
        /// 1,609.344 m.
        case miles = "mi"

        /// Metres a unit.
        public var meters: Double {
            switch self {
            case .meters: 1
            case .kilometers: 1_000
            case .feet: 0.3048
            case .miles: 1_609.344
            }
        }
    }
    /// 1, 2 or 5 times a power of ten.
    public let value: Double
    /// The unit of `value`.
    public let unit: LengthUnit
    /// Device-independent pixels.
    public let length: Double

    /// The longest round length that is not longer than `mostLength` device-independent pixels; nil where the ground has no
    /// measure there.
    public init?(metersPerPoint: Double, mostLength: Double, units: UnitSystem) {
        guard metersPerPoint.isFinite, metersPerPoint > 0, mostLength.isFinite, mostLength >= 1 else { return nil }
        let most = metersPerPoint * mostLength
        let unit: LengthUnit =
            switch units {
            case .metric: most >= 1_000 ? .kilometers : .meters
            case .imperial: most >= LengthUnit.miles.meters ? .miles : .feet
            }
        let limit = most / unit.meters
        let power = pow(10, log10(limit).rounded(.down))
        // Rounding of the logarithm must not lose a length that fits just so.
        let candidates = [10.0, 5, 2, 1, 0.5].map { $0 * power }
        guard let value = candidates.first(where: { $0 <= limit * (1 + 1e-9) }), value > 0 else { return nil }
        self.value = value
        self.unit = unit
        length = value * unit.meters / metersPerPoint
    }

    /// The length in words, such as "200 m".
    public func text(locale: Locale = .current) -> String {
        let places = value >= 1 ? 0 : min(6, Int((-log10(value)).rounded(.up)))
        let number = AttributeFormatter(locale: locale, timeZone: .gmt).number(value, places: places)
        return "\(number) \(unit.rawValue)"
    }
}

extension MapViewModel {
    /// A scale bar for the middle of the view, at its latitude; nil while there is no view.
    public func scaleBar(mostLength: Double = 120, units: UnitSystem = .metric) -> ScaleBar? {
        metersPerPoint.flatMap { ScaleBar(metersPerPoint: $0, mostLength: mostLength, units: units) }
    }

    /// Metres on the ground a device-independent pixel, across the middle of the view; nil while there is no view.
    public var metersPerPoint: Double? {
        guard let navigator else { return nil }
        let view = navigator.viewport, reference = view.spatialReference
        let half = 50 * view.resolution
        var west = navigator.center, east = navigator.center
        west.x -= half
        east.x += half
        if let result = try? GeometryEngine.geodeticDistance(from: west, to: east), result.distance.isFinite,
            result.distance > 0
        {
            // More than half the world across is measured the short way round.
            if half * MapScale.metersPerUnit(of: reference) < 5_000_000 { return result.distance / 100 }
        }
        var factor = MapScale.metersPerUnit(of: reference)
        if let place = try? GeometryEngine.project(navigator.center, into: .wgs84), place.y.isFinite,
            reference.isWebMercator || reference.isWGS84
        {
            factor *= cos(place.y * .pi / 180)
        }
        return view.resolution * factor
    }
}
