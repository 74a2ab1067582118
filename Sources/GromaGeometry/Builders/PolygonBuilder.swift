// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// Makes a `Polygon` ring by ring, vertex by vertex.
public struct PolygonBuilder: GeometryBuilder {
    /// The rings, in order; the first vertex is not repeated at the end.
    public var parts: [MutablePart] = []
    public var spatialReference: SpatialReference?

    /// A builder without vertices.
    public init(spatialReference: SpatialReference? = nil) { self.spatialReference = spatialReference }

    public init(_ geometry: Polygon) {
        parts = geometry.parts.mutableParts(areRings: true)
        spatialReference = geometry.spatialReference
    }

    /// Begins another ring; vertices that are added follow in it. Nothing happens while the last one is still empty.
    public mutating func beginPart() {
        if parts.last?.isEmpty != true { parts.append(MutablePart()) }
    }

    /// Adds a vertex to the last ring, in the builder's units.
    public mutating func add(x: Double, y: Double, z: Double? = nil, m: Double? = nil) {
        if parts.isEmpty { beginPart() }
        parts[parts.count - 1].append(x: x, y: y, z: z, m: m)
    }

    /// Adds a vertex to the last ring, projected into the builder's reference. Throws `.spatialReference` when there is no way.
    public mutating func add(_ point: Point) throws(GeometryError) {
        let own = try adopt(point)
        add(x: own.x, y: own.y, z: own.z, m: own.m)
    }

    /// The polygon with its rings closed. Rings keep the direction they were drawn in and may cross: run `GeometryEngine.simplify(_:)` before it is sent.
    public func toGeometry() -> Polygon {
        Polygon(parts: CoordinateParts(parts, closesRings: true), spatialReference: spatialReference)
    }
}
