// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaFeatures
import GromaServices
import GromaStorage

/// What LAYER names: a layer's address, or a table of a GeoPackage, which is named itself or by the folder that holds it.
struct LayerSource {
    static let positional = Specification.Positional(
        name: "LAYER",
        help:
            "a layer's address (…/FeatureServer/0), FILE.gpkg#ID or #NAME, or FOLDER#ID of a folder that holds a GeoPackage"
    )

    /// For commands that only read.
    static let readPositional = Specification.Positional(
        name: "LAYER", help: positional.help + ", or a .geojson, .json, .csv or .pbf file")

    /// A table to ask: what LAYER names, or a file of features that is read whole.
    static func readTable(_ text: String, _ connection: Connection) async throws -> any FeatureTable {
        let ending = URL(filePath: text).pathExtension.lowercased()
        guard MapSource.webAddress(text) == nil, ["geojson", "json", "pjson", "csv", "tsv", "pbf"].contains(ending)
        else { return try await LayerSource(text, connection).table }
        guard let layer = try await FeatureFile.layers(text).first else {
            throw CommandError("\(text) holds no features")
        }
        return try FeatureCollectionTable(name: layer.name, rows: layer.features)
    }

    /// The layer's table.
    let table: any EditableFeatureTable
    private let package: GeoPackage?

    /// Opens the layer; `isEdited` asks for a file that can be written.
    init(_ text: String, _ connection: Connection, isEdited: Bool = false) async throws {
        if let url = MapSource.webAddress(text) {
            table = ServiceFeatureTable(url: url, client: try await connection.client(for: url))
            package = nil
            return
        }
        guard let mark = text.lastIndex(of: "#"), text.index(after: mark) < text.endIndex else {
            throw UsageError("\(text) names no layer: use an address, FILE.gpkg#ID or #NAME, or FOLDER#ID")
        }
        var name = String(text[text.index(after: mark)...])
        let file = try Self.package(String(text[..<mark]), &name)
        let package = try GeoPackage(fileURL: file, access: isEdited ? .readWrite : .readOnly)
        if let id = Int(name) {
            table = try await package.featureTable(id: id)
        } else {
            table = try await package.featureTable(named: name)
        }
        self.package = package
    }

    /// True for a text that names a layer of a file and not a map.
    static func isFileLayer(_ text: String) -> Bool { MapSource.webAddress(text) == nil && text.contains("#") }

    /// Leaves a file whole, without a log beside it.
    func close() async throws { try await package?.close() }

    /// The GeoPackage that a path names: the file, or the one in a folder. Where a folder holds several, the layer is
    /// `PACKAGE/ID`, and `name` keeps what follows the stroke.
    private static func package(_ path: String, _ name: inout String) throws -> URL {
        let url = URL(filePath: path)
        var isFolder: ObjCBool = false
        guard unsafe FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
            throw CommandError("\(path) is not there")
        }
        guard isFolder.boolValue else { return url }
        let packages = packages(in: url)
        if let stroke = name.lastIndex(of: "/") {
            let wanted = String(name[..<stroke])
            guard let match = packages.first(where: { $0.deletingPathExtension().lastPathComponent == wanted }) else {
                throw CommandError("\(path) holds no GeoPackage called \(wanted); \(listed(packages))")
            }
            name = String(name[name.index(after: stroke)...])
            return match
        }
        guard packages.count == 1 else {
            throw CommandError(
                packages.isEmpty
                    ? "\(path) holds no GeoPackage"
                    : "\(path) holds several GeoPackages; name the layer as \(path)#PACKAGE/ID: \(listed(packages))")
        }
        return packages[0]
    }

    /// The feature packages in a folder and in its `services` folder, where a server keeps them.
    private static func packages(in folder: URL) -> [URL] {
        [folder, folder.appending(path: "services")].flatMap { folder in
            let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
            return names.filter { $0.lowercased().hasSuffix(".gpkg") }.sorted().map { folder.appending(path: $0) }
        }
    }

    private static func listed(_ packages: [URL]) -> String {
        packages.isEmpty
            ? "it holds none"
            : "it holds " + packages.map { $0.deletingPathExtension().lastPathComponent }.joined(separator: ", ")
    }
}
