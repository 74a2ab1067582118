// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Synchronization

/// The time that waiting for servers goes by; tests give one they turn by hand.
package struct WaitingTime: Sendable {
    /// Time since a moment that stays the same.
    package let now: @Sendable () -> Duration
    /// Returns when that time has come; throws when its task is cancelled.
    package let sleep: @Sendable (_ until: Duration) async throws -> Void

    /// Takes its time from two functions.
    package init(
        now: @escaping @Sendable () -> Duration, sleep: @escaping @Sendable (_ until: Duration) async throws -> Void
    ) {
        self.now = now
        self.sleep = sleep
    }

    /// The machine's time.
    package static var continuous: WaitingTime {
        let clock = ContinuousClock()
        let start = clock.now
        return WaitingTime(
            now: { start.duration(to: clock.now) },
            sleep: { try await clock.sleep(until: start.advanced(by: $0), tolerance: nil) })
    }

    /// What `work` gives; a `RenderingError` where it has not come within `patience`, and then it is cancelled. Work that does
    /// not heed its cancellation is waited for no longer all the same.
    func limited<Value: Sendable>(
        to patience: Duration, _ work: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        let end = now() + patience
        let answer = FirstAnswer<Value>()
        let task = Task {
            do {
                answer.give(.success(try await work()))
            } catch {
                answer.give(.failure(error))
            }
        }
        let timer = Task { [sleep] in
            guard (try? await sleep(end)) != nil else { return }
            answer.give(.failure(RenderingError(.unanswered, "There was no answer in time.")))
            task.cancel()
        }
        defer { timer.cancel() }
        return try await withTaskCancellationHandler {
            try await answer.value()
        } onCancel: {
            answer.give(.failure(CancellationError()))
            task.cancel()
        }
    }

    /// Returns when `task` is done or `end` has come, whichever is first; the task goes on.
    func wait(for task: Task<Void, Never>, until end: Duration) async {
        let answer = FirstAnswer<Void>()
        Task {
            await task.value
            answer.give(.success(()))
        }
        let timer = Task { [sleep] in
            if (try? await sleep(end)) != nil { answer.give(.success(())) }
        }
        await withTaskCancellationHandler {
            _ = try? await answer.value()
        } onCancel: {
            answer.give(.success(()))
        }
        timer.cancel()
    }
}

/// The first of several answers, for one who waits.
private final class FirstAnswer<Value: Sendable>: Sendable {
    private struct State {
        var answer: Result<Value, any Error>?
        var waiting: CheckedContinuation<Value, any Error>?
    }
    private let state = Mutex(State())

    func give(_ answer: Result<Value, any Error>) {
        let waiting = state.withLock { state -> CheckedContinuation<Value, any Error>? in
            guard state.answer == nil else { return nil }
            state.answer = answer
            defer { state.waiting = nil }
            return state.waiting
        }
        waiting?.resume(with: answer)
    }

    func value() async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            let answer = state.withLock { state in
                if state.answer == nil { state.waiting = continuation }
                return state.answer
            }
            if let answer { continuation.resume(with: answer) }
        }
    }
}

/// How often something failed, and when it may be tried again: after a second, then two, four, … up to a minute.
struct Misfortune: Sendable {
    private(set) var error: any Error
    private(set) var attempts: Int
    private(set) var retryAt: Duration

    init(_ error: any Error, after earlier: Misfortune?, now: Duration) {
        self.error = error
        attempts = (earlier?.attempts ?? 0) + 1
        retryAt = now + .seconds(min(60, 1 << min(attempts - 1, 6)))
    }
}

/// Calls somebody once, at the earliest time that was asked for.
final class Alarm: Sendable {
    private struct State {
        var at: Duration?
        var task: Task<Void, Never>?
    }
    private let state = Mutex(State())
    private let time: WaitingTime

    init(_ time: WaitingTime) { self.time = time }
    deinit { state.withLock { $0.task }?.cancel() }

    func set(_ at: Duration, _ ring: @escaping @Sendable () -> Void) {
        state.withLock { state in
            if let earlier = state.at, earlier <= at { return }
            state.task?.cancel()
            state.at = at
            state.task = Task { [weak self, time] in
                guard (try? await time.sleep(at)) != nil, !Task.isCancelled else { return }
                self?.state.withLock { $0.at = nil }
                ring()
            }
        }
    }

    func cancel() {
        state.withLock { state in
            state.task?.cancel()
            state.task = nil
            state.at = nil
        }
    }
}
