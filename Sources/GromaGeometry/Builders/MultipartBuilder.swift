// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// A builder of paths or rings.
public protocol MultipartBuilder: GeometryBuilder {
    /// The paths or rings, in order.
    var parts: [MutablePart] { get set }
}

extension MultipartBuilder {
    /// Begins another part; vertices that are added follow in it. Nothing happens while the last one is still empty.
    public mutating func beginPart() {
        if parts.last?.isEmpty != true { parts.append(MutablePart()) }
    }

    /// Adds a vertex to the last part, in the builder's units.
    public mutating func add(x: Double, y: Double, z: Double? = nil, m: Double? = nil) {
        if parts.isEmpty { beginPart() }
        parts[parts.count - 1].append(x: x, y: y, z: z, m: m)
    }

    /// Adds a vertex to the last part, projected into the builder's reference. Throws `.spatialReference` when there is no way.
    public mutating func add(_ point: Point) throws(GeometryError) {
        let own = try adopt(point)
        add(x: own.x, y: own.y, z: own.z, m: own.m)
    }
}
