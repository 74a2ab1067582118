// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaCodecs
import GromaHosting
import Testing

@Suite("People's items in the portal", .timeLimit(.minutes(10)))
struct PortalContentTests {
    private static let rest = "/portal/sharing/rest"
    private static let map = #"{"operationalLayers":[],"baseMap":{"baseMapLayers":[]},"version":"2.31"}"#

    @Test("an item is made private, changed, shared, listed and deleted by its owner")
    func life() async throws {
        try await TestServer.run { server in
            let token = try await server.token("editor")
            let users = Self.rest + "/content/users/editor"
            let address = try await server.json(Self.rest + "/portals/self")["portalHostname"]?.string ?? ""
            let document = Self.map.replacingOccurrences(
                of: "\"version\"",
                with:
                    "\"here\":\"http://\(address.replacingOccurrences(of: "/portal", with: ""))/arcgis/x\",\"version\"")
            let made = try await server.post(
                users + "/addItem",
                [
                    "title": "Mine", "type": "Web Map", "text": document, "tags": "a,b", "extent": "1,2,3,4",
                    "token": token,
                ])
            let id = try #require(made["id"]?.string)
            let item = Self.rest + "/content/items/\(id)"
            #expect(try await server.json(item)["error"] != nil)
            let own = try await server.json(item + "?token=\(token)")
            #expect(own["title"] == "Mine")
            #expect(own["access"] == "private")
            #expect(own["tags"] == ["a", "b"])
            #expect(own["extent"] == [[1, 2], [3, 4]])
            let data = try await server.json(item + "/data?token=\(token)")
            #expect(data == (try JSONValue(parsing: document)))

            let changed = try await server.post(
                users + "/items/\(id)/update", ["title": "Ours", "text": Self.map, "token": token])
            #expect(changed["success"] == true)
            #expect(try await server.json(item + "/data?token=\(token)")["here"] == nil)
            #expect(try await server.json(item + "?token=\(token)")["tags"] == ["a", "b"])
            _ = try await server.post(users + "/items/\(id)/share", ["everyone": "true", "token": token])
            #expect(try await server.json(item)["title"] == "Ours")
            let listed = try await server.json(users + "?token=\(token)")
            #expect(listed["items"]?.array?.contains { $0["id"] == .string(id) } == true)
            _ = try await server.post(users + "/items/\(id)/delete", ["token": token])
            #expect(try await server.json(item)["error"]?["code"] == 404)
        }
    }

    @Test("others, viewers and wrong documents are refused, and nothing is changed")
    func refusals() async throws {
        try await TestServer.run { server in
            let editor = try await server.token("editor"), viewer = try await server.token("viewer")
            let users = Self.rest + "/content/users"
            let fields = ["title": "T", "type": "Web Map", "text": Self.map]
            func add(_ user: String, _ changes: [String: String]) async throws -> JSONValue {
                try await server.post("\(users)/\(user)/addItem", fields.merging(changes) { $1 })
            }
            #expect(try await add("editor", [:])["error"]?["code"] == 499)
            #expect(try await add("viewer", ["token": viewer])["error"]?["code"] == 403)
            #expect(try await add("admin", ["token": editor])["error"]?["code"] == 403)
            #expect(try await add("editor", ["token": editor, "text": "{"])["error"]?["code"] == 400)
            #expect(try await add("editor", ["token": editor, "title": " "])["error"]?["code"] == 400)
            #expect(try await add("editor", ["token": editor, "extent": "1,2"])["error"]?["code"] == 400)
            let id = try #require(try await add("editor", ["token": editor])["id"]?.string)
            let item = "\(users)/editor/items/\(id)"
            #expect(try await server.post(item + "/delete", ["token": viewer])["error"]?["code"] == 403)
            #expect(
                try await server.post("\(users)/viewer/items/\(id)/delete", ["token": viewer])["error"]?["code"] == 404)
            #expect(try await server.json(item + "/delete?token=\(editor)")["error"]?["code"] == 400)
            #expect(try await server.json("\(Self.rest)/content/items/\(id)?token=\(editor)")["title"] == "T")
        }
    }
}
