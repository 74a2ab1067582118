// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaFeatures
import GromaGeometry
import GromaStorage

/// A folder of its own for one test, removed with the value.
final class TestFolder {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("groma-storage-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    func file(_ name: String) -> URL { url.appendingPathComponent(name) }
}

/// Layers that tests make.
enum TestLayers {
    /// One field of every kind, points in web mercator.
    static func everyKind(_ type: GeometryType? = .point, name: String = "Inlets") -> FeatureLayerInfo {
        let status = CodedValueDomain(
            name: "Status", codedValues: [CodedValue(code: 1, name: "Good"), CodedValue(code: 2, name: "Bad")])
        var info = FeatureLayerInfo(
            id: 0, name: name, geometryType: type,
            fields: [
                Field(name: "OBJECTID", type: .oid, isNullable: false, isEditable: false),
                Field(name: "GlobalID", type: .globalID, length: 38, isNullable: false, isEditable: false),
                Field(name: "NAME", type: .string, alias: "Asset name", length: 16),
                Field(name: "STATUS", type: .smallInteger, domain: .codedValue(status), defaultValue: 1),
                Field(name: "COUNT_", type: .integer), Field(name: "BIG", type: .bigInteger),
                Field(name: "RATIO", type: .single),
                Field(
                    name: "DEPTH", type: .double,
                    domain: .range(RangeDomain(name: "Depth", minimum: .double(0), maximum: .double(6)))),
                Field(name: "SEEN", type: .date), Field(name: "DUE", type: .dateOnly),
                Field(name: "AT", type: .timeOnly), Field(name: "STAMP", type: .timestampOffset),
                Field(name: "OTHER", type: .guid, length: 38), Field(name: "BYTES", type: .blob),
                Field(name: "CREATOR", type: .string, length: 40, isEditable: false),
                Field(name: "CREATED", type: .date, isEditable: false),
                Field(name: "EDITOR", type: .string, length: 40, isEditable: false),
                Field(name: "EDITED", type: .date, isEditable: false),
            ],
            objectIDFieldName: "OBJECTID", globalIDFieldName: "GlobalID",
            spatialReference: type == nil ? nil : .webMercator)
        info.hasAttachments = true
        info.editFieldsInfo = EditFieldsInfo(
            creationDateField: "CREATED", creatorField: "CREATOR", editDateField: "EDITED", editorField: "EDITOR")
        info.capabilities = ["Query", "Create", "Update", "Delete"]
        return info
    }

    /// A table of points on a grid of `count` columns and rows, one map unit apart; NAME is "x-y", COUNT_ is x, DEPTH y / 100.
    static func grid(_ count: Int) throws -> FeatureSet {
        let info = everyKind()
        let records = (0..<count * count).map { index in
            let x = index % count, y = index / count
            return FeatureRecord(
                attributes: [
                    "NAME": .string("\(x)-\(y)"), "COUNT_": .integer(Int64(x)), "DEPTH": .double(Double(y) / 100),
                    "SEEN": .date(1_700_000_000_123 + Int64(index)),
                ], geometry: Point(x: Double(x), y: Double(y), spatialReference: .webMercator))
        }
        return try FeatureSet(
            records: records, fields: info.fields, geometryType: .point, spatialReference: .webMercator)
    }
}
