// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaCodecs
import GromaFeatures
import GromaGeometry
import GromaServices
import Synchronization
import TestSupport
import Testing

@Suite("groma serve as a process", .timeLimit(.minutes(10)))
struct ServeProcessTests {
    private func table(_ server: ServeProcess) -> ServiceFeatureTable {
        let url = server.url.appending(path: "arcgis/rest/services/Trees/FeatureServer/0")
        return ServiceFeatureTable(url: url, client: ServiceClient(transport: CurlTransport()))
    }

    @Test(
        "it answers when it prints its address, and ends with status 0 on SIGTERM and SIGINT",
        arguments: [SIGTERM, SIGINT])
    func readyAndEnd(signal: Int32) async throws {
        try await TemporaryFolder.run { folder in
            let server = try await ServeProcess(data: try await Trees.dataFolder(in: folder))
            #expect(server.lines.last?.hasSuffix(" at \(server.url.absoluteString)") == true)
            let client = ServiceClient(transport: CurlTransport())
            let services = try await client.json(server.url.appending(path: "arcgis/rest/services"))
            #expect(services["services"]?[0]?["name"] == "Trees")
            #expect(try await client.json(server.url.appending(path: "portal/sharing/rest"))["currentVersion"] != nil)
            let found = try await client.json(
                server.url.appending(path: "portal/sharing/rest/search"), [("q", "type:\"Feature Service\"")])
            #expect(found["results"]?[0]?["title"] == "Trees")
            #expect(await server.end(signal) == 0)
        }
    }

    @Test("the administrator's password is made once, kept where only the owner reads it, and works")
    func adminPassword() async throws {
        try await TemporaryFolder.run { folder in
            let data = try await Trees.dataFolder(in: folder)
            let first = try await ServeProcess(data: data)
            let place = data.appending(path: "admin-password")
            let line = try #require(first.lines.first)
            #expect(line.contains("admin-password"), "\(line)")
            let mode = try FileManager.default.attributesOfItem(atPath: place.path)[.posixPermissions] as? Int
            #expect(mode == 0o600)
            let password = try String(contentsOf: place, encoding: .utf8).trimmingCharacters(
                in: .whitespacesAndNewlines)
            #expect(password.count >= 16 && !first.lines.joined().contains(password))
            let portal = Portal(
                url: first.url.appending(path: "portal"), client: ServiceClient(transport: CurlTransport()))
            try await portal.signIn(user: "admin", password: password)
            await first.end()
            let second = try await ServeProcess(data: data)
            #expect(try String(contentsOf: place, encoding: .utf8).contains(password))
            await second.end()
            let given = try await ServeProcess(data: data, environment: ["GROMA_ADMIN_PASSWORD": "another one"])
            let again = Portal(
                url: given.url.appending(path: "portal"), client: ServiceClient(transport: CurlTransport()))
            try await again.signIn(user: "admin", password: "another one")
            #expect(!FileManager.default.fileExists(atPath: place.path), "an old password's file would mislead")
            await given.end()
            for name in ["token-key", "portal.sqlite"] {
                let mode =
                    try FileManager.default.attributesOfItem(atPath: data.appending(path: name).path)[
                        .posixPermissions] as? Int
                #expect((mode ?? 0) & 0o077 == 0, "\(name) may be read by others")
            }
        }
    }

