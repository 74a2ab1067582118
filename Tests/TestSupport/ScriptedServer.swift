// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import Foundation
import Synchronization

#if canImport(Glibc)
    import Glibc
#endif

/// A server on loopback that answers each request with the bytes a test scripted: for clients that must survive any answer.
public final class ScriptedServer: Sendable {
    /// What the server does with one connection's request.
    public enum Answer: Sendable {
        /// Sends the bytes (head and body) and closes.
        case bytes([UInt8])
        /// Sends nothing and keeps the connection until the server stops.
        case silence
        /// Sends the bytes and keeps the connection until the server stops, as if more were to come.
        case bytesThenSilence([UInt8])
        /// Sends a byte every 50 milliseconds until all are sent or the client has gone.
        case drip([UInt8])
        /// Closes without a word.
        case hangUp
    }
    private let socket: Int32
    /// The port on 127.0.0.1.
    public let port: Int
    private let state = Mutex<(requests: [String], held: [Int32], isStopped: Bool)>(([], [], false))

    /// Starts a server; `answer` gets the request as text and its number, counted from 0.
    public init(answer: @escaping @Sendable (String, Int) -> Answer) {
        let listener = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                unsafe _ = bind(listener, generic, length)
                unsafe _ = getsockname(listener, generic, &length)
            }
        }
        _ = listen(listener, 64)
        socket = listener
        port = Int(UInt16(bigEndian: address.sin_port))
        let thread = Thread { [self] in serve(answer) }
        thread.start()
    }

    /// `http://127.0.0.1:PORT` and `path`.
    public func url(_ path: String = "/") -> URL {
        URL(string: "http://127.0.0.1:\(port)\(path)") ?? URL(filePath: "/nonexistent")
    }

    /// Heads and bodies received so far.
    public var requests: [String] { state.withLock { $0.requests } }

    /// Closes all; later requests are refused.
    public func stop() {
        let held = state.withLock { state in
            state.isStopped = true
            defer { state.held = [] }
            return state.held
        }
        for connection in held { close(connection) }
        // The thread that accepts closes the socket: closed here, its number could be another server's before that thread looks again.
        shutdown(socket, Int32(SHUT_RDWR))
    }

    /// An answer of bytes with a head, ready to send.
    public static func reply(_ body: [UInt8], type: String) -> Answer {
        let head =
            "HTTP/1.1 200 OK\r\nContent-Type: \(type)\r\nContent-Length: \(body.count)\r\nConnection: close\r\n\r\n"
        return .bytes(Array(head.utf8) + body)
    }

    /// An answer with a head, ready to send.
    public static func reply(
        _ body: String, status: String = "200 OK", type: String = "application/json", headers: [String] = []
    ) -> Answer {
        var head =
            "HTTP/1.1 \(status)\r\nContent-Type: \(type)\r\nContent-Length: \(body.utf8.count)\r\nConnection: close\r\n"
        for header in headers { head += header + "\r\n" }
        return .bytes(Array((head + "\r\n" + body).utf8))
    }

    private func serve(_ answer: @Sendable (String, Int) -> Answer) {
        defer { close(socket) }
        while true {
            let connection = accept(socket, nil, nil)
            guard connection >= 0 else { return }
            let request = Self.readRequest(connection)
            let number = state.withLock { state in
                state.requests.append(request)
                return state.requests.count - 1
            }
            switch answer(request, number) {
            case .bytes(let bytes):
                Self.write(bytes, to: connection)
                close(connection)
            case .bytesThenSilence(let bytes):
                Self.write(bytes, to: connection)
                state.withLock { $0.held.append(connection) }
            case .silence:
                state.withLock { $0.held.append(connection) }
            case .drip(let bytes):
                Thread { [self] in drip(bytes, to: connection) }.start()
            case .hangUp:
                close(connection)
            }
        }
    }

    private func drip(_ bytes: [UInt8], to connection: Int32) {
        defer { close(connection) }
        for byte in bytes where !state.withLock({ $0.isStopped }) {
            Self.write([byte], to: connection)
            // The pace; and an answer here says that the client has closed.
            var watched = pollfd(fd: connection, events: Int16(POLLIN), revents: 0)
            guard unsafe poll(&watched, 1, 50) == 0 else { return }
        }
    }

    private static func write(_ bytes: [UInt8], to connection: Int32) {
        unsafe bytes.withUnsafeBytes { buffer in
            var sent = 0
            while sent < buffer.count {
                let count = unsafe send(
                    connection, buffer.baseAddress?.advanced(by: sent), buffer.count - sent, Int32(MSG_NOSIGNAL))
                if count <= 0 { break }
                sent += count
            }
        }
    }

    /// Head and, by its Content-Length, body.
    private static func readRequest(_ connection: Int32) -> String {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let text = String(decoding: bytes, as: UTF8.self)
            if let end = text.range(of: "\r\n\r\n") {
                let head = text[..<end.lowerBound].lowercased()
                let length = head.components(separatedBy: "content-length:").dropFirst().first.flatMap {
                    Int(
                        $0.prefix { $0 != "\r\n" && $0 != "\r" && $0 != "\n" }.trimmingCharacters(
                            in: .whitespacesAndNewlines))
                }
                let headBytes = text[..<end.upperBound].utf8.count
                if bytes.count >= headBytes + (length ?? 0) { return text }
            }
            let count = unsafe buffer.withUnsafeMutableBytes { unsafe recv(connection, $0.baseAddress, $0.count, 0) }
            if count <= 0 { return text }
            bytes += buffer[..<count]
        }
    }
}
