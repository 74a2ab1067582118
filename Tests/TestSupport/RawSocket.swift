// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation

/// Bytes on a socket to a server on loopback, without any cleverness: for clients that behave badly. Calls block.
public enum RawSocket {
    /// Nobody listens there.
    public struct Failure: Error, CustomStringConvertible { public let description: String }

    /// Connects to a port of 127.0.0.1; the caller closes the socket.
    public static func connect(port: Int) throws -> Int32 {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        let status = unsafe withUnsafePointer(to: &address) {
            unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe Foundation.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard status == 0 else {
            close(descriptor)
            throw Failure(description: "nobody listens at port \(port)")
        }
        return descriptor
    }

    /// Sends a text.
    public static func send(_ text: String, on socket: Int32) { _ = send(Array(text.utf8), on: socket) }

    /// Sends all; false when the other side has closed.
    public static func send(_ bytes: [UInt8], on socket: Int32) -> Bool {
        var sent = 0
        while sent < bytes.count {
            let count = unsafe bytes.withUnsafeBytes {
                unsafe Foundation.send(
                    socket, $0.baseAddress.unsafelyUnwrapped + sent, $0.count - sent, Int32(MSG_NOSIGNAL))
            }
            if count <= 0 { return false }
            sent += count
        }
        return true
    }

    /// What comes next, at most `most` bytes; empty when the other side has closed.
    public static func receive(_ most: Int, on socket: Int32) -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: most)
        let count = unsafe buffer.withUnsafeMutableBytes { unsafe recv(socket, $0.baseAddress, $0.count, 0) }
        return Array(buffer.prefix(max(0, count)))
    }
}
