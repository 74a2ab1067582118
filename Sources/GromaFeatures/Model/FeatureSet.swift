// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import GromaGeometry

/// The rows of an answer, column by column: the form in which features are decoded, stored in memory, drawn and encoded.
public struct FeatureSet: Sendable {
    public var fields: [Field] = []
    /// Values, one column a field, each `count` long.
    public var columns: [AttributeColumn] = []
    /// Shapes, one a row; nil for a table and for answers without geometry.
    public var geometries: GeometryColumn?
    /// The number of rows.
    public var count = 0
    public var objectIDFieldName: String?
    public var globalIDFieldName: String?
    public var geometryType: GeometryType?
    public var spatialReference: SpatialReference?
    /// True when the service had more rows than it may send.
    public var exceededTransferLimit = false

    /// An empty set.
    public init() {}
}

/// The values of one field, packed by kind; `valid[i]` is false where row i is null.
public struct AttributeColumn: Sendable {
    /// The packed values; a null row holds 0, an empty text or an empty blob.
    public enum Values: Sendable {
        /// Integers, object ids, and dates as epoch milliseconds.
        case integers([Int64])
        case doubles([Double])
        /// Texts: strings, guids, date-only, time-only and timestamp-offset values.
        case strings([String])
        case blobs([[UInt8]])
    }
    public var values: Values
    public var valid: [Bool]

    /// Makes a column.
    public init(values: Values, valid: [Bool]) {
        self.values = values
        self.valid = valid
    }
}

/// The shapes of many features as flat arrays.
///
/// Row i owns parts `partStarts[featureStarts[i]] ..< partStarts[featureStarts[i + 1]]`. A point is one part of one vertex,
/// a multipoint one part; a null or empty shape owns no part.
public struct GeometryColumn: Sendable {
    public var type: GeometryType
    public var coordinates = CoordinateSequence()
    /// First vertex of each part, and the vertex count at the end: parts + 1 numbers.
    public var partStarts: [Int] = [0]
    /// First part of each row, and the part count at the end: rows + 1 numbers.
    public var featureStarts: [Int] = [0]
    /// Rows whose shape was null (as opposed to empty).
    public var nullRows: Set<Int> = []

    /// An empty column.
    public init(type: GeometryType) { self.type = type }
}
