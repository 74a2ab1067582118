// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// Makes a `Polyline` path by path, vertex by vertex.
public struct PolylineBuilder: MultipartBuilder {
    /// The paths, in order; a path needs two vertices to be drawn.
    public var parts: [MutablePart] = []
    public var spatialReference: SpatialReference?

    /// A builder without vertices.
    public init(spatialReference: SpatialReference? = nil) { self.spatialReference = spatialReference }

    public init(_ geometry: Polyline) {
        parts = geometry.parts.mutableParts(areRings: false)
        spatialReference = geometry.spatialReference
    }

    /// The polyline; paths without vertices are left out.
    public func toGeometry() -> Polyline {
        Polyline(parts: CoordinateParts(parts, closesRings: false), spatialReference: spatialReference)
    }
}
