// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// Makes a `Polyline` path by path, vertex by vertex.
public struct PolylineBuilder: GeometryBuilder {
    /// The paths, in order; a path needs two vertices to be drawn.
    public var parts: [MutablePart] = []
    public var spatialReference: SpatialReference?

    /// A builder without vertices.
    public init(spatialReference: SpatialReference? = nil) { self.spatialReference = spatialReference }

    public init(_ geometry: Polyline) {
        parts = geometry.parts.mutableParts(areRings: false)
        spatialReference = geometry.spatialReference
    }

    /// Begins another path; vertices that are added follow in it. Nothing happens while the last one is still empty.
    public mutating func beginPart() {
        if parts.last?.isEmpty != true { parts.append(MutablePart()) }
    }

    /// Adds a vertex to the last path, in the builder's units.
    public mutating func add(x: Double, y: Double, z: Double? = nil, m: Double? = nil) {
        if parts.isEmpty { beginPart() }
        parts[parts.count - 1].append(x: x, y: y, z: z, m: m)
    }

    /// Adds a vertex to the last path, projected into the builder's reference. Throws `.spatialReference` when there is no way.
    public mutating func add(_ point: Point) throws(GeometryError) {
        let own = try adopt(point)
        add(x: own.x, y: own.y, z: own.z, m: own.m)
    }

    /// The polyline; paths without vertices are left out.
    public func toGeometry() -> Polyline {
        Polyline(parts: CoordinateParts(parts, closesRings: false), spatialReference: spatialReference)
    }
}
