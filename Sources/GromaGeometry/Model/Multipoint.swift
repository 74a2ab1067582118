// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// A set of positions that are one shape.
public struct Multipoint: Geometry {
    /// The positions, as flat coordinates.
    public var coordinates: CoordinateSequence
    public var spatialReference: SpatialReference?

    /// Makes a multipoint from flat coordinates in `spatialReference`.
    public init(coordinates: CoordinateSequence = CoordinateSequence(), spatialReference: SpatialReference? = nil) {
        self.coordinates = coordinates
        self.spatialReference = spatialReference
    }

    /// Makes a multipoint from points. z and m are kept when every point has them.
    public init(points: [Point], spatialReference: SpatialReference? = nil) {
        self.init(
            coordinates: CoordinateSequence(points: points),
            spatialReference: spatialReference ?? points.first?.spatialReference)
    }

    public static var geometryType: GeometryType { .multipoint }
    public var isEmpty: Bool { coordinates.isEmpty }
    public var hasZ: Bool { coordinates.z != nil }
    public var hasM: Bool { coordinates.m != nil }
    public var extent: Envelope { coordinates.extent(in: spatialReference) }
}

extension CoordinateSequence {
    /// Gathers points; z and m are kept when every point has them.
    public init(points: [Point]) {
        self.init(
            xy: points.flatMap { [$0.x, $0.y] },
            z: !points.isEmpty && points.allSatisfy(\.hasZ) ? points.compactMap(\.z) : nil,
            m: !points.isEmpty && points.allSatisfy(\.hasM) ? points.compactMap(\.m) : nil)
    }
}
