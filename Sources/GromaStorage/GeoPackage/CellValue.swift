// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// What a cell holds, read as its field means it.
///
/// SQLite lets any column hold any kind of value, and programs leave there what the column's type has no place for. What can be
/// read without loss is read; all else is an error, never a zero or a null in its place.
enum CellValue {
    /// A whole number; nil for null and for an empty text.
    static func integer(_ row: Statement, _ column: Int32) throws(StorageError) -> Int64? {
        switch row.kind(column) {
        case .integer: return row.integer(column)
        case .null: return nil
        case .double:
            if let whole = Int64(exactly: row.double(column)) { return whole }
        case .text:
            let text = row.text(column)
            if text.isEmpty { return nil }
            if let whole = Int64(text) { return whole }
        case .blob: break
        }
        throw misfit(row, column, "no whole number")
    }

    /// A number; nil for null, an empty text, and for infinity, which JSON has no word for.
    static func double(_ row: Statement, _ column: Int32) throws(StorageError) -> Double? {
        switch row.kind(column) {
        case .double, .integer:
            let value = row.double(column)
            return value.isFinite ? value : nil
        case .null: return nil
        case .text:
            let text = row.text(column)
            if text.isEmpty { return nil }
            if let value = Double(text), value.isFinite { return value }
        case .blob: break
        }
        throw misfit(row, column, "no number")
    }

    /// Epoch milliseconds of a date text; nil for null and for an empty text.
    static func date(_ row: Statement, _ column: Int32) throws(StorageError) -> Int64? {
        let kind = row.kind(column)
        if kind == .null { return nil }
        if kind == .text {
            let (value, isEmpty) = unsafe row.withBytes(ofText: column) {
                unsafe (DateText.milliseconds($0), $0.isEmpty)
            }
            if isEmpty { return nil }
            if let value { return value }
        }
        throw misfit(row, column, "no date (2024-03-31T14:05:09.000Z)")
    }

    /// A text, also of a number; nil for null.
    static func text(_ row: Statement, _ column: Int32) throws(StorageError) -> String? {
        // Reading a blob as text changes what SQLite says of its kind.
        let kind = row.kind(column)
        if kind == .null { return nil }
        let text = unsafe row.withBytes(ofText: column) { unsafe String(validating: $0, as: UTF8.self) }
        guard let text else { throw misfit(row, column, "no text in UTF-8", of: kind) }
        return text
    }

    private static func misfit(
        _ row: Statement, _ column: Int32, _ reason: String, of kind: Statement.Kind? = nil
    ) -> StorageError {
        let held =
            switch kind ?? row.kind(column) {
            case .blob: "\(row.bytes(column).count) bytes"
            default: "\"\(row.text(column).prefix(40))\""
            }
        return StorageError(.malformed, "\(held) is \(reason)")
    }
}
