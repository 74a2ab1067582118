// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaFeatures
import GromaServices
import GromaStorage

/// What LAYER names: a layer's address, or a table of a GeoPackage file (`FILE.gpkg#NAME or #ID`).
struct LayerSource {
    static let positional = Specification.Positional(
        name: "LAYER", help: "a layer's address (…/FeatureServer/0), or FILE.gpkg#NAME or #ID")

    static func table(_ text: String, _ connection: Connection) async throws -> any EditableFeatureTable {
        if let url = MapSource.webAddress(text) {
            return ServiceFeatureTable(url: url, client: try await connection.client(for: url))
        }
        let parts = text.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, !parts[1].isEmpty else {
            throw UsageError("\(text) names no layer: use an address, or FILE.gpkg#NAME or #ID")
        }
        let package = try GeoPackage(fileURL: URL(filePath: parts[0]))
        if let id = Int(parts[1]) { return try await package.featureTable(id: id) }
        return try await package.featureTable(named: parts[1])
    }
}
