// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// Makes a `Multipoint` position by position.
public struct MultipointBuilder: GeometryBuilder {
    /// The positions, in order.
    public var points = MutablePart()
    public var spatialReference: SpatialReference?

    /// A builder without positions.
    public init(spatialReference: SpatialReference? = nil) { self.spatialReference = spatialReference }

    public init(_ geometry: Multipoint) {
        points = MutablePart(points: (0..<geometry.coordinates.count).map { geometry.coordinates.point(at: $0) })
        spatialReference = geometry.spatialReference
    }

    /// Adds a position in the builder's units.
    public mutating func add(x: Double, y: Double, z: Double? = nil, m: Double? = nil) {
        points.append(x: x, y: y, z: z, m: m)
    }

    /// Adds a position, projected into the builder's reference. Throws `.spatialReference` when there is no way.
    public mutating func add(_ point: Point) throws(GeometryError) { points.append(try adopt(point)) }

    public func toGeometry() -> Multipoint {
        Multipoint(coordinates: CoordinateSequence(points: Array(points)), spatialReference: spatialReference)
    }
}
