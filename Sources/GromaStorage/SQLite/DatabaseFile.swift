// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import Synchronization

/// An SQLite file with one writer and as many readers as threads read at once.
///
/// Writes wait for each other in an actor, reads never wait for writes (write-ahead log). Both run on a `BlockingPool`.
package final class DatabaseFile: Sendable {
    /// Where the file lies.
    package let path: String
    private let pool: BlockingPool
    private let writer: DatabaseWriter?
    private struct Readers {
        var idle: [Database] = []
        var isClosed = false
    }
    private let readers = Mutex(Readers())

    /// Opens a file. `prepare` runs once on the writer's connection (on a reader's for `.readOnly`), outside a transaction,
    /// to make or check the schema.
    package init(
        path: String, mode: Database.Mode, pool: BlockingPool = .shared, prepare: (Database) throws -> Void = { _ in }
    ) throws {
        self.path = path
        self.pool = pool
        let first = try Database(path: path, mode: mode)
        if mode == .readOnly {
            writer = nil
            try prepare(first)
            readers.withLock { $0.idle.append(first) }
        } else {
            // FULL: what was acknowledged survives a loss of power, not only the end of the process.
            try first.execute("PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA cache_size=-32768")
            try prepare(first)
            writer = DatabaseWriter(first, lane: BlockingLane(pool: pool))
        }
    }

    /// True when the file was opened for reading only.
    package var isReadOnly: Bool { writer == nil }

    /// Runs `body` on a reading connection. Rows must not leave it except as values.
    package func read<Value: Sendable>(_ body: @Sendable (Database) throws -> Value) async throws -> Value {
        try await pool.run { try self.readNow(body) }
    }

    /// The same on the calling thread, which then waits for the disk.
    package func readNow<Value>(_ body: (Database) throws -> Value) throws -> Value {
        let reader = try takeReader()
        defer { putBack(reader) }
        return try body(reader)
    }

    /// Runs `body` in a transaction on the writing connection; when this returns, its changes are durable.
    package func write<Value: Sendable>(_ body: @Sendable (Database) throws -> Value) async throws -> Value {
        try await requireWriter().transaction(body)
    }

    /// Runs `body` on the writing connection outside a transaction (for pragmas, bulk loads and checkpoints).
    package func withWriter<Value: Sendable>(_ body: @Sendable (Database) throws -> Value) async throws -> Value {
        try await requireWriter().perform(body)
    }

    /// Moves the write-ahead log into the file and empties it, unless readers are still in it. Call it now and then:
    /// readers that overlap for ever keep the log from shrinking by itself.
    package func checkpoint() async throws {
        try await withWriter { try $0.run("PRAGMA wal_checkpoint(TRUNCATE)") }
    }

    /// Empties the log and lets go of the readers' connections; the file is whole in one piece afterwards.
    package func close() async throws {
        readers.withLock { readers in
            readers.idle.removeAll()
            readers.isClosed = true
        }
        if writer != nil { try await checkpoint() }
    }

    private func requireWriter() throws -> DatabaseWriter {
        guard let writer else {
            throw StorageError(.readOnly, "\(path) was opened for reading only; open it for writing to change it.")
        }
        return writer
    }

    private func takeReader() throws -> Database {
        if let reader = readers.withLock({ $0.idle.popLast() }) { return reader }
        let reader = try Database(path: path, mode: .readOnly)
        try reader.execute("PRAGMA cache_size=-16384; PRAGMA mmap_size=1073741824")
        return reader
    }

    private func putBack(_ reader: Database) {
        reader.spatialFilter = nil
        readers.withLock { readers in
            if !readers.isClosed, readers.idle.count < pool.threadCount { readers.idle.append(reader) }
        }
    }
}

/// The one connection that writes.
private actor DatabaseWriter {
    private let database: Database
    private let lane: BlockingLane
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe lane.asUnownedSerialExecutor() }

    init(_ database: Database, lane: BlockingLane) {
        self.database = database
        self.lane = lane
    }

    func transaction<Value: Sendable>(_ body: @Sendable (Database) throws -> Value) throws -> Value {
        try database.transaction { try body(database) }
    }

    func perform<Value: Sendable>(_ body: @Sendable (Database) throws -> Value) throws -> Value {
        try body(database)
    }
}
