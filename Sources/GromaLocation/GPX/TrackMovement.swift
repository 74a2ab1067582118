// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaGeometry

/// Speeds and courses of recordings that have places and times alone.
package enum TrackMovement {
    /// Seconds beyond which the way between two points is no movement.
    private static let longestStep = 30.0
    /// Metres below which the way between two points is the receiver's trembling.
    private static let leastWay = 0.5

    /// The same places, with a speed and a course where the recording has none and the way from the point before gives them.
    package static func completed(_ locations: [Location]) -> [Location] {
        var result: [Location] = []
        result.reserveCapacity(locations.count)
        for location in locations {
            var location = location
            if let last = result.last, location.speed == nil || location.course == nil {
                let seconds = location.timestamp.timeIntervalSince(last.timestamp)
                if seconds > 0, seconds <= longestStep,
                    let way = try? GeometryEngine.geodeticDistance(from: last.position, to: location.position)
                {
                    if location.speed == nil { location.speed = way.distance / seconds }
                    if location.course == nil, way.distance > leastWay { location.course = Angle.turned(way.azimuth1) }
                }
            }
            result.append(location)
        }
        return result
    }
}
