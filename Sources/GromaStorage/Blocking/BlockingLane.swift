// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Synchronization

/// An actor's executor that runs one job at a time on the threads of a `BlockingPool`.
final class BlockingLane: SerialExecutor {
    private struct State {
        var jobs: [UnownedJob] = []
        var isRunning = false
    }
    private let pool: BlockingPool
    private let state = Mutex(State())

    init(pool: BlockingPool) { self.pool = pool }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let mustStart = state.withLock { state in
            state.jobs.append(job)
            defer { state.isRunning = true }
            return !state.isRunning
        }
        if mustStart { pool.perform { [self] in drain() } }
    }

    /// Runs what waits, then gives the thread back.
    private func drain() {
        while let batch = takeAll() {
            for job in batch { unsafe job.runSynchronously(on: asUnownedSerialExecutor()) }
        }
    }

    private func takeAll() -> [UnownedJob]? {
        state.withLock { state in
            guard !state.jobs.isEmpty else {
                state.isRunning = false
                return nil
            }
            defer { state.jobs.removeAll(keepingCapacity: true) }
            return state.jobs
        }
    }
}
