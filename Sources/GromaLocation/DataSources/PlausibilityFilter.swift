// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaGeometry

/// Drops fixes that cannot be true: no numbers, places outside of the globe, times that run backwards, jumps no vehicle makes.
///
/// A receiver that really is elsewhere is believed after a few fixes in a row that agree with each other, so nothing is lost for good.
package struct PlausibilityFilter: Sendable {
    /// A jump up to this many metres is never refused: receivers wander under trees.
    package static let toleratedJump = 1_000.0
    /// Metres a second that nothing on or near the ground exceeds.
    package static let fastest = 400.0
    /// So many fixes that agree with each other make a new place or a new clock believable.
    package static let neededAgreement = 3

    /// Fixes closer than this many metres to the last one that passed are not delivered.
    package var minimumDistance = 0.0
    /// How many were dropped as impossible.
    package private(set) var rejected = 0
    private var last: Location?
    private var suspect: Location?
    private var agreeing = 0
    private var refusedInARow = 0
    private var problem: LocationError?

    package init(minimumDistance: Double = 0) {
        self.minimumDistance = minimumDistance.isFinite ? max(0, minimumDistance) : 0
    }

    /// True for a fix to deliver.
    package mutating func accepts(_ location: Location) -> Bool {
        guard Self.isPlace(location) else {
            refuse("positions that are no places on the globe")
            return false
        }
        if let last, !Self.follows(location, last) {
            let agrees = suspect.map { Self.follows(location, $0) } ?? false
            agreeing = agrees ? agreeing + 1 : 1
            suspect = location
            guard agreeing >= Self.neededAgreement else {
                refuse("positions that jump, or times that run backwards")
                return false
            }
        }
        suspect = nil
        agreeing = 0
        refusedInARow = 0
        if let last, minimumDistance > 0, Self.distance(last, location) < minimumDistance { return false }
        last = location
        return true
    }

    /// What to tell a person, once for each row of refusals; nil when there is nothing new.
    package mutating func takeProblem() -> LocationError? {
        defer { problem = nil }
        return problem
    }

    private mutating func refuse(_ what: String) {
        rejected += 1
        refusedInARow += 1
        if refusedInARow == Self.neededAgreement {
            problem = LocationError(
                .implausible, "The source of locations sends \(what); they are left out until it sends good ones again."
            )
        }
    }

    private static func isPlace(_ location: Location) -> Bool {
        let point = location.position
        return abs(point.x) <= 180 && abs(point.y) <= 90 && location.timestamp.timeIntervalSinceReferenceDate.isFinite
    }

    private static func follows(_ next: Location, _ last: Location) -> Bool {
        let seconds = next.timestamp.timeIntervalSince(last.timestamp)
        guard seconds >= 0 else { return false }
        let metres = distance(last, next)
        return metres <= toleratedJump || metres <= fastest * seconds
    }

    /// Metres on a sphere: enough to tell a jump, and cheap at any rate.
    package static func distance(_ a: Location, _ b: Location) -> Double {
        distance(a.position.y, a.position.x, b.position.y, b.position.x)
    }
    /// The same from latitudes and longitudes in degrees.
    package static func distance(
        _ latitude1: Double, _ longitude1: Double, _ latitude2: Double, _ longitude2: Double
    ) -> Double {
        let radians = Double.pi / 180
        let y1 = latitude1 * radians, y2 = latitude2 * radians
        let half = pow(sin((y2 - y1) / 2), 2) + cos(y1) * cos(y2) * pow(sin((longitude2 - longitude1) * radians / 2), 2)
        return 2 * 6_371_000 * asin(min(1, half.squareRoot()))
    }
}