    @Test("a port in use, a folder in use, and a folder that holds other data, are said")
    func cannotStart() async throws {
        try await TemporaryFolder.run { folder in
            let data = try await Trees.dataFolder(in: folder)
            let server = try await ServeProcess(data: data)
            let port = String(server.url.port ?? 0)
            let copy = URL(filePath: folder.path("copy"))
            try FileManager.default.copyItem(at: data, to: copy)
            let second = try await groma("serve", "--data", copy.path, "--port", port)
            #expect(second.failed(1) && second.errors.contains(port), "\(second.summary)")
            let third = try await groma("serve", "--data", data.path, "--port=0")
            #expect(third.failed(1), "\(third.summary)")
            #expect(third.errors.components(separatedBy: "in use by another groma").count == 2, "said once")
            await server.end()
            try folder.write("data/groma-store.json", #"{"format":"groma-store","version":999}"#)
            let newer = try await groma("serve", "--data", data.path, "--port=0")
            #expect(newer.failed(1) && newer.errors.contains("999"), "\(newer.summary)")
        }
    }

    @Test("SIGTERM while a request is coming in: it is carried out and answered, then the server ends with status 0")
    func endFinishesWhatRuns() async throws {
        try await TemporaryFolder.run { folder in
            let data = try await Trees.dataFolder(in: folder)
            let server = try await ServeProcess(data: data)
            let port = server.url.port ?? 0
            let body = Array(#"f=json&adds=[{"attributes":{"kind":"last"}}]"#.utf8)
            let socket = try RawSocket.connect(port: port)
            defer { close(socket) }
            RawSocket.send(
                """
                POST /arcgis/rest/services/Trees/FeatureServer/0/applyEdits HTTP/1.1\r
                Host: a\r
                Content-Type: application/x-www-form-urlencoded\r
                Content-Length: \(body.count)\r
                Expect: 100-continue\r
                \r

                """, on: socket)
            // The server asks for the body when it has the head.
            #expect(String(decoding: RawSocket.receive(8_192, on: socket), as: UTF8.self).hasPrefix("HTTP/1.1 100"))
            _ = RawSocket.send(Array(body.prefix(9)), on: socket)
            async let status = server.end()
            while let other = try? RawSocket.connect(port: port) {
                close(other)
                await Task.yield()
            }
            _ = RawSocket.send(Array(body.dropFirst(9)), on: socket)
            let answer = String(decoding: RawSocket.receive(8_192, on: socket), as: UTF8.self)
            #expect(answer.hasPrefix("HTTP/1.1 200"))
            #expect(await status == 0)
            let row = try await groma("query", data.path + "#0", "--where", "kind = 'last'")
            #expect(row.json["features"]?.array?.count == 1, "\(row.summary)")
        }
    }

    @Test("SIGTERM in a stream of edits: what runs is finished, every acknowledged row is there after a restart")
    func endInTheMiddle() async throws {
        try await stream(signal: SIGTERM)
    }

    @Test(
        "kill -9 in a stream of edits: every acknowledged row is there after a restart, and sent again each is there once"
    )
    func killInTheMiddle() async throws {
        try await stream(signal: SIGKILL)
    }

    /// Four clients add rows one after the other; after 60 acknowledged ones the server gets the signal.
    private func stream(signal: Int32) async throws {
        try await TemporaryFolder.run { folder in
            let data = try await Trees.dataFolder(in: folder)
            let server = try await ServeProcess(data: data)
            let progress = Progress()
            let (enough, isEnough) = AsyncStream.makeStream(of: Void.self)
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<4 {
                    group.addTask {
                        let table = self.table(server)
                        while true {
                            let (id, edits) = Self.add()
                            progress.sent.withLock { $0[id] = edits }
                            guard let result = try? await table.applyEdits(edits), result.adds.first?.error == nil
                            else { return }
                            let count = progress.acknowledged.withLock { known in
                                known.insert(id)
                                return known.count
                            }
                            if count == 60 { isEnough.yield() }
                        }
                    }
                }
                for await _ in enough { break }
                #expect(await server.end(signal) == (signal == SIGKILL ? -SIGKILL : 0))
            }
            let again = try await ServeProcess(data: data)
            let before = try await rowsByGlobalID(again)
            #expect(progress.acknowledged.withLock { $0 }.allSatisfy { before[$0] == 1 }, "an acknowledged row is lost")
            let table = self.table(again)
            for edits in progress.sent.withLock({ Array($0.values) }) {
                #expect(try await table.applyEdits(edits).adds[0].error == nil)
            }
            let after = try await rowsByGlobalID(again)
            #expect(progress.sent.withLock { Set($0.keys) } == Set(after.keys))
            #expect(after.values.allSatisfy { $0 == 1 }, "a row is there twice")
            #expect(await again.end() == 0)
        }
    }

    /// What a stream of edits has sent, and what was acknowledged, by GlobalID.
    private final class Progress: Sendable {
        let sent = Mutex<[String: FeatureEdits]>([:])
        let acknowledged = Mutex<Set<String>>([])
    }

    private static func add() -> (id: String, edits: FeatureEdits) {
        let id = AttributeValue.newGUID()
        var edits = FeatureEdits()
        edits.usesGlobalIDs = true
        edits.adds = [
            FeatureRecord(
                attributes: ["kind": .string("stream"), "GlobalID": .guid(id)],
                geometry: Point(x: 1, y: 2, spatialReference: .wgs84))
        ]
        return (id, edits)
    }

    private func rowsByGlobalID(_ server: ServeProcess) async throws -> [String: Int] {
        var query = QueryParameters()
        query.whereClause = "kind = 'stream'"
        var counts: [String: Int] = [:]
        for row in try await table(server).queryFeatures(using: query).records {
            if case .guid(let id) = row.attributes["GlobalID"] { counts[id.uppercased(), default: 0] += 1 }
        }
        return counts
    }

    @Test("groma edit says done only when it is: the server is killed right after its answer, and the edit is there")
    func durableEdit() async throws {
        try await TemporaryFolder.run { folder in
            let data = try await Trees.dataFolder(in: folder)
            for round in 0..<3 {
                let server = try await ServeProcess(data: data)
                let outcome = try await groma(
                    "edit", Trees.layer(of: server), "add", "--features", "-", "--json",
                    input: #"{"features":[{"attributes":{"kind":"round \#(round)"}}]}"#)
                await server.end(SIGKILL)
                #expect(outcome.status == 0, "\(outcome.summary)")
                let id = outcome.json["addResults"]?[0]?["objectId"]?.int ?? -1
                let row = try await groma("query", data.path + "#0", "--where", "OBJECTID = \(id)")
                #expect(row.json["features"]?[0]?["attributes"]?["kind"]?.string == "round \(round)", "\(row.summary)")
            }
        }
    }

    @Test(
        "on a full disk an edit is refused in words, nothing of it stays, and the server goes on",
        .enabled(if: SmallDisk.isPossible, "a small file system can be mounted by root only"))
    func fullDisk() async throws {
        try await SmallDisk.run(megabytes: 8) { disk in
            let file = try disk.write("a.geojson", Trees.geoJSON)
            let data = disk.url.appending(path: "data")
            let made = try await groma(
                "import", file, "--service", "Trees", "--data", data.path, "--editors", "everyone")
            #expect(made.status == 0, "\(made.summary)")
            let server = try await ServeProcess(data: data)
            let table = self.table(server)
            var edits = FeatureEdits()
            edits.attachmentAdds = [
                AttachmentEdit(
                    parentObjectID: 1, globalID: AttributeValue.newGUID(), name: "large.bin",
                    contentType: "application/octet-stream", data: [UInt8](repeating: 7, count: 12 << 20))
            ]
            let refused = try await table.applyEdits(edits).attachmentAdds[0]
            #expect(refused.error?.message.contains("disk is full") == true, "\(refused)")
            #expect(try await table.queryFeatureCount(using: QueryParameters()) == 3)
            #expect(try await table.attachments(of: 1).isEmpty)
            let small = try await table.applyEdits(Self.add().edits)
            #expect(small.adds[0].error == nil, "there is room for a small row again")
            #expect(await server.end() == 0)
            let full = try await groma("convert", data.path + "/services/Trees.gpkg", disk.path("out.gpkg"))
            #expect(full.status == 0, "\(full.summary)")
        }
    }
}
