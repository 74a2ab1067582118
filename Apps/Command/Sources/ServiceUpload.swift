// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaCodecs
import GromaFeatures
import GromaServices

/// Brings layers into a feature service over the wire: makes the service (`createService`, `share`) and the layer
/// (`addToDefinition`) where they are missing, then adds the features. Everybody may read a new service, its maker edits it.
struct ServiceUpload {
    /// Features of one request.
    private static let requestSize = 500
    private let client: ServiceClient
    /// The server's `/arcgis`.
    private let root: URL
    private let service: String

    /// Signs in, and makes the service when it is not there.
    init(server: URL, service: String, _ connection: Connection) async throws {
        root = Self.root(of: server)
        self.service = service
        client = try await connection.client(for: root)
        do {
            _ = try await client.json(serviceURL)
        } catch let error as ServiceError where error.code == .notFound {
            try await createService(connection)
        }
    }

    private var serviceURL: URL { root.appending(path: "rest/services/\(service)/FeatureServer") }

    /// `/arcgis` of an address that names the server alone, or something below it.
    private static func root(of url: URL) -> URL {
        var parts = URLComponents(url: url, resolvingAgainstBaseURL: true) ?? URLComponents()
        parts.query = nil
        parts.fragment = nil
        let path = parts.path.split(separator: "/")
        let kept = path.prefix { !["rest", "portal"].contains($0.lowercased()) }
        parts.path = "/" + (kept.isEmpty ? "arcgis" : kept.joined(separator: "/"))
        return parts.url ?? url
    }

    private func createService(_ connection: Connection) async throws {
        let portal = Portal(url: try await connection.tokenPortal(of: serviceURL, client), client: client)
        guard let user = try await portal.userName() else {
            throw CommandError("\(service) is not there; sign in by --user or --token to make it")
        }
        let content = portal.sharingURL.appending(path: "content/users/\(user)")
        let answer = try await client.json(
            content.appending(path: "createService"),
            [
                ("createParameters", JSONValue.object(JSONObject([(key: "name", value: .string(service))])).text()),
                ("outputType", "featureService"),
            ], method: .post)
        guard answer["success"]?.bool == true, let item = answer["itemId"]?.string else {
            throw CommandError("the server did not make the service \(service)")
        }
        _ = try await client.json(
            content.appending(path: "items/\(item)/share"), [("everyone", "true"), ("org", "true")], method: .post)
    }

    /// Adds a layer's features to the layer of that name, made if it is missing.
    func send(_ layer: FeatureFile.Layer) async throws {
        let table = ServiceFeatureTable(
            url: serviceURL.appending(path: String(try await layerID(for: layer))), client: client)
        let info = try await table.layerInfo()
        for start in stride(from: 0, to: layer.features.count, by: Self.requestSize) {
            var edits = FeatureEdits()
            edits.usesGlobalIDs = info.globalIDFieldName != nil
            for row in start..<min(start + Self.requestSize, layer.features.count) {
                edits.adds.append(record(layer.features.record(at: row), info))
            }
            let results = try await table.applyEdits(edits)
            if let refused = results.adds.first(where: \.didCompleteWithErrors) {
                throw CommandError(
                    "\(layer.name): a feature was refused after \(start) were added: \(refused.error?.message ?? "")")
            }
        }
    }

    private func layerID(for layer: FeatureFile.Layer) async throws -> Int {
        let listed = try await client.json(serviceURL)
        let entries = (listed["layers"]?.array ?? []) + (listed["tables"]?.array ?? [])
        if let id = entries.first(where: { $0["name"]?.string == layer.name })?["id"]?.int { return id }
        let info = layer.serviceDescription(id: (entries.compactMap { $0["id"]?.int }.max() ?? -1) + 1)
        let key = info.isTable ? "tables" : "layers"
        let definition = JSONValue.object(JSONObject([(key: key, value: .array([info.json]))]))
        let answer = try await client.json(
            root.appending(path: "rest/admin/services/\(service)/FeatureServer/addToDefinition"),
            [("addToDefinition", definition.text())], method: .post)
        guard answer["success"]?.bool == true else {
            throw CommandError("the server did not make the layer \(layer.name)")
        }
        return answer[key]?[0]?["id"]?.int ?? info.id
    }

    /// The values that the layer takes, and a GlobalID, so that a request that is sent twice adds once.
    private func record(_ record: FeatureRecord, _ info: FeatureLayerInfo) -> FeatureRecord {
        var record = record
        var given = record.attributes.filter { name, _ in
            info.field(named: name).map { $0.isEditable && $0.type != .oid } ?? false
        }
        if let name = info.globalIDFieldName {
            let own = record.attributes.first { $0.key.lowercased() == name.lowercased() }?.value
            if case .guid(let text) = own, AttributeValue.isGUID(text) {
                given[name] = .guid(text)
            } else {
                given[name] = .guid(AttributeValue.newGUID())
            }
        }
        record.attributes = given
        return record
    }
}
