// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaCodecs
import Synchronization
import TestSupport

/// The toolkit's web backend with a browser of our own at its socket: a display whose touch screen a test's fingers are on.
///
/// What is said there is what the backend's own page says (broadway.js of GTK 4.8): input as big-endian numbers, output as little-endian ones.
final class BrowserDisplay: Sendable {
    static let daemon = Program.installed("gtk4-broadwayd")
    struct Failure: Error, CustomStringConvertible { var description: String }

    private struct State {
        var serial: Int32 = 0
        var time: Int32 = 1_000
        /// Places and sizes of the windows that are shown, by their numbers.
        var windows: [Int: (x: Int, y: Int, width: Int, height: Int)] = [:]
        var shown: Set<Int> = []
        var isEnded = false
    }
    private let state = Mutex(State())
    private let socket: Int32
    private let process: ChildProcess
    /// What a program needs to be shown here.
    let environment: [String: String]

    /// Starts the backend with its files in a folder, and looks at it.
    init(in folder: URL) async throws {
        guard let program = Self.daemon else { throw Failure(description: "there is no gtk4-broadwayd") }
        let spare = ScriptedServer { _, _ in .hangUp }
        let port = spare.port
        spare.stop()
        var surroundings = ProcessInfo.processInfo.environment
        surroundings["XDG_RUNTIME_DIR"] = folder.path
        process = try ChildProcess(
            program, ["--port=\(port)", "--address=127.0.0.1", ":7"], environment: surroundings)
        surroundings["GDK_BACKEND"] = "broadway"
        surroundings["BROADWAY_DISPLAY"] = ":7"
        surroundings["DISPLAY"] = nil
        environment = surroundings
        let deadline = ContinuousClock.now + .seconds(30)
        var opened: Int32?
        while opened == nil {
            opened = try? RawSocket.connect(port: port)
            guard ContinuousClock.now < deadline else { throw Failure(description: "the daemon does not listen") }
            await Task.yield()
        }
        socket = opened ?? -1
        let head = [
            "GET /socket HTTP/1.1", "Host: 127.0.0.1:\(port)", "Upgrade: websocket", "Connection: Upgrade",
            "Sec-WebSocket-Key: " + Base64.encode(SecureRandom.bytes(16)), "Sec-WebSocket-Protocol: broadway",
            "Sec-WebSocket-Version: 13", "Origin: http://127.0.0.1:\(port)", "", "",
        ]
        RawSocket.send(head.joined(separator: "\r\n"), on: socket)
        Thread.detachNewThread { [self] in read() }
    }

    /// Ends the backend. Programs on it should have ended before.
    func stop() async {
        shutdown(socket, Int32(SHUT_RDWR))
        process.signal(SIGTERM)
        _ = await process.status()
    }

    /// The window that was opened first, once it is shown at its size.
    var firstWindow: (number: Int, x: Int, y: Int, width: Int, height: Int)? {
        state.withLock { state in
            guard let number = state.shown.min(), let box = state.windows[number], box.width > 100 else { return nil }
            return (number, box.x, box.y, box.width, box.height)
        }
    }

    // MARK: Input

    enum Touch: Int32 { case begin, update, end }

    /// What a finger does at a place of the window.
    func touch(_ touch: Touch, finger: Int, x: Double, y: Double) {
        guard let window = firstWindow else { return }
        let place = [Int32(x.rounded()), Int32(y.rounded())]
        let root = [place[0] + Int32(window.x), place[1] + Int32(window.y)]
        // The first finger stands in for a mouse.
        send(5, [touch.rawValue, Int32(window.number), Int32(finger), finger == 1 ? 1 : 0] + root + place + [0])
    }

    /// Presses a key and lets it go.
    func key(_ symbol: Character, control: Bool = false) {
        let code = Int32(symbol.unicodeScalars.first?.value ?? 0)
        for event in [7, 8] as [Int32] { send(event, [code, control ? 4 : 0]) }
    }

