// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaCodecs
import GromaFeatures
import GromaGeometry
import GromaHosting
import GromaMapping
import GromaServices
import GromaStorage
import Synchronization

/// Our server on loopback with a small town, for our client to talk to.
///
/// `Works/0` (points; everybody edits) has 25 rows on a grid: NAME "x-y", NUMBER 10 * y + x, map units a hundred times x and y;
/// ten rows an answer. `Works/1` is a table. `Vault/0` is for those who have signed in; `editor` changes it. `Streets` has tiles.
final class PeerServer: Sendable {
    static let mapID: PortalItem.ID = "0123456789abcdef0123456789abcdef"
    static let password = "correct horse"
    let folder: URL
    let server: GromaServer
    private let watch: Watch

    /// The clock by which tokens end, and what was asked.
    private final class Watch: Sendable {
        let millisecondsAhead = Atomic<Int64>(0)
        let signIns = Atomic<Int>(0)
    }

    private init(folder: URL, server: GromaServer, watch: Watch) {
        self.folder = folder
        self.server = server
        self.watch = watch
    }

    /// Puts the server's clock forward.
    func putClockForward(hours: Int64) { watch.millisecondsAhead.store(hours * 3_600_000, ordering: .relaxed) }
    /// Sign-ins that the server answered.
    var signIns: Int { watch.signIns.load(ordering: .relaxed) }

    /// Makes the data, serves them during `body`, and removes all.
    static func run(_ body: @Sendable (PeerServer) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "groma-peer-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try await PeerData.make(in: folder)
        let peer = try await start(folder)
        do {
            try await body(peer)
        } catch {
            await peer.server.stop()
            throw error
        }
        await peer.server.stop()
    }

    /// Serves a folder that has data; the caller stops it.
    static func start(_ folder: URL, port: Int = 0) async throws -> PeerServer {
        let watch = Watch()
        var configuration = GromaServer.Configuration(dataDirectory: folder)
        configuration.port = port
        configuration.tokenClock = {
            Int64(Date().timeIntervalSince1970 * 1_000) + watch.millisecondsAhead.load(ordering: .relaxed)
        }
        configuration.onRequest = { entry in
            if entry.path.contains("generateToken") { watch.signIns.add(1, ordering: .relaxed) }
        }
        let server = try await GromaServer(configuration: configuration)
        try await server.start()
        return PeerServer(folder: folder, server: server, watch: watch)
    }

    var port: Int { server.url.port ?? 0 }
    var portalURL: URL { server.url.appending(path: "portal") }
    func layerURL(_ service: String, _ layer: Int) -> URL {
        server.url.appending(path: "arcgis/rest/services/\(service)/FeatureServer/\(layer)")
    }
    var tilesURL: URL { server.url.appending(path: "arcgis/rest/services/Streets/MapServer") }

    /// A client of its own, as another person has one.
    func client() -> ServiceClient { ServiceClient(transport: CurlTransport()) }

    func table(_ service: String = "Works", _ layer: Int = 0, client: ServiceClient? = nil) -> ServiceFeatureTable {
        ServiceFeatureTable(url: layerURL(service, layer), client: client ?? self.client())
    }

    /// A portal with somebody signed in.
    func portal(user: String) async throws -> Portal {
        let portal = Portal(url: portalURL, client: client())
        try await portal.signIn(user: user, password: Self.password)
        return portal
    }

    /// A token for a user, as a script gets one.
    func token(user: String = "editor") async throws -> String {
        let answer = try await client().json(
            portalURL.appending(path: "sharing/rest/generateToken"),
            [("username", user), ("password", Self.password), ("client", "requestip")], method: .post)
        return answer["token"]?.string ?? ""
    }
}

/// What a `PeerServer` serves.
enum PeerData {
    private static let passwordHash = (try? PasswordHash(password: PeerServer.password))?.text

