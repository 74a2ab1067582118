// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaFeatures
import TestSupport

/// Writes random rows and random where-clauses that are valid for them.
struct RandomClause {
    static let fields = [
        Field(name: "OBJECTID", type: .oid), Field(name: "N", type: .integer), Field(name: "M", type: .smallInteger),
        Field(name: "X", type: .double), Field(name: "S", type: .string), Field(name: "T", type: .string),
        Field(name: "D", type: .date), Field(name: "DO", type: .dateOnly), Field(name: "G", type: .guid),
        Field(name: "O", type: .timestampOffset), Field(name: "AT", type: .timeOnly),
    ]
    var random: SeededGenerator

    static let guids = ["{0F8FAD5B-D9CB-469F-A165-708677289510}", "7c9e6679-7425-40de-944b-e07fc1f90ae7"]
    static let days = ["1969-12-31", "1970-01-01", "2024-02-29", "2024-03-31"]
    static let offsets = ["2024-03-31T02:00:00.250+02:00", "2024-03-31T00:00:00.250Z", "1969-12-31T22:30:00.000-01:30"]

    static let times = ["00:00:00", "14:05:09", "14:05:09.5", "23:59:59.999"]

    mutating func pick<T>(_ values: [T]) -> T { values[Int.random(in: 0..<values.count, using: &random)] }
    mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

    mutating func text() -> String {
        if chance(15) { return pick(["12", "-3", "2.5", "1e2", " 7 ", "012", "+5", "-", "1.", "2024", "0"]) }
        let letters = ["a", "b", "A", "B", "%", "_", "*", "?", "[", "]", "é", "'", " ", "\\", "😀", "1"]
        return (0..<Int.random(in: 0...5, using: &random)).map { _ in pick(letters) }.joined()
    }
    mutating func wholeNumber() -> Int64 {
        chance(85) ? Int64.random(in: -6...6, using: &random) : pick([32_767, 1 << 40, 1 << 53 + 1, .max, -(1 << 62)])
    }
    mutating func number() -> Double {
        chance(85)
            ? Double(Int.random(in: -60...60, using: &random)) / 8
            : pick([1e15, 1e300, -1e-300, 0x1p63, -0x1p63, 2.5, -2.5])
    }
    mutating func instant() -> Int64 {
        pick([
            0, -1, 86_400_000, 1_709_164_800_000, 1_711_843_200_250, 1_711_893_909_000, -1_800_000, 253_370_764_800_000,
        ])
    }

    mutating func record(id: Int64) -> FeatureRecord {
        var values: [String: AttributeValue] = ["OBJECTID": .integer(id)]
        func set(_ name: String, _ value: AttributeValue) { values[name] = value }
        for field in Self.fields.dropFirst() {
            if chance(20) {
                set(field.name, .null)
                continue
            }
            switch field.type {
            case .integer, .smallInteger: set(field.name, .integer(wholeNumber()))
            case .double: set(field.name, .double(number()))
            case .string: set(field.name, .string(text()))
            case .date: set(field.name, .date(instant()))
            case .dateOnly: set(field.name, .dateOnly(pick(Self.days)))
            case .guid: set(field.name, .guid(pick(Self.guids)))
            case .timeOnly: set(field.name, .timeOnly(pick(Self.times)))
            default: set(field.name, .timestampOffset(pick(Self.offsets)))
            }
        }
        return FeatureRecord(attributes: values)
    }

    mutating func condition(depth: Int) -> String {
        if depth > 0, chance(60) {
            switch Int.random(in: 0..<4, using: &random) {
            case 0: return "(\(condition(depth: depth - 1)) AND \(condition(depth: depth - 1)))"
            case 1: return "(\(condition(depth: depth - 1)) OR \(condition(depth: depth - 1)))"
            case 2: return "NOT (\(condition(depth: depth - 1)))"
            default:
                return "\(condition(depth: depth - 1)) or \(condition(depth: depth - 1)) and not \(condition(depth: 0))"
            }
        }
        let make = pick([numeric, textual, dated, dayed, guided, timed, momentOrDay])
        let left = make(&self, 2), negation = chance(30) ? "NOT " : ""
        switch Int.random(in: 0..<8, using: &random) {
        case 0: return "\(left) IS \(negation)NULL"
        case 1:
            return
                "\(left) \(negation)IN (\(make(&self, 1)), \(make(&self, 0)), \(chance(20) ? "NULL" : make(&self, 0)))"
        case 2: return "\(left) \(negation)BETWEEN \(make(&self, 1)) AND \(make(&self, 1))"
        case 3: return chance(25) ? "\(textValue(1)) \(negation)LIKE \(textValue(1))" : like()
        default: return "\(left) \(pick(["=", "<>", "<", "<=", ">", ">=", "!="])) \(make(&self, 1))"
        }
    }

    private mutating func like() -> String {
        let pattern = (0..<Int.random(in: 0...4, using: &random)).map { _ in
            pick(["%", "_", "a", "B", "*", "[", "é", "!%", "!!"])
        }
        let negation = chance(30) ? "NOT " : ""
        return "\(textual(&self, 1)) \(negation)LIKE \(quoted(pattern.joined())) ESCAPE '!'"
    }
    private func quoted(_ text: String) -> String { "'" + text.replacing("'", with: "''") + "'" }

