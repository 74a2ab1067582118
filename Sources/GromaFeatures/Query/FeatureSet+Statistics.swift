// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaGeometry

extension FeatureSet {
    /// Statistics of the rows in memory, one row a group, groups in the order of their values; without groups one row.
    ///
    /// Nulls are skipped; a statistic without values is null, a count 0. Sum, mean, variance and deviation (of a sample) are
    /// doubles. `timeInfo` says how rows lie in time, for a query with a time extent.
    public func queryStatistics(
        _ parameters: StatisticsQueryParameters, context: WhereClause.Context = .init(),
        timeInfo: LayerTimeInfo? = nil
    ) throws -> FeatureSet {
        let plan = try StatisticsPlan(parameters, fields: fields, context: context)
        let groupPlaces = plan.groupFields.compactMap { fieldIndex(named: $0.name) }
        let sources = plan.columns.map { $0.field.flatMap { fieldIndex(named: $0.name) } }
        let matching = try rows(matching: parameters, context: context, timeInfo: timeInfo)
        var result = FeatureSet(fields: plan.resultFields)
        result.objectIDFieldName = nil
        for group in grouped(matching, by: groupPlaces) {
            for (index, place) in groupPlaces.enumerated() {
                result.columns[index].append(value(at: group[0], field: place))
            }
            for (index, (column, place)) in zip(plan.columns, sources).enumerated() {
                result.columns[groupPlaces.count + index].append(statistic(column.definition, of: place, over: group))
            }
            result.count += 1
        }
        let rows = try plan.having?.rows(of: result) ?? Array(0..<result.count)
        let answered = result.selecting(fields: Array(0..<plan.answeredCount))
        let byGroup = plan.groupFields.map { OrderBy(fieldName: $0.name) }
        let order = try RowOrder(parameters.orderByFields + byGroup, in: answered)
        return answered.selecting(rows: order.sorted(rows))
    }

    private func grouped(_ rows: [Int], by places: [Int]) -> [[Int]] {
        guard !places.isEmpty else { return [rows] }
        var groups: [[Int]] = []
        var numbers: [[WhereValue]: Int] = [:]
        for row in rows {
            let key = places.map { columns[$0].whereValue(at: row, type: fields[$0].type) }
            if let number = numbers[key] {
                groups[number].append(row)
            } else {
                numbers[key] = groups.count
                groups.append([row])
            }
        }
        return groups
    }

    private func statistic(_ definition: StatisticDefinition, of place: Int?, over rows: [Int]) -> AttributeValue {
        guard let place else { return .integer(Int64(rows.count)) }
        let column = columns[place], fieldType = fields[place].type
        let present = rows.filter { column.valid[$0] }
        switch definition.statisticType {
        case .count: return .integer(Int64(present.count))
        case .min, .max:
            let best = present.min { a, b in
                let order = column.order(a, b, type: fieldType)
                return definition.statisticType == .min ? order < 0 : order > 0
            }
            return best.map { column.value(at: $0, type: fieldType) } ?? .null
        case .percentileDiscrete:
            guard !present.isEmpty else { return .null }
            let sorted = present.sorted { column.order($0, $1, type: fieldType) < 0 }
            let place = Percentile.discretePlace(count: sorted.count, part: definition.percentile)
            return column.value(
                at: sorted[definition.isAscending ? place : sorted.count - 1 - place], type: fieldType)
        case .percentileContinuous:
            var sorted = numbers(of: column, present, fieldType).sorted()
            if !definition.isAscending { sorted.reverse() }
            return Percentile.continuous(sorted, part: definition.percentile).map { .double($0) } ?? .null
        case .sum, .avg, .var, .stddev: return moment(definition.statisticType, numbers(of: column, present, fieldType))
        }
    }

    private func numbers(of column: AttributeColumn, _ rows: [Int], _ type: FieldType) -> [Double] {
        rows.compactMap { column.whereValue(at: $0, type: type).double }
    }

    private func moment(_ type: StatisticDefinition.StatisticType, _ numbers: [Double]) -> AttributeValue {
        guard !numbers.isEmpty else { return .null }
        let sum = numbers.reduce(0, +), mean = sum / Double(numbers.count)
        if type == .sum { return .double(sum) }
        if type == .avg { return .double(mean) }
        guard numbers.count > 1 else { return .null }
        let variance = numbers.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(numbers.count - 1)
        return .double(type == .var ? variance : variance.squareRoot())
    }
}
