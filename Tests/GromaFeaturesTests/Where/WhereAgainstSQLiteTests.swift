// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaFeatures
import TestSupport
import Testing

/// Random clauses over random rows, in memory and in SQLite's own program.
@Suite("The same rows in memory and in SQLite")
struct WhereAgainstSQLiteTests {
    private static let program = "/usr/bin/sqlite3"
    private static let isLong = ProcessInfo.processInfo.environment["GROMA_SOAK"] != nil
    private static let clauseCount = isLong ? 20_000 : 600
    /// Two that stay, and new ones for each long run; the seed stands in every failure.
    private static let seeds: [UInt64] =
        [20_260_101, 7] + (isLong ? (0..<6).map { _ in UInt64.random(in: 1...(1 << 40)) } : [99])

    @Test(
        "random clauses select the same rows",
        .enabled(if: FileManager.default.isExecutableFile(atPath: program), "needs the sqlite3 program"),
        arguments: [SQLiteDialect.DateStorage.milliseconds, .text], seeds)
    func sameRows(dates: SQLiteDialect.DateStorage, seed: UInt64) async throws {
        if Self.isLong { print("random clauses, dates as \(dates), seed \(seed)") }
        var writer = RandomClause(seed: seed)
        let records = (1...40).map { writer.record(id: $0) }
        let dialect = SQLiteDialect(dates: dates)
        let context = WhereClause.Context(now: 1_711_900_000_123)
        var script = Self.table(records, dialect: dialect)
        var clauses: [(text: String, rows: String)] = []
        for _ in 0..<Self.clauseCount {
            let text = writer.condition(depth: 3)
            let bound = try WhereClause(text).bound(to: RandomClause.fields, context: context)
            let rows = records.enumerated().filter { bound.matches($0.element) }.map { String($0.offset + 1) }
            clauses.append((text, rows.joined(separator: ",")))
            let sql = Self.inlined(try bound.sql(for: dialect))
            script +=
                "SELECT coalesce(group_concat(OBJECTID), '') FROM (SELECT OBJECTID FROM t WHERE \(sql) ORDER BY OBJECTID);\n"
        }
        let answers = try await Self.run(script).split(separator: "\n", omittingEmptySubsequences: false)
        try #require(answers.count == clauses.count + 1, "seed \(seed): \(answers.last ?? "")")
        var differing: [String] = []
        for (clause, answer) in zip(clauses, answers) where clause.rows != answer {
            differing.append("\(clause.text)\n  memory \(clause.rows)\n  SQLite \(answer)")
        }
        #expect(
            differing.count == 0,
            "seed \(seed), \(differing.count) differ, first:\n\(differing.prefix(3).joined(separator: "\n"))")
        let selecting = clauses.filter { !$0.rows.isEmpty }.count
        #expect(selecting > Self.clauseCount / 4, "seed \(seed): the clauses must select something (\(selecting) do)")
    }

    @Test(
        "the whole number without an opposite has an absolute value",
        .enabled(if: FileManager.default.isExecutableFile(atPath: program), "needs the sqlite3 program"))
    func leastNumber() async throws {
        let records: [FeatureRecord] = [Int64.min, -5, .max].enumerated().map { row, number in
            FeatureRecord(attributes: ["OBJECTID": .integer(Int64(row + 1)), "N": .integer(number)])
        }
        let dialect = SQLiteDialect(dates: .text)
        var script = Self.table(records, dialect: dialect)
        let clauses = [
            "ABS(N) > 5", "ABS(N) = 9223372036854775808", "ABS(ABS(N)) >= 5", "ABS(N) < 0", "ABS(-ABS(N)) = 5",
        ]
        var expected: [String] = []
        for text in clauses {
            let bound = try WhereClause(text).bound(to: RandomClause.fields, context: WhereClause.Context(now: 0))
            expected.append(
                records.enumerated().filter { bound.matches($0.element) }.map { String($0.offset + 1) }
                    .joined(separator: ","))
            script +=
                "SELECT coalesce(group_concat(OBJECTID), '') FROM t WHERE \(Self.inlined(try bound.sql(for: dialect)));\n"
        }
        #expect(try await Self.run(script) == expected.joined(separator: "\n") + "\n")
        #expect(expected == ["1,3", "1", "1,2,3", "", "2"])
    }

    private static func table(_ records: [FeatureRecord], dialect: SQLiteDialect) -> String {
        var script =
            "CREATE TABLE t (OBJECTID INTEGER PRIMARY KEY, N INTEGER, M INTEGER, X REAL, S TEXT, T TEXT, D, DO TEXT, G TEXT, O TEXT, AT TEXT);\n"
        for record in records {
            let values = RandomClause.fields.map { field -> String in
                let value = record.attributes[field.name] ?? .null
                if case .date(let instant) = value { return literal(dialect.date(instant)) }
                return literal(value)
            }
            script += "INSERT INTO t VALUES (\(values.joined(separator: ", ")));\n"
        }
        return script
    }

    /// Puts the values in place of their numbered placeholders, since the program takes no bound values.
    private static func inlined(_ fragment: SQLFragment) -> String {
        var result = ""
        var rest = fragment.text[...]
        while let mark = rest.firstIndex(of: "?") {
            result += rest[..<mark]
            let digits = rest[rest.index(after: mark)...].prefix { $0.isNumber }
            // A question mark within a text is none.
            result += Int(digits).map { literal(fragment.values[$0 - 1]) } ?? "?"
            rest = rest[digits.endIndex...]
        }
        return result + rest
    }

    private static func literal(_ value: AttributeValue) -> String {
        switch value {
        case .integer(let number), .date(let number): return "\(number)"
        case .double(let number): return number.isInfinite ? (number > 0 ? "9e999" : "-9e999") : "\(number)"
        case .string(let text), .dateOnly(let text), .timeOnly(let text), .timestampOffset(let text), .guid(let text):
            return "'" + text.replacing("'", with: "''") + "'"
        case .null, .blob: return "NULL"
        }
    }

    private static func run(_ script: String) async throws -> String {
        let outcome = try await Program.run(
            ["-batch", ":memory:"], of: URL(filePath: program), input: Array(script.utf8))
        return outcome.text + outcome.errors
    }
}
