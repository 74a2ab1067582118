// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import GromaGeometry

/// Something with attributes and a place: a feature of a table, a graphic of an overlay.
public protocol GeoElement {
    /// Values by name. For features, names in the table's own spelling.
    var attributes: [String: AttributeValue] { get }
    /// The shape; nil when there is none.
    var geometry: (any Geometry)? { get }
}

extension FeatureRecord: GeoElement {}
