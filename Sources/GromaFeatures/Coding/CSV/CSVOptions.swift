// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// What is known of a CSV file beforehand.
public struct CSVOptions: Sendable {
    /// What stands between cells, one ASCII character; nil takes the one that the first record has most of.
    public var delimiter: Character?
    /// The column of longitudes in WGS 84, in any case; nil looks for the usual names.
    public var longitudeFieldName: String?
    /// The column of latitudes in WGS 84, in any case; nil looks for the usual names.
    public var latitudeFieldName: String?
    /// False where rows have no places, whatever their columns are called.
    public var hasLocation = true
    /// Types by lowercased column name, where the values can be read so; other columns get the type that their values suggest.
    public var fieldTypes: [String: FieldType] = [:]
    /// Nothing known.
    public init() {}
}
