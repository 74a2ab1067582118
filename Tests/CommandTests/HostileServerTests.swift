// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import TestSupport
import Testing

/// Servers that refuse, hang up, send noise or never come to an end: each ends in a message that names the server, status 1.
@Suite("Hostile servers on the command line") struct HostileServerTests {
    private static let layer = """
        {"id":0,"name":"Trees","type":"Feature Layer","geometryType":"esriGeometryPoint","objectIdField":"OBJECTID",
         "fields":[{"name":"OBJECTID","type":"esriFieldTypeOID"}],"maxRecordCount":10,
         "advancedQueryCapabilities":{"supportsPagination":true}}
        """
    private static let page = """
        {"objectIdFieldName":"OBJECTID","geometryType":"esriGeometryPoint",
         "fields":[{"name":"OBJECTID","type":"esriFieldTypeOID"}],
         "features":[{"attributes":{"OBJECTID":1},"geometry":{"x":1,"y":2}}],"exceededTransferLimit":true}
        """

    private func query(_ answer: @escaping @Sendable (_ isQuery: Bool) -> ScriptedServer.Answer) async throws
        -> GromaProcess
    {
        let server = ScriptedServer { request, _ in answer(request.prefix(200).contains("/query")) }
        defer { server.stop() }
        let folder = try CommandFolder([:])
        let url = server.url("/arcgis/rest/services/A/FeatureServer/0").absoluteString
        return try await GromaProcess.run(["query", url], in: folder.url)
    }

    @Test(
        "what is no description of a layer",
        arguments: [
            (
                "{\"error\":{\"code\":498,\"message\":\"Invalid token.\",\"details\":[]}}", "200 OK",
                "498: Invalid token."
            ),
            ("<html>log in</html>", "200 OK", "did not answer with JSON"), ("", "200 OK", "did not answer with JSON"),
            ("<html>later</html>", "503 Service Unavailable", "503"), ("[]", "200 OK", "did not describe a layer"),
            (
                "{\"id\":\"x\",\"fields\":{\"a\":1},\"geometryType\":\"esriGeometryBall\"}", "200 OK",
                "did not describe a layer"
            ),
            (String(repeating: "{\"a\":", count: 100_000), "200 OK", "did not answer with JSON"),
        ])
    func description(body: String, status: String, says: String) async throws {
        let run = try await query { _ in ScriptedServer.reply(body, status: status) }
        #expect(run.status == 1 && run.errors.contains(says) && run.errors.contains("127.0.0.1"), "\(run)")
    }

    @Test("a server that hangs up, and bytes that are no HTTP")
    func noHTTP() async throws {
        for answer in [ScriptedServer.Answer.hangUp, .bytes(Array("\u{0}noise\r\n\r\n".utf8))] {
            let run = try await query { _ in answer }
            #expect(run.status == 1 && run.errors.contains("connection to 127.0.0.1 failed"), "\(run)")
        }
    }

    @Test("an answer that is cut")
    func cut() async throws {
        let run = try await query { _ in .bytes(Array("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n{\"a\"".utf8)) }
        #expect(run.status == 1 && run.errors.contains("partial"), "\(run)")
    }

    @Test("a server that sends to itself for ever")
    func loop() async throws {
        let run = try await query { _ in
            ScriptedServer.reply(
                "", status: "302 Found", headers: ["Location: /arcgis/rest/services/A/FeatureServer/0"])
        }
        #expect(run.status == 1 && run.errors.contains("redirects"), "\(run)")
    }

    @Test(
        "answers of a query",
        arguments: [
            ("{\"error\":{\"code\":400,\"message\":\"Unable to complete operation.\",\"details\":[]}}", "400: Unable"),
            (String(repeating: "[", count: 100_000), "An object is expected"), ("{\"count\":-5}", "could not be read"),
            ("{\"features\":[{\"attributes\":{\"OBJECTID\":1", "ends too early"),
        ])
    func answers(body: String, says: String) async throws {
        let run = try await query { isQuery in ScriptedServer.reply(isQuery ? body : Self.layer) }
        #expect(run.status == 1 && run.errors.contains(says) && run.errors.contains("/query"), "\(run)")
    }

    @Test("a service that sends its first page for ever is found out at the second")
    func samePage() async throws {
        let run = try await query { isQuery in ScriptedServer.reply(isQuery ? Self.page : Self.layer) }
        #expect(run.status == 1 && run.errors.contains("first page again"), "\(run)")
        #expect(run.output.isEmpty)
    }
}
