// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaFeatures
import GromaGeometry
import GromaStorage

/// Feature files by their endings.
enum FeatureFile {
    /// One set of features of a file, with a name for it.
    struct Layer {
        var name: String
        var features: FeatureSet
        /// The description where the file has one of its own.
        var info: FeatureLayerInfo?
    }

    /// Every layer of a file: GeoPackage, GeoJSON, CSV, Esri JSON, Esri PBF.
    static func layers(_ path: String, named wanted: String? = nil) async throws -> [Layer] {
        let url = URL(filePath: path)
        let name = url.deletingPathExtension().lastPathComponent
        switch url.pathExtension.lowercased() {
        case "gpkg":
            let package = try GeoPackage(fileURL: url, access: .readOnly)
            var layers: [Layer] = []
            for table in try await package.featureTables() {
                let info = try await table.layerInfo()
                guard wanted == nil || info.name == wanted else { continue }
                layers.append(
                    Layer(
                        name: info.name, features: try await table.queryFeatures(using: QueryParameters()), info: info))
            }
            try await package.close()
            guard !layers.isEmpty else {
                throw CommandError("\(path) has no layer\(wanted.map { " named \($0)" } ?? "")")
            }
            return layers
        case "geojson": return [Layer(name: name, features: try FeatureSet(geoJSON: try LocalFile.bytes(path)))]
        case "csv", "tsv": return [Layer(name: name, features: try FeatureSet(csv: try LocalFile.bytes(path)))]
        case "pbf": return [Layer(name: name, features: try FeatureSet(esriPBF: try LocalFile.bytes(path)))]
        case "json", "pjson":
            let bytes = try LocalFile.bytes(path)
            let features = try isGeoJSON(bytes) ? FeatureSet(geoJSON: bytes) : FeatureSet(esriJSON: bytes)
            return [Layer(name: name, features: features)]
        case let ending:
            throw UsageError("\(path): features are read from .gpkg, .geojson, .json, .pbf and .csv, not .\(ending)")
        }
    }

    /// Both kinds of document end in .json: GeoJSON objects say what they are by `type`, Esri JSON has its own keys instead.
    private static func isGeoJSON(_ bytes: [UInt8]) -> Bool {
        let head = String(decoding: bytes.prefix(64 << 10), as: UTF8.self)
        let isEsri = ["\"geometryType\"", "\"attributes\"", "\"rings\"", "\"paths\"", "\"points\""].contains(
            where: head.contains)
        return !isEsri
            && head.contains(
                /"type"\s*:\s*"(FeatureCollection|Feature|(Multi)?(Point|LineString|Polygon)|GeometryCollection)"/)
    }

    /// Writes one layer to a file in the format of its ending. The file is there whole or not at all.
    static func write(_ layer: Layer, to path: String) async throws {
        switch URL(filePath: path).pathExtension.lowercased() {
        case "geojson": try LocalFile.write(try layer.features.geoJSON(), to: path)
        case "json": try LocalFile.write(layer.features.esriJSON(), to: path)
        case "pbf": try LocalFile.write(layer.features.esriPBF(), to: path)
        case "csv": try LocalFile.write(layer.features.csv(), to: path)
        case "gpkg": try await writePackage(layer, to: path)
        case let ending:
            throw UsageError("\(path): features are written as .gpkg, .geojson, .json, .pbf and .csv, not .\(ending)")
        }
    }

    private static func writePackage(_ layer: Layer, to path: String) async throws {
        guard !FileManager.default.fileExists(atPath: path) else {
            throw CommandError("\(path) is there already; remove it or choose another name")
        }
        let draft = path + ".part"
        try? FileManager.default.removeItem(atPath: draft)
        let package = try GeoPackage(fileURL: URL(filePath: draft), access: .create)
        let table = try await package.createFeatureTable(layer.description(id: 0))
        try await table.load(layer.features)
        try await package.close()
        try FileManager.default.moveItem(atPath: draft, toPath: path)
    }
}

extension FeatureFile.Layer {
    /// A description for a new table: the file's own, or one made of the features' fields.
    func description(id: Int) -> FeatureLayerInfo {
        if var info {
            info.id = id
            return info
        }
        var fields = features.fields
        let objectID = features.objectIDFieldName ?? fields.first { $0.type == .oid }?.name
        if objectID == nil {
            fields.insert(Field(name: "OBJECTID", type: .oid, isNullable: false, isEditable: false), at: 0)
        }
        var info = FeatureLayerInfo(
            id: id, name: name, geometryType: features.geometryType, fields: fields,
            objectIDFieldName: objectID ?? "OBJECTID",
            globalIDFieldName: features.globalIDFieldName,
            spatialReference: features.spatialReference ?? (features.geometryType == nil ? nil : .wgs84))
        info.hasZ = features.geometries?.coordinates.z != nil
        info.hasM = features.geometries?.coordinates.m != nil
        info.displayFieldName = fields.first { $0.type == .string }?.name
        info.capabilities = ["Query", "Create", "Update", "Delete", "Editing"]
        return info
    }
}
