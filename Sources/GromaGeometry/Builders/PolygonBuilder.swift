// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// Makes a `Polygon` ring by ring, vertex by vertex.
public struct PolygonBuilder: MultipartBuilder {
    /// The rings, in order; the first vertex is not repeated at the end.
    public var parts: [MutablePart] = []
    public var spatialReference: SpatialReference?

    /// A builder without vertices.
    public init(spatialReference: SpatialReference? = nil) { self.spatialReference = spatialReference }

    public init(_ geometry: Polygon) {
        parts = geometry.parts.mutableParts(areRings: true)
        spatialReference = geometry.spatialReference
    }

    /// The polygon with its rings closed. Rings keep the direction they were drawn in and may cross: run `GeometryEngine.simplify(_:)` before it is sent.
    public func toGeometry() -> Polygon {
        Polygon(parts: CoordinateParts(parts, closesRings: true), spatialReference: spatialReference)
    }
}