    private let numeric: @Sendable (inout RandomClause, Int) -> String = { $0.numericValue($1) }
    private let textual: @Sendable (inout RandomClause, Int) -> String = { $0.textValue($1) }
    private let dated: @Sendable (inout RandomClause, Int) -> String = { $0.dateValue($1) }
    private let dayed: @Sendable (inout RandomClause, Int) -> String = { clause, _ in
        clause.chance(50) ? "DO" : "DATE '\(clause.pick(days))'"
    }
    private let timed: @Sendable (inout RandomClause, Int) -> String = { clause, _ in
        clause.chance(50) ? "AT" : "TIME '\(clause.pick(times + ["14:05"]))'"
    }
    private let momentOrDay: @Sendable (inout RandomClause, Int) -> String = { clause, depth in
        clause.chance(50) ? "DO" : clause.dateValue(depth)
    }
    private let guided: @Sendable (inout RandomClause, Int) -> String = { clause, _ in
        clause.chance(50) ? "G" : "'\(clause.pick(guids))'"
    }

    init(seed: UInt64) { random = SeededGenerator(seed: seed) }
}

extension RandomClause {
    mutating func numericValue(_ depth: Int) -> String {
        if depth == 0 || chance(30) {
            if chance(60) { return pick(["N", "M", "X", "OBJECTID", "n"]) }
            return chance(50) ? "\(wholeNumber())" : "\(number())"
        }
        let a = numericValue(depth - 1)
        switch Int.random(in: 0..<18, using: &random) {
        case 0: return "(\(a) + \(numericValue(depth - 1)))"
        case 1: return "(\(a) - \(numericValue(depth - 1)))"
        case 2: return "(\(a) * \(numericValue(depth - 1)))"
        case 3: return "(\(a) / \(numericValue(depth - 1)))"
        case 4: return "-(\(a))"
        case 5: return "ROUND(\(a), \(pick([-1, 0, 1, 2])))"
        case 6:
            return pick(["FLOOR", "CEILING", "SIGN", "SQRT", "EXP", "LOG", "LOG10", "SIN", "ATAN", "ABS"]) + "(\(a))"
        case 7: return "MOD(\(a), \(numericValue(depth - 1)))"
        case 8: return "CHAR_LENGTH(\(textValue(depth - 1)))"
        case 9: return "POSITION(\(textValue(depth - 1)) IN \(textValue(depth - 1)))"
        case 10: return "COALESCE(\(a), \(numericValue(depth - 1)))"
        case 11: return "CASE WHEN \(a) > 0 THEN \(numericValue(depth - 1)) ELSE \(numericValue(0)) END"
        case 12:
            return "EXTRACT(\(pick(["YEAR", "MONTH", "DAY", "HOUR", "MINUTE", "SECOND"])) FROM \(dateValue(depth - 1)))"
        case 13: return "EXTRACT(\(pick(["HOUR", "MINUTE", "SECOND"])) FROM AT)"
        case 14: return "EXTRACT(\(pick(["YEAR", "MONTH", "DAY", "HOUR"])) FROM DO)"
        case 15: return "CAST(\(textValue(depth - 1)) AS \(pick(["INTEGER", "DOUBLE PRECISION"])))"
        case 16: return "CASE \(a) WHEN \(numericValue(0)) THEN 1 WHEN M THEN N END"
        default: return "CAST(TRUNCATE(\(a), 1) AS \(pick(["INTEGER", "FLOAT"])))"
        }
    }

    mutating func textValue(_ depth: Int) -> String {
        if depth == 0 || chance(40) { return chance(60) ? pick(["S", "T"]) : quoted(text()) }
        let a = textValue(depth - 1)
        switch Int.random(in: 0..<7, using: &random) {
        case 5: return "SUBSTRING(\(a), M\(chance(50) ? "" : ", N"))"
        case 0: return "SUBSTRING(\(a), \(pick([-1, 0, 1, 2])), \(pick([0, 1, 3])))"
        case 1: return "TRIM(\(pick(["", "LEADING 'a' FROM ", "TRAILING 'b' FROM ", "BOTH ' ' FROM "]))\(a))"
        case 2: return "CONCAT(\(a), \(textValue(depth - 1)))"
        case 3: return "(\(a) || CAST(N AS VARCHAR(3)))"
        case 4: return "NULLIF(\(a), \(textValue(depth - 1)))"
        default: return "COALESCE(\(a), \(textValue(0)))"
        }
    }

    mutating func dateValue(_ depth: Int) -> String {
        if depth == 0 || chance(50) {
            return chance(60)
                ? pick(["D", "O"])
                : pick(["DATE '2024-02-29'", "TIMESTAMP '2024-03-31 00:00:00.250'", "CURRENT_TIMESTAMP"])
        }
        switch Int.random(in: 0..<5, using: &random) {
        case 3:
            return
                "(\(dateValue(depth - 1)) \(pick(["+", "-"])) INTERVAL '\(pick(["1", "11", "13"]))' \(pick(["MONTH", "YEAR"])))"
        case 4: return pick(["CAST(DO AS TIMESTAMP)", "(DO + INTERVAL '12' HOUR)", "(DO - INTERVAL '1' MONTH)"])
        case 0:
            return
                "(\(dateValue(depth - 1)) \(pick(["+", "-"])) INTERVAL '\(pick(["1 06:00:00", "0 00:00:00.25"]))' DAY TO SECOND)"
        case 1: return "CAST(\(dateValue(depth - 1)) AS DATE)"
        default: return "COALESCE(\(dateValue(depth - 1)), D)"
        }
    }
}
