// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// Makes a `Point`: one position that is set and set again.
public struct PointBuilder: GeometryBuilder {
    /// East, or longitude in degrees; NaN while there is no position.
    public var x: Double
    /// North, or latitude in degrees; NaN while there is no position.
    public var y: Double
    /// Height in vertical units, or nil.
    public var z: Double?
    /// Measure, or nil.
    public var m: Double?
    public var spatialReference: SpatialReference?

    /// A builder without a position.
    public init(spatialReference: SpatialReference? = nil) { self.init(.empty(in: spatialReference)) }

    public init(_ geometry: Point) {
        (x, y, z, m) = (geometry.x, geometry.y, geometry.z, geometry.m)
        spatialReference = geometry.spatialReference
    }

    /// Takes over a position, projected into the builder's reference: there is only ever one. Throws `.spatialReference` when there is no way.
    public mutating func set(_ point: Point) throws(GeometryError) {
        let own = try adopt(point)
        (x, y, z, m) = (own.x, own.y, own.z, own.m)
    }

    /// Moves the position, in the builder's units.
    public mutating func offset(byX deltaX: Double, y deltaY: Double) {
        x += deltaX
        y += deltaY
    }

    public func toGeometry() -> Point { Point(x: x, y: y, z: z, m: m, spatialReference: spatialReference) }
}
