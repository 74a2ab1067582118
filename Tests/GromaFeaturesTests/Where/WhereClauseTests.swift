// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaFeatures
import Testing

@Suite("Where-clauses")
struct WhereClauseTests {
    static let fields = [
        Field(name: "OBJECTID", type: .oid), Field(name: "POP", type: .integer), Field(name: "AREA", type: .double),
        Field(name: "NAME", type: .string, length: 50), Field(name: "BUILT", type: .date),
        Field(name: "DAY", type: .dateOnly), Field(name: "AT", type: .timeOnly), Field(name: "UID", type: .guid),
        Field(name: "SEEN", type: .timestampOffset), Field(name: "PHOTO", type: .blob),
    ]
    static let record = FeatureRecord(attributes: [
        "OBJECTID": 1, "POP": 7, "AREA": 2.5, "NAME": "Oak's 100%", "BUILT": .date(1_711_893_909_000),
        "DAY": .dateOnly("2024-03-31"), "AT": .timeOnly("14:05:09"),
        "UID": .guid("{74100351-0AAA-4BBB-8CCC-0123456789AB}"),
        "SEEN": .timestampOffset("2024-03-31T16:05:09+02:00"), "PHOTO": .null,
    ])

    private func matches(_ clause: String, _ record: FeatureRecord = record) throws -> Bool {
        let context = WhereClause.Context(now: 1_711_900_000_000, currentUser: "editor")
        return try WhereClause(clause).bound(to: Self.fields, context: context).matches(record)
    }

    @Test(
        "true of a row",
        arguments: [
            "", "  \n", "1=1", "pop = 7", "\"POP\" = 7", "town.trees.POP = 7", "POP <> 8 AND NOT POP = 8", "POP != 8",
            "POP IN (1, 7)", "POP NOT IN (1, 2)", "POP BETWEEN 7 AND 7", "POP NOT BETWEEN 8 AND 9", "NAME LIKE 'Oak%'",
            "NAME LIKE '%100!%' ESCAPE '!'", "NAME LIKE 'Oak_s%'", "NAME NOT LIKE 'oak%'", "UPPER(NAME) LIKE 'OAK%'",
            "NAME = 'Oak''s 100%'", "NAME = N'Oak''s 100%'", "PHOTO IS NULL", "POP IS NOT NULL", "POP / 2 = 3",
            "POP / 2.0 = 3.5",
            "POP - 2 * 3 = 1", "(POP - 2) * 3 = 15", "-POP = -7", "POP + AREA = 9.5", "MOD(POP, 4) = 3", "POP = '7'",
            "ROUND(AREA) = 3", "ROUND(2.567, 2) = 2.57", "ROUND(1250, -2) = 1300", "TRUNCATE(AREA, 0) = 2",
            "FLOOR(-AREA) = -3",
            "CEILING(AREA) = 3", "ABS(-POP) = 7", "POWER(POP, 2) = 49", "SQRT(49) = POP", "SIGN(AREA) = 1",
            "LOG10(1000) = 3",
            "CHAR_LENGTH(NAME) = 10", "SUBSTRING(NAME, 1, 3) = 'Oak'", "SUBSTRING(NAME, 0, 3) = 'Oa'",
            "POSITION('k' IN NAME) = 3", "POSITION('x', NAME) = 0", "TRIM('  a ') = 'a'",
            "TRIM(LEADING 'x' FROM 'xxax') = 'ax'",
            "CONCAT('a', 'b') || 'c' = 'abc'", "CAST(AREA AS INT) = 2", "CAST(POP AS VARCHAR(5)) = '7'",
            "COALESCE(PHOTO_MISSING_IS_TESTED_ELSEWHERE, 1) = 1 OR 1 = 1".replacing(
                "PHOTO_MISSING_IS_TESTED_ELSEWHERE", with: "NULL"),
            "NULLIF(POP, 7) IS NULL", "CASE WHEN POP > 5 THEN 'big' ELSE 'small' END = 'big'",
            "BUILT = TIMESTAMP '2024-03-31 14:05:09'", "BUILT > DATE '2024-03-31'", "BUILT > '2024-03-31'",
            "BUILT < CURRENT_TIMESTAMP", "BUILT > CURRENT_TIMESTAMP - INTERVAL '1' DAY",
            "BUILT BETWEEN CURRENT_TIMESTAMP - 1 AND CURRENT_TIMESTAMP", "NOT BUILT > CURRENT_TIMESTAMP() - 0.0001",
            "DATE '2024-03-31' - 1.5 = TIMESTAMP '2024-03-29 12:00:00'", "-1 + DATE '2024-03-31' = '2024-03-30'",
            "DAY - 30 = DATE '2024-03-01'", "CURRENT_DATE - 1 < DAY", "BUILT + 1 > CURRENT_TIMESTAMP",
            "BUILT + INTERVAL '1 00:00:00' DAY TO SECOND > CURRENT_TIMESTAMP()", "EXTRACT(YEAR FROM BUILT) = 2024",
            "EXTRACT(HOUR FROM BUILT) = 14", "CAST(BUILT AS DATE) = CURRENT_DATE", "DAY = DATE '2024-03-31'",
            "DAY BETWEEN '2024-03-01' AND '2024-04-01'", "AT < TIME '15:00:00'", "SEEN = BUILT",
            "DATE '2024-03-31' - INTERVAL '1' MONTH = DATE '2024-02-29'",
            "UID = '74100351-0aaa-4bbb-8ccc-0123456789ab'", "UID IN ('{74100351-0AAA-4BBB-8CCC-0123456789AB}')",
            "CURRENT_USER = 'editor'", "POP", "TRUE", "NOT FALSE",
        ])
    func isTrue(clause: String) throws {
        #expect(try matches(clause))
    }

