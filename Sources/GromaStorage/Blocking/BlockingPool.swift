// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import Synchronization

/// Threads that may block: the place for calls into SQLite and other C libraries that wait for a disk or a peer.
///
/// Swift's own pool has one thread a core and must never wait; two blocked reads would stop every task of the process.
/// `Task(executorPreference: .shared)` runs a task's nonisolated parts here, and functions of this room hop here by
/// themselves. Threads live until the process ends.
public final class BlockingPool: TaskExecutor {
    /// The process's pool: two threads a core, four at least.
    public static let shared = BlockingPool(threadCount: max(4, 2 * ProcessInfo.processInfo.activeProcessorCount))

    private let jobs = WorkQueue()
    /// How many jobs run at once.
    public let threadCount: Int

    /// Starts the threads.
    public init(threadCount: Int) {
        self.threadCount = max(1, threadCount)
        for number in 0..<self.threadCount {
            // The threads hold the pool for ever: a pool is made once for a process, or for a test.
            let thread = Thread { [self] in
                Self.nameThread("groma-io-\(number)")
                while true { jobs.next()() }
            }
            // Readers of nested clauses and documents recurse; unused stack costs address space only.
            thread.stackSize = 8 << 20
            thread.start()
        }
    }

    private static let mark = "groma-io"

    /// Names the thread that asks, for people who look at a process, and marks it as one of a pool's. The name may be lost while the
    /// thread that started this one has not come back from doing so; the mark stays.
    private static func nameThread(_ name: String) {
        Thread.current.name = name
        Thread.current.threadDictionary[mark] = name
    }

    /// True on a thread of any pool.
    package static var isOnPoolThread: Bool { Thread.current.threadDictionary[mark] != nil }

    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        jobs.append { [self] in unsafe job.runSynchronously(on: asUnownedTaskExecutor()) }
    }

    /// Runs `body` on one of the threads, as soon as one is free.
    func perform(_ body: @escaping @Sendable () -> Void) { jobs.append(body) }

    /// Runs blocking work on the pool and returns what it returns; stays where it is when called from the pool.
    public func run<Value: Sendable>(_ body: @Sendable () throws -> Value) async throws -> Value {
        try await withTaskExecutorPreference(self) { try await onCurrentExecutor(body) }
    }
}

/// Leaves the caller's actor, so that the preferred executor's threads do the work.
@concurrent
private func onCurrentExecutor<Value: Sendable>(_ body: @Sendable () throws -> Value) async throws -> Value {
    try body()
}

/// A queue between threads.
private final class WorkQueue: Sendable {
    typealias Work = @Sendable () -> Void
    private let waiting = Mutex<[Work]>([])
    private let signal = DispatchSemaphore(value: 0)

    func append(_ work: @escaping Work) {
        waiting.withLock { $0.append(work) }
        signal.signal()
    }

    func next() -> Work {
        while true {
            signal.wait()
            // One signal was given for each entry, so one is there.
            if let work = waiting.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) { return work }
        }
    }
}
