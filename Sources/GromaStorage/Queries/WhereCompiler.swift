// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaFeatures

/// Compiles where-clauses to SQL for a table's columns.
struct WhereCompiler {
    let layout: TableLayout

    /// The condition with its values numbered from `first`; nil for a clause that selects every row, since without a condition SQLite
    /// counts faster.
    func compile(_ clause: WhereClause, firstPlaceholder first: Int) throws -> (sql: String, values: [SQLValue])? {
        if clause.selectsAll { return nil }
        let fragment = try clause.bound(to: layout.info.fields).sql(
            for: SQLiteDialect(dates: .text), firstPlaceholder: first)
        return (fragment.text, try fragment.values.map { try ColumnMapping.sqlValue($0, type: .string) })
    }
}

extension TableLayout {
    /// A GUID column as clauses compare it: bare, in lower case. The same text stands in the index, or it would not be used.
    static func bareGUID(column: String) -> String {
        "lower(replace(replace(\(ColumnMapping.quoted(column)), '{', ''), '}', ''))"
    }
}