    @Test(
        "not true of a row",
        arguments: [
            "1 = 0", "POP = 8", "NAME LIKE 'oak%'", "PHOTO IS NOT NULL", "NULL = NULL", "NOT NULL = 1", "POP = NULL",
            "POP <> NULL", "POP NOT IN (1, NULL)", "POP / 0 = 1", "NOT POP / 0 = 1", "SQRT(-1) = 1",
            "NOT SQRT(-POP) = 1", "POP - 7",
            "NULL", "NAME = 'oak''s 100%'", "LOG(0) IS NOT NULL",
        ])
    func isNotTrue(clause: String) throws {
        #expect(try !matches(clause))
    }

    @Test("three-valued logic follows the truth tables")
    func threeValues() throws {
        let empty = FeatureRecord()
        #expect(try matches("POP = 1 OR 1 = 1", empty))
        #expect(try !matches("POP = 1 OR 1 = 0", empty))
        #expect(try !matches("POP = 1 AND 1 = 1", empty))
        #expect(try matches("NOT (POP = 1 AND 1 = 0)", empty))
        #expect(try !matches("NOT (POP = 1)", empty))
        #expect(try matches("POP IS NULL AND (POP = 1 OR NAME IS NULL)", empty))
    }

    @Test(
        "a mistake is told with its place",
        arguments: [
            ("POP =", 6), ("POP = (1 + 2", 13), ("POP == 1", 6), ("NAME = 'abc", 8), ("POP = 1 AND", 12),
            ("POP = 1; DROP TABLE t", 8),
            ("POP = 1 -- x", 9), ("POP = 1 /* x */", 9), ("POP IN ()", 10), ("POP BETWEEN 1 OR 2", 15),
            ("NAME LIKE 5", 11),
            ("POP = 'seven'", 7), ("NAME > 5", 8), ("BUILT = 'yesterday'", 9), ("POP LIKE 'a'", 1), ("SELECT", 1),
            ("12abc = 1", 1),
            ("POP = 1e999", 7), ("NAME", 1), ("(POP = 1) = 1", 2), ("FOO(1) = 1", 1), ("ABS('a') = 1", 5),
            ("POP = ?", 7),
            ("SUM(POP) > 1", 1), ("NAME = (SELECT 1)", 9), ("INTERVAL '1' DAY = 1", 1),
            ("BUILT > DATE '2024-02-30'", 9),
            ("NAME LIKE 'a!b' ESCAPE '!'", 11), ("POP + NAME = 1", 7),
            ("BUILT * 2 = 1", 1), ("1 - BUILT = 1", 5), ("BUILT - BUILT = 1", 1), ("BUILT - POP > DAY", 1),
            ("BUILT > CURRENT_DATE - 1e9", 24), ("PHOTO = 'x'", 1), ("ROUND(1,2,3) = 1", 1),
        ])
    func mistakes(clause: String, place: Int) {
        let error = #expect(throws: FeatureError.self) { try matches(clause) }
        #expect(error?.code == .invalidWhereClause, "\(error?.message ?? "")")
        #expect(error?.message.contains("character \(place):") == true, "\(error?.message ?? "")")
    }

