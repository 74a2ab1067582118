// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaCodecs
import GromaFeatures
import GromaStorage

/// `groma import`
struct ImportCommand: Command {
    static let specification = Specification(
        name: "import", summary: "brings a feature file into a service",
        discussion: """
            Reads GeoPackage, GeoJSON, Esri JSON, Esri PBF and CSV; other formats through ogr2ogr where it is installed. Service
            and layer are made when they are not there. Every layer gets GlobalIDs and takes attachments. With --data the folder is
            made when it is missing; stop its server meanwhile. With --server all goes over the wire: sign in as somebody who may
            make services; a layer of the same name that is there already gets the features added.
            """,
        positionals: [.init(name: "FILE", help: "the file to read")],
        options: [
            .value("service", "NAME", "the feature service"),
            .value("data", "DIR", "the server's data folder (groma-data)"),
            .value("server", "URL", "a running server: http://host:6080, or its /arcgis"),
            .value("layer", "NAME", "which layer of the file; or the new layer's name"),
            .value("editors", "WHO", "who may edit a new service: everyone, signedIn, or names with commas (admin)"),
        ] + Connection.options)

    static func run(_ arguments: Arguments) async throws {
        let service = try serviceName(try arguments.needed("service"))
        let path = try arguments.required(0)
        guard arguments.value("data") == nil || arguments.value("server") == nil else {
            throw UsageError("--data or --server, not both")
        }
        let server = try arguments.value("server").map { text in
            guard let url = MapSource.webAddress(text) else { throw UsageError("--server is an address, not \(text)") }
            return url
        }
        let layers = try chosen(try await FeatureFile.layers(path), arguments.value("layer"), path)
        if let server {
            guard arguments.value("editors") == nil else {
                throw UsageError("--editors goes with --data; over the wire whoever makes a service edits it")
            }
            let upload = try await ServiceUpload(server: server, service: service, Connection(arguments))
            for layer in layers {
                try await upload.send(layer)
                Output.line("\(layer.name): \(layer.features.count) features")
            }
        } else {
            let folder = URL(filePath: arguments.value("data") ?? "groma-data")
            let store = try StoreDirectory(url: folder, createIfMissing: true)
            // A running server would not see the new service, and both would write.
            let lock = try StoreLock(folder: folder)
            defer { withExtendedLifetime(lock) {} }
            try await add(layers, to: service, in: store, editors: arguments.value("editors"))
            try await store.close()
            for layer in layers { Output.line("\(layer.name): \(layer.features.count) features") }
        }
    }

    /// The name as it may stand in addresses: letters, digits, `_` and `-`, with a folder before it or not.
    private static func serviceName(_ name: String) throws(UsageError) -> String {
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        let isPlain = parts.allSatisfy { part in
            !part.isEmpty && part.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_" || $0 == "-") }
        }
        guard isPlain, parts.count <= 2, name.count <= 120 else {
            throw UsageError("--service is NAME or FOLDER/NAME of letters, digits, _ and -, not \(name)")
        }
        return name
    }

    /// Adds all layers, or none where the service is new: one without its layers would look like one that was imported.
    private static func add(
        _ layers: [FeatureFile.Layer], to service: String, in store: StoreDirectory, editors: String?
    ) async throws {
        let isNew = try await store.service(named: service, kind: .features) == nil
        let package = try await package(of: service, in: store, editors: editors)
        do {
            for layer in layers { try await add(layer, to: package) }
        } catch {
            if isNew {
                let item = try? await store.service(named: service, kind: .features)?.properties["itemId"]?.string
                if let item { try? await store.portal.deleteItem(item) }
                try? await store.deleteService(named: service, kind: .features)
            }
            throw error
        }
    }

    /// All layers, or the one named; a single layer takes the name instead.
    private static func chosen(_ layers: [FeatureFile.Layer], _ name: String?, _ path: String) throws
        -> [FeatureFile.Layer]
    {
        var layers = layers
        if let name {
            if let match = layers.first(where: { $0.name == name }) {
                layers = [match]
            } else if layers.count == 1 {
                layers[0].name = name
                layers[0].info?.name = name
            } else {
                throw UsageError("\(path) has no layer \(name); it has \(layers.map(\.name).joined(separator: ", "))")
            }
        }
        return layers.map(\.withObjectIDs)
    }

    private static func add(_ layer: FeatureFile.Layer, to package: GeoPackage) async throws {
        let id = (try await package.layerInfos().map(\.id).max() ?? -1) + 1
        let table = try await package.createFeatureTable(layer.serviceDescription(id: id))
        do {
            try await table.load(layer.features, objectIDs: layer.hasUsableObjectIDs ? .kept : .assignedByPlace)
        } catch {
            // A layer without its rows would look like one that was imported.
            try? await package.deleteFeatureTable(id: id)
            throw error
        }
    }

    /// The service's file; a new service gets its portal item too.
    private static func package(of service: String, in store: StoreDirectory, editors: String?) async throws
        -> GeoPackage
    {
        if try await store.service(named: service, kind: .features) != nil {
            guard editors == nil else {
                throw UsageError("the service \(service) is there already; --editors is for new ones")
            }
            return try await store.featureService(named: service)
        }
        let audience: JSONValue =
            switch editors ?? "admin" {
            case "everyone": "everyone"
            case "signedIn": "signedIn"
            case let names: .array(names.split(separator: ",").map { .string(String($0)) })
            }
        var item = PortalItemRecord(
            id: SecureRandom.bytes(16).hexadecimalText, owner: "admin", title: service, type: "Feature Service")
        item.typeKeywords = [
            "ArcGIS Server", "Data", "Feature Access", "Feature Service", "Service", "Hosted Service",
        ]
        item.url = "{server}/rest/services/\(service)/FeatureServer"
        item.created = Int64(Date().timeIntervalSince1970 * 1_000)
        item.modified = item.created
        let package = try await store.createFeatureService(
            ServiceRecord(
                name: service, kind: .features,
                properties: ["access": ["read": "everyone", "edit": audience], "itemId": .string(item.id)]))
        try await store.portal.setItem(item)
        return package
    }
}
