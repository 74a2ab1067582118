// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
internal import CMicrohttpd
import Foundation
import Synchronization

/// Takes the pieces of a streamed body and hands them to the connection, holding at most a quarter megabyte.
///
/// The producer waits while the buffer is full; the connection sleeps (suspended) while it is empty.
@safe
package final class ResponseWriter: @unchecked Sendable {
    // Unchecked: `connection` never changes, and the library allows suspend and resume from any thread; a suspended
    // connection cannot end, so whoever finds `isParked` set may resume it. All else is behind `state`.
    private let connection: OpaquePointer
    private static let highWater = 256 << 10

    private struct State {
        var pieces: [[UInt8]] = []
        var first = 0
        var offset = 0
        var buffered = 0
        var sent = 0
        var end: End?
        var isCancelled = false
        var isParked = false
        var producer: CheckedContinuation<Bool, Never>?
    }
    private enum End { case complete, broken }
    private let state = Mutex(State())

    init(connection: OpaquePointer) { unsafe self.connection = connection }

    /// Bytes handed to the connection so far.
    var sentBytes: Int { state.withLock(\.sent) }

    /// Adds a piece and waits until there is room for another. Throws `CancellationError` when the client has gone.
    package func write(_ bytes: [UInt8]) async throws {
        guard !bytes.isEmpty else { return }
        let taken = await withCheckedContinuation { continuation in
            let (answer, wakes): (Bool?, Bool) = state.withLock { state in
                if state.isCancelled { return (false, false) }
                state.pieces.append(bytes)
                state.buffered += bytes.count
                let wakes = state.isParked
                state.isParked = false
                if state.buffered < Self.highWater { return (true, wakes) }
                state.producer = continuation
                return (nil, wakes)
            }
            if wakes { unsafe MHD_resume_connection(connection) }
            if let answer { continuation.resume(returning: answer) }
        }
        if !taken || Task.isCancelled { throw CancellationError() }
    }

    /// Ends the body; `broken` closes the connection instead, so that the client notices.
    func finish(broken: Bool) {
        let wakes = state.withLock { state in
            if state.end == nil { state.end = broken ? .broken : .complete }
            let wakes = state.isParked
            state.isParked = false
            return wakes
        }
        if wakes { unsafe MHD_resume_connection(connection) }
    }

    /// The client has gone or the answer is done: nobody will read on.
    func cancel() {
        let producer = state.withLock { state in
            state.isCancelled = true
            state.pieces = []
            let producer = state.producer
            state.producer = nil
            return producer
        }
        producer?.resume(returning: false)
    }

    /// Called by the connection's thread: fills its buffer, or suspends it when there is nothing yet.
    func read(into out: UnsafeMutablePointer<CChar>, capacity: Int) -> Int {
        let (count, producer): (Int, CheckedContinuation<Bool, Never>?) = state.withLock { state in
            var filled = 0
            while filled < capacity, state.first < state.pieces.count {
                let piece = state.pieces[state.first]
                let count = min(capacity - filled, piece.count - state.offset)
                unsafe piece.withUnsafeBytes {
                    unsafe UnsafeMutableRawPointer(out + filled).copyMemory(
                        from: $0.baseAddress.unsafelyUnwrapped + state.offset, byteCount: count)
                }
                filled += count
                state.offset += count
                state.buffered -= count
                if state.offset == piece.count {
                    state.pieces[state.first] = []
                    state.first += 1
                    state.offset = 0
                }
            }
            state.sent += filled
            if state.first == state.pieces.count {
                state.pieces.removeAll(keepingCapacity: true)
                state.first = 0
            }
            if filled == 0 {
                switch state.end {
                case .complete: return (Self.endOfStream, nil)
                case .broken: return (Self.endWithError, nil)
                case nil:
                    // Zero may be answered only after suspending, else the library spins.
                    state.isParked = true
                    unsafe MHD_suspend_connection(connection)
                    return (0, nil)
                }
            }
            guard state.buffered < Self.highWater / 2, let producer = state.producer else { return (filled, nil) }
            state.producer = nil
            return (filled, producer)
        }
        producer?.resume(returning: true)
        return count
    }

    // MHD_CONTENT_READER_END_OF_STREAM and _END_WITH_ERROR are macros with casts, which are not imported.
    private static let endOfStream = -1
    private static let endWithError = -2
}
