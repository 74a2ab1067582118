// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaLocation
import Synchronization

/// Time that a test turns by hand.
final class ManualTime: Sendable {
    private struct State {
        var now = Duration.zero
        var next = 0
        var sleepers: [Int: (until: Duration, continuation: CheckedContinuation<Void, any Error>)] = [:]
        var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
        var cancelled: Set<Int> = []
    }
    private let state = Mutex(State())

    var now: Duration { state.withLock { $0.now } }
    var source: TimeSource { TimeSource(now: { [self] in now }, sleep: { [self] in try await sleep(until: $0) }) }

    /// Goes on by a stretch, and wakes everybody whose time has come.
    func advance(by step: Duration) {
        let woken = state.withLock { state in
            state.now += step
            let due = state.sleepers.filter { $0.value.until <= state.now }
            for id in due.keys { state.sleepers[id] = nil }
            return due.values.sorted { $0.until < $1.until }
        }
        for sleeper in woken { sleeper.continuation.resume() }
    }

    /// Returns when so many wait for their time.
    func sleepers(_ count: Int) async {
        await withCheckedContinuation { continuation in
            let isThere = state.withLock { state in
                if state.sleepers.count >= count { return true }
                state.watchers.append((count, continuation))
                return false
            }
            if isThere { continuation.resume() }
        }
    }

    private func sleep(until: Duration) async throws {
        let id = state.withLock { state in
            state.next += 1
            return state.next
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                let (outcome, watchers): (Result<Void, any Error>?, [CheckedContinuation<Void, Never>]) = state.withLock
                { state in
                    if state.cancelled.remove(id) != nil { return (.failure(CancellationError()), []) }
                    if until <= state.now { return (.success(()), []) }
                    state.sleepers[id] = (until, continuation)
                    let ready = state.watchers.filter { $0.count <= state.sleepers.count }.map(\.continuation)
                    state.watchers.removeAll { $0.count <= state.sleepers.count }
                    return (nil, ready)
                }
                if let outcome { continuation.resume(with: outcome) }
                for watcher in watchers { watcher.resume() }
            }
        } onCancel: {
            let sleeper = state.withLock { state in
                let found = state.sleepers.removeValue(forKey: id)
                if found == nil { state.cancelled.insert(id) }
                return found
            }
            sleeper?.continuation.resume(throwing: CancellationError())
        }
    }
}
