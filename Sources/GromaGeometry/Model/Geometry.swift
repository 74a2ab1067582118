// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// The kinds of geometry, named as in Esri JSON's `geometryType`.
public enum GeometryType: String, Sendable, Hashable, CaseIterable {
    case point = "esriGeometryPoint"
    case multipoint = "esriGeometryMultipoint"
    case polyline = "esriGeometryPolyline"
    case polygon = "esriGeometryPolygon"
    case envelope = "esriGeometryEnvelope"
}

/// A shape on the ground: `Point`, `Multipoint`, `Polyline`, `Polygon` or `Envelope`.
///
/// Geometries are values. Coordinates are x (east, longitude) before y (north, latitude) in the units of
/// `spatialReference`. Two geometries are equal when coordinates, z, m and spatial reference are equal bit for bit
/// (NaN excepted); use `GeometryEngine` for equality as point sets.
public protocol Geometry: Sendable, Hashable {
    /// The reference the coordinates are in; nil when the document did not say.
    var spatialReference: SpatialReference? { get set }
    /// The smallest box round all coordinates, an empty envelope when there are none. NaN coordinates are left out. Linear.
    var extent: Envelope { get }
    /// True when there is no coordinate (a point whose x is NaN, no paths, no rings, no points).
    var isEmpty: Bool { get }
    /// True when every coordinate has a z, in the vertical units of the reference (metres when it does not say).
    var hasZ: Bool { get }
    /// True when every coordinate has a measure; a missing measure is NaN.
    var hasM: Bool { get }
    /// The kind of shape.
    static var geometryType: GeometryType { get }
}

extension Geometry {
    /// The kind of shape.
    public var geometryType: GeometryType { Self.geometryType }
}
