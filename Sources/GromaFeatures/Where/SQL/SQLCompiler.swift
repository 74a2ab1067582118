// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

extension BoundWhereClause {
    /// The condition for a database, numbering placeholders from `first`.
    /// Throws `.tooLarge` when the SQL would be beyond a million bytes, `.unsupported` for what the dialect lacks.
    package func sql(for dialect: some SQLDialect, firstPlaceholder first: Int = 1) throws(FeatureError) -> SQLFragment
    {
        var compiler = SQLCompiler(dialect: dialect, fields: fields, next: first)
        let text = try compiler.condition(predicate)
        return SQLFragment(text: text, values: compiler.values)
    }
}

/// Writes a bound clause as SQL.
private struct SQLCompiler<Dialect: SQLDialect> {
    let dialect: Dialect
    let fields: [Field]
    var next: Int
    var values: [AttributeValue] = []

    mutating func condition(_ predicate: BoundPredicate) throws(FeatureError) -> String {
        switch predicate {
        case .constant(let truth): return truth.map { $0 ? "(1 = 1)" : "(1 = 0)" } ?? "(1 = NULL)"
        case .and(let parts): return try balanced(parts[...], "AND")
        case .or(let parts): return try balanced(parts[...], "OR")
        case .not(let inner): return "(NOT \(try condition(inner)))"
        case .comparison(let comparison, let left, let right):
            return "(\(try sql(left)) \(comparison.rawValue) \(try sql(right)))"
        case .membership(let left, let list):
            let first = try sql(left)
            var entries: [String] = []
            for entry in list { entries.append(try sql(entry)) }
            return "(\(first) IN (\(entries.joined(separator: ", "))))"
        case .between(let inner, let low, let high):
            return "(\(try sql(inner)) BETWEEN \(try sql(low)) AND \(try sql(high)))"
        case .like(let inner, let pattern):
            let text = try sql(inner)
            let place = placeholder()
            let like = dialect.like(text, glob: pattern.globText, like: pattern.likeText, placeholder: place)
            values.append(.string(like.pattern))
            return "(\(like.condition))"
        case .likeValue(let inner, let pattern):
            return "(\(dialect.like(try sql(inner), pattern: try sql(pattern))))"
        case .isNull(let inner): return "(\(try sql(inner)) IS NULL)"
        case .isTrue(let inner): return "(\(try sql(inner)) <> 0)"
        }
    }

    /// Brackets in halves: a flat chain would nest as deep as it is long, beyond a database's bound.
    private mutating func balanced(_ parts: ArraySlice<BoundPredicate>, _ word: String) throws(FeatureError) -> String {
        guard parts.count > 1 else {
            return try parts.first.map { part throws(FeatureError) in try condition(part) } ?? ""
        }
        let middle = parts.startIndex + parts.count / 2
        let left = try balanced(parts[..<middle], word)
        return "(\(left) \(word) \(try balanced(parts[middle...], word)))"
    }

    private mutating func placeholder() -> String {
        defer { next += 1 }
        return dialect.placeholder(next)
    }

    private mutating func sql(_ value: BoundValue) throws(FeatureError) -> String {
        let text = try spelled(value)
        guard text.utf8.count <= 1_000_000 else {
            throw FeatureError(.tooLarge, "The where-clause becomes more than a million bytes of SQL. Make it simpler.")
        }
        return text
    }

    private mutating func spelled(_ value: BoundValue) throws(FeatureError) -> String {
        switch value {
        case .constant(.null, _): return "NULL"
        case .constant(let constant, let type):
            values.append(binding(constant, type))
            return placeholder()
        case .field(let place): return dialect.column(fields[place])
        case .negative(let inner): return "(- \(try sql(inner)))"
        case .arithmetic(let symbol, let left, let right):
            return "(\(try sql(left)) \(symbol.rawValue) \(try sql(right)))"
        case .shifted(let inner, let milliseconds): return dialect.shifted(try sql(inner), milliseconds: milliseconds)
        case .shiftedMonths(let inner, let months): return dialect.shifted(try sql(inner), months: months)
        case .call(.startOfDay, let arguments): return dialect.startOfDay(try sql(arguments[0]))
        case .call(let function, let arguments):
            var list: [String] = []
            for argument in arguments { list.append(try sql(argument)) }
            guard let call = dialect.call(function.rawValue, list) else {
                throw FeatureError(.unsupported, "This database has no function for \(function.rawValue).")
            }
            return call
        case .extract(let part, let inner): return dialect.extract(part.rawValue, from: try sql(inner))
        case .choice(let branches, let otherwise):
            var text = "(CASE"
            for branch in branches {
                text += " WHEN \(try condition(branch.condition)) THEN \(try sql(branch.value))"
            }
            return text + " ELSE \(try sql(otherwise)) END)"
        }
    }

    private func binding(_ value: WhereValue, _ type: WhereType) -> AttributeValue {
        switch value {
        case .null: .null
        case .integer(let number): type == .date ? dialect.date(number) : .integer(number)
        case .double(let number): .double(number)
        case .text(let text): .string(text)
        }
    }
}
