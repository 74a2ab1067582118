// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaGeometry

/// The enumerations of Esri's FeatureCollection schema, by their numbers.
enum PBFNames {
    /// FieldType.
    static let fieldTypes: [FieldType] = [
        .smallInteger, .integer, .single, .double, .string, .date, .oid, .geometry, .blob, .raster, .guid, .globalID,
        .xml,
        .bigInteger, .dateOnly, .timeOnly, .timestampOffset,
    ]
    /// SQLType, without the `sqlType` that JSON puts before.
    static let sqlTypes = [
        "BigInt", "Binary", "Bit", "Char", "Date", "Decimal", "Double", "Float", "Geometry", "GUID", "Integer",
        "LongNVarchar", "LongVarbinary", "LongVarchar", "NChar", "NVarchar", "Other", "Real", "SmallInt", "SqlXml",
        "Time",
        "Timestamp", "Timestamp2", "TinyInt", "Varbinary", "Varchar", "TimestampWithTimezone",
    ]
    /// GeometryType; envelope (5) shapes are not read, multipatches passed over.
    static let geometryTypes: [GeometryType] = [.point, .multipoint, .polyline, .polygon]
    /// GeometryType of solids.
    static let multipatch: UInt64 = 4
    /// GeometryType of tables.
    static let noGeometry: UInt64 = 127
}