    private func send(_ event: Int32, _ arguments: [Int32]) {
        state.withLock { state in
            // A frame of the display between any two things that a person does.
            state.time += 16
            var bytes: [UInt8] = []
            for number in [event, state.serial, state.time] + arguments {
                bytes += stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: number >> Int32($0)) }
            }
            // RFC 6455, 5.2: a whole binary message, masked; ours is all zeros.
            _ = RawSocket.send([0x82, 0x80 | UInt8(bytes.count), 0, 0, 0, 0] + bytes, on: socket)
        }
    }

    // MARK: Output

    private func read() {
        var bytes = ByteQueue(socket)
        guard bytes.skipHead() else { return }
        send(12, [1_600, 1_200, 1])
        while let message = bytes.message() {
            var rest = message[...]
            while !rest.isEmpty, take(&rest) {}
        }
        state.withLock { $0.isEnded = true }
    }

    /// One command of the backend; false for one that we don't know.
    private func take(_ rest: inout ArraySlice<UInt8>) -> Bool {
        func number(_ count: Int) -> Int {
            defer { rest = rest.dropFirst(count) }
            return rest.prefix(count).reversed().reduce(0) { $0 << 8 | Int($1) }
        }
        func place() -> Int { Int(Int16(truncatingIfNeeded: number(2))) }
        let command = number(1), serial = number(4)
        state.withLock { $0.serial = Int32(truncatingIfNeeded: serial) }
        switch command {
        case 0: _ = number(3)
        case 1, 10: break
        case 2:
            let window = number(2)
            let box = (x: place(), y: place(), width: number(2), height: number(2))
            state.withLock { $0.windows[window] = box }
            configure(window)
        case 3:
            let window = number(2)
            _ = state.withLock { $0.shown.insert(window) }
        case 4, 7:
            let window = number(2)
            _ = state.withLock { $0.shown.remove(window) }
        case 5, 6, 12: _ = number(2)
        case 8:
            let window = number(2), parts = number(1)
            var box = state.withLock { $0.windows[window] } ?? (x: 0, y: 0, width: 0, height: 0)
            if parts & 1 != 0 { (box.x, box.y) = (place(), place()) }
            if parts & 2 != 0 { (box.width, box.height) = (number(2), number(2)) }
            state.withLock { $0.windows[window] = box }
            configure(window)
        case 9: _ = number(4)
        case 11: return false
        case 13:
            _ = number(4)
            let size = number(4)
            rest = rest.dropFirst(size)
        case 14: _ = number(4)
        case 15:
            _ = number(2)
            let size = 4 * number(4)
            rest = rest.dropFirst(size)
        case 16:
            let window = number(2), tag = number(4)
            send(14, [Int32(window), Int32(truncatingIfNeeded: tag)])
        default: return false
        }
        return true
    }

    private func configure(_ window: Int) {
        guard let box = state.withLock({ $0.windows[window] }) else { return }
        send(11, [window, box.x, box.y, box.width, box.height].map { Int32($0) })
    }
}

/// Bytes of a socket, as many as are asked for.
private struct ByteQueue {
    private let socket: Int32
    private var bytes: [UInt8] = []
    private var start = 0

    init(_ socket: Int32) { self.socket = socket }

    private mutating func take(_ count: Int) -> [UInt8]? {
        while bytes.count - start < count {
            let more = RawSocket.receive(65_536, on: socket)
            if more.isEmpty { return nil }
            bytes = Array(bytes[start...]) + more
            start = 0
        }
        defer { start += count }
        return Array(bytes[start..<start + count])
    }

    /// The answer to the request; false where it is no yes.
    mutating func skipHead() -> Bool {
        var head: [UInt8] = []
        while !head.suffix(4).elementsEqual(Array("\r\n\r\n".utf8)) {
            guard let next = take(1) else { return false }
            head += next
        }
        return String(decoding: head, as: UTF8.self).contains(" 101 ")
    }

    /// The next message of the web socket; nil at the end.
    mutating func message() -> [UInt8]? {
        guard let head = take(2) else { return nil }
        var length = Int(head[1] & 0x7F)
        if length > 125 {
            guard let more = take(length == 126 ? 2 : 8) else { return nil }
            length = more.reduce(0) { $0 << 8 | Int($1) }
        }
        return take(length)
    }
}
