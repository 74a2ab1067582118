// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import Synchronization

/// Splits items among threads: each takes the next one that is left, so that uneven items still end together.
enum WorkSharing {
    private final class Counter: Sendable {
        private let next = Atomic<Int>(0)
        func take() -> Int { next.wrappingAdd(1, ordering: .relaxed).oldValue }
    }

    /// Threads to use where the caller does not say.
    static var defaultThreads: Int { max(1, ProcessInfo.processInfo.activeProcessorCount) }

    /// The results of `body` for items 0..<count, in order. Throws `CancellationError` when the task is cancelled between items.
    @concurrent
    static func map<Result: Sendable>(
        _ count: Int, threads: Int, _ body: @escaping @Sendable (Int) -> Result
    ) async throws -> [Result] {
        var results = [Result?](repeating: nil, count: count)
        if threads <= 1 || count <= 1 {
            for item in 0..<count {
                try Task.checkCancellation()
                results[item] = body(item)
            }
        } else {
            let counter = Counter()
            try await withThrowingTaskGroup(of: [(Int, Result)].self) { group in
                for _ in 0..<min(threads, count) {
                    group.addTask {
                        var done: [(Int, Result)] = []
                        while true {
                            let item = counter.take()
                            if item >= count { return done }
                            try Task.checkCancellation()
                            done.append((item, body(item)))
                        }
                    }
                }
                for try await part in group { for (item, result) in part { results[item] = result } }
            }
        }
        return results.compactMap { $0 }
    }

    /// Calls `body` for items 0..<count; each thread makes a state of its own first.
    @concurrent
    static func forEach<State>(
        _ count: Int, threads: Int, state makeState: @escaping @Sendable () -> State,
        _ body: @escaping @Sendable (Int, State) -> Void
    ) async throws {
        if threads <= 1 || count <= 1 {
            let state = makeState()
            for item in 0..<count {
                try Task.checkCancellation()
                body(item, state)
            }
            return
        }
        let counter = Counter()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<min(threads, count) {
                group.addTask {
                    let state = makeState()
                    while true {
                        let item = counter.take()
                        if item >= count { return }
                        try Task.checkCancellation()
                        body(item, state)
                    }
                }
            }
            try await group.waitForAll()
        }
    }
}
