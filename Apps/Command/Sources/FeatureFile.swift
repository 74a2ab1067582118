// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaCodecs
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

    /// The layers of a file, or the one named: GeoPackage, GeoJSON, Esri JSON, Esri PBF, CSV; other formats through ogr2ogr.
    static func layers(_ path: String, named wanted: String? = nil) async throws -> [Layer] {
        let url = URL(filePath: path)
        let name = url.deletingPathExtension().lastPathComponent
        switch url.pathExtension.lowercased() {
        case "gpkg": return try await packageLayers(url, named: wanted)
        case "geojson": return [Layer(name: name, features: try LocalFile.read(path) { try FeatureSet(geoJSON: $0) })]
        case "csv", "tsv":
            let features = try LocalFile.read(path) { try FeatureSet(csv: $0) }
            notePlaceless(features, path)
            return [Layer(name: name, features: features)]
        case "pbf": return [Layer(name: name, features: try LocalFile.read(path) { try FeatureSet(esriPBF: $0) })]
        case "json", "pjson":
            if let features = try await largeEsriJSON(path) { return [Layer(name: name, features: features)] }
            let features = try LocalFile.read(path) { bytes -> FeatureSet in
                switch FeatureJSON(of: bytes) {
                case .geoJSON: try FeatureSet(geoJSON: bytes)
                case .esriJSON: try FeatureSet(esriJSON: bytes)
                }
            }
            return [Layer(name: name, features: features)]
        default:
            return try await OutsideFormat.layers(of: url) { try await packageLayers($0, named: wanted) }
        }
    }

    /// A large file of Esri JSON, of which a few megabytes at a time are in memory; nil for any other file.
    private static func largeEsriJSON(_ path: String) async throws -> FeatureSet? {
        guard let file = try? FileBytes(path: path), file.count >= 8 << 20,
            let beginning = try? file.read(at: 0, count: 1 << 16), FeatureJSON(beginning: beginning) == .esriJSON
        else { return nil }
        do {
            return try await FeatureSet.read(esriJSON: file)
        } catch {
            throw CommandError("\(path): \(error)")
        }
    }

    private static func packageLayers(_ url: URL, named wanted: String?) async throws -> [Layer] {
        try LocalFile.check(url.relativePath)
        do {
            return try await layers(of: try GeoPackage(fileURL: url, access: .readOnly), url, named: wanted)
        } catch let error as StorageError {
            throw CommandError(
                error.message.contains(url.relativePath) ? "\(error)" : "\(url.relativePath): \(error)")
        }
    }

    private static func layers(of package: GeoPackage, _ url: URL, named wanted: String?) async throws -> [Layer] {
        var layers: [Layer] = []
        for (name, error) in try await package.unreadableTables().sorted(by: { $0.key < $1.key }) {
            if wanted == name { throw error }
            if wanted == nil { Output.note("\(url.relativePath): table \(name) is left out: \(error.message)") }
        }
        for table in try await package.featureTables() {
            let info = try await table.layerInfo()
            guard wanted == nil || info.name == wanted else { continue }
            layers.append(
                Layer(
                    name: info.name, features: try await table.queryFeatures(using: QueryParameters()), info: info))
        }
        try await package.close()
        guard !layers.isEmpty else {
            throw CommandError("\(url.relativePath) has no layer\(wanted.map { " named \($0)" } ?? "")")
        }
        return layers
    }

    /// Writes one layer to a file in the format of its ending. The file is there whole or not at all.
    static func write(_ layer: Layer, to path: String) async throws {
        for loss in losses(of: layer.features, in: URL(filePath: path).pathExtension.lowercased()) {
            Output.note("\(path): \(loss)")
        }
        switch URL(filePath: path).pathExtension.lowercased() {
        case "geojson": try LocalFile.write(try layer.features.geoJSON(), to: path)
        case "json": try LocalFile.write(layer.features.esriJSON(), to: path)
        case "pbf":
            try checkGrid(layer.features)
            try LocalFile.write(layer.features.esriPBF(), to: path)
        case "csv":
            try LocalFile.write(layer.features.csv(), to: path)
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
        removePackage(draft)
        try LocalFile.checkNew(draft, for: path)
        do {
            let known = layer.withObjectIDs
            if known.features.objectIDFieldIndex != nil, !known.hasUsableObjectIDs {
                Output.note("\(path): the object ids are not all positive and different; rows are numbered anew")
            }
            try await fill(draft, with: known)
            try FileManager.default.moveItem(atPath: draft, toPath: path)
            // The log beside it is empty by now; it goes when the last connection does, which may be later than this.
            removePackage(draft)
        } catch let error as StorageError where error.code == .diskFull {
            removePackage(draft)
            throw CommandError("\(path) could not be written: \(unsafe String(cString: strerror(ENOSPC)))")
        } catch {
            removePackage(draft)
            throw error
        }
    }

    private static func fill(_ path: String, with layer: Layer) async throws {
        let package = try GeoPackage(fileURL: URL(filePath: path), access: .create)
        let table = try await package.createFeatureTable(layer.description(id: 0))
        try await table.load(layer.features, objectIDs: layer.hasUsableObjectIDs ? .kept : .assignedByRow)
        try await package.close()
    }

    private static func removePackage(_ path: String) {
        for ending in ["", "-wal", "-shm", "-journal"] { try? FileManager.default.removeItem(atPath: path + ending) }
    }
}
