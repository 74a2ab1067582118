// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// A geometry while it is being made: a value that is changed vertex by vertex and then handed out as a `Geometry`.
///
/// Coordinates are in the builder's reference. `add(_:)` takes points in any reference and projects them; a builder without a reference takes over that of the
/// first point. z and m come out where every vertex has them. Copies are independent.
public protocol GeometryBuilder: Sendable, Hashable {
    /// The kind of geometry that comes out.
    associatedtype Shape: Geometry
    /// The reference of all coordinates; setting it renames them and moves nothing.
    var spatialReference: SpatialReference? { get set }
    /// Begins with the vertices of a geometry.
    init(_ geometry: Shape)
    /// The geometry as it is now. Linear.
    func toGeometry() -> Shape
}

extension GeometryBuilder {
    /// True when there is no vertex yet.
    public var isEmpty: Bool { toGeometry().isEmpty }
    /// True when every vertex has a z.
    public var hasZ: Bool { toGeometry().hasZ }
    /// True when every vertex has a measure.
    public var hasM: Bool { toGeometry().hasM }
    /// The box round all vertices; empty without any. Linear.
    public var extent: Envelope { toGeometry().extent }
    /// True when what is there can be drawn as a shape of its kind: see `Geometry.sketchIsValid`. Linear.
    public var sketchIsValid: Bool { toGeometry().sketchIsValid }

    /// A point in the builder's reference; a builder without one takes over the point's.
    mutating func adopt(_ point: Point) throws(GeometryError) -> Point {
        if spatialReference == nil { spatialReference = point.spatialReference }
        guard let own = spatialReference, let other = point.spatialReference, own != other else { return point }
        return try GeometryEngine.project(point, into: own)
    }
}

/// A geometry of the kind with nothing in it, in `spatialReference`: a point whose x is NaN, no paths, no rings.
public func makeEmptyGeometry(_ type: GeometryType, spatialReference: SpatialReference? = nil) -> any Geometry {
    CoordinateParts().geometry(as: type, in: spatialReference)
}
