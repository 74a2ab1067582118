// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import GromaGeometry

/// How far a person may move and zoom.
public struct ViewpointConstraints: Sendable, Hashable {
    /// The furthest scale, as a denominator; nil leaves it at four times the world in 256 pixels.
    public var minScale: Double?
    /// The closest scale, as a denominator; nil leaves it at 1:10.
    public var maxScale: Double?
    /// What may be seen, in any reference: the view stays inside, and where it is larger, in the middle. Nil for no limit.
    public var maxExtent: Envelope?

    /// Makes constraints; none by default.
    public init(minScale: Double? = nil, maxScale: Double? = nil, maxExtent: Envelope? = nil) {
        self.minScale = minScale
        self.maxScale = maxScale
        self.maxExtent = maxExtent
    }

    /// The nearest scale that is allowed. The closer limit wins where the two contradict each other.
    func scale(_ scale: Double) -> Double {
        let furthest = minScale.flatMap { $0 > 0 && $0.isFinite ? $0 : nil } ?? 2_400_000_000
        let closest = maxScale.flatMap { $0 > 0 && $0.isFinite ? $0 : nil } ?? 10
        return max(min(scale.isFinite ? scale : furthest, furthest), closest, 1)
    }
}
