// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import CSpawn
public import Foundation
import Synchronization

/// A process of this one.
///
/// Foundation's `Process` looks for open files in a way that reads past the end of a directory's buffer once a process has many
/// hundred of them, as this one has when the suites run side by side: it then ends all tests now and then.
public final class ChildProcess: Sendable {
    /// Where a standard stream leads.
    public enum Stream: Sendable {
        case nothing
        /// Read from the start, or written from the start.
        case file(URL)
        /// An open descriptor of ours; it stays ours to close.
        case descriptor(Int32)
    }
    /// Why a program could not be started.
    public struct Failure: Error, CustomStringConvertible {
        public let description: String
    }
    private enum State {
        case running([CheckedContinuation<Int32, Never>])
        case ended(Int32)
    }

    /// The number by which the system knows it.
    public let processIdentifier: Int32
    private let state = Mutex(State.running([]))
    private let end = DispatchSemaphore(value: 0)

    /// Starts a program; it inherits no other open file than the three streams.
    /// - Parameters:
    ///   - environment: all of it.
    ///   - folder: where it runs; ours when nil.
    public init(
        _ program: URL, _ arguments: [String], environment: [String: String], folder: URL? = nil,
        input: Stream = .nothing, output: Stream = .nothing, errors: Stream = .nothing
    ) throws {
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        for (target, stream) in [input, output, errors].enumerated() {
            let writes = O_WRONLY | O_CREAT | O_TRUNC, mode = target == 0 ? O_RDONLY : writes
            switch stream {
            case .nothing: unsafe posix_spawn_file_actions_addopen(&actions, Int32(target), "/dev/null", O_RDWR, 0)
            case .file(let file):
                unsafe posix_spawn_file_actions_addopen(&actions, Int32(target), file.path, mode, 0o600)
            case .descriptor(let own): unsafe posix_spawn_file_actions_adddup2(&actions, own, Int32(target))
            }
        }
        unsafe cspawn_close_from(&actions, 3)
        if let folder { unsafe cspawn_change_folder(&actions, folder.path) }
        // Signals that the tests hold back are not held back in their children.
        var attributes = posix_spawnattr_t(), none = sigset_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        unsafe sigemptyset(&none)
        unsafe posix_spawnattr_setsigmask(&attributes, &none)
        unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))

        // The lists end with a null; the system copies them before the call is back.
        var words = unsafe ([program.path] + arguments).map { unsafe strdup($0) } + [nil]
        var variables = unsafe environment.map { unsafe strdup("\($0.key)=\($0.value)") } + [nil]
        defer { unsafe (words + variables).forEach { unsafe free($0) } }
        var identifier: Int32 = 0
        let failure = unsafe posix_spawn(&identifier, program.path, &actions, &attributes, &words, &variables)
        guard failure == 0 else {
            throw Failure(
                description: "\(program.path) could not be started: \(unsafe String(cString: strerror(failure)))")
        }
        processIdentifier = identifier
        Thread.detachNewThread { [self] in
            var status: Int32 = 0
            while unsafe waitpid(processIdentifier, &status, 0) == -1, errno == EINTR {}
            // The low seven bits are the signal's number; the next byte is the program's own answer.
            finish(status & 0x7f == 0 ? (status >> 8) & 0xff : -(status & 0x7f))
        }
    }

    private func finish(_ status: Int32) {
        let waiting = state.withLock { state in
            defer { state = .ended(status) }
            if case .running(let waiting) = state { return waiting }
            return []
        }
        for continuation in waiting { continuation.resume(returning: status) }
        end.signal()
    }

    /// Waits for the end. The exit status; of a program that a signal ended, the signal's number negated.
    public func status() async -> Int32 {
        await withCheckedContinuation { continuation in
            let ended: Int32? = state.withLock { state in
                switch state {
                case .ended(let status): return status
                case .running(let waiting):
                    state = .running(waiting + [continuation])
                    return nil
                }
            }
            if let ended { continuation.resume(returning: ended) }
        }
    }

    /// The same, standing still until then; for what no task runs.
    public func waitUntilExit() -> Int32 {
        end.wait()
        end.signal()
        return state.withLock { state in if case .ended(let status) = state { status } else { 0 } }
    }

    /// Sends a signal, unless it has ended.
    public func signal(_ number: Int32) {
        state.withLock { state in if case .running = state { kill(processIdentifier, number) } }
    }
}
