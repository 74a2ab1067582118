// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import TestSupport

/// An answer as it came over the wire.
struct RawReply: Sendable {
    var status: Int
    var headers: [String: String]
    var body: [UInt8]
    var text: String { String(decoding: body, as: UTF8.self) }
}

/// A client without any cleverness: writes the bytes it is given, reads until the server closes.
struct RawClient: Sendable {
    var port: Int
    struct Failure: Error, CustomStringConvertible { var description: String }

    /// Sends `bytes`, then reads to the end; with `closesWriting` the server sees the end of the request's bytes.
    func exchange(_ bytes: [UInt8], closesWriting: Bool = false) async throws -> [UInt8] {
        let port = port
        return try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread {
                continuation.resume(with: Result { try Self.talk(bytes, port: port, closesWriting: closesWriting) })
            }
        }
    }

    func get(_ target: String, headers: [String: String] = [:], method: String = "GET") async throws -> RawReply {
        var text = "\(method) \(target) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nConnection: close\r\n"
        for (name, value) in headers { text += "\(name): \(value)\r\n" }
        return try Self.parse(await exchange(Array((text + "\r\n").utf8)))
    }

    func post(
        _ target: String, body: [UInt8], contentType: String = "application/x-www-form-urlencoded",
        headers: [String: String] = [:]
    ) async throws -> RawReply {
        var text = "POST \(target) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nConnection: close\r\n"
        text += "Content-Type: \(contentType)\r\nContent-Length: \(body.count)\r\n"
        for (name, value) in headers { text += "\(name): \(value)\r\n" }
        return try Self.parse(await exchange(Array((text + "\r\n").utf8) + body))
    }

    func post(_ target: String, form: [String: String], headers: [String: String] = [:]) async throws -> RawReply {
        let body = form.map { "\(Self.escape($0))=\(Self.escape($1))" }.joined(separator: "&")
        return try await post(target, body: Array(body.utf8), headers: headers)
    }

    static func escape(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    }

    static func parse(_ bytes: [UInt8]) throws -> RawReply {
        guard let end = bytes.indices.first(where: { bytes[$0...].starts(with: [13, 10, 13, 10]) }) else {
            throw Failure(description: "no head in \(String(decoding: bytes.prefix(200), as: UTF8.self))")
        }
        let lines = String(decoding: bytes[..<end], as: UTF8.self).components(separatedBy: "\r\n")
        let status = Int(lines[0].split(separator: " ").dropFirst().first ?? "") ?? -1
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1)
            headers[parts[0].lowercased()] = parts.count > 1 ? parts[1].trimmingCharacters(in: .whitespaces) : ""
        }
        var body = Array(bytes[(end + 4)...])
        if headers["transfer-encoding"] == "chunked" { body = try unchunk(body) }
        return RawReply(status: status, headers: headers, body: body)
    }

    private static func unchunk(_ bytes: [UInt8]) throws -> [UInt8] {
        var out: [UInt8] = [], rest = bytes[...]
        while true {
            guard let lineEnd = rest.firstIndex(of: 13),
                let size = Int(String(decoding: rest[..<lineEnd], as: UTF8.self), radix: 16),
                rest.endIndex - lineEnd >= size + 4
            else { throw Failure(description: "chunked body is cut off after \(out.count) bytes") }
            if size == 0 { return out }
            out += rest[(lineEnd + 2)..<(lineEnd + 2 + size)]
            rest = rest[(lineEnd + 4 + size)...]
        }
    }

    private static func talk(_ bytes: [UInt8], port: Int, closesWriting: Bool) throws -> [UInt8] {
        let descriptor = try RawSocket.connect(port: port)
        defer { close(descriptor) }
        _ = RawSocket.send(bytes, on: descriptor)
        if closesWriting { shutdown(descriptor, Int32(SHUT_WR)) }
        var out: [UInt8] = []
        while true {
            let more = RawSocket.receive(64 << 10, on: descriptor)
            if more.isEmpty { return out }
            out += more
        }
    }
}
