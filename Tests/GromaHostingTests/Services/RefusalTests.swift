// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaCodecs
import GromaHosting
import GromaStorage
import Testing

@Suite("What the server refuses instead of half doing it", .timeLimit(.minutes(10)))
struct RefusalTests {
    @Test("a form with two files stores neither")
    func twoFiles() async throws {
        try await TestServer.run { server in
            let path = TestServer.works + "/0/1"
            let parts = ["a.txt", "b.txt"].map { name in
                "--X\r\nContent-Disposition: form-data; name=\"attachment\"; filename=\"\(name)\"\r\n"
                    + "Content-Type: text/plain\r\n\r\n\(name)\r\n"
            }
            let format = "--X\r\nContent-Disposition: form-data; name=\"f\"\r\n\r\njson\r\n"
            let body = Array((parts.joined() + format + "--X--\r\n").utf8)
            let reply = try await server.client.post(
                path + "/addAttachment", body: body, contentType: "multipart/form-data; boundary=X")
            #expect(try JSONValue(parsing: reply.body)["error"]?["code"]?.int == 400)
            let infos = try await server.json(path + "/attachments")["attachmentInfos"]?.array
            #expect(infos?.isEmpty == true)
        }
    }

    @Test("a layer that is not there is told by its service and its id, never by a file of the server")
    func unknownLayer() async throws {
        try await TestServer.run { server in
            let layer = TestServer.works + "/99"
            var answers: [JSONValue] = []
            for path in [
                "", "/query?where=1%3D1", "/queryRelatedRecords?objectIds=1&relationshipId=0", "/1/attachments",
            ] {
                answers.append(try await server.json(layer + path))
            }
            answers.append(try await server.post(layer + "/addFeatures", ["features": "[]"]))
            answers.append(try await server.post(TestServer.works + "/applyEdits", ["edits": #"[{"id":99}]"#]))
            for answer in answers {
                #expect(answer["error"]?["code"]?.int == 404, "\(answer.text())")
                #expect(answer["error"]?["message"]?.string == "Invalid URL", "\(answer.text())")
                #expect(
                    answer["error"]?["details"]?[0]?.string == "Works has no layer or table with the id 99.",
                    "\(answer.text())")
            }
        }
    }

    @Test("a text with the character NUL is refused, its neighbours are stored")
    func nul() async throws {
        try await TestServer.run { server in
            let adds = #"[{"attributes":{"NAME":"a\u0000b"}},{"attributes":{"NAME":"plain"}}]"#
            let answer = try await server.post(
                TestServer.works + "/0/addFeatures", ["features": adds, "rollbackOnFailure": "false"])
            let results = try #require(answer["addResults"]?.array)
            #expect(results[0]["success"]?.bool == false && results[1]["success"]?.bool == true)
        }
    }

    @Test("a second server on one data folder is refused in words; after the first has stopped it is not")
    func secondServer() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "groma-lock-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        var configuration = GromaServer.Configuration(dataDirectory: folder)
        configuration.port = 0
        configuration.adminPassword = "correct horse"
        let first = try await GromaServer(configuration: configuration)
        await #expect { try await GromaServer(configuration: configuration) } throws: { error in
            guard let error = error as? HostingError else { return false }
            return error.code == .configuration && error.message.contains("in use by another groma")
        }
        try await first.start()
        await first.stop()
        let second = try await GromaServer(configuration: configuration)
        await second.stop()
    }

    @Test("a tile outside of the world is none, blank or not; the address of the server leads to its portal")
    func tiles() async throws {
        try await TestServer.run { server in
            let tile = "/arcgis/rest/services/Streets/MapServer/tile"
            for place in ["2/9999999/1", "2/1/9999999", "2/4/1", "99/0/0", "2/-1/0"] {
                #expect(try await server.client.get("\(tile)/\(place)?blankTile=true").status == 404, "\(place)")
            }
            #expect(try await server.client.get("\(tile)/2/3/3?blankTile=true").status == 200)
            let root = try await server.client.get("/")
            #expect(root.status == 302 && root.headers["location"]?.hasSuffix("/portal/home") == true)
        }
    }
}
