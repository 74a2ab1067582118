// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaCodecs
package import GromaFeatures
import GromaGeometry
package import GromaMapping

/// Makes rows of groups of rows: their count, and numbers of their fields.
package struct FeatureAggregation {
    /// The rows, with a column more for each number that a script gives.
    private var features: FeatureSet
    private var fields: [AggregateField]
    /// What can't be computed.
    private(set) var complaints: [String] = []

    package init(features: FeatureSet, fields: [AggregateField], scale: Double = .nan) {
        self.features = features
        self.fields = fields
        for (place, field) in fields.enumerated() {
            guard let text = field.onStatisticExpression, !text.isEmpty else { continue }
            do {
                let values = try ArcadeScripts().script(text, for: .value).values(of: features, scale: scale)
                let name = "script \(place)"
                add(values, as: name)
                self.fields[place] = AggregateField(
                    name: field.name, onStatisticField: name, statisticType: field.statisticType)
            } catch {
                complaints.append("The script of the number \(field.name) is not understood: \(error)")
                self.fields[place].json["onStatisticField"] = nil
            }
        }
    }

    private mutating func add(_ values: [AttributeValue], as name: String) {
        let isNumeric = values.allSatisfy { value in
            switch value {
            case .null, .integer, .double: true
            default: false
            }
        }
        let type: FieldType = isNumeric ? .double : .string
        var column = AttributeColumn(type: type)
        for value in values {
            switch value {
            case .integer(let number) where isNumeric: column.append(.double(Double(number)))
            case .null: column.append(.null)
            case .double where isNumeric: column.append(value)
            default: column.append(.string(value.json.string ?? value.json.text()))
            }
        }
        features.fields.append(Field(name: name, type: type))
        features.columns.append(column)
    }

    /// One row a group, without shapes. `countName` is the field that holds how many rows a group has; `keys` become object ids.
    package func rows(_ groups: [[Int]], keys: [Int64], countName: String) -> FeatureSet {
        var result = FeatureSet()
        result.count = groups.count
        result.objectIDFieldName = "OBJECTID"
        result.spatialReference = features.spatialReference
        let all = [Bool](repeating: true, count: groups.count)
        result.fields = [
            Field(name: "OBJECTID", type: .oid, isNullable: false, isEditable: false),
            Field(name: countName, type: .integer),
        ]
        result.columns = [
            AttributeColumn(values: .integers(keys), valid: all),
            AttributeColumn(values: .integers(groups.map { Int64($0.count) }), valid: all),
        ]
        for field in fields where field.name != countName {
            guard let name = field.onStatisticField, let place = features.fieldIndex(named: name) else { continue }
            let column =
                field.statisticType == .mode
                ? modes(place, groups) : numbers(place, groups, field.statisticType)
            result.fields.append(
                Field(name: field.name, type: field.statisticType == .mode ? features.fields[place].type : .double))
            result.columns.append(column)
        }
        return result
    }

    private func number(_ row: Int, _ place: Int) -> Double? {
        switch features.value(at: row, field: place) {
        case .integer(let number), .date(let number): Double(number)
        case .double(let number): number
        default: nil
        }
    }

    private func numbers(
        _ place: Int, _ groups: [[Int]], _ type: AggregateField.StatisticType
    ) -> AttributeColumn {
        let results = groups.map { group -> Double? in
            let values = group.compactMap { number($0, place) }
            if type == .count { return Double(values.count) }
            guard !values.isEmpty else { return nil }
            let sum = values.reduce(0, +), mean = sum / Double(values.count)
            switch type {
            case .sum: return sum
            case .avg: return mean
            case .min: return values.min()
            case .max: return values.max()
            case .stddev:
                guard values.count > 1 else { return 0 }
                let squares = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
                return (squares / Double(values.count - 1)).squareRoot()
            case .count, .mode: return nil
            }
        }
        return AttributeColumn(values: .doubles(results.map { $0 ?? 0 }), valid: results.map { $0 != nil })
    }

    /// The value that most rows of a group have; of several the one that comes first among the rows.
    private func modes(_ place: Int, _ groups: [[Int]]) -> AttributeColumn {
        let values = groups.map { group -> AttributeValue in
            var counts: [AttributeValue: Int] = [:]
            for row in group { counts[features.value(at: row, field: place), default: 0] += 1 }
            let most = counts.values.max() ?? 0
            return group.lazy.map { features.value(at: $0, field: place) }.first { counts[$0] == most } ?? .null
        }
        var column = AttributeColumn(type: features.fields[place].type)
        switch column.values {
        case .integers:
            column.values = .integers(
                values.map { value in
                    switch value {
                    case .integer(let number), .date(let number): number
                    default: 0
                    }
                })
        case .doubles:
            column.values = .doubles(values.map { if case .double(let number) = $0 { number } else { 0 } })
        case .strings: column.values = .strings(values.map(\.plainText))
        case .blobs: column.values = .blobs(values.map { _ in [] })
        }
        column.valid = values.map { !$0.isNull }
        return column
    }
}

extension AttributeValue {
    fileprivate var plainText: String {
        switch self {
        case .string(let text), .dateOnly(let text), .timeOnly(let text), .timestampOffset(let text), .guid(let text):
            text
        default: ""
        }
    }
}
