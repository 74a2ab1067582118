// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaCodecs
import GromaServices
import TestSupport
import Testing

@Suite("Redirects", .timeLimit(.minutes(10))) struct RedirectTests {
    private func redirect(_ status: String, to location: String) -> ScriptedServer.Answer {
        ScriptedServer.reply("", status: status, headers: ["Location: \(location)"])
    }
    private func client(signedInAt url: URL) -> ServiceClient {
        let client = ServiceClient(transport: CurlTransport())
        client.credentials.add(.token("SECRET"), for: url)
        return client
    }

    @Test(
        "on the same host a request goes on as it was", arguments: ["301 Moved", "302 Found", "307 Temp", "308 Perm"])
    func sameHost(status: String) async throws {
        let server = ScriptedServer { request, number in
            number == 0 ? redirect(status, to: "/elsewhere") : ScriptedServer.reply("{}")
        }
        defer { server.stop() }
        _ = try await client(signedInAt: server.url()).json(server.url("/a"), [("x", "1")], method: .post)
        #expect(server.requests.count == 2)
        #expect(server.requests[1].hasPrefix("POST /elsewhere "))
        #expect(server.requests[1].contains("Bearer SECRET"))
        #expect(server.requests[1].hasSuffix("x=1&f=json"))
    }

    @Test("303 asks for the other address by GET")
    func seeOther() async throws {
        let server = ScriptedServer { request, number in
            number == 0 ? redirect("303 See Other", to: "there?y=2") : ScriptedServer.reply("{}")
        }
        defer { server.stop() }
        _ = try await client(signedInAt: server.url()).json(server.url("/a/b"), [("x", "1")], method: .post)
        #expect(server.requests[1].hasPrefix("GET /a/there?y=2 "))
    }

    @Test("a token does not go along to another host")
    func otherHost() async throws {
        let other = ScriptedServer { _, _ in ScriptedServer.reply(#"{"here":true}"#) }
        defer { other.stop() }
        let server = ScriptedServer { _, _ in redirect("302 Found", to: "http://localhost:\(other.port)/x") }
        defer { server.stop() }
        let answer = try await client(signedInAt: server.url()).json(server.url("/a"))
        #expect(answer["here"] == true)
        #expect(server.requests.first?.contains("SECRET") == true)
        #expect(other.requests.count == 1)
        #expect(other.requests.allSatisfy { !$0.contains("SECRET") })
    }

    @Test("a password is never sent on to another host")
    func passwordStays() async throws {
        let other = ScriptedServer { _, _ in ScriptedServer.reply(#"{"token":"t","expires":99999999999999}"#) }
        defer { other.stop() }
        let server = ScriptedServer { _, _ in redirect("307 Temp", to: "http://localhost:\(other.port)/x") }
        defer { server.stop() }
        let portal = Portal(url: server.url("/portal"), client: ServiceClient(transport: CurlTransport()))
        await #expect { try await portal.signIn(user: "editor", password: "SECRET") } throws: { error in
            (error as? ServiceError)?.code == .transport && "\(error)".contains("localhost")
                && !"\(error)".contains("SECRET")
        }
        #expect(other.requests.isEmpty)
    }

    @Test("a circle ends, and so does a redirect that leaves HTTP")
    func endless() async {
        let circle = ScriptedServer { _, _ in redirect("302 Found", to: "/again") }
        defer { circle.stop() }
        let client = ServiceClient(transport: CurlTransport())
        await #expect { try await client.json(circle.url()) } throws: { ($0 as? ServiceError)?.code == .transport }
        #expect(circle.requests.count == 11)
        let file = ScriptedServer { _, _ in redirect("302 Found", to: "file:///etc/hostname") }
        defer { file.stop() }
        await #expect { try await client.json(file.url()) } throws: {
            ($0 as? ServiceError)?.code == .unexpectedAnswer
        }
    }
}