    static func make(in folder: URL) async throws {
        let directory = try StoreDirectory(url: folder, createIfMissing: true)
        let works = try await directory.createFeatureService(
            ServiceRecord(
                name: "Works", kind: .features, properties: ["access": ["read": "everyone", "edit": "everyone"]]))
        let points = try await works.createFeatureTable(inlets)
        try await works.createFeatureTable(visits)
        _ = try await points.applyEdits(grid)
        let vault = try await directory.createFeatureService(
            ServiceRecord(
                name: "Vault", kind: .features, properties: ["access": ["read": "signedIn", "edit": ["editor"]]]))
        _ = try await vault.createFeatureTable(inlets).applyEdits(grid)
        let tiles = try await directory.createTileService(
            ServiceRecord(name: "Streets", kind: .tiles),
            info: TileLayerInfo(
                name: "Streets", tileInfo: .webMercator(levels: 0...3),
                fullExtent: Envelope(
                    xMin: -1_000, yMin: -1_000, xMax: 1_000, yMax: 1_000, spatialReference: .webMercator)))
        try await tiles.setTile(tile, at: TileKey(level: 2, row: 1, column: 2))
        for (name, role) in [("admin", "org_admin"), ("editor", "org_publisher"), ("viewer", "org_viewer")] {
            try await directory.portal.setUser(PortalUserRecord(name: name, role: role, passwordHash: passwordHash))
        }
        try await makeItems(in: directory.portal)
        try await directory.close()
    }

    private static func makeItems(in portal: PortalDatabase) async throws {
        var map = PortalItemRecord(
            id: PeerServer.mapID.rawValue, owner: "admin", title: "Drains of the town", type: "Web Map")
        map.tags = ["water"]
        map.extent = [0, 0, 0.01, 0.02]
        map.modified = 100
        try await portal.setItem(map)
        let document = """
            {"operationalLayers":[{"id":"inlets","title":"Inlets","layerType":"ArcGISFeatureLayer",
            "url":"{server}/rest/services/Works/FeatureServer/0"}],
            "baseMap":{"title":"Streets","baseMapLayers":[{"id":"streets","layerType":"ArcGISTiledMapServiceLayer",
            "url":"{server}/rest/services/Streets/MapServer"}]},
            "spatialReference":{"wkid":102100,"latestWkid":3857},"version":"2.31"}
            """
        try await portal.setItemData(
            StoredContent(bytes: Array(document.utf8), contentType: "application/json"), of: map.id)
        try await portal.setItemThumbnail(StoredContent(bytes: tile, contentType: "image/png"), of: map.id)
        map.thumbnail = "thumbnail/small.png"
        try await portal.setItem(map)
        for index in 1...12 {
            var item = PortalItemRecord(
                id: String(repeating: "0", count: 30) + String(10 + index), owner: "editor", title: "Item \(index)",
                type: "Feature Service")
            item.access = index == 12 ? "private" : "public"
            try await portal.setItem(item)
        }
    }

    static let tile = (try? Image(width: 256, height: 256, red: 200, green: 10, blue: 10, alpha: 255).encoded()) ?? []

    private static var grid: FeatureEdits {
        var edits = FeatureEdits()
        edits.adds = (0..<25).map { index in
            let x = index % 5, y = index / 5
            return FeatureRecord(
                attributes: [
                    "NAME": .string("\(x)-\(y)"), "NUMBER": .integer(Int64(10 * y + x)),
                    "DEPTH": y == 0 ? .null : .double(Double(y) / 4),
                    "SEEN": .date(1_700_000_000_000 + Int64(index)),
                ], geometry: Point(x: Double(x) * 100, y: Double(y) * 100, spatialReference: .webMercator))
        }
        return edits
    }

    static var inlets: FeatureLayerInfo {
        let status = CodedValueDomain(
            name: "Status", codedValues: [CodedValue(code: 1, name: "Good"), CodedValue(code: 2, name: "Bad")])
        var info = FeatureLayerInfo(
            id: 0, name: "Inlets", geometryType: .point,
            fields: [
                Field(name: "OBJECTID", type: .oid, isNullable: false, isEditable: false),
                Field(name: "NAME", type: .string, length: 16), Field(name: "NUMBER", type: .integer),
                Field(name: "STATUS", type: .smallInteger, domain: .codedValue(status), defaultValue: 1),
                Field(name: "DEPTH", type: .double), Field(name: "SEEN", type: .date),
            ], objectIDFieldName: "OBJECTID", spatialReference: .webMercator)
        info.addSystemFields()
        info.hasAttachments = true
        info.maxRecordCount = 10
        info.capabilities = ["Query", "Create", "Update", "Delete", "Editing"]
        return info
    }

    private static var visits: FeatureLayerInfo {
        var info = FeatureLayerInfo(
            id: 1, name: "Visits", geometryType: nil, fields: [Field(name: "RESULT", type: .string, length: 8)],
            objectIDFieldName: "")
        info.addSystemFields()
        info.capabilities = ["Query", "Create", "Update", "Delete", "Editing"]
        return info
    }
}
