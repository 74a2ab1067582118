// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaStorage
import Synchronization
import Testing

@Suite("Threads that may block")
struct BlockingPoolTests {
    @Test("work runs on the pool's threads, also when asked from an actor or from the pool")
    func threads() async throws {
        let pool = BlockingPool(threadCount: 2)
        #expect(try await pool.run { BlockingPool.isOnPoolThread })
        #expect(try await onMainActor(pool))
        let nested = try await Task(executorPreference: pool) { try await pool.run { BlockingPool.isOnPoolThread } }
            .value
        #expect(nested)
        #expect(!BlockingPool.isOnPoolThread)
    }

    @MainActor
    private func onMainActor(_ pool: BlockingPool) async throws -> Bool {
        try await pool.run { BlockingPool.isOnPoolThread }
    }

    @Test("more blocked jobs than cores don't stop other tasks, and errors come back")
    func blocking() async throws {
        let pool = BlockingPool(threadCount: 8)
        let gate = DispatchSemaphore(value: 0)
        let started = Counter()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    try await pool.run {
                        started.add()
                        gate.wait()
                    }
                }
            }
            // Ordinary tasks go on while all eight threads wait.
            while started.value < 8 { await Task.yield() }
            for _ in 0..<8 { gate.signal() }
            try await group.waitForAll()
        }
        await #expect(throws: CocoaError.self) { try await pool.run { throw CocoaError(.fileNoSuchFile) } }
    }

    @Test("reads and writes of a file run on the pool, a writer's one after the other")
    func databaseFile() async throws {
        let folder = try TestFolder()
        let file = try DatabaseFile(path: folder.file("a.sqlite").path, mode: .create) {
            try $0.execute("CREATE TABLE t (n INTEGER)")
        }
        #expect(try await file.read { _ in BlockingPool.isOnPoolThread })
        #expect(try await file.write { _ in BlockingPool.isOnPoolThread })
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<50 {
                group.addTask {
                    try await file.write { database in
                        let count = try database.integer("SELECT count(*) FROM t") ?? 0
                        try database.run("INSERT INTO t VALUES (?)", [.integer(count)])
                    }
                }
            }
            try await group.waitForAll()
        }
        let numbers = try await file.read { try $0.rows("SELECT n FROM t ORDER BY rowid") { $0.integer(0) } }
        #expect(numbers == Array(0..<50))
    }
}

private final class Counter: Sendable {
    private let count = Mutex(0)
    var value: Int { count.withLock { $0 } }
    func add() { count.withLock { $0 += 1 } }
}
