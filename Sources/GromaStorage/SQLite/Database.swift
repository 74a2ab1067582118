// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import CSQLite
import Foundation
import GromaFeatures

/// One connection to an SQLite file, and the owner of its statements.
///
/// The library is opened without its own locks, so a connection belongs to one thread at a time. That is why it is
/// `@unchecked Sendable`: a reader is handed out by `DatabaseFile` to one caller until it comes back, and the writer
/// lives in its actor; no third place keeps one.
@safe
package final class Database: @unchecked Sendable {
    /// How a file is opened.
    package enum Mode: Sendable {
        case readOnly
        /// Reads and writes a file that exists.
        case readWrite
        /// Makes the file when it is missing.
        case create
    }

    /// Where the file lies.
    package let path: String
    /// The file's name without its folders, for messages.
    var fileName: String { (path as NSString).lastPathComponent }
    private let handle: OpaquePointer
    private var idle: [String: Statement] = [:]
    /// What the function `groma_relates` of this connection tests against; set for the time of one statement.
    var spatialFilter: SpatialFilter?

    /// Opens a file with `foreign_keys` on, a wait of `busyTimeout` milliseconds for other processes, and our functions.
    package init(path: String, mode: Mode, busyTimeout: Int32 = 5_000) throws {
        var connection = try unsafe Self.open(path, mode)
        if mode == .readOnly, unsafe Self.isBlockedByItsFolder(connection, path) {
            unsafe sqlite3_close_v2(connection)
            let name = path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? path
            unsafe connection = try Self.open("file:\(name)?immutable=1", mode, SQLITE_OPEN_URI)
        }
        unsafe self.handle = connection
        self.path = path
        unsafe sqlite3_busy_timeout(connection, busyTimeout)
        unsafe sqlite3_limit(connection, SQLITE_LIMIT_ATTACHED, 2)
        if mode == .readOnly {
            unsafe _ = csqlite_db_config(connection, SQLITE_DBCONFIG_DEFENSIVE, 1)
            // Files come from anywhere. A writer must trust its triggers, for they write to R-trees; our functions do no harm.
            unsafe _ = csqlite_db_config(connection, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0)
            // Only readers give up when their task is cancelled; a transaction of the writer runs to its end.
            unsafe sqlite3_progress_handler(connection, 10_000, { _ in Task.isCancelled ? 1 : 0 }, nil)
        }
        unsafe registerFunctions(on: connection)
        do {
            // Reads the header, so that a file of another kind is refused here and not at the first query.
            try execute("PRAGMA cell_size_check=ON; PRAGMA foreign_keys=ON; SELECT count(*) FROM sqlite_master")
        } catch let error as StorageError where error.code == .malformed {
            throw StorageError(.malformed, "\(path) is not an SQLite database, or it is damaged.", cause: error)
        }
    }

    private static func open(_ name: String, _ mode: Mode, _ more: Int32 = 0) throws -> OpaquePointer {
        let flags: Int32 =
            switch mode {
            case .readOnly: SQLITE_OPEN_READONLY
            case .readWrite: SQLITE_OPEN_READWRITE
            case .create: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
            }
        var opened: OpaquePointer?
        let status = unsafe sqlite3_open_v2(
            name, &opened, flags | more | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nil)
        guard status == SQLITE_OK, let connection = unsafe opened else {
            let reason = unsafe opened.map { unsafe String(cString: sqlite3_errmsg($0)) } ?? "out of memory"
            unsafe sqlite3_close_v2(opened)
            throw StorageError(.cannotOpen, "The database \(name) can't be opened: \(reason).")
        }
        return unsafe connection
    }

    /// True for a file in write-ahead mode that lies where nothing can be written: SQLite reads it only when it is told that
    /// nobody changes it. That holds where no log and no journal lies beside it.
    private static func isBlockedByItsFolder(_ connection: OpaquePointer, _ path: String) -> Bool {
        let status = unsafe sqlite3_exec(connection, "SELECT count(*) FROM sqlite_master", nil, nil, nil)
        guard [SQLITE_CANTOPEN, SQLITE_READONLY].contains(status & 0xFF) else { return false }
        return ["-wal", "-journal"].allSatisfy { ending in
            let size = try? FileManager.default.attributesOfItem(atPath: path + ending)[.size] as? Int
            return size ?? 0 == 0
        }
    }

    deinit {
        idle.removeAll()
        unsafe sqlite3_close_v2(handle)
    }

    /// Runs one or more statements without values and drops their rows.
    package func execute(_ sql: String) throws {
        let status = unsafe sqlite3_exec(handle, sql, nil, nil, nil)
        guard status == SQLITE_OK else { throw failure(status, sql) }
    }

    /// Hands a prepared statement to `body`, from the cache when it has been used before, and resets it afterwards.
    package func withStatement<Value>(_ sql: String, _ body: (Statement) throws -> Value) throws -> Value {
        let statement = try idle.removeValue(forKey: sql) ?? prepare(sql)
        defer {
            statement.reset()
            // Statements with many literals must not fill the memory of a connection that lives long.
            if idle.count >= 200 { idle.removeAll() }
            idle[sql] = statement
        }
        return try body(statement)
    }

    /// Runs a statement with values and drops its rows.
    package func run(_ sql: String, _ values: [SQLValue] = []) throws {
        try withStatement(sql) { statement in
            try statement.bind(values)
            while try statement.step() {}
        }
    }

    /// Calls `row` for each row of a query.
    package func forEach(_ sql: String, _ values: [SQLValue] = [], _ row: (Statement) throws -> Void) throws {
        try withStatement(sql) { statement in
            try statement.bind(values)
            while try statement.step() { try row(statement) }
        }
    }

    /// What `row` makes of each row of a query.
    package func rows<Value>(_ sql: String, _ values: [SQLValue] = [], _ row: (Statement) throws -> Value) throws
        -> [Value]
    {
        var found: [Value] = []
        try forEach(sql, values) { found.append(try row($0)) }
        return found
    }

    /// What `row` makes of a query's first row; nil when there is none.
    package func first<Value>(_ sql: String, _ values: [SQLValue] = [], _ row: (Statement) throws -> Value) throws
        -> Value?
    {
        try withStatement(sql) { statement in
            try statement.bind(values)
            return try statement.step() ? row(statement) : nil
        }
    }

    /// The integer in the first column of a query's first row; nil when there is no row or it is null.
    package func integer(_ sql: String, _ values: [SQLValue] = []) throws -> Int64? {
        try first(sql, values) { $0.isNull(0) ? nil : $0.integer(0) } ?? nil
    }

    /// The text in the first column of a query's first row; nil when there is no row or it is null.
    package func text(_ sql: String, _ values: [SQLValue] = []) throws -> String? {
        try first(sql, values) { $0.isNull(0) ? nil : $0.text(0) } ?? nil
    }

    /// The row id that the last insert made.
    package var lastInsertedRowID: Int64 { unsafe sqlite3_last_insert_rowid(handle) }
    /// How many rows the last insert, update or delete touched.
    package var changedRowCount: Int { Int(unsafe sqlite3_changes64(handle)) }

    /// Runs `body` between BEGIN IMMEDIATE and COMMIT; any error undoes all of it and is thrown on.
    ///
    /// When this returns, the changes are on the disk (as far as `synchronous=FULL` and the disk itself reach).
    package func transaction<Value>(_ body: () throws -> Value) throws -> Value {
        try execute("BEGIN IMMEDIATE")
        do {
            let value = try body()
            try execute("COMMIT")
            return value
        } catch {
            // A full disk may have rolled back by itself already.
            if unsafe sqlite3_get_autocommit(handle) == 0 { try? execute("ROLLBACK") }
            throw error
        }
    }

    private func prepare(_ sql: String) throws -> Statement {
        var prepared: OpaquePointer?
        let status = unsafe sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
        guard status == SQLITE_OK, let pointer = unsafe prepared else { throw failure(status, sql) }
        return unsafe Statement(owning: pointer, sql: sql, database: self)
    }

    /// The error for a status of this connection.
    func failure(_ status: Int32, _ sql: String) -> any Error {
        if status & 0xFF == SQLITE_INTERRUPT { return CancellationError() }
        let reason = unsafe String(cString: sqlite3_errmsg(handle))
        let (code, advice): (StorageError.Code, String) =
            switch status & 0xFF {
            case SQLITE_BUSY, SQLITE_LOCKED: (.busy, "another process holds it; try again")
            case SQLITE_FULL: (.diskFull, "there is no room left; nothing of this change was kept")
            case SQLITE_IOERR: (.inputOutput, "the disk answered with an error")
            case SQLITE_READONLY, SQLITE_PERM: (.readOnly, "the file or its folder may not be written")
            case SQLITE_CONSTRAINT: (.constraint, "a rule of the table refused the row")
            case SQLITE_CORRUPT, SQLITE_NOTADB: (.malformed, "the file is damaged or no database")
            case SQLITE_CANTOPEN:
                (.cannotOpen, "the file or its journal can't be opened; its folder must be one where you may write")
            case SQLITE_TOOBIG: (.tooLarge, "a value is larger than the database takes")
            default: (.statement, "the statement was not accepted")
            }
        return StorageError(code, "Database \(fileName): \(advice): \(reason).", sql: sql)
    }
}
