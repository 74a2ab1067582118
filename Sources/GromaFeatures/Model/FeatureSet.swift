// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import GromaGeometry

/// The rows of an answer, column by column: the form in which features are decoded, stored in memory, drawn and encoded.
public struct FeatureSet: Sendable {
    /// The columns.
    public var fields: [Field] = []
    /// Values, one column a field, each `count` long.
    public var columns: [AttributeColumn] = []
    /// Shapes, one a row; nil for a table and for answers without geometry.
    public var geometries: GeometryColumn?
    /// The middle of each row's area, as points; nil unless the query asked for them.
    public var centroids: GeometryColumn?
    /// The number of rows.
    public var count = 0
    /// The field with the object ids; nil when the answer has none.
    public var objectIDFieldName: String?
    /// The field with the GlobalIDs; nil when the answer has none.
    public var globalIDFieldName: String?
    /// The kind of shapes of the table, also where the answer leaves them out.
    public var geometryType: GeometryType?
    /// The reference of the shapes.
    public var spatialReference: SpatialReference?
    /// True when the service had more rows than it may send.
    public var exceededTransferLimit = false

    /// An empty set.
    public init() {}
}
