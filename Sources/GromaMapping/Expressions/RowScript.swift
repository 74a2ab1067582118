// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import GromaFeatures

/// Reads the scripts of labels and renderers.
///
/// A map only says them; a room that knows their language passes itself to `LabelText`, `SymbolClassifier` and `SymbolAdjuster`. Without
/// one these act on the small part of the language that is one expression over fields.
public protocol ScriptReader: Sendable {
    /// A script made ready for many rows. Throws where the text is none of the language; the error's text is told to people.
    func script(_ text: String, for use: ScriptUse) throws -> any RowScript
}

/// What a script is for: that decides which globals it has.
public enum ScriptUse: Sendable, Hashable {
    /// The text of a label.
    case label
    /// The value of a renderer or of a visual variable.
    case value
}

/// A script ready to be evaluated for rows. A row for which it fails has no value.
public protocol RowScript: Sendable {
    /// The fields that it reads; `*` where that cannot be foreseen, and `$geometry` where it may read the shape, with heights and measures.
    var fieldNames: [String] { get }
    /// The value of each row, at a scale's denominator.
    func values(of features: FeatureSet, scale: Double) -> [AttributeValue]
    /// The value of each row as text; empty where there is none.
    func texts(of features: FeatureSet, scale: Double) -> [String]
}

/// A script of a label or a renderer, in whichever way it is read.
enum MapScript: Sendable {
    case part(FieldExpression)
    case whole(any RowScript)

    init(_ text: String, for use: ScriptUse, _ reader: (any ScriptReader)?) throws {
        if let reader {
            self = .whole(try reader.script(text, for: use))
        } else {
            self = .part(try FieldExpression(text))
        }
    }

    var fieldNames: [String] {
        switch self {
        case .part(let expression): expression.fieldNames
        case .whole(let script): script.fieldNames
        }
    }

    func value(of feature: FieldValues, scale: Double) -> AttributeValue {
        switch self {
        case .part(let expression):
            switch expression.root.evaluate(scale: scale, value: { feature[$0] }) {
            case .null: .null
            case .number(let number): .double(number)
            case .text(let text): .string(text)
            case .bool(let truth): .integer(truth ? 1 : 0)
            }
        case .whole(let script): script.values(of: Self.row(feature, for: script), scale: scale).first ?? .null
        }
    }

    func text(of feature: FieldValues, scale: Double) -> String {
        switch self {
        case .part(let expression): expression.textValue(scale: scale) { feature[$0] }
        case .whole(let script): script.texts(of: Self.row(feature, for: script), scale: scale).first ?? ""
        }
    }

    /// The values of one feature as a set of one row: those that the script reads, or all where it may read any.
    private static func row(_ feature: FieldValues, for script: any RowScript) -> FeatureSet {
        var set = FeatureSet()
        let names = script.fieldNames
        for name in names.contains("*") ? feature.names : names {
            guard let value = feature[name] else { continue }
            let type: FieldType =
                switch value {
                case .integer: .bigInteger
                case .double: .double
                case .date: .date
                case .dateOnly: .dateOnly
                case .timeOnly: .timeOnly
                case .timestampOffset: .timestampOffset
                case .guid: .guid
                case .blob: .blob
                case .null, .string: .string
                }
            var column = AttributeColumn(type: type)
            column.append(value)
            set.fields.append(Field(name: name, type: type))
            set.columns.append(column)
        }
        set.count = 1
        return set
    }
}
