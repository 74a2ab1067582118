// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaCodecs
import GromaHosting
import Testing

@Suite("Portal, tiles and descriptions over HTTP", .timeLimit(.minutes(10)))
struct PortalTests {
    private static let rest = "/portal/sharing/rest"

    @Test("the catalogue, a service and its layers describe themselves")
    func descriptions() async throws {
        try await TestServer.run { server in
            let info = try await server.json("/arcgis/rest/info")
            #expect(
                info["authInfo"]?["tokenServicesUrl"]?.string?.hasSuffix("/portal/sharing/rest/generateToken") == true)
            let catalogue = try await server.json("/arcgis/rest/services")
            let services = catalogue["services"]?.array ?? []
            #expect(
                services.map { "\($0["name"]?.string ?? "") \($0["type"]?.string ?? "")" } == [
                    "Works FeatureServer", "Works MapServer", "Town FeatureServer", "Town MapServer",
                    "Streets MapServer",
                ])
            for service in services {
                let name = service["name"]?.string ?? "", type = service["type"]?.string ?? ""
                let answer = try await server.json("/arcgis/rest/services/\(name)/\(type)")
                #expect(answer["error"] == nil && answer["currentVersion"] != nil, "\(name) \(type)")
            }
            let service = try await server.json(TestServer.works)
            #expect(service["layers"]?[0]?["geometryType"] == "esriGeometryPoint")
            #expect(service["tables"]?[0]?["name"] == "Inspections")
            #expect(service["capabilities"] == "Create,Delete,Query,Update,Editing")
            let layer = try await server.json(TestServer.works + "/0")
            #expect(layer["type"] == "Feature Layer")
            #expect(layer["objectIdField"] == "OBJECTID")
            #expect(layer["globalIdField"] == "GlobalID")
            #expect(layer["hasAttachments"] == true)
            #expect(layer["extent"]?["xmax"] == 400)
            #expect(layer["maxRecordCount"] == 10)
            #expect(layer["advancedQueryCapabilities"]?["supportsPagination"] == true)
            let seen = layer["fields"]?.array?.first { $0["name"] == "SEEN" }
            #expect(seen?["type"] == "esriFieldTypeDate")
            #expect(seen?["length"] == nil)
            let table = try await server.json(TestServer.works + "/1")
            #expect(table["type"] == "Table")
            #expect(table["extent"] == nil)
            let all = try await server.post(TestServer.works + "/layers", [:])
            #expect(all["layers"]?.array?.count == 1)
            let pretty = try await server.client.get("/arcgis/rest/services?f=pjson")
            #expect(pretty.text.contains("\n"))
        }
    }

    @Test(
        "what is not there is said with a code",
        arguments: [
            "/arcgis/rest/services/Nope/FeatureServer", "/arcgis/rest/services/Works/FeatureServer/9",
            "/arcgis/rest/services/Works/FeatureServer/abc", "/arcgis/rest/services/Nope/MapServer",
            "/arcgis/rest/nothing",
            "/portal/sharing/rest/content/items/nope", "/portal/sharing/rest/community/groups",
        ])
    func missing(path: String) async throws {
        try await TestServer.run { server in
            let answer = try await server.json(path)
            #expect(answer["error"]?["code"] == 404)
        }
    }

    @Test("tiles come with their type, by row and column; missing ones are 404 or blank")
    func tiles() async throws {
        try await TestServer.run { server in
            let root = "/arcgis/rest/services/Streets/MapServer"
            let service = try await server.json(root)
            #expect(service["singleFusedMapCache"] == true)
            #expect(service["tileInfo"]?["lods"]?.array?.count == 4)
            #expect(service["spatialReference"]?["latestWkid"] == 3857)
            let tile = try await server.client.get(root + "/tile/2/1/2")
            #expect(tile.headers["content-type"] == "image/png")
            #expect(try Image(decoding: tile.body)[3, 3].red == 200)
            let tag = try #require(tile.headers["etag"])
            #expect(try await server.client.get(root + "/tile/2/1/2", headers: ["If-None-Match": tag]).status == 304)
            #expect(try await server.client.get(root + "/tile/2/2/1").status == 404)
            let blank = try await server.client.get(root + "/tile/2/2/1?blankTile=true")
            #expect(try Image(decoding: blank.body)[3, 3].alpha == 0)
            #expect(try await server.client.get(root + "/tile/99/-1/0").status == 404)
            #expect(try await server.json(root + "/export?bbox=0,0,1,1")["error"]?["code"] == 400)
        }
    }

    @Test("tokens are taken in a parameter and in both headers, and not without the right password")
    func tokens() async throws {
        try await TestServer.run { server in
            let path = Self.rest + "/community/self"
            #expect(try await server.json(path)["error"]?["code"] == 499)
            let token = try await server.token("admin")
            #expect(try await server.json(path, token: token)["username"] == "admin")
            for header in ["Authorization", "X-Esri-Authorization"] {
                let reply = try await server.client.get(path + "?f=json", headers: [header: "Bearer \(token)"])
                #expect(reply.text.contains("\"role\":\"org_admin\""))
            }
            let wrong = try await server.post(
                Self.rest + "/generateToken", ["username": "admin", "password": "battery staple"])
            #expect(wrong["error"]?["code"] == 400)
            #expect(wrong["error"]?["details"]?[0] == "Invalid username or password.")
            let nobody = try await server.post("/arcgis/tokens/generateToken", ["username": "nobody", "password": "x"])
            #expect(nobody["error"] == wrong["error"])
            let byGet = try await server.json(Self.rest + "/generateToken?username=admin&password=correct%20horse")
            #expect(byGet["error"]?["code"] == 400)
            let log = try String(contentsOf: server.folder.appending(path: "access.log"), encoding: .utf8)
            #expect(!log.contains("horse"))
            #expect(!log.contains(token))
            #expect(log.contains("error=499"))
        }
    }

    @Test("items are found, described and read; private ones only by their owner and administrators")
    func items() async throws {
        try await TestServer.run { server in
            let found = try await server.json(Self.rest + "/search?q=type%3A%22Web%20Map%22%20AND%20tags%3Awater")
            #expect(found["total"] == 1)
            #expect(found["nextStart"] == -1)
            #expect(found["results"]?[0]?["id"]?.string == TestServer.mapID)
            #expect(found["results"]?[0]?["extent"] == [[65, 48], [65.1, 48.2]])
            let page = try await server.json(Self.rest + "/search?q=owner%3Aeditor&num=5&sortField=title")
            #expect(page["total"] == 11)
            #expect(page["nextStart"] == 6)
            let last = try await server.json(Self.rest + "/search?q=owner%3Aeditor&num=5&start=11")
            #expect(last["nextStart"] == -1)
            #expect(last["num"] == 1)
            #expect(try await server.json(Self.rest + "/search?q=(broken")["error"]?["code"] == 400)
            let modified = try #require(last["results"]?[0]?["modified"]?.int64)
            for (range, count) in [("\(modified)", 1), ("%5B\(modified)%20TO%20*%5D", 1), ("1", 0)] {
                let found = try await server.json(
                    Self.rest + "/search?q=modified:\(range)%20AND%20id:" + (last["results"]?[0]?["id"]?.string ?? ""))
                #expect(found["total"]?.int == count, "modified:\(range)")
            }
            #expect(
                try await server.json(Self.rest + "/search?q=modified:%5Bsoon%20TO%20*%5D")["error"]?["code"] == 400)
            let data = try await server.json(Self.rest + "/content/items/\(TestServer.mapID)/data")
            #expect(
                data["operationalLayers"]?[0]?["url"]?.string
                    == "http://127.0.0.1:\(server.client.port)/arcgis/rest/services/Works/FeatureServer/0")
            let secret = Self.rest + "/content/items/" + String(repeating: "0", count: 30) + "12"
            #expect(try await server.json(secret)["error"]?["code"] == 499)
            #expect(try await server.json(secret, token: server.token("viewer"))["error"]?["code"] == 403)
            #expect(try await server.json(secret, token: server.token("editor"))["title"] == "Item 12")
            let html = try await server.client.get("/portal/home/item.html?id=" + TestServer.mapID)
            #expect(html.text.contains("<h1>Drains &lt;of&gt; the town</h1>"))
            #expect(try await server.json(Self.rest + "/portals/self")["name"] == "Test portal")
            #expect(
                try await server.client.get("/portal/sharing/rest/content/items/\(TestServer.mapID)/info/thumbnail")
                    .status == 404)
        }
    }

    @Test("pictures are served, and nothing beside them")
    func pictures() async throws {
        try await TestServer.run { server in
            #expect(try await server.client.get("/sample/pictures/bar.png").status == 200)
            for path in [
                "/sample/pictures/..%2Ftoken-key", "/sample/pictures/../token-key",
                "/sample/pictures/%2e%2e%2ftoken-key", "/sample/pictures/.hidden",
            ] {
                let reply = try await server.client.get(path)
                #expect(reply.status == 404, "\(path)")
            }
        }
    }

    @Test("large answers are packed when the client can unpack them, and other origins may ask")
    func transport() async throws {
        try await TestServer.run { server in
            let path = TestServer.works + "/0?f=json"
            let plain = try await server.client.get(path)
            let packed = try await server.client.get(path, headers: ["Accept-Encoding": "deflate, gzip;q=0.8"])
            #expect(packed.headers["content-encoding"] == "gzip")
            #expect(try Deflate.decompress(packed.body, wrapping: .gzip, maximumSize: 1 << 20) == plain.body)
            let refused = try await server.client.get(path, headers: ["Accept-Encoding": "gzip;q=0"])
            #expect(refused.headers["content-encoding"] == nil)
            let options = try await server.client.get(
                path, headers: ["Origin": "http://example.org"], method: "OPTIONS")
            #expect(options.status == 204)
            #expect(options.headers["access-control-allow-headers"]?.contains("X-Esri-Authorization") == true)
            #expect(try await server.client.get(path, method: "DELETE").status == 405)
        }
    }

    @Test("a server makes its administrator's password where none is given, readable by the owner only")
    func firstStart() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "groma-first-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        var configuration = GromaServer.Configuration(dataDirectory: folder)
        configuration.port = 0
        let server = try await GromaServer(configuration: configuration)
        try await server.start()
        let file = try #require(server.adminPasswordFile)
        let password = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")[0]
        let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        let client = RawClient(port: try #require(server.url.port))
        let reply = try await client.post(
            Self.rest + "/generateToken", form: ["username": "admin", "password": String(password)])
        #expect(reply.text.contains("\"token\""))
        await server.stop()
        let again = try await GromaServer(configuration: configuration)
        #expect(again.adminPasswordFile == file)
        await again.stop()
    }
}
