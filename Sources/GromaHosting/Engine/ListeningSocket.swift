// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation

/// A socket that waits for connections on one address.
struct ListeningSocket {
    var descriptor: Int32
    /// The port, chosen by the system where 0 was asked for.
    var port: Int

    /// Binds to `host` (a name or an address, of IPv4 or IPv6) and `port`.
    init(host: String, port: Int) throws(HostingError) {
        guard (0...65_535).contains(port) else {
            throw HostingError(.cannotListen, "\(port) is not a port; give 0 to 65535.")
        }
        var hints = unsafe addrinfo()
        unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        unsafe hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV
        var found: UnsafeMutablePointer<addrinfo>?
        let status = unsafe getaddrinfo(host, String(port), &hints, &found)
        guard status == 0, let address = unsafe found else {
            throw HostingError(
                .cannotListen, "The address \(host) is not known: \(unsafe String(cString: gai_strerror(status))).")
        }
        defer { unsafe freeaddrinfo(found) }
        let descriptor = unsafe socket(address.pointee.ai_family, address.pointee.ai_socktype | Self.closeOnExec, 0)
        var yes: Int32 = 1
        unsafe setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
        guard descriptor >= 0, unsafe bind(descriptor, address.pointee.ai_addr, address.pointee.ai_addrlen) == 0,
            listen(descriptor, 1_024) == 0
        else {
            let reason = unsafe String(cString: strerror(errno))
            if descriptor >= 0 { close(descriptor) }
            throw HostingError(
                .cannotListen,
                "Cannot listen on \(host) port \(port): \(reason). Choose another port, or 0 for any free one.")
        }
        self.descriptor = descriptor
        self.port = Self.port(of: descriptor) ?? port
    }

    private static var closeOnExec: Int32 {
        #if os(Linux)
            Int32(SOCK_CLOEXEC.rawValue)
        #else
            0
        #endif
    }

    private static func port(of descriptor: Int32) -> Int? {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let status = unsafe withUnsafeMutablePointer(to: &storage) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe getsockname(descriptor, $0, &length)
            }
        }
        guard status == 0 else { return nil }
        // The port stands at the same place in IPv4 and IPv6 addresses, in network order.
        return unsafe withUnsafeBytes(of: &storage) {
            Int(UInt16(bigEndian: unsafe $0.load(fromByteOffset: 2, as: UInt16.self)))
        }
    }
}
