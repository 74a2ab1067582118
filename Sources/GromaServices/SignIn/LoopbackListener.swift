// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import Synchronization

/// A port of this machine that waits for one request of a browser. Others are told politely that they are not meant.
final class LoopbackListener: Sendable {
    /// Browsers open connections they then don't use; more than these at once are no browser's.
    private static let mostConnections = 16
    private static let longestHead = 16_384

    private struct State {
        var waiting: CheckedContinuation<String, any Error>?
        var isClosed = false
        /// False once the thread has closed the pipe.
        var hasPipe = true
    }
    private let state = Mutex(State())
    private let socket: Int32
    /// Written to when the thread is to look up; both are the thread's to close once it runs.
    private let pipeEnds: (reader: Int32, writer: Int32)
    private let hasThread = Atomic(false)
    let port: Int

    /// Listens. Throws `transport` where the port is taken; 0 takes a free one.
    init(isVersion6: Bool, port: Int) throws(ServiceError) {
        let family = isVersion6 ? AF_INET6 : AF_INET
        socket = Foundation.socket(family, Int32(SOCK_STREAM.rawValue), 0)
        var ends: [Int32] = [-1, -1]
        guard socket >= 0, (0...65_535).contains(port), unsafe pipe(&ends) == 0 else {
            if socket >= 0 { Foundation.close(socket) }
            throw ServiceError(.transport, "No port could be opened for the browser's answer.")
        }
        pipeEnds = (ends[0], ends[1])
        for end in ends { Self.setUp(end) }
        // Both forms of address begin with family and port; the machine's own is 127.0.0.1 or ::1.
        var address = [UInt8](repeating: 0, count: isVersion6 ? 28 : 16)
        address[0] = UInt8(family)
        address[2] = UInt8(port >> 8)
        address[3] = UInt8(port & 255)
        if isVersion6 { address[23] = 1 } else { (address[4], address[7]) = (127, 1) }
        var size = socklen_t(address.count)
        let socket = socket
        let isOpen = unsafe address.withUnsafeMutableBytes { raw in
            guard let start = raw.baseAddress else { return false }
            // The bytes are a socket address of the family that the socket has.
            let place = unsafe start.assumingMemoryBound(to: sockaddr.self)
            return unsafe bind(socket, place, size) == 0 && listen(socket, 8) == 0
                && getsockname(socket, place, &size) == 0
        }
        self.port = Int(address[2]) << 8 | Int(address[3])
        guard isOpen else {
            for descriptor in [socket, ends[0], ends[1]] { Foundation.close(descriptor) }
            throw ServiceError(.transport, "Port \(port) of this machine is taken, so the browser could not answer.")
        }
        Self.setUp(socket)
    }

    private static func setUp(_ descriptor: Int32) {
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    }

    deinit {
        guard !hasThread.load(ordering: .relaxed) else { return }
        for descriptor in [socket, pipeEnds.reader, pipeEnds.writer] { Foundation.close(descriptor) }
    }

