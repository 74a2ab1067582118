// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaCodecs
import GromaFeatures
import GromaGeometry
import GromaHosting
import GromaMapping
import GromaStorage

/// A server on a folder of its own: two feature services, one tiled service, a web map, three users.
///
/// `Works` may be edited by everybody, `Town` by admin and editor. The point layer `Works/0` has 25 rows on a grid: NAME is
/// "x-y", NUMBER is 10 * y + x, x and y times 100 are the map units. Where asked for, `Works/1` has 12 rows of inlet 1 and 2 of inlet 8.
final class TestServer: Sendable {
    let folder: URL
    let server: GromaServer
    let client: RawClient
    static let mapID = "0123456789abcdef0123456789abcdef"

    private init(folder: URL, server: GromaServer) {
        self.folder = folder
        self.server = server
        client = RawClient(port: server.url.port ?? 0)
    }

    /// Makes the data, serves them during `body`, and removes all.
    static func run(
        hasInspections: Bool = false, _ body: @Sendable (TestServer) async throws -> Void
    ) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "groma-hosting-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try await makeData(in: folder, hasInspections: hasInspections)
        try await serve(folder, body)
    }

    /// Serves a folder that has data.
    static func serve(_ folder: URL, _ body: @Sendable (TestServer) async throws -> Void) async throws {
        var configuration = GromaServer.Configuration(dataDirectory: folder)
        configuration.port = 0
        configuration.accessLog = folder.appending(path: "access.log")
        let server = try await GromaServer(configuration: configuration)
        try await server.start()
        do {
            try await body(TestServer(folder: folder, server: server))
        } catch {
            await server.stop()
            throw error
        }
        await server.stop()
    }

    /// Hashing costs time on purpose, so all servers share one.
    private static let passwordHash = (try? PasswordHash(password: "correct horse"))?.text

    // MARK: Asking

    /// The JSON answer of a GET; fails for an HTTP status other than 200.
    func json(_ path: String, token: String? = nil) async throws -> JSONValue {
        let separator = path.contains("?") ? "&" : "?"
        let target = path + separator + "f=json" + (token.map { "&token=\($0)" } ?? "")
        return try Self.parse(try await client.get(target))
    }

    /// The JSON answer of a POST of form fields.
    func post(_ path: String, _ form: [String: String], token: String? = nil) async throws -> JSONValue {
        var form = form
        form["f"] = "json"
        if let token { form["token"] = token }
        return try Self.parse(try await client.post(path, form: form))
    }

    private static func parse(_ reply: RawReply) throws -> JSONValue {
        guard reply.status == 200 else {
            throw RawClient.Failure(description: "status \(reply.status): \(reply.text.prefix(300))")
        }
        return try JSONValue(parsing: reply.body)
    }

    /// A token for a user of the sample, whose password is "correct horse".
    func token(_ user: String) async throws -> String {
        let answer = try await post(
            "/portal/sharing/rest/generateToken", ["username": user, "password": "correct horse", "client": "referer"])
        guard let token = answer["token"]?.string else { throw RawClient.Failure(description: "no token: \(answer)") }
        return token
    }

    static let works = "/arcgis/rest/services/Works/FeatureServer"
    static let town = "/arcgis/rest/services/Town/FeatureServer"

    // MARK: Data

    private static func makeData(in folder: URL, hasInspections: Bool) async throws {
        let directory = try StoreDirectory(url: folder, createIfMissing: true)
        var works = ServiceRecord(name: "Works", kind: .features)
        works.properties = [
            "access": ["read": "everyone", "edit": "everyone"], "description": "Pipes & drains",
            "spatialReference": ["wkid": 102100, "latestWkid": 3857],
        ]
        let package = try await directory.createFeatureService(works)
        let inlets = try await package.createFeatureTable(TestLayer.inlets)
        let inspections = try await package.createFeatureTable(TestLayer.inspections)
        var edits = FeatureEdits()
        edits.adds = (0..<25).map { index in
            let x = index % 5, y = index / 5
            return FeatureRecord(
                attributes: [
                    "NAME": .string("\(x)-\(y)"), "NUMBER": .integer(Int64(10 * y + x)),
                    "DEPTH": y == 0 ? .null : .double(Double(y) / 4),
                    "SEEN": .date(1_700_000_000_000 + Int64(index) * 1_000),
                    "PLAN": .string("{server}/sample/pictures/bar.png"),
                ],
                geometry: Point(x: Double(x) * 100, y: Double(y) * 100, spatialReference: .webMercator))
        }
        let ids = try await inlets.applyEdits(edits, editor: "admin").adds.compactMap(\.globalID)
        if hasInspections {
            var results = FeatureEdits()
            results.adds = (0..<14).map { number in
                FeatureRecord(attributes: [
                    "RESULT": .string(number % 2 == 0 ? "good" : "bad"), "INLET": .guid(ids[number < 12 ? 0 : 7]),
                    "SCORE": .integer(Int64(number)),
                ])
            }
            _ = try await inspections.applyEdits(results, editor: nil)
        }
        var town = ServiceRecord(name: "Town", kind: .features)
        town.properties = ["access": ["read": "everyone", "edit": ["admin", "editor"]]]
        let townPackage = try await directory.createFeatureService(town)
        let parcels = try await townPackage.createFeatureTable(TestLayer.parcels)
        var parcelEdits = FeatureEdits()
        parcelEdits.adds = (0..<3).map { index in
            let x = Double(index) * 10
            let ring = [(x, 0.0), (x, 10), (x + 10, 10), (x + 10, 0), (x, 0)].map { Point(x: $0, y: $1) }
            return FeatureRecord(
                attributes: ["OWNER": .string("Owner \(index)")],
                geometry: Polygon(points: ring, spatialReference: .webMercator))
        }
        _ = try await parcels.applyEdits(parcelEdits, editor: nil)
        try await makeTilesAndPortal(in: directory)
        try FileManager.default.createDirectory(
            at: folder.appending(path: "pictures"), withIntermediateDirectories: true)
        try Data(Image(width: 2, height: 2, red: 9, green: 9, blue: 9, alpha: 255).encoded()).write(
            to: folder.appending(path: "pictures/bar.png"))
        try await directory.close()
    }

    private static func makeTilesAndPortal(in directory: StoreDirectory) async throws {
        let tiles = try await directory.createTileService(
            ServiceRecord(name: "Streets", kind: .tiles),
            info: TileLayerInfo(
                name: "Streets", tileInfo: .webMercator(levels: 0...3),
                fullExtent: Envelope(
                    xMin: -1_000, yMin: -1_000, xMax: 1_000, yMax: 1_000, spatialReference: .webMercator)))
        try await tiles.setTile(
            try Image(width: 256, height: 256, red: 200, green: 10, blue: 10, alpha: 255).encoded(),
            at: TileKey(level: 2, row: 1, column: 2))
        for (name, role) in [("admin", "org_admin"), ("editor", "org_publisher"), ("viewer", "org_viewer")] {
            try await directory.portal.setUser(PortalUserRecord(name: name, role: role, passwordHash: passwordHash))
        }
        try await directory.portal.setProperties(["name": "Test portal", "id": "TEST"])
        var map = PortalItemRecord(id: mapID, owner: "admin", title: "Drains <of> the town", type: "Web Map")
        map.tags = ["water", "sample"]
        map.snippet = "Pipes & inlets"
        map.extent = [65, 48, 65.1, 48.2]
        map.modified = 20
        try await directory.portal.setItem(map)
        try await directory.portal.setItemData(
            StoredContent(
                bytes: Array(#"{"operationalLayers":[{"url":"{server}/rest/services/Works/FeatureServer/0"}]}"#.utf8),
                contentType: "application/json"), of: mapID)
        for index in 1...12 {
            var item = PortalItemRecord(
                id: String(repeating: "0", count: 30) + (index < 10 ? "0\(index)" : "\(index)"), owner: "editor",
                title: "Item \(index)", type: "Feature Service")
            item.access = index == 12 ? "private" : "public"
            item.url = "{server}/rest/services/Works/FeatureServer"
            try await directory.portal.setItem(item)
        }
    }
}

