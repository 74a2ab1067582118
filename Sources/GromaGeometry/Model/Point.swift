// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// One position.
public struct Point: Geometry {
    /// East, or longitude in degrees; NaN in an empty point.
    public var x: Double
    /// North, or latitude in degrees; NaN in an empty point.
    public var y: Double
    /// Height in vertical units, or nil.
    public var z: Double?
    /// Measure, or nil.
    public var m: Double?
    public var spatialReference: SpatialReference?

    /// Makes a point from coordinates in `spatialReference`, x before y.
    public init(x: Double, y: Double, z: Double? = nil, m: Double? = nil, spatialReference: SpatialReference? = nil) {
        self.x = x
        self.y = y
        self.z = z
        self.m = m
        self.spatialReference = spatialReference
    }

    /// Makes a geographic point in WGS 84 from degrees.
    public init(latitude: Double, longitude: Double) {
        self.init(x: longitude, y: latitude, spatialReference: .wgs84)
    }

    /// A point with no position.
    public static func empty(in spatialReference: SpatialReference? = nil) -> Point {
        Point(x: .nan, y: .nan, spatialReference: spatialReference)
    }

    public static var geometryType: GeometryType { .point }
    public var isEmpty: Bool { x.isNaN || y.isNaN }
    public var hasZ: Bool { z != nil }
    public var hasM: Bool { m != nil }
    public var extent: Envelope {
        guard !isEmpty else { return .empty(in: spatialReference) }
        return Envelope(xMin: x, yMin: y, xMax: x, yMax: y, spatialReference: spatialReference)
    }
}
