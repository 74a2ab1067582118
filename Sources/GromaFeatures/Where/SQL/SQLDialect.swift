// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// A piece of SQL whose values are bound, never written into it.
package struct SQLFragment: Sendable, Equatable {
    /// The text, with a placeholder for each value.
    package var text: String
    /// The values in the order of the placeholders.
    package var values: [AttributeValue]
}

/// How a database spells what where-clauses need.
///
/// A conformer adds no meaning: the rows selected must be those that evaluation in memory selects.
package protocol SQLDialect: Sendable {
    /// The placeholder of the value with this number, from 1.
    func placeholder(_ number: Int) -> String
    /// The field's column, read as clauses compare it: GUIDs bare and in lower case, timestamps with an offset as dates.
    func column(_ field: Field) -> String
    /// The value that is bound for a date.
    func date(_ milliseconds: Int64) -> AttributeValue
    /// The date that `sql` gives, moved.
    func shifted(_ sql: String, milliseconds: Int64) -> String
    /// The date that `sql` gives, moved by months in UTC; a day that the new month lacks becomes its last.
    func shifted(_ sql: String, months: Int) -> String
    /// The start of the day, in UTC, of the date that `sql` gives.
    func startOfDay(_ sql: String) -> String
    /// A part, in UTC, of the date that `sql` gives, as a whole number.
    func extract(_ part: String, from sql: String) -> String
    /// The condition that `sql` is like a pattern, and the pattern as the database takes it.
    func like(_ sql: String, glob: String, like: String, placeholder: String) -> (condition: String, pattern: String)
    /// The condition that `sql` is like the pattern, without an escape character, that the SQL `pattern` gives.
    func like(_ sql: String, pattern: String) -> String
    /// A call of a function, named as in `WhereFunction`; nil for one the database does not have.
    func call(_ function: String, _ arguments: [String]) -> String?
}

extension SQLDialect {
    /// A name in double quotes.
    package func identifier(_ name: String) -> String {
        "\"" + name.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
    }
}
