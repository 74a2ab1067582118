// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// A statistics query checked against the fields of a table: what memory and stores compute, column by column.
package struct StatisticsPlan: Sendable {
    /// One column: a statistic and the field it is computed of; nil counts rows.
    package struct Column: Sendable {
        package let definition: StatisticDefinition
        package let field: Field?
    }
    /// The fields whose equal values make a group.
    package let groupFields: [Field]
    /// The statistics asked for, then those that only the having clause needs.
    package let columns: [Column]
    /// The fields of the answer: groups, statistics, then what only the having clause needs.
    package let resultFields: [Field]
    /// How many of `resultFields` are answered.
    package let answeredCount: Int
    /// Which groups are answered, bound to `resultFields`; nil for all.
    package let having: BoundWhereClause?

    /// Checks a query. Throws `.unsupported` for one that asks for nothing, `.unknownField`, `.invalidValue` for a statistic that a
    /// field's values do not have, and what a bad having clause throws.
    package init(
        _ parameters: StatisticsQueryParameters, fields: [Field], context: WhereClause.Context = .init()
    ) throws(FeatureError) {
        guard !parameters.statisticDefinitions.isEmpty || !parameters.groupByFieldNames.isEmpty else {
            throw FeatureError(.unsupported, "A statistics query needs a statistic or a field to group by.")
        }
        func field(_ name: String) throws(FeatureError) -> Field {
            guard let field = fields.named(name), field.type != .geometry else {
                throw FeatureError(.unknownField, "There is no field \"\(name.prefix(80))\" to compute statistics of.")
            }
            return field
        }
        var groups: [Field] = []
        for name in parameters.groupByFieldNames { groups.append(try field(name)) }
        let having = try HavingClause(parameters.havingClause)
        var columns: [Column] = []
        for definition in parameters.statisticDefinitions + (having?.statistics ?? []) {
            let source =
                definition.onFieldName == "*" && definition.statisticType == .count
                ? nil : try field(definition.onFieldName)
            if let source { try Self.check(definition, source) }
            columns.append(Column(definition: definition, field: source))
        }
        groupFields = groups
        self.columns = columns
        // An id that stands for a group is a number, no id of a row.
        resultFields =
            groups.map { $0.type == .oid ? Field(name: $0.name, type: .bigInteger, alias: $0.alias) : $0 }
            + columns.map(Self.resultField)
        answeredCount = groups.count + parameters.statisticDefinitions.count
        self.having = try having?.clause.bound(to: resultFields, context: context)
    }

    private static func check(_ definition: StatisticDefinition, _ field: Field) throws(FeatureError) {
        let type = definition.statisticType
        if type.needsNumbers, !field.type.isNumeric {
            throw FeatureError(.invalidValue, "\(type.rawValue) needs a field of numbers; \(field.name) is none.")
        }
        if type != .count, [.blob, .raster].contains(field.type) {
            throw FeatureError(
                .invalidValue, "\(type.rawValue) cannot be computed of \(field.name), which holds blobs.")
        }
        if type.isPercentile, !(0...1).contains(definition.percentile) {
            throw FeatureError(
                .invalidValue,
                "A percentile must lie between 0 and 1; that of \(field.name) is \(definition.percentile).")
        }
    }

    private static func resultField(_ column: Column) -> Field {
        let own = column.field
        let type: FieldType =
            switch column.definition.statisticType {
            case .count: .integer
            case .min, .max, .percentileDiscrete: own?.type == .oid ? .bigInteger : own?.type ?? .integer
            case .sum, .avg, .stddev, .var, .percentileContinuous: .double
            }
        return Field(name: column.definition.outputAlias, type: type, length: type == .string ? own?.length : nil)
    }
}

/// Where percentiles lie in values that are sorted.
package enum Percentile {
    /// The place of the first of `count` values that has at least `part` of them up to itself.
    package static func discretePlace(count: Int, part: Double) -> Int {
        // Without the margin 0.07 of a hundred would be the eighth.
        min(count - 1, max(0, Int((part * Double(count) - 1e-9).rounded(.up)) - 1))
    }

    /// The value at `part` of the way from the first to the last, between two of them in proportion; nil without values.
    package static func continuous(_ sorted: [Double], part: Double) -> Double? {
        guard let last = sorted.last else { return nil }
        let place = part * Double(sorted.count - 1)
        let below = Int(place)
        guard below + 1 < sorted.count else { return last }
        return sorted[below] + (place - Double(below)) * (sorted[below + 1] - sorted[below])
    }
}
