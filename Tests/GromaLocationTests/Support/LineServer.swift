// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import Synchronization
import TestSupport

/// A receiver on loopback that sends what a test says to whoever connects.
final class LineServer: Sendable {
    private let listener: Int32
    let port: Int

    init(port wanted: Int = 0) {
        let opened = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var yes: Int32 = 1
        unsafe setsockopt(opened, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(wanted).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                unsafe _ = bind(opened, generic, length)
                unsafe _ = getsockname(opened, generic, &length)
            }
        }
        _ = listen(opened, 8)
        listener = opened
        port = Int(UInt16(bigEndian: address.sin_port))
    }

    /// The next connection; its descriptor is the caller's.
    func connection() async -> Int32 {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread { [self] in continuation.resume(returning: accept(listener, nil, nil)) }
        }
    }

    deinit { close(listener) }

    /// Nobody is served any more. The socket is closed with the server: before, a thread that waits for a connection would find
    /// another's socket under its number.
    func stop() { shutdown(listener, Int32(SHUT_RDWR)) }

    /// A port nobody listens at now.
    static func freePort() -> Int {
        let server = LineServer()
        defer { server.stop() }
        return server.port
    }
}

/// The two ends of a serial line that is none.
final class PseudoTerminal: Sendable {
    let main: Int32
    /// The file a receiver's driver opens.
    let path: String
    private let isStopped = Mutex(false)

    /// Whether this system gives out lines; some containers do not.
    static let isPossible = (try? PseudoTerminal()) != nil

    init() throws {
        main = unsafe open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        // TIOCSPTLCK and TIOCGPTN: unlocks the other end, and asks for its number.
        var isLocked: Int32 = 0, number: Int32 = -1
        guard main >= 0, unsafe ioctl(main, 0x4004_5431, &isLocked) == 0, unsafe ioctl(main, 0x8004_5430, &number) == 0
        else { throw CocoaError(.fileReadUnknown) }
        path = "/dev/pts/\(number)"
        let line = unsafe open(path, O_RDWR | O_NOCTTY)
        var settings = termios()
        unsafe tcgetattr(line, &settings)
        unsafe cfmakeraw(&settings)
        unsafe tcsetattr(line, TCSANOW, &settings)
        close(line)
        // A daemon gives up being root before it opens its receiver.
        _ = unsafe chmod(path, 0o666)
    }

    deinit { close(main) }

    /// Writes on a thread, which waits where the other end does not read.
    func send(_ lines: [[UInt8]]) { Thread.detachNewThread { [self] in write(lines) } }

    /// The same again and again, until `stop()`: for a reader that may come to listen after the first lines.
    func sendRepeatedly(_ lines: [[UInt8]]) {
        Thread.detachNewThread { [self] in
            repeat { write(lines) } while !isStopped.withLock { $0 }
        }
    }
    func stop() { isStopped.withLock { $0 = true } }

    private func write(_ lines: [[UInt8]]) {
        for line in lines where !isStopped.withLock({ $0 }) {
            _ = unsafe line.withUnsafeBytes { unsafe Foundation.write(main, $0.baseAddress, $0.count) }
        }
    }
}
