// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import Synchronization

/// Bytes from a descriptor that may block: a serial line, a socket, a file.
///
/// A thread of its own waits in poll(2) for the descriptor and for a second one that wakes it, so nothing is asked at intervals, nothing is
/// read before somebody wants it, and a cancelled reader is let go at once.
package final class ByteChannel: Sendable {
    private let line = ByteLine()

    /// Opens with `open` on the channel's thread, which owns the descriptor from then on; `wake` is readable when opening is to be given up.
    package init(opening open: @escaping @Sendable (_ wake: Int32) throws(LocationError) -> Int32) {
        let thread = Thread { [line] in line.run(open) }
        thread.name = "groma-location"
        thread.start()
    }

    deinit { line.close() }

    /// Returns when the descriptor is open; throws why it is not.
    package func opened() async throws { _ = try await line.next(wantsOpening: true) }

    /// The next bytes; nil at the end and after `close()`. One reader at a time.
    package func next() async throws -> [UInt8]? { try await line.next() }

    /// Lets thread and descriptor go.
    package func close() { line.close() }
}

/// What a channel and its thread share; the thread must not keep a channel alive that nobody reads any more.
private final class ByteLine: Sendable {
    private struct State {
        var reader: CheckedContinuation<[UInt8]?, any Error>?
        var isClosed = false
        var isOpen = false
        /// The reader waits for the opening alone.
        var wantsOpening = false
        var outcome: Result<Void, LocationError>?
        /// Where to write to wake the thread; -1 before it waits, and after its end.
        var waker: Int32 = -1
    }
    private let state = Mutex(State())
    private static let chunk = 16_384

    func next(wantsOpening: Bool = false) async throws -> [UInt8]? {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let outcome: Result<Void, LocationError>? = state.withLock { state in
                    precondition(state.reader == nil, "one reader at a time")
                    if state.isClosed { return .success(()) }
                    if let outcome = state.outcome { return outcome }
                    if wantsOpening, state.isOpen { return .success(()) }
                    state.reader = continuation
                    state.wantsOpening = wantsOpening
                    // While it opens the thread needs no call, and would take one for the end.
                    if state.isOpen { Self.wake(state.waker) }
                    return nil
                }
                switch outcome {
                case .success: continuation.resume(returning: nil)
                case .failure(let error): continuation.resume(throwing: error)
                case nil: break
                }
            }
        } onCancel: {
            close()
        }
    }

    func close() {
        let reader = state.withLock { state in
            state.isClosed = true
            Self.wake(state.waker)
            defer { state.reader = nil }
            return state.reader
        }
        reader?.resume(returning: nil)
    }

    private static func wake(_ waker: Int32) {
        guard waker >= 0 else { return }
        let byte: UInt8 = 1
        // A full pipe is a woken thread.
        _ = unsafe withUnsafeBytes(of: byte) { unsafe write(waker, $0.baseAddress, 1) }
    }

    func run(_ open: (_ wake: Int32) throws(LocationError) -> Int32) {
        var pipeEnds: [Int32] = [-1, -1]
        guard unsafe pipe(&pipeEnds) == 0 else {
            end(
                .failure(
                    LocationError(.unavailable, "The system has no descriptor left to open a source of locations.")))
            return
        }
        defer { for end in pipeEnds { Foundation.close(end) } }
        for end in pipeEnds { Descriptors.setNonBlocking(end) }
        let isWanted = state.withLock { state in
            state.waker = pipeEnds[1]
            return !state.isClosed
        }
        defer { state.withLock { $0.waker = -1 } }
        guard isWanted else { return }
        let descriptor: Int32
        do { descriptor = try open(pipeEnds[0]) } catch {
            end(.failure(error))
            return
        }
        defer { Foundation.close(descriptor) }
        let opener = state.withLock { state in
            state.isOpen = true
            guard state.wantsOpening else { return nil as CheckedContinuation<[UInt8]?, any Error>? }
            state.wantsOpening = false
            defer { state.reader = nil }
            return state.reader
        }
        opener?.resume(returning: nil)
        var buffer = [UInt8](repeating: 0, count: Self.chunk)
        while true {
            guard let wantsBytes = state.withLock({ $0.isClosed ? nil : $0.reader != nil }) else { return }
            guard let isReadable = Descriptors.wait(for: wantsBytes ? descriptor : -1, or: pipeEnds[0]) else {
                continue
            }
            guard isReadable, wantsBytes else { continue }
            let count = unsafe buffer.withUnsafeMutableBytes { unsafe read(descriptor, $0.baseAddress, Self.chunk) }
            if count > 0 {
                deliver(Array(buffer[0..<count]))
            } else if count == 0 {
                end(.success(()))
                return
            } else if errno != EINTR, errno != EAGAIN {
                // A pseudo terminal whose other side closed ends with EIO.
                let reason = Descriptors.reason
                end(.failure(LocationError(.connectionLost, "The source of locations is gone: \(reason).")))
                return
            }
        }
    }

    private func deliver(_ bytes: [UInt8]) {
        let reader = state.withLock { state in
            defer { state.reader = nil }
            return state.reader
        }
        reader?.resume(returning: bytes)
    }

    private func end(_ outcome: Result<Void, LocationError>) {
        let reader = state.withLock { state in
            state.outcome = outcome
            defer { state.reader = nil }
            return state.reader
        }
        switch outcome {
        case .success: reader?.resume(returning: nil)
        case .failure(let error): reader?.resume(throwing: error)
        }
    }
}
