// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaCodecs
import GromaFeatures
import GromaServices
import GromaStorage

/// `groma import`
struct ImportCommand: Command {
    static let specification = Specification(
        name: "import", summary: "brings a feature file into a service",
        discussion: """
            Reads GeoPackage, GeoJSON, Esri JSON, Esri PBF and CSV; convert others with ogr2ogr first. With --data the service is
            made when it is not there, and a layer is added to it; stop the server meanwhile. With --server the features are
            added to a layer that is there already, over the wire.
            """,
        positionals: [.init(name: "FILE", help: "the file to read")],
        options: [
            .value("service", "NAME", "the feature service"),
            .value("data", "DIR", "the server's data folder (groma-data)"),
            .value("server", "URL", "a running server: http://host:6080/arcgis"),
            .value("layer", "NAME", "which layer of the file; or the new layer's name"),
        ] + Connection.options)

    static func run(_ arguments: Arguments) async throws {
        let service = try arguments.needed("service")
        let path = try arguments.required(0)
        guard arguments.value("data") == nil || arguments.value("server") == nil else {
            throw UsageError("--data or --server, not both")
        }
        var layers = try await FeatureFile.layers(path)
        if let name = arguments.value("layer") {
            if let match = layers.first(where: { $0.name == name }) {
                layers = [match]
            } else if layers.count == 1 {
                layers[0].name = name
                layers[0].info?.name = name
            } else {
                throw UsageError("\(path) has no layer \(name); it has \(layers.map(\.name).joined(separator: ", "))")
            }
        }
        for layer in layers {
            if let text = arguments.value("server") {
                guard let url = MapSource.webAddress(text) else {
                    throw UsageError("--server is an address, not \(text)")
                }
                try await send(
                    layer, to: url.appending(path: "rest/services/\(service)/FeatureServer"), Connection(arguments))
            } else {
                try await store(layer, service: service, in: URL(filePath: arguments.value("data") ?? "groma-data"))
            }
            Output.line("\(layer.name): \(layer.features.count) features")
        }
    }

    private static func store(_ layer: FeatureFile.Layer, service: String, in folder: URL) async throws {
        let store = try StoreDirectory(url: folder)
        let package: GeoPackage
        if try await store.service(named: service, kind: .features) != nil {
            package = try await store.featureService(named: service)
        } else {
            var properties = JSONObject()
            properties["access"] = ["edit": .array([.string("admin")])]
            package = try await store.createFeatureService(
                ServiceRecord(name: service, kind: .features, properties: properties))
        }
        let id = (try await package.layerInfos().map(\.id).max() ?? -1) + 1
        let table = try await package.createFeatureTable(layer.description(id: id))
        _ = try await table.load(layer.features)
        try await store.close()
    }

    private static func send(_ layer: FeatureFile.Layer, to url: URL, _ connection: Connection) async throws {
        let client = try await connection.client(for: url)
        let listed = try await client.json(url)
        let entries = (listed["layers"]?.array ?? []) + (listed["tables"]?.array ?? [])
        guard let id = entries.first(where: { $0["name"]?.string == layer.name })?["id"]?.int else {
            throw CommandError("the service has no layer named \(layer.name); name one of its layers by --layer")
        }
        let table = ServiceFeatureTable(url: url.appending(path: String(id)), client: client)
        let info = try await table.layerInfo()
        for start in stride(from: 0, to: layer.features.count, by: 500) {
            var edits = FeatureEdits()
            for row in start..<min(start + 500, layer.features.count) {
                var record = layer.features.record(at: row)
                record.attributes = record.attributes.filter { name, _ in
                    info.field(named: name).map { $0.isEditable && $0.type != .oid } ?? false
                }
                edits.adds.append(record)
            }
            let results = try await table.applyEdits(edits)
            if let refused = results.adds.first(where: \.didCompleteWithErrors) {
                throw CommandError(
                    "\(layer.name): a feature was refused after \(start) were added: \(refused.error?.message ?? "")")
            }
        }
    }
}
