// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
package import GromaGeometry
package import GromaMapping

/// Which symbol shows the device.
package enum MarkerKind: String, Sendable, Hashable, CaseIterable { case plain, course, heading, acquiring }

/// All that decides how the symbol looks, to know when nothing has to be made anew.
package struct MarkerLooks: Sendable, Hashable {
    package var kind: MarkerKind
    package var angle: Double
    package var x: Double
    package var y: Double
    /// Metres of the circle; nil for none.
    package var radius: Double?
    package var viewport: Viewport
}

/// Where the symbol is on its way, how it is turned, and how old its place is.
package struct MarkerState: Sendable {
    /// A place without news for so long is stale.
    package static let staleTime = Duration.seconds(10)
    /// And so many intervals, where these are longer.
    package static let staleIntervals = 3
    /// The symbol takes at most so long from fix to fix.
    package static let longestMove = Duration.seconds(1)

    package var looks: MarkerLooks?
    package var looksChanged = false
    private var placeOnMap: EasedPlace?
    private var reference: SpatialReference?
    private var angle: EasedAngle?
    private var angleMode: AutoPanMode?
    private var courses = CourseMemory()
    private var lastFix: Duration?
    private var interval: Duration?

    package init() {}

    /// Notes when a fix came, and its course.
    package mutating func take(_ fix: Location, at now: Duration) {
        interval = lastFix.map { now - $0 }
        lastFix = now
        courses.take(fix, at: now)
    }

    /// Sends the symbol to a place of the map; at once where there was none, or where the way is no way: another reference, or across the map's edge.
    package mutating func move(to target: Point?, at now: Duration) {
        guard let target else {
            placeOnMap = nil
            return
        }
        guard var eased = placeOnMap, reference == target.spatialReference, isNear(target, eased.to) else {
            placeOnMap = EasedPlace(x: target.x, y: target.y)
            reference = target.spatialReference
            return
        }
        guard eased.to != (target.x, target.y) else { return }
        eased.move(x: target.x, y: target.y, at: now, within: min(interval ?? .zero, Self.longestMove))
        placeOnMap = eased
    }

    /// Half of a world that wraps is no way to travel between two fixes.
    private func isNear(_ target: Point, _ from: (x: Double, y: Double)) -> Bool {
        let reference = target.spatialReference
        let half: Double? =
            reference?.isWebMercator == true
            ? WebMercator.halfWorld : reference?.isWGS84 == true ? 180 : nil
        return half.map { abs(target.x - from.x) < $0 } ?? true
    }

    package func place(at now: Duration) -> (x: Double, y: Double)? { placeOnMap?.place(at: now) }
    package func course(at now: Duration) -> Double? { courses.course(at: now) }

    /// Turns to a direction; nil keeps the last one where the map turns, and forgets it elsewhere.
    package mutating func turn(to bearing: Double?, of mode: AutoPanMode, at now: Duration) {
        if angleMode != mode {
            // Course and heading are not each other's past.
            if angleMode == .compassNavigation || mode == .compassNavigation { angle = nil }
            angleMode = mode
        }
        guard let bearing else {
            if !mode.turnsMap { angle = nil }
            return
        }
        if angle == nil { angle = EasedAngle(bearing) } else { angle?.turn(to: bearing, at: now) }
    }
    package func bearing(at now: Duration) -> Double? { angle?.degrees(at: now) }

    package func isMoving(at now: Duration) -> Bool {
        placeOnMap?.isMoving(at: now) == true || angle?.isTurning(at: now) == true
    }

    private var staleAfter: Duration { max(Self.staleTime, (interval ?? .zero) * Self.staleIntervals) }
    package func isStale(at now: Duration) -> Bool { lastFix.map { now >= $0 + staleAfter } ?? false }

    /// When something changes although no fix comes; nil when nothing will.
    package func nextChange(after now: Duration) -> Duration? {
        let stale = lastFix.map { $0 + staleAfter }.flatMap { $0 > now ? $0 : nil }
        return [stale, courses.dropTime(after: now)].compactMap(\.self).min()
    }
}