/// The layers of the test services.
enum TestLayer {
    static var inlets: FeatureLayerInfo {
        let status = CodedValueDomain(
            name: "Status", codedValues: [CodedValue(code: 1, name: "Good"), CodedValue(code: 2, name: "Bad")])
        var info = FeatureLayerInfo(
            id: 0, name: "Inlets", geometryType: .point,
            fields: [
                Field(name: "OBJECTID", type: .oid, isNullable: false, isEditable: false),
                Field(name: "GlobalID", type: .globalID, length: 38, isNullable: false, isEditable: false),
                Field(name: "NAME", type: .string, alias: "Asset name", length: 16),
                Field(name: "NUMBER", type: .integer),
                Field(name: "STATUS", type: .smallInteger, domain: .codedValue(status), defaultValue: 1),
                Field(
                    name: "DEPTH", type: .double,
                    domain: .range(RangeDomain(name: "Depth", minimum: .double(0), maximum: .double(6)))),
                Field(name: "SEEN", type: .date, length: 8),
                Field(name: "PLAN", type: .string, length: 128),
                Field(name: "Creator", type: .string, length: 40, isEditable: false),
                Field(name: "EditDate", type: .date, isEditable: false),
            ],
            objectIDFieldName: "OBJECTID", globalIDFieldName: "GlobalID", spatialReference: .webMercator)
        info.hasAttachments = true
        info.maxRecordCount = 10
        info.editFieldsInfo = EditFieldsInfo(creatorField: "Creator", editDateField: "EditDate")
        info.capabilities = ["Query", "Create", "Update", "Delete", "Editing", "Sync"]
        info.timeInfo = LayerTimeInfo(startTimeField: "SEEN")
        info.relationshipInfos = [
            RelationshipInfo(
                id: 0, name: "Inlet_Inspections", relatedTableID: 1, cardinality: .oneToMany, role: .origin,
                keyField: "GlobalID", isComposite: true)
        ]
        info.featureTemplates = [FeatureTemplate(name: "Inlet", prototypeAttributes: ["STATUS": 1])]
        info.contingentValues = ContingentValuesDefinition(fieldGroups: [
            FieldGroup(
                name: "Depth by status", isRestrictive: true, fieldNames: ["STATUS", "DEPTH"],
                contingencies: [
                    Contingency(
                        id: 1, values: ["STATUS": .coded(1), "DEPTH": .range(minimum: .double(0), maximum: .double(2))]),
                    Contingency(id: 2, values: ["STATUS": .coded(2)]),
                ])
        ])
        return info
    }

