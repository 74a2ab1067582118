// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaGeometry

extension FeatureSet {
    /// Statistics of the rows in memory, one row a group, groups in the order of their values; without groups always one row.
    ///
    /// Nulls are skipped; a statistic without values is null, a count 0. Sum, mean, variance and deviation (of a sample) are doubles.
    public func queryStatistics(
        _ parameters: StatisticsQueryParameters, context: WhereClause.Context = .init()
    ) throws -> FeatureSet {
        guard !parameters.statisticDefinitions.isEmpty || !parameters.groupByFieldNames.isEmpty else {
            throw FeatureError(.unsupported, "A statistics query needs a statistic or a field to group by.")
        }
        let groupPlaces = try parameters.groupByFieldNames.map(place(named:))
        let sources = try parameters.statisticDefinitions.map { try place(named: $0.onFieldName) }
        for (definition, place) in zip(parameters.statisticDefinitions, sources) {
            try check(definition, fields[place])
        }
        let matching = try rows(
            try rows(where: parameters.whereClause, context: context), meeting: parameters.geometry,
            parameters.spatialRelationship)
        let groups = grouped(matching, by: groupPlaces)
        let groupFields = groupPlaces.map { place in
            fields[place].type == .oid ? Field(name: fields[place].name, type: .bigInteger) : fields[place]
        }
        let resultFields = zip(parameters.statisticDefinitions, sources).map { $0.resultField(of: fields[$1]) }
        var result = FeatureSet(fields: groupFields + resultFields)
        result.objectIDFieldName = nil
        for group in groups {
            for (index, place) in groupPlaces.enumerated() {
                result.columns[index].append(value(at: group[0], field: place))
            }
            for (index, (definition, place)) in zip(parameters.statisticDefinitions, sources).enumerated() {
                let value = statistic(definition.statisticType, of: place, over: group)
                result.columns[groupPlaces.count + index].append(value)
            }
            result.count += 1
        }
        let byGroup = groupFields.map { OrderBy(fieldName: $0.name) }
        let order = try RowOrder(parameters.orderByFields + byGroup, in: result)
        return result.selecting(rows: order.sorted(Array(0..<result.count)))
    }

    private func place(named name: String) throws(FeatureError) -> Int {
        guard let place = fieldIndex(named: name) else {
            throw FeatureError(.unknownField, "There is no field \"\(name.prefix(80))\" to compute statistics of.")
        }
        return place
    }

    private func check(_ definition: StatisticDefinition, _ field: Field) throws(FeatureError) {
        switch definition.statisticType {
        case .count, .min, .max: break
        default:
            guard field.type.isNumeric else {
                throw FeatureError(
                    .invalidValue,
                    "\(definition.statisticType.rawValue) needs a field of numbers; \(field.name) is none.")
            }
        }
    }

    private func grouped(_ rows: [Int], by places: [Int]) -> [[Int]] {
        guard !places.isEmpty else { return [rows] }
        var groups: [[Int]] = []
        var numbers: [[AttributeValue]: Int] = [:]
        for row in rows {
            let key = places.map { value(at: row, field: $0) }
            if let number = numbers[key] {
                groups[number].append(row)
            } else {
                numbers[key] = groups.count
                groups.append([row])
            }
        }
        return groups
    }

    private func statistic(
        _ type: StatisticDefinition.StatisticType, of place: Int, over rows: [Int]
    ) -> AttributeValue {
        let column = columns[place], fieldType = fields[place].type
        let present = rows.filter { column.valid[$0] }
        switch type {
        case .count: return .integer(Int64(present.count))
        case .min, .max:
            let best = present.min { a, b in
                let order = column.order(a, b, type: fieldType)
                return type == .min ? order < 0 : order > 0
            }
            return best.map { column.value(at: $0, type: fieldType) } ?? .null
        case .sum, .avg, .var, .stddev:
            let numbers = present.compactMap { column.whereValue(at: $0, type: fieldType).double }
            guard !numbers.isEmpty else { return .null }
            let sum = numbers.reduce(0, +), mean = sum / Double(numbers.count)
            if type == .sum { return .double(sum) }
            if type == .avg { return .double(mean) }
            guard numbers.count > 1 else { return .null }
            let variance = numbers.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(numbers.count - 1)
            return .double(type == .var ? variance : variance.squareRoot())
        }
    }
}

extension StatisticDefinition {
    /// The field of the answer.
    fileprivate func resultField(of field: Field) -> Field {
        let type: FieldType =
            switch statisticType {
            case .count: .integer
            case .min, .max: field.type == .oid ? .bigInteger : field.type
            case .sum, .avg, .stddev, .var: .double
            }
        return Field(name: outputAlias, type: type, length: type == .string ? field.length : nil)
    }
}
