// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaGTK
import Synchronization
import TestSupport

/// A message bus of the test's own, with nobody on it and no service that it could start.
final class PrivateBus: Sendable {
    static let program = ["/usr/bin/dbus-daemon", "/bin/dbus-daemon", "/usr/local/bin/dbus-daemon"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }
    let place: MessageBus.Place
    private let process: ChildProcess
    private let folder: URL

    init() async throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "groma-bus-\(UUID().uuidString.prefix(8))")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let configuration = folder.appending(path: "bus.conf")
        try Data(
            """
            <busconfig><type>session</type><listen>unix:path=\(folder.path)/bus</listen>
            <policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/>
            <allow own="*"/></policy></busconfig>
            """.utf8
        ).write(to: configuration)
        var ends: [Int32] = [0, 0]
        guard unsafe pipe(&ends) == 0, let program = Self.program else { throw CocoaError(.fileReadUnknown) }
        process = try ChildProcess(
            URL(filePath: program), ["--config-file=\(configuration.path)", "--nofork", "--print-address=1"],
            environment: [:], output: .descriptor(ends[1]))
        close(ends[1])
        let listening = ends[0]
        // It says its address as soon as it listens.
        let address: String = await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                var text = "", buffer = [UInt8](repeating: 0, count: 512)
                while !text.contains("\n") {
                    let count = unsafe read(listening, &buffer, buffer.count)
                    guard count > 0 else { break }
                    text += String(decoding: buffer[0..<count], as: UTF8.self)
                }
                close(listening)
                continuation.resume(returning: text.trimmingCharacters(in: .whitespacesAndNewlines))
            }
        }
        place = .address(address)
    }

    func connect() async throws -> MessageBus { try await MessageBus.connect(to: place) }

    func end() async {
        process.signal(SIGTERM)
        _ = await process.status()
        try? FileManager.default.removeItem(at: folder)
    }
}

/// Values that a test waits for, in the order they come.
final class Mailbox<Value: Sendable>: Sendable {
    private struct State {
        var values: [Value] = []
        var takers: [CheckedContinuation<Value, Never>] = []
    }
    private let state = Mutex(State())

    func put(_ value: Value) {
        let taker = state.withLock { state -> CheckedContinuation<Value, Never>? in
            if !state.takers.isEmpty { return state.takers.removeFirst() }
            state.values.append(value)
            return nil
        }
        taker?.resume(returning: value)
    }
    func next() async -> Value {
        await withCheckedContinuation { continuation in
            let value = state.withLock { state -> Value? in
                if !state.values.isEmpty { return state.values.removeFirst() }
                state.takers.append(continuation)
                return nil
            }
            if let value { continuation.resume(returning: value) }
        }
    }
    var isEmpty: Bool { state.withLock { $0.values.isEmpty } }
}