    static var inspections: FeatureLayerInfo {
        var info = FeatureLayerInfo(
            id: 1, name: "Inspections", geometryType: nil,
            fields: [
                Field(name: "OBJECTID", type: .oid, isNullable: false, isEditable: false),
                Field(name: "GlobalID", type: .globalID, length: 38, isNullable: false, isEditable: false),
                Field(name: "RESULT", type: .string, length: 8), Field(name: "INLET", type: .guid, length: 38),
                Field(name: "SCORE", type: .integer),
            ], objectIDFieldName: "OBJECTID", globalIDFieldName: "GlobalID")
        info.maxRecordCount = 10
        info.relationshipInfos = [
            RelationshipInfo(
                id: 0, name: "Inlet_Inspections", relatedTableID: 0, cardinality: .oneToMany, role: .destination,
                keyField: "INLET", isComposite: true)
        ]
        info.capabilities = ["Query", "Create", "Update", "Delete", "Editing"]
        return info
    }

    static var parcels: FeatureLayerInfo {
        var info = FeatureLayerInfo(
            id: 3, name: "Parcels", geometryType: .polygon,
            fields: [
                Field(name: "OBJECTID", type: .oid, isNullable: false, isEditable: false),
                Field(name: "OWNER", type: .string, length: 40),
            ], objectIDFieldName: "OBJECTID", spatialReference: .webMercator)
        info.capabilities = ["Query", "Create", "Update", "Delete", "Editing"]
        return info
    }
}
