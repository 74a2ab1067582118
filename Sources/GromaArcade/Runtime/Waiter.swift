// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Dispatch
import Foundation
import Synchronization

/// Lets code that runs on a thread of its own wait for a task's result.
///
/// Expressions are evaluated by plain recursive code. One that asks tables is evaluated on a thread made for it, never on the threads
/// that tasks share, so that it may stand still until an answer comes.
final class Waiter: Sendable {
    private struct State {
        var isCancelled = false
        var cancelRunning: (@Sendable () -> Void)?
    }
    private let state = Mutex(State())

    var isCancelled: Bool { state.withLock { $0.isCancelled } }

    private func cancel() {
        let running = state.withLock { state in
            state.isCancelled = true
            return state.cancelRunning
        }
        running?()
    }

    /// Runs `body` as a task and blocks this thread until it ends.
    func wait<Result: Sendable>(_ body: @escaping @Sendable () async throws -> Result) throws -> Result {
        let done = DispatchSemaphore(value: 0)
        let box = AnswerBox<Result>()
        let task = Task {
            let result: Swift.Result<Result, any Error>
            do { result = .success(try await body()) } catch { result = .failure(error) }
            box.answer.withLock { $0 = result }
            done.signal()
        }
        let isLate = state.withLock { state in
            state.cancelRunning = { task.cancel() }
            return state.isCancelled
        }
        if isLate { task.cancel() }
        done.wait()
        state.withLock { $0.cancelRunning = nil }
        guard let result = box.answer.withLock({ $0 }) else { throw CancellationError() }
        return try result.get()
    }

    private final class AnswerBox<Result: Sendable>: Sendable {
        let answer = Mutex<Swift.Result<Result, any Error>?>(nil)
    }

    /// Runs `body` on a thread of its own; cancelling the task around this call cancels what `body` waits for.
    static func run<Result: Sendable>(_ body: @escaping @Sendable (Waiter) throws -> Result) async throws -> Result {
        let waiter = Waiter()
        await gate.enter()
        defer { gate.leave() }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let thread = Thread { continuation.resume(with: Swift.Result { try body(waiter) }) }
                thread.name = "Arcade"
                thread.stackSize = 16 << 20
                thread.start()
            }
        } onCancel: {
            waiter.cancel()
        }
    }

    private static let gate = Gate(width: 16)

    /// Lets so many in at once; the others wait their turn.
    private final class Gate: Sendable {
        private struct State {
            var free: Int
            var waiting: [CheckedContinuation<Void, Never>] = []
        }
        private let state: Mutex<State>
        init(width: Int) { state = Mutex(State(free: width)) }

        func enter() async {
            await withCheckedContinuation { continuation in
                let isFree = state.withLock { state in
                    if state.free > 0 {
                        state.free -= 1
                        return true
                    }
                    state.waiting.append(continuation)
                    return false
                }
                if isFree { continuation.resume() }
            }
        }

        func leave() {
            let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
                guard !state.waiting.isEmpty else {
                    state.free += 1
                    return nil
                }
                return state.waiting.removeFirst()
            }
            next?.resume()
        }
    }
}
