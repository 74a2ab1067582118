// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaFeatures

/// Compiles where-clauses to SQL for a table's columns.
struct WhereCompiler {
    let layout: TableLayout

    /// The condition with its values numbered from `first`; nil for a clause that selects every row.
    func compile(_ clause: String, firstPlaceholder first: Int) throws -> (sql: String, values: [SQLValue])? {
        let parsed = try WhereClause(clause)
        // "1=1" is what clients send for all rows; without a condition SQLite counts faster.
        let squeezed = clause.filter { !$0.isWhitespace }
        if squeezed.isEmpty || squeezed == "1=1" { return nil }
        let fragment = try parsed.bound(to: layout.info.fields).sql(
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
