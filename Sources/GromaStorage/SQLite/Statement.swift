// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import CSQLite

/// A value bound to a statement.
package enum SQLValue: Sendable, Hashable {
    case null
    case integer(Int64)
    case double(Double)
    case text(String)
    case blob([UInt8])

    /// A text, or null for nil.
    package static func optional(_ text: String?) -> SQLValue { text.map { .text($0) } ?? .null }
    /// A number, or null for nil and NaN.
    package static func optional(_ number: Double?) -> SQLValue {
        number.flatMap { $0.isNaN ? nil : .double($0) } ?? .null
    }
    /// An integer, or null for nil.
    package static func optional(_ number: Int64?) -> SQLValue { number.map { .integer($0) } ?? .null }
}

/// A prepared statement: parameters counted from 1, columns from 0. Used only inside `Database.withStatement`.
@safe
package final class Statement {
    private let pointer: OpaquePointer
    private let sql: String
    private unowned let database: Database
    /// The number of columns of a row.
    package let columnCount: Int32

    /// Takes over a prepared statement and frees it in the end.
    init(owning pointer: OpaquePointer, sql: String, database: Database) {
        unsafe self.pointer = pointer
        self.sql = sql
        self.database = database
        self.columnCount = unsafe sqlite3_column_count(pointer)
    }

    deinit { unsafe sqlite3_finalize(pointer) }

    /// Goes to the next row; false after the last.
    package func step() throws -> Bool {
        switch unsafe sqlite3_step(pointer) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        case let status: throw database.failure(status, sql)
        }
    }

    /// Makes the statement ready for another run, with no values bound.
    package func reset() {
        unsafe sqlite3_reset(pointer)
        unsafe sqlite3_clear_bindings(pointer)
    }

    /// Makes the statement ready for another run and keeps its values.
    package func rewind() { unsafe sqlite3_reset(pointer) }

    // MARK: Values in

    /// Binds values to the parameters from the first on.
    package func bind(_ values: [SQLValue]) throws {
        for (index, value) in values.enumerated() { try bind(Int32(index + 1), value) }
    }

    /// Binds one value.
    package func bind(_ index: Int32, _ value: SQLValue) throws {
        switch value {
        case .null: try check(unsafe sqlite3_bind_null(pointer, index))
        case .integer(let number): try bind(index, number)
        case .double(let number): try bind(index, number)
        case .text(let text): try bind(index, text)
        case .blob(let bytes): try bind(index, bytes)
        }
    }

    /// Binds null.
    package func bindNull(_ index: Int32) throws { try check(unsafe sqlite3_bind_null(pointer, index)) }

    /// Binds an integer.
    package func bind(_ index: Int32, _ number: Int64) throws {
        try check(unsafe sqlite3_bind_int64(pointer, index, number))
    }

    /// Binds a number; NaN becomes null, as SQLite does.
    package func bind(_ index: Int32, _ number: Double) throws {
        try check(unsafe sqlite3_bind_double(pointer, index, number))
    }

    /// Binds a copy of a text.
    package func bind(_ index: Int32, _ text: String) throws {
        // An empty text may have no address, and a null address would bind NULL.
        if text.isEmpty { return try check(unsafe csqlite_bind_text_copy(pointer, index, "", 0)) }
        var text = text
        let status = text.withUTF8 { bytes in
            unsafe bytes.withMemoryRebound(to: CChar.self) { characters in
                unsafe csqlite_bind_text_copy(pointer, index, characters.baseAddress, bound(bytes.count))
            }
        }
        try check(status)
    }

    /// Binds a copy of bytes.
    package func bind(_ index: Int32, _ bytes: [UInt8]) throws {
        try unsafe bytes.withUnsafeBytes { try unsafe bind(index, copying: $0) }
    }

    /// Binds a copy of raw bytes.
    package func bind(_ index: Int32, copying bytes: UnsafeRawBufferPointer) throws {
        guard let address = bytes.baseAddress else { return try check(unsafe sqlite3_bind_zeroblob(pointer, index, 0)) }
        try check(unsafe csqlite_bind_blob_copy(pointer, index, address, bound(bytes.count)))
    }

    /// Lengths beyond SQLite's own limit are refused by it.
    private func bound(_ count: Int) -> Int32 { Int32(clamping: count) }

    private func check(_ status: Int32) throws {
        guard status == SQLITE_OK else { throw database.failure(status, sql) }
    }

    // MARK: Values out

    /// The kinds of value a column of a row may hold, whatever the column was declared as.
    package enum Kind: Sendable { case null, integer, double, text, blob }

    /// What the row's value at `column` is.
    package func kind(_ column: Int32) -> Kind {
        switch unsafe sqlite3_column_type(pointer, column) {
        case SQLITE_INTEGER: .integer
        case SQLITE_FLOAT: .double
        case SQLITE_TEXT: .text
        case SQLITE_BLOB: .blob
        default: .null
        }
    }
    /// True where the row's value is null.
    package func isNull(_ column: Int32) -> Bool { unsafe sqlite3_column_type(pointer, column) == SQLITE_NULL }
    /// The value as an integer; 0 for null.
    package func integer(_ column: Int32) -> Int64 { unsafe sqlite3_column_int64(pointer, column) }
    /// The value as a number; 0 for null.
    package func double(_ column: Int32) -> Double { unsafe sqlite3_column_double(pointer, column) }
    /// The value as a text, empty for null; bytes that are no UTF-8 become replacement characters.
    package func text(_ column: Int32) -> String {
        unsafe withBytes(ofText: column) { unsafe String(decoding: $0, as: UTF8.self) }
    }
    /// The value as a text; nil for null.
    package func optionalText(_ column: Int32) -> String? { isNull(column) ? nil : text(column) }
    /// The value as a number; nil for null.
    package func optionalDouble(_ column: Int32) -> Double? { isNull(column) ? nil : double(column) }
    /// A copy of a blob (or of a text's UTF-8); empty for null.
    package func bytes(_ column: Int32) -> [UInt8] { unsafe withBlob(column) { unsafe [UInt8]($0) } }

    /// Lends a blob without copying it; the buffer is invalid once the statement moves on.
    package func withBlob<Value>(_ column: Int32, _ body: (UnsafeRawBufferPointer) throws -> Value) rethrows -> Value {
        // The order matters: asking for the blob first may convert the value, and then its size is right.
        let address = unsafe sqlite3_column_blob(pointer, column)
        let count = Int(unsafe sqlite3_column_bytes(pointer, column))
        return try unsafe body(UnsafeRawBufferPointer(start: address, count: address == nil ? 0 : count))
    }

    /// Lends a text's UTF-8 without copying it; the buffer is invalid once the statement moves on.
    package func withBytes<Value>(ofText column: Int32, _ body: (UnsafeRawBufferPointer) throws -> Value) rethrows
        -> Value
    {
        let address = unsafe sqlite3_column_text(pointer, column)
        let count = Int(unsafe sqlite3_column_bytes(pointer, column))
        return try unsafe body(UnsafeRawBufferPointer(start: address, count: address == nil ? 0 : count))
    }
}
