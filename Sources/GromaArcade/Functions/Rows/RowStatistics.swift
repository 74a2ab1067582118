// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaFeatures
import GromaGeometry

/// Statistics over the rows of a set.
enum RowStatistics {
    typealias Kind = StatisticDefinition.StatisticType

    /// Rows without a value are left out; deviations are those of a sample. NaN for a field that is not there.
    static func value(_ kind: Kind, of expression: String, over set: FeatureSetBox, _ run: Run) throws -> Double {
        let clause = try ValueClause(expression)
        if let name = clause.fieldName, try set.info(run)?.field(named: name) != nil {
            let definition = StatisticDefinition(onFieldName: name, statisticType: kind, outputAlias: "arcade_value")
            if let answer = try set.pushedStatistics(StatisticsQueryParameters(statisticDefinitions: [definition]), run)
            {
                guard answer.count > 0, let place = answer.fieldIndex(named: "arcade_value") else {
                    return kind == .sum ? 0 : .nan
                }
                switch answer.value(at: 0, field: place) {
                case .integer(let number), .date(let number): return Double(number)
                case .double(let number): return number
                default: return kind == .sum ? 0 : .nan
                }
            }
        }
        var numbers: [Double] = []
        do {
            try set.pages(run) { page in
                numbers += try clause.values(of: page).values.compactMap(number)
                return true
            }
        } catch let error as FeatureError where error.code == .unknownField { return .nan }
        return statistic(kind, numbers)
    }

    private static func number(_ value: AttributeValue) -> Double? {
        switch value {
        case .integer(let number), .date(let number): Double(number)
        case .double(let number): number
        case .string(let text): NumberText.number(text)
        default: nil
        }
    }

    private static func statistic(_ kind: Kind, _ numbers: [Double]) -> Double {
        let sum = numbers.reduce(0, +), count = Double(numbers.count), mean = sum / count
        func variance() -> Double {
            numbers.count > 1 ? numbers.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / (count - 1) : .nan
        }
        switch kind {
        case .count: return count
        case .sum: return sum
        case .avg: return mean
        case .min: return numbers.min() ?? .nan
        case .max: return numbers.max() ?? .nan
        case .var: return variance()
        case .stddev: return variance().squareRoot()
        // The language has no function that asks for them.
        case .percentileContinuous, .percentileDiscrete: return .nan
        }
    }

    /// The sum of a measure of every row's shape.
    static func sum(over set: FeatureSetBox, _ run: Run, _ measure: (any Geometry) throws -> Double) throws -> Double {
        var sum = 0.0
        try set.pages(run) { page in
            for row in 0..<page.count { if let shape = page.geometry(at: row) { sum += try measure(shape) } }
            return true
        }
        return sum
    }
}

/// Filters by clauses.
enum RowFilters {
    static func filtered(_ set: FeatureSetBox, _ clause: String, _ run: Run) throws -> FeatureSetBox {
        let text = try SQLText.filled(clause, run) { run.clauseVariable($0) }
        // A mistake in the clause is told here, not when rows are read.
        _ = try WhereClause(text)
        return set.filtered(text)
    }

    /// True when a feature meets a clause.
    static func holds(_ clause: String, for feature: FeatureBox, _ run: Run) throws -> Bool {
        let text = try SQLText.filled(clause, run) { run.clauseVariable($0) }
        let attributes = feature.attributes
        // Features made in the expression have fields of their values' kinds.
        let fields =
            feature.info?.fields
            ?? attributes.map { name, value in Field(name: name, type: value.fieldType) }
        let bound = try WhereClause(text).bound(to: fields, context: WhereClause.Context(now: run.now))
        return bound.matches(FeatureRecord(attributes: attributes))
    }
}

extension AttributeValue {
    /// The type of field that holds such a value.
    fileprivate var fieldType: FieldType {
        switch self {
        case .integer: .bigInteger
        case .double: .double
        case .date: .date
        case .dateOnly: .dateOnly
        case .timeOnly: .timeOnly
        case .timestampOffset: .timestampOffset
        case .guid: .guid
        case .null, .string, .blob: .string
        }
    }
}
