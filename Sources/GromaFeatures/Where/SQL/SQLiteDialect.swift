// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// SQLite's spelling.
///
/// The connection must answer `upper` and `lower` for all of Unicode (`WhereText`), or texts beyond ASCII keep their case.
package struct SQLiteDialect: SQLDialect {
    /// How a date column holds its dates.
    package enum DateStorage: Sendable {
        /// Whole numbers since 1970-01-01T00:00Z.
        case milliseconds
        /// `2024-03-31T14:05:09.123Z`, always with three decimals (GeoPackage, DATETIME).
        case text
    }
    private let dates: DateStorage

    /// Makes the dialect of a store.
    package init(dates: DateStorage) { self.dates = dates }

    package func placeholder(_ number: Int) -> String { "?\(number)" }

    package func column(_ field: Field) -> String {
        let name = identifier(field.name)
        switch field.type {
        case .guid, .globalID: return "lower(replace(replace(\(name), '{', ''), '}', ''))"
        case .timestampOffset:
            return dates == .text
                ? "strftime('%Y-%m-%dT%H:%M:%fZ', \(name))"
                : "CAST(round((julianday(\(name)) - 2440587.5) * 86400000.0) AS INTEGER)"
        default: return name
        }
    }

    package func date(_ milliseconds: Int64) -> AttributeValue {
        switch dates {
        case .milliseconds: .integer(milliseconds)
        case .text: .string(Self.text(milliseconds))
        }
    }

    /// The text form of a date.
    package static func text(_ milliseconds: Int64) -> String {
        CalendarText.timestampText(milliseconds: milliseconds, separator: "T") + "Z"
    }

    package func shifted(_ sql: String, milliseconds: Int64) -> String {
        switch dates {
        case .milliseconds: return "(\(sql) + \(milliseconds))"
        case .text:
            let seconds = milliseconds / 1_000, rest = abs(milliseconds % 1_000)
            let sign = milliseconds < 0 ? "-" : "+"
            let fraction = String(repeating: "0", count: 3 - String(rest).count) + String(rest)
            return "strftime('%Y-%m-%dT%H:%M:%fZ', \(sql), '\(sign)\(abs(seconds)).\(fraction) seconds')"
        }
    }

    package func shifted(_ sql: String, months: Int) -> String {
        // The library's own months run over into the next one: the first of the month is moved, and the day put back.
        let source = dates == .text ? sql : "(\(sql)) / 1000.0, 'unixepoch'"
        func moved(_ months: Int) -> String { "'start of month', '\(months < 0 ? "-" : "+")\(abs(months)) months'" }
        let day = "CAST(strftime('%d', \(source)) AS INTEGER)"
        // The month after December 9999 is beyond what the library counts.
        let last = "coalesce(CAST(strftime('%d', \(source), \(moved(months + 1)), '-1 day') AS INTEGER), 31)"
        let base = "date(\(source), \(moved(months))) || 'T' || strftime('%H:%M:%f', \(source))"
        let days = "'+' || (min(\(day), \(last)) - 1) || ' days'"
        return dates == .text
            ? "strftime('%Y-%m-%dT%H:%M:%fZ', \(base), \(days))"
            : "(CAST(strftime('%s', \(base), \(days)) AS INTEGER) * 1000 + ((\(sql)) % 1000 + 1000) % 1000)"
    }

    package func startOfDay(_ sql: String) -> String {
        switch dates {
        case .milliseconds:
            "(CAST(strftime('%s', (\(sql)) / 1000.0, 'unixepoch', 'start of day') AS INTEGER) * 1000)"
        case .text: "strftime('%Y-%m-%dT00:00:00.000Z', \(sql))"
        }
    }

    package func extract(_ part: String, from sql: String) -> String {
        let letters = ["YEAR": "%Y", "MONTH": "%m", "DAY": "%d", "HOUR": "%H", "MINUTE": "%M", "SECOND": "%S"]
        let letter = letters[part] ?? "%Y"
        switch dates {
        case .milliseconds: return "CAST(strftime('\(letter)', (\(sql)) / 1000.0, 'unixepoch') AS INTEGER)"
        case .text: return "CAST(strftime('\(letter)', \(sql)) AS INTEGER)"
        }
    }

    package func like(_ sql: String, glob: String, like: String, placeholder: String) -> (
        condition: String, pattern: String
    ) {
        ("\(sql) GLOB \(placeholder)", glob)
    }

    package func like(_ sql: String, pattern: String) -> String {
        // The marks of GLOB stand for themselves in brackets.
        let marks = [("[", "[[]"), ("*", "[*]"), ("?", "[?]"), ("%", "*"), ("_", "?")]
        let glob = marks.reduce("(\(pattern))") { "replace(\($0), '\($1.0)', '\($1.1)')" }
        return "\(sql) GLOB \(glob)"
    }

    package func call(_ function: String, _ arguments: [String]) -> String? {
        guard let function = WhereFunction(rawValue: function) else { return nil }
        let list = arguments.joined(separator: ", ")
        if let name = Self.names[function] { return "\(name)(\(list))" }
        switch function {
        case .concatenate: return "(" + arguments.joined(separator: " || ") + ")"
        // The library's abs fails for the one whole number that has no opposite. The value is written once, since it may be long.
        case .absolute:
            let least = "-9223372036854775807 - 1", result = "9223372036854775808.0"
            return "(SELECT CASE v WHEN \(least) THEN \(result) ELSE abs(v) END FROM (SELECT \(list) AS v))"
        // The library's own is not whole for all powers of ten, and its versions differ in the last digit.
        case .logarithm10:
            let value = "ln(v) / \(WhereArithmetic.naturalLogarithmOfTen)", whole = "round(\(value))"
            return "(SELECT CASE WHEN pow(10, \(whole)) = v THEN \(whole) ELSE \(value) END FROM (SELECT \(list) AS v))"
        // What is too large is null, not infinity, as in other databases.
        case .power: return Self.finite("pow(\(list))")
        case .exponential: return Self.finite("exp(\(list))")
        case .position: return "instr(\(arguments[1]), \(arguments[0]))"
        case .integerRemainder: return "(\(arguments[0]) % \(arguments[1]))"
        case .coalesce: return arguments.count == 1 ? arguments[0] : "coalesce(\(list))"
        case .toInteger: return "CAST(\(list) AS INTEGER)"
        case .toDouble: return "CAST(\(list) AS REAL)"
        case .integerToText: return "CAST(CAST(\(list) AS INTEGER) AS TEXT)"
        case .textToInteger, .textToDouble:
            let real = "CAST(\(list) AS REAL)"
            let number =
                function == .textToDouble
                ? "WHEN 'integer' THEN \(real) WHEN 'real' THEN \(real)"
                : "WHEN 'integer' THEN CAST(\(list) AS INTEGER) WHEN 'real' THEN CAST(\(real) AS INTEGER)"
            return "(CASE WHEN json_valid(\(list)) THEN CASE json_type(\(list)) \(number) END END)"
        case .dayToInstant: return instant("\(list)")
        case .timeToInstant: return instant("'1970-01-01T' || \(list)")
        default: return nil
        }
    }

    private static func finite(_ number: String) -> String { "nullif(nullif(\(number), 9e999), -9e999)" }

    private func instant(_ text: String) -> String {
        dates == .text
            ? "strftime('%Y-%m-%dT%H:%M:%fZ', \(text))" : "(CAST(strftime('%s', \(text)) AS INTEGER) * 1000)"
    }

    private static let names: [WhereFunction: String] = [
        .length: "length", .substring: "substr", .trim: "trim", .trimStart: "ltrim", .trimEnd: "rtrim", .upper: "upper",
        .lower: "lower", .ceiling: "ceil", .floor: "floor", .truncate: "trunc", .round: "round",
        .sign: "sign", .squareRoot: "sqrt", .naturalLogarithm: "ln",
        .sine: "sin", .cosine: "cos", .tangent: "tan", .arcSine: "asin", .arcCosine: "acos",
        .arcTangent: "atan", .remainder: "mod", .nullIf: "nullif",
    ]
}

/// Letter case as where-clauses know it, for databases whose own functions stop at ASCII.
package enum WhereText {
    /// `UPPER`.
    package static func upper(_ text: String) -> String { text.uppercased() }
    /// `LOWER`.
    package static func lower(_ text: String) -> String { text.lowercased() }
}
