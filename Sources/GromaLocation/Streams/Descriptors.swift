// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation

/// The few system calls this room makes, in one place.
enum Descriptors {
    /// What the system says about the last failure.
    static var reason: String { unsafe String(cString: strerror(errno)) }

    static func setNonBlocking(_ descriptor: Int32) {
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    }

    /// Waits until `descriptor` (-1 for none) can be read or written, or `waker` calls. True when the descriptor is ready; nil when interrupted.
    static func wait(for descriptor: Int32, or waker: Int32, toWrite: Bool = false) -> Bool? {
        var both = [
            pollfd(fd: waker, events: Int16(POLLIN), revents: 0),
            pollfd(fd: descriptor, events: Int16(toWrite ? POLLOUT : POLLIN), revents: 0),
        ]
        guard unsafe poll(&both, 2, -1) >= 0 else { return nil }
        if both[0].revents != 0 {
            var rest = [UInt8](repeating: 0, count: 64)
            while unsafe read(waker, &rest, rest.count) > 0 {}
        }
        return both[1].revents != 0
    }

    static func end(_ descriptor: Int32) { close(descriptor) }

    /// Opens a file, a pipe or a device for reading.
    static func open(path: String) throws(LocationError) -> Int32 {
        let descriptor = unsafe Foundation.open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
        guard descriptor >= 0 else {
            let code: LocationError.Code = errno == EACCES || errno == EPERM ? .permissionDenied : .unavailable
            throw LocationError(code, "\(path) cannot be opened: \(reason).")
        }
        return descriptor
    }

    /// Opens a serial line without flow control: eight bits, no parity.
    static func open(serialPort: String, baudRate: Int) throws(LocationError) -> Int32 {
        guard let speed = speeds[baudRate] else {
            throw LocationError(
                .unavailable, "\(baudRate) is no speed of serial lines; use one of \(speeds.keys.sorted()).")
        }
        let descriptor = try open(path: serialPort)
        var settings = termios()
        // A pipe in place of a line has no speed to set.
        guard unsafe tcgetattr(descriptor, &settings) == 0 else { return descriptor }
        unsafe cfmakeraw(&settings)
        unsafe cfsetspeed(&settings, speed)
        settings.c_cflag |= tcflag_t(CLOCAL | CREAD)
        guard unsafe tcsetattr(descriptor, TCSANOW, &settings) == 0 else {
            let reason = reason
            close(descriptor)
            throw LocationError(.unavailable, "\(serialPort) cannot be set to \(baudRate) baud: \(reason).")
        }
        return descriptor
    }

    private static let speeds: [Int: speed_t] = [
        4_800: speed_t(B4800), 9_600: speed_t(B9600), 19_200: speed_t(B19200), 38_400: speed_t(B38400),
        57_600: speed_t(B57600), 115_200: speed_t(B115200), 230_400: speed_t(B230400),
    ]

    /// Connects to a host; `waker` breaks the waiting off.
    static func connect(host: String, port: Int, waker: Int32) throws(LocationError) -> Int32 {
        var lastReason = "no address"
        for address in try addresses(host: host, port: port, isDatagram: false, isPassive: false) {
            let descriptor = socket(address.family, address.kind, 0)
            guard descriptor >= 0 else { continue }
            setNonBlocking(descriptor)
            if begin(descriptor, address, connects: true) { return descriptor }
            if errno == EINPROGRESS {
                guard wait(for: descriptor, or: waker, toWrite: true) == true else {
                    close(descriptor)
                    throw LocationError(.unavailable, "Connecting to \(host):\(port) was broken off.")
                }
                var failure: Int32 = 0
                var size = socklen_t(MemoryLayout<Int32>.size)
                unsafe getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &failure, &size)
                if failure == 0 { return descriptor }
                errno = failure
            }
            lastReason = reason
            close(descriptor)
        }
        throw LocationError(
            .unavailable, "Nothing answers at \(host):\(port): \(lastReason). Check that the receiver's service runs.")
    }

    /// Opens a port for datagrams from anybody, or from this machine alone.
    static func bind(udpPort port: Int, host: String) throws(LocationError) -> Int32 {
        for address in try addresses(host: host, port: port, isDatagram: true, isPassive: true) {
            let descriptor = socket(address.family, address.kind, 0)
            guard descriptor >= 0 else { continue }
            setNonBlocking(descriptor)
            if begin(descriptor, address, connects: false) { return descriptor }
            close(descriptor)
        }
        throw LocationError(.unavailable, "UDP port \(port) cannot be opened: \(reason).")
    }

    /// Writes all of a short message to a connected socket.
    static func send(_ text: String, to descriptor: Int32) -> Bool {
        let bytes = Array(text.utf8)
        return unsafe bytes.withUnsafeBytes {
            unsafe Foundation.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        } == bytes.count
    }

    private struct Address {
        var family: Int32
        var kind: Int32
        var bytes: [UInt8]
    }

    private static func addresses(
        host: String, port: Int, isDatagram: Bool, isPassive: Bool
    ) throws(LocationError) -> [Address] {
        guard (0...65_535).contains(port) else {
            throw LocationError(.unavailable, "\(port) is no port; ports go up to 65535.")
        }
        var hints = unsafe addrinfo()
        let kind = Int32((isDatagram ? SOCK_DGRAM : SOCK_STREAM).rawValue)
        unsafe hints.ai_socktype = kind
        unsafe hints.ai_flags = AI_NUMERICSERV | (isPassive ? AI_PASSIVE : 0)
        var list: UnsafeMutablePointer<addrinfo>?
        let failure = unsafe getaddrinfo(host, String(port), &hints, &list)
        guard failure == 0 else {
            throw LocationError(.unavailable, "\(host) is not known: \(unsafe String(cString: gai_strerror(failure))).")
        }
        defer { unsafe freeaddrinfo(list) }
        var found: [Address] = []
        var next = unsafe list
        while let entry = unsafe next {
            let info = unsafe entry.pointee
            if let address = unsafe info.ai_addr {
                let bytes = unsafe UnsafeRawBufferPointer(start: address, count: Int(info.ai_addrlen))
                found.append(Address(family: unsafe info.ai_family, kind: kind, bytes: unsafe Array(bytes)))
            }
            unsafe next = info.ai_next
        }
        return found
    }

    private static func begin(_ descriptor: Int32, _ address: Address, connects: Bool) -> Bool {
        unsafe address.bytes.withUnsafeBytes { raw in
            guard let start = raw.baseAddress else { return false }
            // The bytes are a socket address as the system gave it, of the length that belongs to it.
            let pointer = unsafe start.assumingMemoryBound(to: sockaddr.self)
            let size = socklen_t(raw.count)
            return
                unsafe (connects
                ? Foundation.connect(descriptor, pointer, size) : Foundation.bind(descriptor, pointer, size)) == 0
        }
    }
}
