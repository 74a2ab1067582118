// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// Makes an `Envelope` that grows, shrinks and moves.
public struct EnvelopeBuilder: GeometryBuilder {
    private var envelope: Envelope

    public var spatialReference: SpatialReference? {
        get { envelope.spatialReference }
        set { envelope.spatialReference = newValue }
    }

    /// A builder with an empty box.
    public init(spatialReference: SpatialReference? = nil) { envelope = .empty(in: spatialReference) }

    public init(_ geometry: Envelope) { envelope = geometry }

    /// Sets the four sides, in the builder's units; sides in the wrong order are swapped. z and m stay.
    public mutating func set(xMin: Double, yMin: Double, xMax: Double, yMax: Double) {
        let box = Envelope(xMin: xMin, yMin: yMin, xMax: xMax, yMax: yMax)
        (envelope.xMin, envelope.yMin, envelope.xMax, envelope.yMax) = (box.xMin, box.yMin, box.xMax, box.yMax)
    }

    /// Sets the range of heights, or takes it away.
    public mutating func setZ(_ range: ClosedRange<Double>?) {
        (envelope.zMin, envelope.zMax) = (range?.lowerBound, range?.upperBound)
    }

    /// Sets the range of measures, or takes it away.
    public mutating func setM(_ range: ClosedRange<Double>?) {
        (envelope.mMin, envelope.mMax) = (range?.lowerBound, range?.upperBound)
    }

    /// Grows the box until it holds the point, projected into the builder's reference. An empty point adds nothing. Throws `.spatialReference` when
    /// there is no way.
    public mutating func add(_ point: Point) throws(GeometryError) { grow(to: try adopt(point).extent) }

    /// Grows the box until it holds another, projected into the builder's reference. An empty one adds nothing. Throws `.spatialReference` when there is
    /// no way.
    public mutating func add(_ other: Envelope) throws(GeometryError) {
        if spatialReference == nil { spatialReference = other.spatialReference }
        guard let own = spatialReference, let theirs = other.spatialReference, own != theirs else {
            return grow(to: other)
        }
        grow(to: try GeometryEngine.project(other, into: own))
    }

    /// Makes the box `factor` times as wide and high about its middle; a negative factor counts as positive. An empty box stays empty.
    public mutating func expand(by factor: Double) {
        guard !envelope.isEmpty else { return }
        let center = envelope.center, width = envelope.width * abs(factor), height = envelope.height * abs(factor)
        set(
            xMin: center.x - width / 2, yMin: center.y - height / 2, xMax: center.x + width / 2,
            yMax: center.y + height / 2)
    }

    /// Moves the box, in the builder's units.
    public mutating func offset(byX deltaX: Double, y deltaY: Double) {
        set(
            xMin: envelope.xMin + deltaX, yMin: envelope.yMin + deltaY, xMax: envelope.xMax + deltaX,
            yMax: envelope.yMax + deltaY)
    }

    public func toGeometry() -> Envelope { envelope }

    private mutating func grow(to other: Envelope) {
        guard !other.isEmpty else { return }
        let box = envelope.union(other)
        set(xMin: box.xMin, yMin: box.yMin, xMax: box.xMax, yMax: box.yMax)
    }
}
