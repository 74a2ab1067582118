// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// A box with sides along the axes.
public struct Envelope: Geometry {
    /// Western side, in units of the reference; NaN when empty.
    public var xMin: Double
    /// Southern side, in units of the reference; NaN when empty.
    public var yMin: Double
    /// Eastern side, in units of the reference; NaN when empty.
    public var xMax: Double
    /// Northern side, in units of the reference; NaN when empty.
    public var yMax: Double
    /// Least height, or nil.
    public var zMin: Double?
    /// Greatest height, or nil.
    public var zMax: Double?
    /// Least measure, or nil.
    public var mMin: Double?
    /// Greatest measure, or nil.
    public var mMax: Double?
    public var spatialReference: SpatialReference?

    /// Makes a box from its four sides, in the units of `spatialReference`. Sides in the wrong order are swapped;
    /// a NaN side makes an empty envelope.
    public init(xMin: Double, yMin: Double, xMax: Double, yMax: Double, spatialReference: SpatialReference? = nil) {
        self.xMin = min(xMin, xMax)
        self.yMin = min(yMin, yMax)
        self.xMax = max(xMin, xMax)
        self.yMax = max(yMin, yMax)
        self.spatialReference = spatialReference
    }

    /// Makes a box from two ranges, in the units of `spatialReference`.
    public init(xRange: ClosedRange<Double>, yRange: ClosedRange<Double>, spatialReference: SpatialReference? = nil) {
        self.init(
            xMin: xRange.lowerBound, yMin: yRange.lowerBound, xMax: xRange.upperBound, yMax: yRange.upperBound,
            spatialReference: spatialReference)
    }

    /// Makes a box of `width` by `height` round `center`, in the centre's units and reference.
    public init(center: Point, width: Double, height: Double) {
        self.init(
            xMin: center.x - width / 2, yMin: center.y - height / 2, xMax: center.x + width / 2,
            yMax: center.y + height / 2, spatialReference: center.spatialReference)
    }

    /// A box with nothing in it.
    public static func empty(in spatialReference: SpatialReference? = nil) -> Envelope {
        Envelope(xMin: .nan, yMin: .nan, xMax: .nan, yMax: .nan, spatialReference: spatialReference)
    }

    public static var geometryType: GeometryType { .envelope }
    public var isEmpty: Bool { xMin.isNaN || yMin.isNaN || xMax.isNaN || yMax.isNaN }
    public var hasZ: Bool { zMin != nil }
    public var hasM: Bool { mMin != nil }
    public var extent: Envelope { self }
    /// Width in map units; NaN when empty.
    public var width: Double { xMax - xMin }
    /// Height in map units; NaN when empty.
    public var height: Double { yMax - yMin }
    /// The middle; an empty point when the box is empty.
    public var center: Point {
        isEmpty
            ? .empty(in: spatialReference)
            : Point(x: (xMin + xMax) / 2, y: (yMin + yMax) / 2, spatialReference: spatialReference)
    }
    /// True when the boxes share at least a border point; false when one is empty. References are not compared.
    public func intersects(_ other: Envelope) -> Bool {
        xMin <= other.xMax && other.xMin <= xMax && yMin <= other.yMax && other.yMin <= yMax
    }
    /// True when (x, y) lies in the box or on its border.
    public func contains(x: Double, y: Double) -> Bool { x >= xMin && x <= xMax && y >= yMin && y <= yMax }
    /// The smallest box round both; an empty one adds nothing. The reference is the receiver's.
    public func union(_ other: Envelope) -> Envelope {
        if isEmpty { return Envelope(copying: other, spatialReference: spatialReference ?? other.spatialReference) }
        if other.isEmpty { return self }
        return Envelope(
            xMin: min(xMin, other.xMin), yMin: min(yMin, other.yMin), xMax: max(xMax, other.xMax),
            yMax: max(yMax, other.yMax), spatialReference: spatialReference)
    }

    private init(copying other: Envelope, spatialReference: SpatialReference?) {
        self = other
        self.spatialReference = spatialReference
    }
}