    @Test("an unknown field is named")
    func unknownField() {
        let error = #expect(throws: FeatureError.self) { try matches("POP = 1 AND HEIGHT > 2") }
        #expect(error?.code == .unknownField && error?.message.contains("HEIGHT") == true)
    }

    @Test(
        "hostile depth and length end in an error, not in the stack",
        arguments: [
            ("", "(", 100_000, ""), ("", "NOT ", 50_000, ")"), ("", "-", 100_000, "x = 1"), ("1", "+1", 50_000, " = 1"),
            ("", "POSITION(", 10_000, ""), ("", "CASE WHEN ", 10_000, ""), ("", "ABS(", 10_000, ""),
            ("", "x", 300_000, ""),
            ("POP IN (1", ",1", 40_000, ")"),
        ])
    func hostile(head: String, part: String, count: Int, tail: String) {
        #expect(throws: FeatureError.self) { try matches(head + String(repeating: part, count: count) + tail) }
    }

    @Test("a long list of alternatives is no depth")
    func longChain() throws {
        let clause = (0..<5_000).map { "POP = \($0 + 8)" }.joined(separator: " OR ")
        #expect(try !matches(clause))
        #expect(try matches(clause + " OR POP = 7"))
    }

    @Test("a pattern of many runs takes no exponential time")
    func manyRuns() throws {
        let record = FeatureRecord(attributes: ["NAME": .string(String(repeating: "a", count: 2_000))])
        #expect(try !matches("NAME LIKE '" + String(repeating: "%a", count: 500) + "%b'", record))
    }

    @Test("SQL holds no client text, only placeholders")
    func compiled() throws {
        let bound = try WhereClause("NAME = 'x''; --' AND POP IN (1, 2) AND UID = '{AB}'").bound(to: Self.fields)
        let sql = try bound.sql(for: SQLiteDialect(dates: .text))
        #expect(
            sql.text
                == "((\"NAME\" = ?1) AND ((\"POP\" IN (?2, ?3)) AND (lower(replace(replace(\"UID\", '{', ''), '}', '')) = ?4)))"
        )
        #expect(sql.values == ["x'; --", 1, 2, "ab"])
        let date = try WhereClause("BUILT >= DATE '2024-03-31'").bound(to: Self.fields)
        #expect(try date.sql(for: SQLiteDialect(dates: .text)).values == ["2024-03-31T00:00:00.000Z"])
        #expect(try date.sql(for: SQLiteDialect(dates: .milliseconds)).values == [.integer(1_711_843_200_000)])
    }

    @Test("rows of a set are found through its columns")
    func rows() throws {
        let set = try FeatureSet(
            records: (0..<10).map { FeatureRecord(attributes: ["OBJECTID": .integer($0), "POP": .integer($0 * 10)]) },
            fields: Array(Self.fields.prefix(2)))
        #expect(try WhereClause("pop >= 70").bound(to: set.fields).rows(of: set) == [7, 8, 9])
        let foreign = try WhereClause("AREA > 1").bound(to: Self.fields)
        #expect(throws: FeatureError.self) { try foreign.rows(of: set) }
    }
}
