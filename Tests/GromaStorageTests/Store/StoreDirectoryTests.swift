// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaCodecs
import GromaFeatures
import GromaGeometry
import GromaMapping
import GromaStorage
import Testing

@Suite("A server's data folder")
struct StoreDirectoryTests {
    private let folder: TestFolder

    init() throws { folder = try TestFolder() }

    @Test("services, items, users and tiles are there after a restart")
    func restart() async throws {
        let url = folder.file("data")
        var item = PortalItemRecord(
            id: String(repeating: "a", count: 32), owner: "ada", title: "Stormwater map", type: "Web Map")
        do {
            let store = try StoreDirectory(url: url, createIfMissing: true)
            let package = try await store.createFeatureService(
                ServiceRecord(name: "Works/Town 1", kind: .features, properties: ["description": "x"]))
            try await package.createFeatureTable(TestLayers.everyKind())
            let cache = try await store.createTileService(
                ServiceRecord(name: "Streets", kind: .tiles),
                info: TileLayerInfo(name: "Streets", tileInfo: .webMercator(levels: 0...18)))
            try await cache.setTile([1, 2, 3], at: TileKey(level: 3, row: 2, column: 1))
            item.tags = ["storm", "rain"]
            item.extent = [65, 48, 65.1, 48.2]
            item.unknownJSON["sharing"] = "x"
            try await store.portal.setItem(item)
            try await store.portal.setItemData(
                StoredContent(bytes: Array("{}".utf8), contentType: "application/json"), of: item.id)
            item.title = "Stormwater"
            try await store.portal.setItem(item)
            try await store.portal.setUser(
                PortalUserRecord(name: "ada", role: "org_admin", passwordHash: "h", created: 5))
            try await store.portal.setProperties(["name": "Lindenford"])
            try await store.close()
        }
        let files = FileManager.default.subpaths(atPath: url.path) ?? []
        #expect(files.allSatisfy { !$0.hasSuffix("-wal") })
        let store = try StoreDirectory(url: url)
        #expect(try await store.services().map(\.name) == ["Works/Town 1", "Streets"])
        #expect(try await store.services().first?.properties["description"] == "x")
        #expect(try await store.featureService(named: "Works/Town 1").layerInfos().map(\.name) == ["Inlets"])
        #expect(
            try await store.tileService(named: "Streets").tile(at: TileKey(level: 3, row: 2, column: 1)) == [1, 2, 3])
        #expect(try await store.portal.item(item.id) == item)
        #expect(try await store.portal.itemData(item.id)?.bytes == Array("{}".utf8), "a changed item keeps its data")
        #expect(try await store.portal.user(named: "ada")?.role == "org_admin")
        #expect(try await store.portal.user(named: "Ada") == nil)
        #expect(try await store.portal.properties()["name"] == "Lindenford")
        #expect(try await store.portal.searchItems("RAIN web").count == 1)
        #expect(try await store.portal.searchItems("100%").isEmpty)
        await #expect(throws: StorageError.self) { try await store.featureService(named: "Streets") }
        try await store.deleteService(named: "Works/Town 1", kind: .features)
        #expect(try await store.services().map(\.name) == ["Streets"])
    }

    @Test("a folder of another version, with other files, or missing is refused and says why")
    func refusals() throws {
        let url = folder.file("data")
        #expect { try StoreDirectory(url: url) } throws: { ($0 as? StorageError)?.code == .notFound }
        _ = try StoreDirectory(url: url, createIfMissing: true)
        let marker = url.appendingPathComponent("groma-store.json")
        for text in ["{\"format\":\"groma-store\",\"version\":0}", "not json", ""] {
            try Data(text.utf8).write(to: marker)
            #expect { try StoreDirectory(url: url, createIfMissing: true) } throws: {
                ($0 as? StorageError)?.code == .wrongVersion
            }
        }
        #expect { try StoreDirectory(url: folder.url, createIfMissing: true) } throws: {
            ($0 as? StorageError)?.code == .alreadyExists
        }
    }

    @Test(
        "names of services never leave the folder", arguments: ["../../x", "/etc/passwd", "a/b", "ä", "..", "con\u{0}"])
    func names(name: String) async throws {
        let store = try StoreDirectory(url: folder.file("data"), createIfMissing: true)
        let package = try await store.createFeatureService(ServiceRecord(name: name, kind: .features))
        let inside = folder.file("data").appendingPathComponent("services").path
        #expect(package.fileURL.deletingLastPathComponent().standardized.path == inside)
        #expect(try await store.services().map(\.name) == [name])
        await #expect(throws: StorageError.self) {
            try await store.createFeatureService(ServiceRecord(name: name, kind: .features))
        }
    }
}
