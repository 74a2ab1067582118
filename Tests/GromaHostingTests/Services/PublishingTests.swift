// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaCodecs
import Testing

@Suite("Making services over the wire", .timeLimit(.minutes(10)))
struct PublishingTests {
    private static let content = "/portal/sharing/rest/content/users/"
    private static let layer = """
        {"layers":[{"name":"Trees","type":"Feature Layer","geometryType":"esriGeometryPoint","hasAttachments":true,
        "fields":[{"name":"KIND","type":"esriFieldTypeString","length":20}],
        "extent":{"xmin":0,"ymin":0,"xmax":1,"ymax":1,"spatialReference":{"wkid":4326}}}],
        "tables":[{"id":7,"name":"Visits","type":"Table","fields":[{"name":"NOTE","type":"esriFieldTypeString","length":20}]}]}
        """

    private func create(_ server: TestServer, _ name: String, user: String = "editor", token: String?) async throws
        -> JSONValue
    {
        try await server.post(
            Self.content + "\(user)/createService",
            [
                "createParameters": JSONValue.object(JSONObject([(key: "name", value: JSONValue.string(name))])).text(),
                "outputType": "featureService",
            ], token: token)
    }
    private func admin(_ name: String) -> String { "/arcgis/rest/admin/services/\(name)/FeatureServer/addToDefinition" }
    private func layer(_ name: String, _ id: Int) -> String { "/arcgis/rest/services/\(name)/FeatureServer/\(id)" }

    @Test("a publisher makes a service with a layer and a table, and edits it; others see it when it is shared")
    func wholeWay() async throws {
        try await TestServer.run { server in
            let editor = try await server.token("editor"), viewer = try await server.token("viewer")
            let made = try await create(server, "Park", token: editor)
            #expect(made["success"] == true && made["name"] == "Park")
            #expect(made["serviceurl"]?.string?.hasSuffix("/arcgis/rest/services/Park/FeatureServer") == true)
            let item = try #require(made["itemId"]?.string)
            let added = try await server.post(admin("Park"), ["addToDefinition": Self.layer], token: editor)
            #expect(added["success"] == true)
            #expect(added["layers"]?[0]?["id"] == 0 && added["tables"]?[0]?["id"] == 7)
            let described = try await server.json(layer("Park", 0), token: editor)
            #expect(described["objectIdField"] == "OBJECTID" && described["globalIdField"] == "GlobalID")
            #expect(described["capabilities"]?.string?.contains("Create") == true)
            let edited = try await server.post(
                layer("Park", 0) + "/applyEdits",
                ["adds": #"[{"attributes":{"KIND":"Oak"},"geometry":{"x":1,"y":2}}]"#], token: editor)
            #expect(edited["addResults"]?[0]?["success"] == true)
            for (token, code) in [(nil, 499), (viewer, 403)] as [(String?, Int)] {
                #expect(try await server.json(layer("Park", 0), token: token)["error"]?["code"]?.int == code)
            }
            let shared = try await server.post(
                Self.content + "editor/items/\(item)/share", ["everyone": "true"], token: editor)
            #expect(shared["itemId"]?.string == item)
            let seen = try await server.json(layer("Park", 0) + "/query?where=1%3D1&returnCountOnly=true")
            #expect(seen["count"] == 1)
            let found = try await server.json("/portal/sharing/rest/search?q=title:Park")
            #expect(found["results"]?[0]?["id"]?.string == item)
            let refused = try await server.post(
                layer("Park", 0) + "/applyEdits", ["adds": "[{}]"], token: viewer)
            #expect(refused["error"]?["code"] == 403)
        }
    }

    @Test("nobody makes or changes what is not theirs to make or change")
    func rights() async throws {
        try await TestServer.run { server in
            let editor = try await server.token("editor"), viewer = try await server.token("viewer")
            let boss = try await server.token("admin")
            #expect(try await create(server, "A", token: nil)["error"]?["code"] == 499)
            #expect(try await create(server, "A", user: "viewer", token: viewer)["error"]?["code"] == 403)
            #expect(try await create(server, "A", user: "admin", token: editor)["error"]?["code"] == 403)
            let added = try await server.post(admin("Works"), ["addToDefinition": Self.layer], token: editor)
            #expect(added["error"]?["code"] == 403)
            #expect(try await server.post(admin("Works"), ["addToDefinition": Self.layer])["error"]?["code"] == 499)
            let made = try await create(server, "A", user: "admin", token: boss)
            let item = made["itemId"]?.string ?? ""
            let shared = try await server.post(
                Self.content + "editor/items/\(item)/share", ["everyone": "true"], token: editor)
            #expect(shared["error"]?["code"] == 404)
            let services = try await server.json("/arcgis/rest/services")
            #expect(services["services"]?.array?.contains { $0["name"] == "A" } == false)
        }
    }

    @Test("names that are taken or no names, other kinds of service, and GET are refused")
    func wrongServices() async throws {
        try await TestServer.run { server in
            let boss = try await server.token("admin")
            for name in ["", "Works", "works", "Streets", "../x", "a b", "ä", String(repeating: "a", count: 121)] {
                #expect(
                    try await create(server, name, user: "admin", token: boss)["error"]?["code"] == 400,
                    "\(name.prefix(20))")
            }
            let kind = try await server.post(
                Self.content + "admin/createService",
                ["createParameters": #"{"name":"B"}"#, "outputType": "imageService"], token: boss)
            #expect(kind["error"]?["code"] == 400)
            let get = try await server.json(
                Self.content + "admin/createService?createParameters=%7B%22name%22:%22B%22%7D", token: boss)
            #expect(get["error"]?["code"] == 400)
            let services = try await server.json("/arcgis/rest/services", token: boss)
            #expect(services["services"]?.array?.count == 5)
        }
    }

    @Test(
        "definitions that cannot be made are refused, and the server goes on",
        arguments: [
            "", "[]", "{\"layers\":{}}", #"{"layers":[1]}"#, #"{"layers":[{"name":"A"}]}"#,
            #"{"layers":[{"geometryType":"esriGeometryPoint"}]}"#,
            #"{"layers":[{"name":"A","geometryType":"esriGeometryBlob"}]}"#,
            #"{"tables":[{"name":"A","geometryType":"esriGeometryPoint"}]}"#,
            #"{"tables":[{"name":"A","fields":[{"name":"X","type":"esriFieldTypeInteger"},{"name":"x","type":"esriFieldTypeInteger"}]}]}"#,
            #"{"tables":[{"name":"A","fields":[{"name":"","type":"esriFieldTypeInteger"}]}]}"#,
            #"{"tables":[{"id":5,"name":"A"},{"id":5,"name":"B"}]}"#,
            #"{"tables":[{"name":"A","globalIdField":"NOPE"}]}"#,
        ])
    func wrongDefinitions(text: String) async throws {
        try await TestServer.run { server in
            let boss = try await server.token("admin")
            _ = try await create(server, "B", user: "admin", token: boss)
            let answer = try await server.post(admin("B"), ["addToDefinition": text], token: boss)
            #expect(answer["error"]?["code"] == 400, "\(text): \(answer)")
            let good = try await server.post(
                admin("B"), ["addToDefinition": #"{"tables":[{"name":"\"; DROP TABLE x"}]}"#], token: boss)
            #expect(good["success"] == true)
            let again = try await server.post(
                admin("B"), ["addToDefinition": #"{"tables":[{"id":0,"name":"A"}]}"#], token: boss)
            #expect(again["error"]?["code"] == 400)
        }
    }
}
