// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import GromaFeatures

/// The part of Arcade that labels and visual variables mostly consist of: one expression over a feature's fields.
///
/// Literals, `$feature.NAME`, `$feature["NAME"]`, `$view.scale`, `+ - * /`, comparisons, `&& || !`, `TextFormatting.NewLine`,
/// and the functions `Text`, `Left`, `Right`, `Upper`, `Lower`, `Trim`, `Round`, `Floor`, `Ceil`, `Abs`, `IIf`, `When`,
/// `DefaultValue` and `IsEmpty`. Everything else is refused when the expression is made, never misread.
public struct FieldExpression: Sendable, Hashable {
    /// The expression as it was written.
    public let text: String
    let root: ExpressionNode

    /// Reads an expression. Throws `MappingError.unsupported` for a script beyond this part of the language, and
    /// `tooLarge` for one that is longer than 20,000 bytes or nested deeper than 100 levels.
    public init(_ text: String) throws(MappingError) {
        guard text.utf8.count <= 20_000 else {
            throw MappingError(.tooLarge, "An expression of \(text.utf8.count) bytes is not read; 20,000 is the most.")
        }
        var parser = ExpressionParser(text)
        root = try parser.parse()
        self.text = text
    }

    /// The fields the expression reads, as they were written, each once.
    public var fieldNames: [String] {
        var seen: Set<String> = []
        return root.fieldNames.filter { seen.insert($0.lowercased()).inserted }
    }

    /// The result as text, as a label shows it; empty for null. `value` answers a field's value; nil is null.
    public func textValue(scale: Double = .nan, value: (String) -> AttributeValue?) -> String {
        root.evaluate(scale: scale, value: value).text
    }
    /// The result as a number; nil for null and for what is no number.
    public func numberValue(scale: Double = .nan, value: (String) -> AttributeValue?) -> Double? {
        root.evaluate(scale: scale, value: value).number
    }
}

/// A value while an expression is evaluated.
enum ExpressionValue: Sendable, Hashable {
    case null
    case bool(Bool)
    case number(Double)
    case text(String)

    init(_ value: AttributeValue?) {
        switch value {
        case nil, .null, .blob: self = .null
        case .integer(let number), .date(let number): self = .number(Double(number))
        case .double(let number): self = .number(number)
        case .string(let text), .dateOnly(let text), .timeOnly(let text), .timestampOffset(let text), .guid(let text):
            self = .text(text)
        }
    }

    var text: String {
        switch self {
        case .null: ""
        case .bool(let value): value ? "true" : "false"
        case .number(let value): NumberPattern.plain(value)
        case .text(let text): text
        }
    }
    var number: Double? {
        switch self {
        case .null: nil
        case .bool(let value): value ? 1 : 0
        case .number(let value): value.isFinite ? value : nil
        case .text(let text): Double(text).flatMap { $0.isFinite ? $0 : nil }
        }
    }
    var isTrue: Bool { self == .bool(true) }
}

/// A node of an expression's tree.
indirect enum ExpressionNode: Sendable, Hashable {
    case literal(ExpressionValue)
    case field(String)
    case scale
    case negation(ExpressionNode)
    case inversion(ExpressionNode)
    case binary(ExpressionOperator, ExpressionNode, ExpressionNode)
    case call(ExpressionFunction, [ExpressionNode])

    var fieldNames: [String] {
        switch self {
        case .literal, .scale: []
        case .field(let name): [name]
        case .negation(let node), .inversion(let node): node.fieldNames
        case .binary(_, let left, let right): left.fieldNames + right.fieldNames
        case .call(_, let arguments): arguments.flatMap(\.fieldNames)
        }
    }

    func evaluate(scale: Double, value: (String) -> AttributeValue?) -> ExpressionValue {
        switch self {
        case .literal(let literal): return literal
        case .field(let name): return ExpressionValue(value(name))
        case .scale: return scale.isNaN ? .null : .number(scale)
        case .negation(let node):
            return node.evaluate(scale: scale, value: value).number.map { .number(-$0) } ?? .null
        case .inversion(let node): return .bool(!node.evaluate(scale: scale, value: value).isTrue)
        case .binary(let sign, let left, let right):
            return sign.apply(left.evaluate(scale: scale, value: value), right.evaluate(scale: scale, value: value))
        case .call(let function, let arguments):
            return function.apply(arguments) { $0.evaluate(scale: scale, value: value) }
        }
    }
}
