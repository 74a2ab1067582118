// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaFeatures

/// Where a renderer or a visual variable takes its value from: fields, an expression, the scale.
struct ValueSource: Sendable {
    /// What becomes of a number before it is used.
    enum Normalization: Sendable {
        case none
        case byField(String)
        case byLog
        case byTotal(Double)

        init(renderer: ClassBreaksRenderer) {
            switch renderer.normalizationType {
            case .byField: self = renderer.normalizationField.map(Normalization.byField) ?? .none
            case .byLog: self = .byLog
            case .byPercentOfTotal: self = renderer.normalizationTotal.map(Normalization.byTotal) ?? .none
            case nil: self = renderer.normalizationField.flatMap { $0.isEmpty ? nil : .byField($0) } ?? .none
            }
        }
    }

    private let expression: MapScript?
    private let fields: [String]
    private let normalization: Normalization
    let isExpression: Bool
    let unsupportedReason: String?

    init(
        expression text: String?, fields: [String], normalization: Normalization = .none,
        scripts: (any ScriptReader)? = nil
    ) {
        self.normalization = normalization
        guard let text, !text.isEmpty else {
            self.fields = fields
            expression = nil
            isExpression = false
            unsupportedReason = nil
            return
        }
        do {
            let parsed = try MapScript(text, for: .value, scripts)
            // A script that only names a field is that field: rows then need no evaluation.
            if case .field(let name)? = (try? FieldExpression(text))?.root {
                self.fields = [name]
                expression = nil
                isExpression = false
            } else {
                self.fields = parsed.fieldNames
                expression = parsed
                isExpression = true
            }
            unsupportedReason = nil
        } catch {
            self.fields = []
            expression = nil
            isExpression = true
            unsupportedReason = "\(error)"
        }
    }

    /// The fields that are read.
    var fieldNames: [String] {
        if case .byField(let divisor) = normalization { fields + [divisor] } else { fields }
    }

    func value(of feature: FieldValues, scale: Double = .nan) -> AttributeValue {
        guard isExpression else { return fields.first.flatMap { feature[$0] } ?? .null }
        return expression?.value(of: feature, scale: scale) ?? .null
    }

    /// The value of each row where a script of the whole language gives it; nil where rows are to be asked one by one.
    func values(in features: FeatureSet, scale: Double = .nan) -> [AttributeValue]? {
        guard case .whole(let script)? = expression else { return nil }
        return script.values(of: features, scale: scale)
    }

    func number(of feature: FieldValues, scale: Double = .nan) -> Double? {
        guard let number = ExpressionValue(value(of: feature, scale: scale)).number else { return nil }
        var divisor: Double?
        if case .byField(let field) = normalization { divisor = ExpressionValue(feature[field]).number }
        let result = normalized(number, divisor: divisor ?? .nan)
        return result.isNaN ? nil : result
    }

    /// The number of each row; NaN where there is none.
    func numbers(in features: FeatureSet, scale: Double = .nan) -> [Double] {
        if isExpression {
            guard let expression else { return [Double](repeating: .nan, count: features.count) }
            if case .whole(let script) = expression {
                let divisors: [Double]? =
                    if case .byField(let field) = normalization { features.doubles(ofField: field) } else { nil }
                return script.values(of: features, scale: scale).enumerated().map { row, value in
                    normalized(ExpressionValue(value).number ?? .nan, divisor: divisors?[row] ?? .nan)
                }
            }
            let columns = ColumnLookup(features)
            return (0..<features.count).map { number(of: FieldValues(columns, row: $0), scale: scale) ?? .nan }
        }
        let numbers = features.doubles(ofField: fields.first)
        switch normalization {
        case .none: return numbers
        case .byField(let field):
            return zip(numbers, features.doubles(ofField: field)).map { normalized($0, divisor: $1) }
        case .byLog, .byTotal: return numbers.map { normalized($0, divisor: .nan) }
        }
    }

    private func normalized(_ value: Double, divisor: Double) -> Double {
        switch normalization {
        case .none: value
        case .byField: divisor == 0 ? .nan : value / divisor
        case .byLog: value > 0 ? log10(value) : .nan
        case .byTotal(let total): total == 0 ? .nan : value / total * 100
        }
    }
}

/// The values of one feature by field name, in any case.
struct FieldValues {
    private enum Source {
        case attributes([String: AttributeValue])
        case row(ColumnLookup, Int)
    }
    private let source: Source

    init(_ attributes: [String: AttributeValue]) { source = .attributes(attributes) }
    init(_ columns: ColumnLookup, row: Int) { source = .row(columns, row) }

    /// All fields that there are.
    var names: [String] {
        switch source {
        case .attributes(let attributes): Array(attributes.keys)
        case .row(let columns, _): columns.names
        }
    }

    /// A field's value; nil where there is no such field.
    subscript(name: String) -> AttributeValue? {
        switch source {
        case .attributes(let attributes):
            if let value = attributes[name] { return value }
            let lowercased = name.lowercased()
            return attributes.first { $0.key.lowercased() == lowercased }?.value
        case .row(let columns, let row): return columns.place(of: name).map { columns.value(at: row, column: $0) }
        }
    }
}

/// Finds columns by field name once, for many rows.
struct ColumnLookup {
    private let features: FeatureSet
    private let places: [String: Int]

    init(_ features: FeatureSet) {
        self.features = features
        var places: [String: Int] = [:]
        for (place, field) in features.fields.enumerated() where places[field.name.lowercased()] == nil {
            places[field.name.lowercased()] = place
        }
        for (place, field) in features.fields.enumerated() { places[field.name] = place }
        self.places = places
    }

    /// The names of all columns.
    var names: [String] { features.fields.map(\.name) }

    func value(at row: Int, column: Int) -> AttributeValue { features.value(at: row, field: column) }

    /// The column of a field; nil where there is none of that name.
    func place(of name: String) -> Int? { places[name] ?? places[name.lowercased()] }
}

extension FeatureSet {
    /// A field's numbers; NaN for null, for texts that are no number, and for a field that is not there.
    fileprivate func doubles(ofField name: String?) -> [Double] {
        guard let place = name.flatMap(fieldIndex(named:)) else { return [Double](repeating: .nan, count: count) }
        let column = columns[place]
        return switch column.values {
        case .integers(let values): zip(values, column.valid).map { $1 ? Double($0) : .nan }
        case .doubles(let values): zip(values, column.valid).map { $1 ? $0 : .nan }
        case .strings(let values): zip(values, column.valid).map { $1 ? Double($0) ?? .nan : .nan }
        case .blobs: [Double](repeating: .nan, count: count)
        }
    }
}
