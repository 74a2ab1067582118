// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaCodecs
import GromaFeatures
import GromaGeometry

/// A web map's layer of features in a file at an address: GeoJSON or CSV, read whole.
struct FileLayer: Sendable {
    private let document: WebMapLayer
    private let kind: LayerKind

    init(_ document: WebMapLayer, _ kind: LayerKind) {
        self.document = document
        self.kind = kind
    }

    func table(_ services: any ServiceLoader) async throws -> FeatureCollectionTable {
        let bytes = try await services.resource(at: try LayerFactory.url(document.url ?? ""))
        let definition = document.layerDefinition?.json ?? JSONObject()
        var rows = kind == .csv ? try csv(bytes, definition) : try FeatureSet(geoJSON: bytes)
        var info = FeatureLayerInfo(
            id: 0, name: definition["name"]?.string ?? document.title, geometryType: rows.geometryType,
            fields: rows.fields, objectIDFieldName: rows.objectIDFieldName ?? "",
            spatialReference: rows.spatialReference ?? .wgs84)
        // What the author says of fields (names to show, domains) goes with the file's own types.
        for (place, field) in info.fields.enumerated() {
            guard let said = Self.field(field.name, in: definition) else { continue }
            info.fields[place].alias = said.alias
            info.fields[place].domain = said.domain
        }
        if let name = definition["displayField"]?.string, info.field(named: name) != nil {
            info.displayFieldName = name
        }
        info.capabilities = ["Query"]
        WebMapCollectionLayer.number(&rows, &info)
        return try FeatureCollectionTable(info: info, rows: rows)
    }

    private func csv(_ bytes: [UInt8], _ definition: JSONObject) throws -> FeatureSet {
        let location = document.json["locationInfo"]
        let kind = location?["locationType"]?.string ?? "coordinates"
        guard kind == "coordinates" || kind == "none" else {
            throw MappingError(
                .unsupported,
                "The layer \"\(document.title)\" places its rows by \(kind); only coordinates in columns are read.")
        }
        let delimiter = document.json["columnDelimiter"]?.string
        var options = CSVOptions()
        options.delimiter = delimiter.flatMap { $0 == "\\t" ? "\t" : $0.first }
        options.longitudeFieldName = location?["longitudeFieldName"]?.string
        options.latitudeFieldName = location?["latitudeFieldName"]?.string
        options.hasLocation = kind != "none"
        for declared in definition["fields"]?.array ?? [] {
            guard let field = try? Field(json: declared) else { continue }
            options.fieldTypes[field.name.lowercased()] = field.type
        }
        return try FeatureSet(csv: bytes, options: options)
    }

    private static func field(_ name: String, in definition: JSONObject) -> Field? {
        for declared in definition["fields"]?.array ?? [] {
            if declared["name"]?.string?.lowercased() == name.lowercased() { return try? Field(json: declared) }
        }
        return nil
    }
}