    /// Waits for a GET of `path` whose query has `state`, and gives its target. Once only. Throws `timeout` after `expire()`, and `CancellationError`.
    func target(path: String, state expected: String, done: String, stranger: String) async throws -> String {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let isOver = state.withLock { state in
                    if state.isClosed { return true }
                    state.waiting = continuation
                    return false
                }
                guard !isOver else {
                    continuation.resume(throwing: CancellationError())
                    return
                }
                hasThread.store(true, ordering: .relaxed)
                let service = Service(
                    listener: self, path: path.isEmpty ? "/" : path, state: expected, done: done, stranger: stranger)
                Thread.detachNewThread { service.run(self.socket, self.pipeEnds.reader) }
            }
        } onCancel: {
            close()
        }
    }

    /// The answer did not come in time.
    func expire() {
        finish(.failure(ServiceError(.timeout, "Nobody signed in in the browser. Try again when you are ready.")))
    }

    /// Ends the waiting.
    func close() {
        let waiting = state.withLock { state in
            state.isClosed = true
            defer { state.waiting = nil }
            return state.waiting
        }
        waiting?.resume(throwing: CancellationError())
        wake()
    }

    private func finish(_ outcome: Result<String, ServiceError>) {
        let waiting = state.withLock { state in
            state.isClosed = true
            defer { state.waiting = nil }
            return state.waiting
        }
        waiting?.resume(with: outcome.mapError { $0 as any Error })
        wake()
    }

    private var isClosed: Bool { state.withLock { $0.isClosed } }

    private func wake() {
        state.withLock { state in
            guard state.hasPipe else { return }
            let byte: UInt8 = 1
            // A full pipe is a woken thread.
            _ = unsafe withUnsafeBytes(of: byte) { unsafe write(pipeEnds.writer, $0.baseAddress, 1) }
        }
    }

    /// The thread that talks to the browser.
    private struct Service: Sendable {
        let listener: LoopbackListener
        let path: String
        let state: String
        let done: String
        let stranger: String

        func run(_ socket: Int32, _ waker: Int32) {
            var connections: [(descriptor: Int32, head: [UInt8])] = []
            defer {
                listener.state.withLock { $0.hasPipe = false }
                for connection in connections { Foundation.close(connection.descriptor) }
                for descriptor in [socket, waker, listener.pipeEnds.writer] { Foundation.close(descriptor) }
            }
            while !listener.isClosed {
                var watched = [socket, waker].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
                watched += connections.map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
                guard unsafe poll(&watched, nfds_t(watched.count), -1) >= 0 else { continue }
                var kept: [(descriptor: Int32, head: [UInt8])] = []
                for (index, connection) in connections.enumerated() {
                    guard watched[index + 2].revents != 0 else {
                        kept.append(connection)
                        continue
                    }
                    if let more = read(connection) {
                        kept.append(more)
                    } else {
                        Foundation.close(connection.descriptor)
                    }
                }
                connections = kept
                if watched[0].revents != 0 {
                    let new = accept(socket, nil, nil)
                    if new >= 0 {
                        LoopbackListener.setUp(new)
                        connections.append((new, []))
                    }
                    if connections.count > Self.most { Foundation.close(connections.removeFirst().descriptor) }
                }
            }
        }
        private static let most = LoopbackListener.mostConnections

        /// Reads on; nil when the connection has had its answer or is of no use.
        private func read(_ connection: (descriptor: Int32, head: [UInt8])) -> (descriptor: Int32, head: [UInt8])? {
            var connection = connection
            var buffer = [UInt8](repeating: 0, count: 4_096)
            let count = unsafe Foundation.read(connection.descriptor, &buffer, buffer.count)
            guard count > 0 else { return count < 0 && (errno == EAGAIN || errno == EINTR) ? connection : nil }
            connection.head += buffer[0..<count]
            guard connection.head.count <= LoopbackListener.longestHead else { return nil }
            let text = String(decoding: connection.head, as: UTF8.self)
            guard text.contains("\r\n\r\n") || text.contains("\n\n") else { return connection }
            answer(text, to: connection.descriptor)
            return nil
        }

        private func answer(_ head: String, to descriptor: Int32) {
            let words = head.prefix { $0 != "\r" && $0 != "\n" && $0 != "\r\n" }.split(separator: " ")
            guard words.count == 3, words[0] == "GET", words[1].hasPrefix("/"),
                let parts = URLComponents(string: "http://127.0.0.1" + words[1]), parts.path == path
            else { return send("404 Not Found", stranger, to: descriptor) }
            guard parts.queryItems?.first(where: { $0.name == "state" })?.value == state, !state.isEmpty else {
                return send("400 Bad Request", stranger, to: descriptor)
            }
            let isGood = parts.queryItems?.contains { $0.name == "code" } ?? false
            send("200 OK", isGood ? done : stranger, to: descriptor)
            listener.finish(.success(String(words[1])))
        }

        /// A short page; what a slow reader does not take at once is lost to it alone.
        private func send(_ status: String, _ text: String, to descriptor: Int32) {
            let body = """
                <!DOCTYPE html><html><head><meta charset="utf-8"><title>Groma</title></head>\
                <body style="font:18px system-ui,sans-serif;margin:4em auto;max-width:24em"><p>\(text)</p></body></html>
                """
            let head = """
                HTTP/1.1 \(status)\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: \(body.utf8.count)\r\n\
                Cache-Control: no-store\r\nReferrer-Policy: no-referrer\r\nConnection: close\r\n\r\n
                """
            let bytes = Array((head + body).utf8)
            _ = unsafe bytes.withUnsafeBytes {
                unsafe Foundation.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            shutdown(descriptor, Int32(SHUT_WR))
        }
    }
}
