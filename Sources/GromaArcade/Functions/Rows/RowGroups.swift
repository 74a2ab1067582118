// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaFeatures

/// Rows brought together by equal values.
enum RowGroups {
    /// A column of the answer and what it is computed of.
    private struct Column {
        var name: String
        var expression: String
        var clause: ValueClause
        var isPlainField: Bool { clause.fieldName?.lowercased() == name.lowercased() }
    }

    private static func column(name: String, expression: String) throws -> Column {
        Column(name: name, expression: expression, clause: try ValueClause(expression))
    }

    /// A field, `{name, expression}`, or an array of those.
    private static func columns(_ value: Value, _ run: Run) throws -> [Column] {
        switch value {
        case .text(let name): return [try column(name: name, expression: name)]
        case .dictionary(let box):
            guard case .text(let name)? = box["name"], case .text(let expression)? = box["expression"] else {
                throw ArcadeError(.wrongType, "A computed column needs a name and an expression.")
            }
            return [try column(name: name, expression: expression)]
        case .array(let box):
            try run.steps(box.elements.count)
            return try box.elements.flatMap { element in
                if case .array = element { throw ArcadeError(.wrongType, "A list of columns holds no lists.") }
                return try columns(element, run)
            }
        default: throw ArcadeError(.wrongType, "Columns are fields or dictionaries, not \(value.shown).")
        }
    }

    static func distinct(_ set: FeatureSetBox, _ fields: Value, _ run: Run) throws -> FeatureSetBox {
        let columns = try columns(fields, run)
        guard !columns.isEmpty else { throw ArcadeError(.wrongType, "Distinct needs at least one column.") }
        if columns.allSatisfy(\.isPlainField), let answer = try set.pushedDistinct(columns.map(\.name), run) {
            return FeatureSetBox(rows: answer)
        }
        return FeatureSetBox(of: set) { run in
            var query = StatisticsQueryParameters(statisticDefinitions: [])
            query.groupByFieldNames = columns.map(\.name)
            return try computed(columns, of: set, run).queryStatistics(query)
        }
    }

    static func grouped(_ set: FeatureSetBox, _ groups: Value, _ statistics: Value, _ run: Run) throws -> FeatureSetBox
    {
        let columns = try columns(groups, run), specifications = try self.statistics(statistics, run)
        let plain = specifications.compactMap { $0.source.clause.fieldName }
        if columns.allSatisfy(\.isPlainField), plain.count == specifications.count {
            var query = StatisticsQueryParameters(
                statisticDefinitions: specifications.map {
                    StatisticDefinition(
                        onFieldName: $0.source.expression, statisticType: $0.type, outputAlias: $0.source.name)
                })
            query.groupByFieldNames = columns.map(\.name)
            if let answer = try set.pushedStatistics(query, run) {
                return FeatureSetBox(rows: sumsFilled(answer, specifications))
            }
        }
        let sources = specifications.enumerated().map { index, specification in
            var source = specification.source
            source.name = "arcade_source_\(index)"
            return source
        }
        return FeatureSetBox(of: set) { run in
            var query = StatisticsQueryParameters(
                statisticDefinitions: zip(specifications, sources).map {
                    StatisticDefinition(onFieldName: $1.name, statisticType: $0.type, outputAlias: $0.source.name)
                })
            query.groupByFieldNames = columns.map(\.name)
            return sumsFilled(try computed(columns + sources, of: set, run).queryStatistics(query), specifications)
        }
    }

    private struct Specification {
        var source: Column
        var type: StatisticDefinition.StatisticType
    }

    private static func statistics(_ value: Value, _ run: Run) throws -> [Specification] {
        if case .array(let box) = value {
            try run.steps(box.elements.count)
            return try box.elements.map(specification)
        }
        return [try specification(value)]
    }

    private static func specification(_ value: Value) throws -> Specification {
        guard case .dictionary(let box) = value, case .text(let name)? = box["name"],
            case .text(let expression)? = box["expression"], case .text(let statistic)? = box["statistic"]
        else { throw ArcadeError(.wrongType, "A statistic needs a name, an expression and a statistic.") }
        let type: StatisticDefinition.StatisticType
        switch statistic.uppercased() {
        case "SUM": type = .sum
        case "COUNT": type = .count
        case "AVG", "AVERAGE", "MEAN": type = .avg
        case "MIN", "MINIMUM": type = .min
        case "MAX", "MAXIMUM": type = .max
        case "STDEV", "STDDEV": type = .stddev
        case "VAR", "VARIANCE": type = .var
        default: throw ArcadeError(.wrongType, "\"\(statistic.prefix(40))\" is no statistic.")
        }
        return Specification(source: try column(name: name, expression: expression), type: type)
    }

    /// The columns of every row, and nothing else.
    private static func computed(_ columns: [Column], of set: FeatureSetBox, _ run: Run) throws -> FeatureSet {
        var result: FeatureSet?
        func add(_ rows: FeatureSet) throws {
            for (place, column) in columns.enumerated() {
                let (type, values) = try column.clause.values(of: rows)
                if result == nil { result = FeatureSet() }
                if place >= result?.fields.count ?? 0 {
                    var field =
                        column.clause.fieldName.flatMap { rows.field(named: $0) }
                        ?? Field(name: column.name, type: type)
                    field.name = column.name
                    result?.fields.append(field)
                    result?.columns.append(AttributeColumn(type: field.type))
                }
                for value in values { result?.columns[place].append(value) }
            }
            result?.count += rows.count
        }
        try set.pages(run) { page in
            try add(page)
            return true
        }
        // Without rows the fields are still those that there would be.
        if result == nil { try add(try set.rows(run)) }
        return result ?? FeatureSet()
    }

    /// The sum of nothing is 0.
    private static func sumsFilled(_ set: FeatureSet, _ specifications: [Specification]) -> FeatureSet {
        var set = set
        for specification in specifications where specification.type == .sum {
            guard let place = set.fieldIndex(named: specification.source.name) else { continue }
            for row in 0..<set.count where !set.columns[place].valid[row] { set.columns[place].valid[row] = true }
        }
        return set
    }
}
