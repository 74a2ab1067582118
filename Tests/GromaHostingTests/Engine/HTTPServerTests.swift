// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaHosting
import Synchronization
import TestSupport
import Testing

@Suite("HTTP server over loopback", .timeLimit(.minutes(10)))
struct HTTPServerTests {
    private func serve<Result: Sendable>(
        _ configuration: HTTPServer.Configuration = HTTPServer.Configuration(), log: AccessLog? = nil,
        _ handler: @escaping @Sendable (HTTPRequest) async -> HTTPResponse,
        _ use: @Sendable (RawClient) async throws -> Result
    ) async throws -> Result {
        let server = HTTPServer(configuration: configuration, log: log, handler: handler)
        try server.start()
        do {
            let result = try await use(RawClient(port: server.port))
            await server.stop()
            return result
        } catch {
            await server.stop()
            throw error
        }
    }

    @Test("a request reaches the handler with path, query, headers and body decoded")
    func echo() async throws {
        let seen = Mutex<[HTTPRequest]>([])
        try await serve { request in
            seen.withLock { $0.append(request) }
            return .text("seen")
        } _: { client in
            let reply = try await client.post(
                "/a%20b/c?x=1&y=%C3%A4+b&empty=", body: Array("where=1%3D1&f=json".utf8), headers: ["X-Groma": "yes"])
            #expect(reply.status == 200)
            #expect(reply.text == "seen")
        }
        let request = try #require(seen.withLock { $0.first })
        #expect(request.method == "POST")
        #expect(request.path == "/a b/c")
        #expect(request.query.map(\.name) == ["x", "y", "empty"])
        #expect(request.query.map(\.value) == ["1", "ä b", ""])
        #expect(request.headers["x-groma"] == "yes")
        let form = try FormData(of: request)
        #expect(form.fields.map(\.value) == ["1=1", "json"])
    }

    @Test("HEAD answers the head of GET, without body")
    func head() async throws {
        try await serve { _ in
            .text("twelve bytes")
        } _: { client in
            let reply = try await client.get("/", method: "HEAD")
            #expect(reply.status == 200)
            #expect(reply.headers["content-length"] == "12")
            #expect(reply.body.isEmpty)
            #expect(reply.headers["access-control-allow-origin"] == "*")
        }
    }

    @Test("a streamed body arrives whole, longer than the writer's buffer")
    func stream() async throws {
        try await serve { _ in
            HTTPResponse(
                contentType: "text/plain",
                body: .stream { writer in
                    for index in 0..<64 { try await writer.write([UInt8](repeating: UInt8(index), count: 32 << 10)) }
                })
        } _: { client in
            let reply = try await client.get("/")
            #expect(reply.body.count == 64 * 32 << 10)
            #expect(reply.body.enumerated().allSatisfy { Int($1) == $0 / (32 << 10) })
        }
    }

    @Test("a stream that fails half-way is seen to be cut off")
    func brokenStream() async throws {
        try await serve { _ in
            HTTPResponse(
                body: .stream { writer in
                    try await writer.write(Array("half".utf8))
                    throw HostingError(.internalFailure, "the disk is gone")
                })
        } _: { client in
            await #expect(throws: RawClient.Failure.self) { try await client.get("/") }
            await #expect(throws: RawClient.Failure.self) { try await client.get("/") }
        }
    }

