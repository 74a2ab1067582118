// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaFeatures
import GromaGeometry
import GromaMapping
import GromaServices
import TestSupport
import Testing

/// Our client on servers that fail in all the ways that servers do, at every kind of request.
@Suite("Our client bears bad servers", .timeLimit(.minutes(10)))
struct BadAnswersTests {
    private static let layer = """
        {"id":0,"name":"A","type":"Feature Layer","geometryType":"esriGeometryPoint","maxRecordCount":2,"hasAttachments":true,
        "fields":[{"name":"OBJECTID","type":"esriFieldTypeOID"},{"name":"N","type":"esriFieldTypeInteger"}],
        "advancedQueryCapabilities":{"supportsPagination":true},"capabilities":"Query,Create,Update,Delete",
        "extent":{"xmin":0,"ymin":0,"xmax":1,"ymax":1,"spatialReference":{"wkid":4326}}}
        """
    /// What a bad server says in place of an answer, and the kind of error that people see.
    fileprivate static let bad: [(name: String, answer: ScriptedServer.Answer, code: ServiceError.Code)] = [
        ("envelope with HTTP 200", reply(#"{"error":{"code":500,"message":"Oops","details":[]}}"#), .refused),
        ("envelope without details", reply(#"{"error":{"message":"Oops"}}"#), .refused),
        ("HTML", ScriptedServer.reply("<html><body>Login</body></html>", type: "text/html"), .unexpectedAnswer),
        ("HTML with 502", ScriptedServer.reply("<html>", status: "502 Bad Gateway", type: "text/html"), .transport),
        ("empty", reply(""), .unexpectedAnswer), ("cut JSON", reply(#"{"count":"#), .unexpectedAnswer),
        ("another document", reply(#"{"hello":"world"}"#), .unexpectedAnswer),
        ("a list", reply("[1,2,3]"), .unexpectedAnswer), ("null", reply("null"), .unexpectedAnswer),
        ("shorter than it says", raw("Content-Length: 5000\r\n\r\n{\"count\":1}"), .transport),
        ("longer than it says", raw("Content-Length: 5\r\n\r\n{\"count\":1}"), .unexpectedAnswer),
        ("negative length", raw("Content-Length: -1\r\n\r\n{\"count\":1}"), .transport),
        ("bad chunks", raw("Transfer-Encoding: chunked\r\n\r\nzz\r\n{}"), .transport),
        ("chunks cut off", raw("Transfer-Encoding: chunked\r\n\r\n5\r\n{\"cou"), .transport),
        ("no zip at all", raw("Content-Encoding: gzip\r\nContent-Length: 9\r\n\r\nnot a zip"), .transport),
        ("no HTTP", .bytes(Array("hello\r\n".utf8)), .transport), ("hangs up", .hangUp, .transport),
    ]
    private static func reply(_ text: String) -> ScriptedServer.Answer { ScriptedServer.reply(text) }
    private static func raw(_ rest: String) -> ScriptedServer.Answer {
        .bytes(Array("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\(rest)".utf8))
    }

    private static func table(_ server: ScriptedServer) -> ServiceFeatureTable {
        ServiceFeatureTable(
            url: server.url("/FeatureServer/0"), client: ServiceClient(transport: CurlTransport()))
    }

    /// Every kind of request of a table.
    private static let requests: [(name: String, send: @Sendable (ServiceFeatureTable) async throws -> Void)] = [
        ("query", { _ = try await $0.queryFeatures(using: QueryParameters()) }),
        ("count", { _ = try await $0.queryFeatureCount(using: QueryParameters()) }),
        ("ids", { _ = try await $0.queryObjectIDs(using: QueryParameters()) }),
        ("extent", { _ = try await $0.queryExtent(using: QueryParameters()) }),
        ("attachments", { _ = try await $0.attachments(of: 1) }),
        (
            "edits",
            { table in
                var edits = FeatureEdits()
                edits.adds = [FeatureRecord(attributes: ["N": .integer(1)])]
                _ = try await table.applyEdits(edits)
            }
        ),
    ]

    @Test("each bad answer to each request is an error of its kind, at once", arguments: BadAnswersTests.bad.indices)
    func everyRequest(index: Int) async throws {
        let (name, answer, code) = Self.bad[index]
        let server = ScriptedServer { request, _ in
            request.hasPrefix("GET /FeatureServer/0?f=json ") ? Self.reply(Self.layer) : answer
        }
        defer { server.stop() }
        let table = Self.table(server)
        for request in Self.requests {
            do {
                try await request.send(table)
                Issue.record("\(name): \(request.name) succeeded")
            } catch {
                #expect((error as? ServiceError)?.code == code, "\(name): \(request.name): \(error)")
            }
        }
    }

    @Test("a bad description is an error of its kind", arguments: BadAnswersTests.bad.indices)
    func description(index: Int) async {
        let (name, answer, code) = Self.bad[index]
        let server = ScriptedServer { _, _ in answer }
        defer { server.stop() }
        do {
            _ = try await Self.table(server).layerInfo()
            Issue.record("\(name) was taken for a layer")
        } catch {
            #expect((error as? ServiceError)?.code == code, "\(name): \(error)")
        }
        do {
            _ = try await ServiceTileSource(
                url: server.url("/MapServer"), client: ServiceClient(transport: CurlTransport())
            ).tileLayerInfo()
            Issue.record("\(name) was taken for tiles")
        } catch {
            #expect([code, .unsupported].contains((error as? ServiceError)?.code), "\(name): \(error)")
        }
    }

    @Test("a server that falls silent before or within its answer ends by the time limit")
    func silence() async {
        let answers: [ScriptedServer.Answer] = [
            .silence, .bytesThenSilence(Array("HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\n{".utf8)),
            .bytesThenSilence(Array("HTTP/1.1 200".utf8)),
        ]
        for answer in answers {
            let server = ScriptedServer { _, _ in answer }
            let client = ServiceClient(transport: CurlTransport())
            await #expect { try await client.json(server.url("/x"), timeout: .milliseconds(200)) } throws: {
                ($0 as? ServiceError)?.code == .timeout
            }
            server.stop()
        }
    }

    @Test("a service that says there is more for ever is not asked for ever")
    func endlessPages() async throws {
        let empty =
            #"{"fields":[{"name":"OBJECTID","type":"esriFieldTypeOID"}],"exceededTransferLimit":true,"features":[]}"#
        let server = ScriptedServer { request, _ in
            request.hasPrefix("GET /FeatureServer/0?f=json ") ? Self.reply(Self.layer) : Self.reply(empty)
        }
        defer { server.stop() }
        #expect(try await Self.table(server).queryFeatures(using: QueryParameters()).count == 0)
        #expect(server.requests.count == 2)
    }

    @Test("a service that ignores the offset gives its first page again: the rows are not taken twice for ever")
    func ignoredOffset() async throws {
        let page = """
            {"objectIdFieldName":"OBJECTID","fields":[{"name":"OBJECTID","type":"esriFieldTypeOID"}],
            "exceededTransferLimit":true,"features":[{"attributes":{"OBJECTID":1}},{"attributes":{"OBJECTID":2}}]}
            """
        let server = ScriptedServer { request, _ in
            request.hasPrefix("GET /FeatureServer/0?f=json ") ? Self.reply(Self.layer) : Self.reply(page)
        }
        defer { server.stop() }
        await #expect { try await Self.table(server).queryFeatures(using: QueryParameters()) } throws: {
            ($0 as? ServiceError)?.code == .unexpectedAnswer
        }
        #expect(server.requests.count <= 3)
    }

    @Test("a server that is away, and a name that nobody has")
    func away() async {
        let server = ScriptedServer { _, _ in .hangUp }
        server.stop()
        await #expect { try await Self.table(server).layerInfo() } throws: {
            ($0 as? ServiceError)?.code == .transport && "\($0)".contains("not reachable")
        }
    }

    @Test("an attachment that breaks off is an error, not a short file")
    func brokenFile() async {
        let server = ScriptedServer { _, _ in
            .bytes(Array("HTTP/1.1 200 OK\r\nContent-Type: image/jpeg\r\nContent-Length: 100\r\n\r\nhalf".utf8))
        }
        defer { server.stop() }
        await #expect { try await Self.table(server).attachmentData(1, of: 1) } throws: {
            ($0 as? ServiceError)?.code == .transport
        }
    }
}
