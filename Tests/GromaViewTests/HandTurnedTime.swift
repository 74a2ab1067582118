// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaLocation
import Synchronization

/// Time that goes on when a test says so.
final class HandTurnedTime: Sendable {
    private struct State {
        var now = Duration.zero
        var count = 0
        var sleepers: [Int: (until: Duration, wake: CheckedContinuation<Void, any Error>)] = [:]
    }
    private let state = Mutex(State())

    var source: TimeSource {
        TimeSource(
            now: { [self] in state.withLock { $0.now } }, sleep: { [self] in try await sleep(until: $0) })
    }

    /// Lets time go on, and wakes everybody whose moment has come.
    func advance(by step: Duration) {
        let woken = state.withLock { state in
            state.now += step
            let due = state.sleepers.filter { $0.value.until <= state.now }
            for number in due.keys { state.sleepers[number] = nil }
            return due.values.map(\.wake)
        }
        for wake in woken { wake.resume() }
    }

    private func sleep(until: Duration) async throws {
        let number = state.withLock { state in
            state.count += 1
            return state.count
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let outcome = state.withLock { state -> Result<Void, any Error>? in
                    if Task.isCancelled { return .failure(CancellationError()) }
                    if until <= state.now { return .success(()) }
                    state.sleepers[number] = (until, continuation)
                    return nil
                }
                if let outcome { continuation.resume(with: outcome) }
            }
        } onCancel: {
            let sleeper = state.withLock { $0.sleepers.removeValue(forKey: number) }
            sleeper?.wake.resume(throwing: CancellationError())
        }
    }
}
