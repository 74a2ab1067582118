// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaCodecs
import GromaFeatures
import GromaGeometry
import GromaHosting
import GromaMapping
import GromaStorage
import Testing

/// A store in memory, as small as the protocols allow: what any other database must bring.
private final class MemoryStore: FeatureStore, TileStore, PortalStore {
    let trees: FeatureCollectionTable

    init() throws {
        var info = TestLayer.inspections
        info.maxRecordCount = 2
        let records = ["OK", "CLEAN", "REPAIR"].enumerated().map { index, result in
            FeatureRecord(attributes: ["OBJECTID": .integer(Int64(index + 1)), "RESULT": .string(result)])
        }
        trees = try FeatureCollectionTable(
            info: info, rows: try FeatureSet(records: records, fields: info.fields, objectIDFieldName: "OBJECTID"))
    }

    func services() async throws -> [HostedService] {
        [HostedService(name: "Memory", kind: .features, access: ServiceAccess(read: .everyone, edit: .everyone))]
    }
    func layers(of service: String) async throws -> [FeatureLayerInfo] { [try await trees.layerInfo()] }
    func table(_ layerID: Int, of service: String) async throws -> any FeatureTable {
        guard layerID == 1 else { throw HostingError(.notFound, "There is no layer \(layerID).") }
        return trees
    }
    func attachments(of objectIDs: [Int64], layer layerID: Int, of service: String) async throws -> [AttachmentInfo] {
        []
    }
    func applyEdits(_ edits: [LayerEdits], to service: String, editor: String?) async throws -> [FeatureEditResults] {
        var results: [FeatureEditResults] = []
        for edit in edits { results.append(try await trees.applyEdits(edit.edits)) }
        return results
    }
    func tileSource(of service: String) async throws -> any TileSource {
        throw HostingError(.notFound, "There are no tiles.")
    }
    func portalProperties() async throws -> JSONObject { JSONObject() }
    func portalItems() async throws -> [PortalItemRecord] { [] }
    func portalItem(_ id: String) async throws -> PortalItemRecord? { nil }
    func portalItemData(_ id: String) async throws -> HostedContent? { nil }
    func portalItemThumbnail(_ id: String) async throws -> HostedContent? { nil }
    func portalUser(_ name: String) async throws -> HostedUser? { nil }
    func setPortalUser(_ user: HostedUser) async throws {}
    func savePortalItem(_ item: PortalItemRecord, data: HostedContent?) async throws {}
    func deletePortalItem(_ id: String) async throws {}
}

@Suite("The server on another store")
struct AnotherStoreTests {
    private func ask(
        _ application: RESTApplication, _ path: String, _ form: [(name: String, value: String)] = [],
        method: String = "GET"
    ) async throws
        -> JSONValue
    {
        let request = HTTPRequest(method: method, path: path, query: form)
        guard case .bytes(let bytes) = await application.respond(to: request).body else { return .null }
        return try JSONValue(parsing: bytes)
    }

    @Test("services, queries and edits go through the protocols alone")
    func throughProtocols() async throws {
        let application = RESTApplication(store: try MemoryStore(), tokenKey: SecureRandom.bytes(32))
        let layer = "/arcgis/rest/services/memory/featureserver/1"
        let services = try await ask(application, "/arcgis/rest/services")
        #expect(services["services"]?[0]?["name"] == "Memory")
        let page = try await ask(application, layer + "/query", [("where", "1=1"), ("outFields", "*")])
        #expect(page["features"]?.array?.count == 2)
        #expect(page["exceededTransferLimit"] == true)
        let count = try await ask(
            application, layer + "/query", [("where", "RESULT LIKE 'C%'"), ("returnCountOnly", "true")])
        #expect(count["count"] == 1)
        let edits = try await ask(
            application, layer + "/applyEdits", [("adds", #"[{"attributes":{"RESULT":"NEW"}}]"#)], method: "POST")
        #expect(edits["addResults"]?[0]?["success"] == true)
        let after = try await ask(application, layer + "/query", [("returnCountOnly", "true")])
        #expect(after["count"] == 4)
    }
}
