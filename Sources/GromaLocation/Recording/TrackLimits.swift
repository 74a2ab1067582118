// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaGeometry

/// When a fix becomes a point of a recorded track.
public struct TrackLimits: Sendable, Hashable {
    /// Which of the two limits has to be passed.
    public enum Rule: String, Sendable, Hashable, CaseIterable { case either, both }
    /// Metres from the last point; 0 asks for none.
    public var distance: Double
    /// Time since the last point; zero asks for none.
    public var interval: Duration
    /// Whether one limit is enough.
    public var rule: Rule
    /// Metres: worse fixes are left out. Nil takes all; fixes of unknown accuracy are then taken too, and else not.
    public var worstAccuracy: Double?
    /// A fix after so long begins a new segment; nil never does.
    public var segmentGap: Duration?

    /// 5 metres or 10 seconds, a new segment after two minutes.
    public init(
        distance: Double = 5, interval: Duration = .seconds(10), rule: Rule = .either, worstAccuracy: Double? = nil,
        segmentGap: Duration? = .seconds(120)
    ) {
        self.distance = distance
        self.interval = interval
        self.rule = rule
        self.worstAccuracy = worstAccuracy
        self.segmentGap = segmentGap
    }

    /// True where `next` is to be recorded after `last`; the first fix always is, unless it is too bad.
    package func takes(_ next: Location, after last: Location?) -> Bool {
        if next.isLastKnown || next.position.isEmpty { return false }
        if let worstAccuracy {
            guard let accuracy = next.horizontalAccuracy, accuracy <= worstAccuracy else { return false }
        }
        guard let last else { return true }
        let seconds = next.timestamp.timeIntervalSince(last.timestamp)
        guard seconds >= 0 else { return false }
        let isFar = PlausibilityFilter.distance(last, next) >= distance
        let isLate = seconds >= interval.inSeconds
        return rule == .either ? isFar || isLate : isFar && isLate
    }
    package func breaks(before next: Location, after last: Location?) -> Bool {
        guard let segmentGap, let last else { return false }
        return next.timestamp.timeIntervalSince(last.timestamp) > segmentGap.inSeconds
    }
}
