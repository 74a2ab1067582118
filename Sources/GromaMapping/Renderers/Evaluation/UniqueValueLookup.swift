// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaFeatures

/// Finds a class by its values. Values are compared as texts, numbers by what they mean (`5`, `5.0` and `"5"` are one).
struct UniqueValueLookup: Sendable {
    let source: ValueSource
    private let delimiter: String
    private var byText: [String: Int32] = [:]
    private var byNumber: [Double: Int32] = [:]
    private var nullIndex: Int32?
    /// Stands between texts of several fields; no field's text has it.
    private static let separator = "\u{1F}"

    init(renderer: UniqueValueRenderer, scripts: (any ScriptReader)?) {
        delimiter = renderer.fieldDelimiter
        source = ValueSource(expression: renderer.valueExpression, fields: renderer.fieldNames, scripts: scripts)
    }

    /// Adds a class by the text of the document, where several fields' values stand with the delimiter between.
    mutating func add(_ value: String, index: Int32) {
        guard source.fieldNames.count > 1, !source.isExpression else { return add([value], index: index) }
        // The text as it stands finds values that have the delimiter in them; the cut one forgives spaces round it.
        set(value, index)
        let parts = value.components(separatedBy: delimiter.trimmed.isEmpty ? delimiter : delimiter.trimmed)
        if parts.count == source.fieldNames.count { add(parts.map(\.trimmed), index: index) }
    }

    /// Adds a class by one text a field.
    mutating func add(_ values: [String], index: Int32) {
        guard values.count == 1, let value = values.first else {
            return set(values.map(Self.canonical).joined(separator: Self.separator), index)
        }
        if Self.isNull(value) { nullIndex = nullIndex ?? index }
        set(value, index)
        if let number = Double(value), number.isFinite, byNumber[number] == nil { byNumber[number] = index }
    }

    private mutating func set(_ text: String, _ index: Int32) {
        if byText[text] == nil { byText[text] = index }
    }

    func index(of feature: FieldValues) -> Int32? {
        if source.isExpression { return index(of: source.value(of: feature)) }
        if source.fieldNames.count == 1 { return index(of: feature[source.fieldNames[0]] ?? .null) }
        let texts = source.fieldNames.map { ExpressionValue(feature[$0]).text }
        return byText[texts.map(Self.canonical).joined(separator: Self.separator)]
            ?? byText[texts.joined(separator: delimiter)]
    }

    private func index(of value: AttributeValue) -> Int32? {
        switch value {
        case .null: nullIndex
        case .integer(let number), .date(let number): byNumber[Double(number)]
        case .double(let number): byNumber[number]
        default: ExpressionValue(value).text.isEmpty ? nullIndex : byText[ExpressionValue(value).text]
        }
    }

    /// All rows at once, where one field decides and its values are packed; nil where rows must be asked one by one.
    func indices(in features: FeatureSet, fallback: Int32) -> [Int32]? {
        if let values = source.values(in: features) { return values.map { index(of: $0) ?? fallback } }
        guard !source.isExpression, source.fieldNames.count == 1 else { return nil }
        guard let place = features.fieldIndex(named: source.fieldNames[0]) else {
            return [Int32](repeating: nullIndex ?? fallback, count: features.count)
        }
        let column = features.columns[place]
        let null = nullIndex ?? fallback
        switch column.values {
        case .integers(let values):
            let byInteger = Dictionary(
                byNumber.compactMap { key, index in Int64(exactly: key).map { ($0, index) } },
                uniquingKeysWith: { first, _ in first })
            return zip(values, column.valid).map { $1 ? byInteger[$0] ?? fallback : null }
        case .doubles(let values): return zip(values, column.valid).map { $1 ? byNumber[$0] ?? fallback : null }
        case .strings(let values):
            return zip(values, column.valid).map { !$1 || $0.isEmpty ? null : byText[$0] ?? fallback }
        case .blobs: return [Int32](repeating: fallback, count: features.count)
        }
    }

    private static func isNull(_ text: String) -> Bool { text.isEmpty || text == "<Null>" }
    private static func canonical(_ text: String) -> String {
        if isNull(text) { return "" }
        return Double(text).map { $0.isFinite ? NumberPattern.plain($0) : text } ?? text
    }
}

extension String {
    fileprivate var trimmed: String { trimmingCharacters(in: .whitespaces) }
}
