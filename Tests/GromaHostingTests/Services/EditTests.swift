// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaCodecs
import GromaHosting
import Testing

@Suite("Edits over HTTP", .timeLimit(.minutes(10)))
struct EditTests {
    private static let layer = TestServer.works + "/0"

    private func count(_ server: TestServer, where clause: String = "1=1") async throws -> Int? {
        try await server.post(Self.layer + "/query", ["where": clause, "returnCountOnly": "true"])["count"]?.int
    }

    @Test("a feature is added, changed and deleted, and each answer is true at once")
    func wholeLife() async throws {
        try await TestServer.run { server in
            let added = try await server.post(
                Self.layer + "/applyEdits",
                ["adds": #"[{"attributes":{"NAME":"new","NUMBER":99},"geometry":{"x":7,"y":8}}]"#])
            let id = try #require(added["addResults"]?[0]?["objectId"]?.int)
            #expect(added["addResults"]?[0]?["success"] == true)
            #expect(added["addResults"]?[0]?["globalId"]?.string?.isEmpty == false)
            #expect(added["updateResults"]?.array?.isEmpty == true)
            let changed = try await server.post(
                Self.layer + "/applyEdits", ["updates": #"[{"attributes":{"OBJECTID":\#(id),"NAME":"other"}}]"#])
            #expect(changed["updateResults"]?[0]?["success"] == true)
            let row = try await server.json(Self.layer + "/query?outFields=*&objectIds=\(id)")
            let attributes = row["features"]?[0]?["attributes"]
            #expect(attributes?["NAME"] == "other")
            #expect(attributes?["NUMBER"] == 99)
            #expect(attributes?["STATUS"] == 1)
            #expect(row["features"]?[0]?["geometry"]?["y"] == 8)
            let deleted = try await server.post(Self.layer + "/applyEdits", ["deletes": "\(id)"])
            #expect(deleted["deleteResults"]?[0]?["success"] == true)
            #expect(try await count(server) == 25)
        }
    }

    @Test("the same adds sent twice with GlobalIDs are there once, also after a restart of the server")
    func exactlyOnce() async throws {
        try await TestServer.run { server in
            let form = [
                "adds":
                    #"[{"attributes":{"GlobalID":"{6B29FC40-CA47-1067-B31D-00DD010662DA}","NAME":"once"},"geometry":{"x":1,"y":1}}]"#,
                "useGlobalIds": "true",
            ]
            let first = try await server.post(Self.layer + "/applyEdits", form)
            let second = try await server.post(Self.layer + "/applyEdits", form)
            #expect(first["addResults"]?[0]?["success"] == true)
            #expect(second["addResults"]?[0]?["success"] == true)
            #expect(first["addResults"]?[0]?["objectId"] == second["addResults"]?[0]?["objectId"])
            await server.server.stop()
            try await TestServer.serve(server.folder) { again in
                let third = try await again.post(Self.layer + "/applyEdits", form)
                #expect(third["addResults"]?[0]?["objectId"] == first["addResults"]?[0]?["objectId"])
                #expect(try await count(again) == 26)
            }
        }
    }

    @Test("one refused edit undoes all, or only itself, as asked")
    func rollback() async throws {
        try await TestServer.run { server in
            let adds =
                #"[{"attributes":{"NAME":"good"}},{"attributes":{"NAME":"far too long for its field"}},{"attributes":{"NUMBER":"many"}}]"#
            let all = try await server.post(Self.layer + "/applyEdits", ["adds": adds, "rollbackOnFailure": "true"])
            #expect(all["addResults"]?.array?.compactMap { $0["success"]?.bool } == [false, false, false])
            #expect(all["addResults"]?[0]?["error"]?["code"] == 1003)
            #expect(try await count(server) == 25)
            let some = try await server.post(Self.layer + "/applyEdits", ["adds": adds, "rollbackOnFailure": "false"])
            #expect(some["addResults"]?.array?.compactMap { $0["success"]?.bool } == [true, false, false])
            #expect(try await count(server) == 26)
            let missing = try await server.post(
                Self.layer + "/updateFeatures", ["features": #"[{"attributes":{"OBJECTID":999,"NAME":"x"}}]"#])
            #expect(missing["updateResults"]?[0]?["error"]?["code"] == 1011)
        }
    }

    @Test("a service takes edits of several layers in one transaction")
    func serviceEdits() async throws {
        try await TestServer.run { server in
            let edits =
                #"[{"id":0,"adds":[{"attributes":{"NAME":"a"}}],"deletes":[1,2]},{"id":1,"adds":[{"attributes":{"RESULT":"OK"}}]}]"#
            let answer = try await server.post(TestServer.works + "/applyEdits", ["edits": edits])
            #expect(answer[0]?["id"] == 0)
            #expect(answer[0]?["deleteResults"]?.array?.count == 2)
            #expect(answer[1]?["addResults"]?[0]?["success"] == true)
            let failing = #"[{"id":0,"deletes":[3]},{"id":1,"adds":[{"attributes":{"RESULT":"far too long"}}]}]"#
            let refused = try await server.post(TestServer.works + "/applyEdits", ["edits": failing])
            #expect(refused[0]?["deleteResults"]?[0]?["error"]?["code"] == 1003)
            #expect(try await count(server, where: "OBJECTID = 3") == 1)
        }
    }

    @Test("the older operations work too")
    func olderOperations() async throws {
        try await TestServer.run { server in
            let added = try await server.post(
                Self.layer + "/addFeatures", ["features": #"{"attributes":{"NAME":"lone"}}"#])
            #expect(added["addResults"]?[0]?["success"] == true)
            let deleted = try await server.post(Self.layer + "/deleteFeatures", ["where": "NUMBER >= 40"])
            #expect(deleted["deleteResults"]?.array?.count == 5)
            let quiet = try await server.post(
                Self.layer + "/deleteFeatures", ["objectIds": "1,2", "returnDeleteResults": "false"])
            #expect(quiet["success"] == true)
            #expect(try await count(server) == 19)
        }
    }

    @Test("who edits is written down, and who may not edit is told so")
    func rights() async throws {
        try await TestServer.run { server in
            let adds = #"[{"attributes":{"OWNER":"me"},"geometry":{"rings":[[[0,0],[0,1],[1,1],[0,0]]]}}]"#
            let parcels = TestServer.town + "/3"
            let anonymous = try await server.post(parcels + "/applyEdits", ["adds": adds])
            #expect(anonymous["error"]?["code"] == 499)
            let viewer = try await server.token("viewer")
            let refused = try await server.post(parcels + "/applyEdits", ["adds": adds], token: viewer)
            #expect(refused["error"]?["code"] == 403)
            let editor = try await server.token("editor")
            let taken = try await server.post(parcels + "/applyEdits", ["adds": adds], token: editor)
            #expect(taken["addResults"]?[0]?["success"] == true)
            let mine = try await server.json(parcels, token: editor)["capabilities"]?.string ?? ""
            let theirs = try await server.json(parcels)["capabilities"]?.string
            #expect(mine.contains("Update"))
            #expect(theirs == "Query")
            let bad = try await server.post(parcels + "/applyEdits", ["adds": adds], token: editor + "x")
            #expect(bad["error"]?["code"] == 498)
            let row = try await server.post(
                Self.layer + "/applyEdits", ["adds": #"[{"attributes":{"NAME":"by"}}]"#], token: editor)
            let id = try #require(row["addResults"]?[0]?["objectId"]?.int)
            let noted = try await server.json(Self.layer + "/query?outFields=*&objectIds=\(id)")
            #expect(noted["features"]?[0]?["attributes"]?["Creator"] == "editor")
        }
    }

    @Test("edits by GET, without their parameters or with wrong ones are refused")
    func refusals() async throws {
        try await TestServer.run { server in
            let byGet = try await server.json(Self.layer + "/applyEdits?adds=%5B%5D")
            #expect(byGet["error"]?["code"] == 400)
            for form in [
                ["adds": "{"], ["adds": "5"], ["deletes": "a,b"], ["attachments": #"{"adds":[{}]}"#], ["async": "true"],
            ] {
                let answer = try await server.post(Self.layer + "/applyEdits", form)
                #expect(answer["error"]?["code"] == 400, "\(form)")
            }
            let half = try await server.post(Self.layer + "/applyEdits", ["deletes": "[1.5]"])
            #expect(half["error"]?["message"]?.string?.contains("'1.5'") == true)
            let typed = try await server.post(
                Self.layer + "/applyEdits", ["adds": #"[{"attributes":{"NUMBER":"many"}}]"#])
            #expect(typed["addResults"]?[0]?["error"]?["description"]?.string?.hasPrefix("NUMBER: ") == true)
            let unknown = try await server.post(TestServer.works + "/77/applyEdits", ["adds": "[]"])
            #expect(unknown["error"]?["code"] == 404)
        }
    }

    @Test("an attachment is added by a form, listed, read back with its type, replaced and deleted")
    func attachments() async throws {
        try await TestServer.run { server in
            let feature = Self.layer + "/4"
            let picture = (0..<5_000).map { UInt8(truncatingIfNeeded: $0 * 7) }
            let added = try await upload(
                server, feature + "/addAttachment", name: "../a b.jpg", type: "image/jpeg", picture)
            let id = try #require(added["addAttachmentResult"]?["objectId"]?.int)
            let list = try await server.json(feature + "/attachments")
            #expect(list["attachmentInfos"]?[0]?["name"] == "a b.jpg")
            #expect(list["attachmentInfos"]?[0]?["size"] == 5_000)
            let reply = try await server.client.get(feature + "/attachments/\(id)")
            #expect(reply.body == picture)
            #expect(reply.headers["content-type"] == "image/jpeg")
            let part = try await server.client.get(feature + "/attachments/\(id)", headers: ["Range": "bytes=10-19"])
            #expect(part.body == Array(picture[10..<20]))
            let replaced = try await upload(
                server, feature + "/updateAttachment", name: "page.html", type: "text/html", Array("<b>".utf8),
                ["attachmentId": "\(id)"])
            #expect(replaced["updateAttachmentResult"]?["success"] == true)
            let page = try await server.client.get(feature + "/attachments/\(id)")
            #expect(page.headers["content-disposition"]?.hasPrefix("attachment") == true)
            let query = try await server.json(
                Self.layer + "/queryAttachments?definitionExpression=1%3D1&returnUrl=true")
            let url = query["attachmentGroups"]?[0]?["attachmentInfos"]?[0]?["url"]?.string
            #expect(query["attachmentGroups"]?[0]?["parentObjectId"] == 4)
            #expect(url?.hasSuffix("/Works/FeatureServer/0/4/attachments/\(id)") == true)
            let deleted = try await server.post(feature + "/deleteAttachments", ["attachmentIds": "\(id)"])
            #expect(deleted["deleteAttachmentResults"]?[0]?["success"] == true)
            #expect(try await server.json(feature + "/attachments")["attachmentInfos"]?.array?.isEmpty == true)
            #expect(try await server.json(Self.layer + "/999/attachments")["error"]?["code"] == 404)
        }
    }

    @Test("applyEdits carries attachments as Base64 or by upload, once for each GlobalID")
    func attachmentsInEdits() async throws {
        try await TestServer.run { server in
            let sent = try await upload(
                server, TestServer.works + "/uploads/upload", name: "b.txt", type: "text/plain",
                Array("by upload".utf8), field: "file")
            let upload = try #require(sent["item"]?["itemID"]?.string)
            let parent = "{6B29FC40-CA47-1067-B31D-00DD010662DA}"
            let attachments = """
                {"adds":[{"globalId":"{00000000-0000-4000-8000-000000000001}","parentGlobalId":"\(parent)","name":"a.txt",
                "contentType":"text/plain","data":"aGVsbG8="},{"globalId":"{00000000-0000-4000-8000-000000000002}",
                "parentGlobalId":"\(parent)","name":"b.txt","contentType":"text/plain","uploadId":"\(upload)"}]}
                """
            let form = [
                "adds": #"[{"attributes":{"GlobalID":"\#(parent)","NAME":"with"}}]"#, "attachments": attachments,
                "useGlobalIds": "true",
            ]
            let first = try await server.post(Self.layer + "/applyEdits", form)
            #expect(first["attachments"]?["addResults"]?.array?.compactMap { $0["success"]?.bool } == [true, true])
            _ = try await server.post(Self.layer + "/applyEdits", form)
            let id = try #require(first["addResults"]?[0]?["objectId"]?.int)
            let infos = try await server.json(Self.layer + "/\(id)/attachments")["attachmentInfos"]?.array ?? []
            #expect(infos.count == 2)
            let texts = infos.compactMap { $0["id"]?.int }
            let reply = try await server.client.get(Self.layer + "/\(id)/attachments/\(texts[0])")
            #expect(reply.text == "hello")
        }
    }

    private func upload(
        _ server: TestServer, _ path: String, name: String, type: String, _ data: [UInt8],
        _ fields: [String: String] = [:],
        field: String = "attachment"
    ) async throws -> JSONValue {
        var body: [UInt8] = []
        for (key, value) in fields.merging(["f": "json"], uniquingKeysWith: { $1 }) {
            body += Array("--XX\r\nContent-Disposition: form-data; name=\"\(key)\"\r\n\r\n\(value)\r\n".utf8)
        }
        body += Array(
            "--XX\r\nContent-Disposition: form-data; name=\"\(field)\"; filename=\"\(name)\"\r\nContent-Type: \(type)\r\n\r\n"
                .utf8)
        body += data + Array("\r\n--XX--\r\n".utf8)
        let reply = try await server.client.post(path, body: body, contentType: "multipart/form-data; boundary=XX")
        return try JSONValue(parsing: reply.body)
    }

    @Test(
        "broken forms are errors, and the server lives on",
        arguments: [
            ("multipart/form-data", "--XX\r\n"), ("multipart/form-data; boundary=XX", "no boundary at all"),
            ("multipart/form-data; boundary=XX", "--XX\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\ncut off"),
            ("multipart/form-data; boundary=XX", "--XX"), ("multipart/form-data; boundary=XX", "--XX\r\n--XX\r\n--XX"),
            ("application/x-www-form-urlencoded", String(repeating: "a=1&", count: 2_000)),
            ("multipart/form-data; boundary=" + String(repeating: "b", count: 100), "x"),
        ])
    func brokenForms(type: String, body: String) async throws {
        try await TestServer.run { server in
            let reply = try await server.client.post(
                Self.layer + "/applyEdits", body: Array(body.utf8), contentType: type)
            let code = try JSONValue(parsing: reply.body)["error"]?["code"]?.int ?? 0
            #expect([400, 413].contains(code))
            let rows = try await count(server)
            #expect(rows == 25)
        }
    }
}
