// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaHosting
import TestSupport
import Testing

@Suite("Requests that two servers could read in two ways", .timeLimit(.minutes(10)))
struct ClearRequestsTests {
    private func serve(
        _ configuration: HTTPServer.Configuration = HTTPServer.Configuration(),
        _ use: @Sendable (RawClient) async throws -> Void
    ) async throws {
        let server = HTTPServer(configuration: configuration) { .text("\($0.body.count)") }
        try server.start()
        do { try await use(RawClient(port: server.port)) } catch {
            await server.stop()
            throw error
        }
        await server.stop()
    }

    @Test(
        "are refused with 400, and the connection is closed",
        arguments: [
            "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nContent-Length: 2\r\n\r\nab",
            "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nabc",
            "GET / HTTP/1.1\r\n\r\n", "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
        ])
    func refused(text: String) async throws {
        try await serve { client in
            // Nothing says that the connection is to be closed, so that the answer ends is the server's doing.
            let reply = try RawClient.parse(try await client.exchange(Array(text.utf8)))
            #expect(reply.status == 400)
            let next = try await client.get("/")
            #expect(next.status == 200)
        }
    }

    @Test("an old client without Host is answered")
    func old() async throws {
        try await serve { client in
            let reply = try RawClient.parse(try await client.exchange(Array("GET / HTTP/1.0\r\n\r\n".utf8)))
            #expect(reply.status == 200)
        }
    }

    @Test("connections that ask for nothing make room for those that do")
    func crowd() async throws {
        var configuration = HTTPServer.Configuration()
        configuration.connectionLimit = 8
        configuration.connectionsPerAddress = 0
        configuration.networkThreads = 1
        // Far beyond this suite's time limit: without room made for it the last one would never be answered.
        configuration.headSeconds = 100_000
        configuration.crowdedHeadSeconds = 0.1
        try await serve(configuration) { client in
            let idle = try (0..<8).map { _ in try RawSocket.connect(port: client.port) }
            defer { for descriptor in idle { close(descriptor) } }
            let reply = try await client.get("/")
            #expect(reply.status == 200)
        }
    }

    @Test("one address has no more than its share of connections")
    func share() async throws {
        var configuration = HTTPServer.Configuration()
        configuration.connectionsPerAddress = 3
        configuration.networkThreads = 1
        try await serve(configuration) { client in
            let idle = try (0..<3).map { _ in try RawSocket.connect(port: client.port) }
            let bytes = try await client.exchange(Array("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n".utf8))
            #expect(bytes.isEmpty)
            for descriptor in idle { close(descriptor) }
        }
    }
}
