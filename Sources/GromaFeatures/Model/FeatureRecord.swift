// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import GromaGeometry

/// One feature as a value: what edits, stores and the wire carry.
public struct FeatureRecord: Sendable {
    /// Values by field name, in the service's spelling of the names. An absent name means "not given" (an update leaves it).
    public var attributes: [String: AttributeValue]
    /// The shape; nil when the table has none or the feature's is null.
    public var geometry: (any Geometry)?

    /// Makes a record.
    public init(attributes: [String: AttributeValue] = [:], geometry: (any Geometry)? = nil) {
        self.attributes = attributes
        self.geometry = geometry
    }
}