    @Test(
        "files are sent whole or by range",
        arguments: [
            (nil, 200, "0123456789", nil), ("bytes=2-4", 206, "234", "bytes 2-4/10"),
            ("bytes=7-", 206, "789", "bytes 7-9/10"),
            ("bytes=-3", 206, "789", "bytes 7-9/10"), ("bytes=4-100", 206, "456789", "bytes 4-9/10"),
            ("bytes=10-", 416, "", "bytes */10"), ("bytes=-0", 416, "", "bytes */10"),
            ("lines=1-2", 200, "0123456789", nil),
            ("bytes=5-2", 200, "0123456789", nil), ("bytes=0-1,4-5", 200, "0123456789", nil),
            ("bytes=-", 200, "0123456789", nil),
        ] as [(String?, Int, String, String?)])
    func ranges(header: String?, status: Int, body: String, contentRange: String?) async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "groma-range-\(UUID().uuidString)")
        try Data("0123456789".utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        for isFile in [true, false] {
            try await serve { _ in
                isFile ? HTTPResponse(contentType: "image/png", body: .file(file)) : .text("0123456789")
            } _: { client in
                let reply = try await client.get("/", headers: header.map { ["Range": $0] } ?? [:])
                #expect(reply.status == status)
                #expect(reply.text == body)
                #expect(reply.headers["content-range"] == contentRange)
            }
        }
    }

    @Test("a body beyond the bound is refused and the server lives on")
    func bodyBound() async throws {
        var configuration = HTTPServer.Configuration()
        configuration.bodyLimit = 1_000
        try await serve(configuration) {
            .text("\($0.body.count)")
        } _: { client in
            #expect(try await client.post("/", body: [UInt8](repeating: 65, count: 1_000)).text == "1000")
            let reply = try await client.post("/", body: [UInt8](repeating: 65, count: 1_001))
            #expect(reply.status == 413)
            #expect(reply.text.contains("\"code\":413"))
            #expect(try await client.post("/", body: [65]).text == "1")
        }
    }

    @Test("all bodies together are bounded, and room is given back")
    func totalBound() async throws {
        var configuration = HTTPServer.Configuration()
        configuration.totalBodyLimit = 1_000
        try await serve(configuration) {
            .text("\($0.body.count)")
        } _: { client in
            for _ in 0..<5 {
                let small = try await client.post("/", body: [UInt8](repeating: 65, count: 900))
                let large = try await client.post("/", body: [UInt8](repeating: 65, count: 1_100))
                #expect(small.text == "900")
                #expect(large.status == 503)
            }
        }
    }

    @Test("a client that sends its head byte by byte, or nothing, is cut off")
    func slowHead() async throws {
        var configuration = HTTPServer.Configuration()
        configuration.headSeconds = 0.5
        try await serve(configuration) { _ in
            .text("ok")
        } _: { client in
            let bytes = try await client.exchange(Array("GET / HTTP/1.1\r\nHost: ".utf8))
            #expect(bytes.isEmpty)
            #expect(try await client.get("/").text == "ok")
        }
    }

    @Test("a body that never ends is cut off")
    func slowBody() async throws {
        var configuration = HTTPServer.Configuration()
        configuration.bodySeconds = 0.5
        try await serve(configuration) { _ in
            .text("ok")
        } _: { client in
            let head = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\nhalf"
            let bytes = try await client.exchange(Array(head.utf8))
            #expect(!String(decoding: bytes, as: UTF8.self).contains("ok"))
            #expect(try await client.get("/").text == "ok")
        }
    }

    @Test("a client that leaves has its handler cancelled")
    func clientLeaves() async throws {
        let (stream, continuation) = AsyncStream.makeStream(of: String.self)
        try await serve { request in
            guard request.path == "/long" else { return .text("ok") }
            continuation.yield("begun")
            do { try await Task.sleep(for: .seconds(60)) } catch { continuation.yield("cancelled") }
            return .text("late")
        } _: { client in
            let descriptor = try RawSocket.connect(port: client.port)
            let head = Array("GET /long HTTP/1.1\r\nHost: a\r\n\r\n".utf8)
            _ = unsafe head.withUnsafeBytes { unsafe send(descriptor, $0.baseAddress, $0.count, 0) }
            var events = stream.makeAsyncIterator()
            #expect(await events.next() == "begun")
            close(descriptor)
            #expect(await events.next() == "cancelled")
            #expect(try await client.get("/").text == "ok")
        }
    }

    @Test("stop lets a running request finish and refuses new connections")
    func stopping() async throws {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
        let (release, releasing) = AsyncStream.makeStream(of: Void.self)
        let server = HTTPServer { _ in
            continuation.yield()
            for await _ in release { break }
            return .text("finished")
        }
        try server.start()
        let client = RawClient(port: server.port)
        async let reply = client.get("/")
        for await _ in stream { break }
        async let stopped: Void = server.stop()
        while (try? RawSocket.connect(port: client.port)).map({ close($0) }) != nil { await Task.yield() }
        releasing.yield()
        #expect(try await reply.text == "finished")
        await stopped
    }

    @Test("stop between the requests of busy connections: each answer that begins is whole, and the server ends")
    func stoppingBetweenRequests() async throws {
        for _ in 0..<20 {
            let server = HTTPServer { _ in
                await Task.yield()
                return .text("answered")
            }
            try server.start()
            let port = server.port
            let (enough, isEnough) = AsyncStream.makeStream(of: Void.self)
            let answers = await withTaskGroup(of: [String].self) { group in
                for _ in 0..<4 {
                    group.addTask {
                        await withCheckedContinuation { continuation in
                            Thread.detachNewThread {
                                continuation.resume(returning: Self.askUntilClosed(port: port) { isEnough.yield() })
                            }
                        }
                    }
                }
                var count = 0
                for await _ in enough {
                    count += 1
                    if count == 20 { break }
                }
                await server.stop()
                return await group.reduce(into: []) { $0 += $1 }
            }
            #expect(answers.allSatisfy { $0.hasPrefix("HTTP/1.1 200") && $0.hasSuffix("answered") }, "\(answers)")
        }
    }

    /// Asks on one connection, again as soon as an answer is there, until the server closes it.
    private static func askUntilClosed(port: Int, whenAnswered: () -> Void) -> [String] {
        guard let socket = try? RawSocket.connect(port: port) else { return [] }
        defer { close(socket) }
        var answers: [String] = []
        while RawSocket.send(Array("GET / HTTP/1.1\r\nHost: a\r\n\r\n".utf8), on: socket) {
            let answer = RawSocket.receive(8_192, on: socket)
            if answer.isEmpty { break }
            answers.append(String(decoding: answer, as: UTF8.self))
            whenAnswered()
        }
        return answers
    }

    @Test("a port in use is said in words")
    func portInUse() async throws {
        try await serve { _ in
            .text("ok")
        } _: { client in
            var configuration = HTTPServer.Configuration()
            configuration.port = client.port
            let second = HTTPServer(configuration: configuration) { _ in .text("never") }
            let error = #expect(throws: HostingError.self) { try second.start() }
            #expect(error?.code == .cannotListen)
            #expect(error?.message.contains("\(client.port)") == true)
        }
    }

    @Test("the access log has a line a request and no secret")
    func accessLog() async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "groma-log-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        try await serve(log: try AccessLog(file: file)) { _ in
            .text("ok")
        } _: { client in
            _ = try await client.get("/a/b?f=json&token=SECRET&Password=SECRET")
            _ = try await client.get("/new%0Aline")
        }
        let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
        #expect(lines.count == 2)
        #expect(lines[0].contains(" GET /a/b?f=json&token=***&Password=*** 200 2 "))
        #expect(lines[1].contains(" GET /new%0Aline 200 2 "))
        #expect(!lines.joined().contains("SECRET"))
    }

    @Test("bytes that are no HTTP do not end the server", arguments: notHTTP.indices)
    func garbage(index: Int) async throws {
        var configuration = HTTPServer.Configuration()
        configuration.idleSeconds = 1
        try await serve(configuration) {
            .text("\($0.body.count)")
        } _: { client in
            _ = try? await client.exchange(Array(notHTTP[index].utf8), closesWriting: true)
            let reply = try await client.get("/")
            #expect(reply.text == "0")
        }
    }
}

private let notHTTP = [
    "\u{0}\u{1}\u{2}", "GET\r\n\r\n", "GET / HTTP/9.9\r\n\r\n",
    "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: -5\r\n\r\n",
    "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    "GET /" + String(repeating: "a", count: 200_000),
    "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\nshort",
]
