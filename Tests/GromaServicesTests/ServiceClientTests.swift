// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaCodecs
import GromaServices
import TestSupport
import Testing

@Suite("Service client") struct ServiceClientTests {
    func client() -> ServiceClient { ServiceClient(transport: CurlTransport()) }

    /// What a call on a scripted server ends with.
    func error(_ answer: ScriptedServer.Answer, timeout: Duration = .seconds(10)) async -> ServiceError? {
        let server = ScriptedServer { _, _ in answer }
        defer { server.stop() }
        do {
            _ = try await client().json(server.url("/arcgis/rest/services"), [("token", "secret")], timeout: timeout)
            return nil
        } catch {
            return error as? ServiceError
        }
    }

    @Test("a JSON answer arrives, and the request asks for JSON")
    func answer() async throws {
        let server = ScriptedServer { _, _ in ScriptedServer.reply(#"{"currentVersion":11.3}"#) }
        defer { server.stop() }
        let json = try await client().json(server.url("/rest/info"), [("where", "NAME = 'a&b'"), ("empty", "")])
        #expect(json["currentVersion"]?.double == 11.3)
        #expect(
            server.requests.first?.hasPrefix("GET /rest/info?where=NAME%20%3D%20%27a%26b%27&f=json HTTP/1.1") == true)
    }

    @Test("an error envelope with HTTP 200 is the server's refusal, with its code and details")
    func envelope() async {
        let error = await error(
            ScriptedServer.reply(
                #"{"error":{"code":400,"message":"Unable to complete operation.","details":["'where' clause is invalid."]}}"#
            ))
        #expect(error?.code == .refused)
        #expect(error?.serviceCode == 400)
        #expect(error?.httpStatus == 200)
        #expect(error?.details == ["'where' clause is invalid."])
        #expect(error?.url?.contains("secret") == false)
    }

    @Test(
        "service codes and HTTP statuses tell sign-in, rights and absence apart",
        arguments: [
            (#"{"error":{"code":499,"message":"Token Required"}}"#, "200 OK", ServiceError.Code.authenticationRequired),
            (#"{"error":{"code":498,"message":"Invalid token."}}"#, "200 OK", .authenticationRequired),
            (#"{"error":{"code":403,"message":"No."}}"#, "200 OK", .forbidden), ("gone", "404 Not Found", .notFound),
            ("", "401 Unauthorized", .authenticationRequired), ("broken", "500 Internal Server Error", .refused),
            ("<html>", "200 OK", .unexpectedAnswer), ("", "200 OK", .unexpectedAnswer),
            (#"{"a":"#, "200 OK", .unexpectedAnswer),
        ])
    func verdicts(body: String, status: String, code: ServiceError.Code) async {
        #expect(await error(ScriptedServer.reply(body, status: status))?.code == code)
    }

    @Test("a server that is away, hangs up, or falls silent is said clearly")
    func network() async {
        #expect(await error(.hangUp)?.code == .transport)
        let slow = await error(.silence, timeout: .milliseconds(150))
        #expect(slow?.code == .timeout)
        #expect(slow?.message.contains("did not answer within") == true)
        let server = ScriptedServer { _, _ in .hangUp }
        server.stop()
        await #expect { try await client().json(server.url()) } throws: { error in
            (error as? ServiceError)?.code == .transport && "\(error)".contains("not reachable")
        }
    }

    @Test("an answer cut short is a transport error, not a short document")
    func truncated() async {
        let head = "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{}"
        #expect(await error(.bytes(Array(head.utf8)))?.code == .transport)
    }

    @Test("an answer larger than allowed is refused before it fills memory")
    func tooLarge() async throws {
        let server = ScriptedServer { _, _ in ScriptedServer.reply(String(repeating: "x", count: 100_000)) }
        defer { server.stop() }
        await #expect { try await CurlTransport().send(HTTPRequest(url: server.url(), maximumBytes: 1_000)) } throws: {
            error in
            (error as? ServiceError)?.code == .tooLarge
        }
    }

    @Test("cancelling the task ends a request that would wait for ever")
    func cancellation() async {
        let asked = AsyncStream<Void>.makeStream()
        let server = ScriptedServer { _, _ in
            asked.continuation.yield()
            return .silence
        }
        defer { server.stop() }
        let task = Task { try await client().json(server.url()) }
        for await _ in asked.stream { break }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test("a long parameter goes by POST")
    func longParameters() async throws {
        let server = ScriptedServer { _, _ in ScriptedServer.reply("{}") }
        defer { server.stop() }
        let ids = (0..<500).map(String.init).joined(separator: ",")
        _ = try await client().json(server.url("/query"), [("objectIds", ids)])
        #expect(server.requests.first?.hasPrefix("POST /query ") == true)
        #expect(server.requests.first?.contains("objectIds=0%2C1%2C2") == true)
    }

    @Test("a token that the server forgot is got anew, once")
    func renewal() async throws {
        let server = ScriptedServer { request, number in
            if request.contains("generateToken") {
                let token = request.contains("X-Esri") ? "?" : number == 0 ? "forgotten" : "fresh"
                return ScriptedServer.reply(#"{"token":"\#(token)","expires":99999999999999}"#)
            }
            return request.contains("Bearer fresh")
                ? ScriptedServer.reply(#"{"ok":true}"#)
                : ScriptedServer.reply(#"{"error":{"code":498,"message":"Invalid token."}}"#)
        }
        defer { server.stop() }
        let portal = Portal(url: server.url("/portal"), client: client())
        try await portal.signIn(user: "editor", password: "p&w")
        #expect(try await portal.client.json(server.url("/arcgis/rest/info"))["ok"] == true)
        #expect(server.requests.filter { $0.contains("generateToken") }.count == 2)
        #expect(server.requests.contains { $0.contains("password=p%26w") })
    }

    @Test("a wrong password says so")
    func wrongPassword() async {
        let server = ScriptedServer { _, _ in
            ScriptedServer.reply(
                #"{"error":{"code":400,"message":"Unable to generate token.","details":["Invalid username or password."]}}"#
            )
        }
        defer { server.stop() }
        let portal = Portal(url: server.url("/portal"), client: client())
        await #expect { try await portal.signIn(user: "editor", password: "wrong") } throws: { error in
            (error as? ServiceError)?.code == .authenticationRequired && !"\(error)".contains("wrong")
        }
    }

    @Test(
        "item addresses of portals are read",
        arguments: [
            ("https://h/portal/home/item.html?id=abc", "https://h/portal"),
            ("https://h/portal/sharing/rest/content/items/abc", "https://h/portal"),
            ("https://h/portal/sharing/rest/content/items/abc/data?f=json", "https://h/portal"),
            ("https://h/home/webmap/viewer.html?webmap=abc", "https://h"),
        ])
    func itemAddresses(text: String, portal: String) throws {
        let url = try #require(URL(string: text))
        let item = try #require(PortalItem(url: url))
        #expect(item.id == "abc")
        #expect(item.portal.url.absoluteString == portal)
    }

    @Test(
        "other addresses are no items",
        arguments: ["https://h/x", "https://h/portal/home/item.html", "https://h/portal/home/item.html?id=../x"])
    func otherAddresses(text: String) throws {
        #expect(PortalItem(url: try #require(URL(string: text))) == nil)
    }
}
