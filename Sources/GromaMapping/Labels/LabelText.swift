// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaCodecs
public import GromaFeatures

/// A label class made ready to give the text of many features.
public struct LabelText: Sendable {
    private enum Piece: Sendable, Hashable {
        case text(String)
        case field(String)
    }
    private let pieces: [Piece]
    private let expression: MapScript?
    private let usesCodedValues: Bool
    /// Why no text can be made; nil when it can.
    public let unsupportedReason: String?

    /// Prepares a class; `scripts` reads its script where that is beyond one expression over fields.
    public init(_ definition: LabelDefinition, scripts: (any ScriptReader)? = nil) {
        usesCodedValues = definition.usesCodedValues
        var pieces: [Piece] = []
        var expression: MapScript?
        var reason: String?
        switch definition.expression {
        case .none: reason = "The label class has no expression."
        case .template(let text): pieces = Self.template(text)
        case .simple(let text):
            if let simple = Self.simple(text) {
                pieces = simple
            } else {
                reason = "The label expression \(text) is not understood."
            }
        case .arcade(let script):
            do { expression = try MapScript(script, for: .label, scripts) } catch { reason = "\(error)" }
        }
        self.pieces = pieces
        self.expression = expression
        unsupportedReason = reason
    }

    /// The fields the text is made of.
    public var fieldNames: [String] {
        if let expression { return expression.fieldNames }
        return pieces.compactMap { if case .field(let name) = $0 { name } else { nil } }
    }

    /// The text of each row without blanks at its ends; empty where a row has none. Coded values show their names where the class says so.
    /// A template's line whose fields all lack a value is left out.
    public func texts(for features: FeatureSet, scale: Double = .nan) -> [String] {
        guard unsupportedReason == nil else { return [String](repeating: "", count: features.count) }
        if case .whole(let script)? = expression {
            return script.texts(of: features, scale: scale).map(\.trimmingBlanks)
        }
        let columns = ColumnLookup(features)
        if expression != nil {
            return (0..<features.count).map { text(of: FieldValues(columns, row: $0), scale: scale) }
        }
        let domains = usesCodedValues ? Self.codedValues(of: features.fields, named: fieldNames) : [:]
        // Fields are looked up once, not for every row.
        let sources = pieces.map { piece -> (column: Int, names: [AttributeValue: String]?)? in
            guard case .field(let name) = piece, let column = columns.place(of: name) else { return nil }
            return (column, domains[name.lowercased()])
        }
        return (0..<features.count).map { row in
            text { piece, _ in
                guard let source = sources[piece] else { return nil }
                let value = features.value(at: row, field: source.column)
                return source.names?[value].map { .string($0) } ?? value
            }
        }
    }

    /// The text of one feature; empty where it has none. Codes are shown as they are.
    public func text(for attributes: [String: AttributeValue], scale: Double = .nan) -> String {
        guard unsupportedReason == nil else { return "" }
        return text(of: FieldValues(attributes), scale: scale)
    }

    private func text(of feature: FieldValues, scale: Double) -> String {
        if let expression { return expression.text(of: feature, scale: scale).trimmingBlanks }
        return text { _, name in feature[name] }
    }

    /// The text of the pieces; `value` is told which piece, and the field's name.
    private func text(_ value: (_ piece: Int, _ name: String) -> AttributeValue?) -> String {
        if pieces.count == 1, case .field(let name) = pieces[0] { return Self.plain(value(0, name)).trimmingBlanks }
        // A line that names fields of which none has a value would show its bare words ("m", "Level:"): it is left out.
        var lines: [String] = []
        var (line, fields, values) = ("", 0, 0)
        func finishLine() {
            if fields == 0 || values > 0 { lines.append(line) }
            (line, fields, values) = ("", 0, 0)
        }
        for (place, piece) in pieces.enumerated() {
            switch piece {
            case .text(let text):
                for (index, part) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
                    if index > 0 { finishLine() }
                    line += part
                }
            case .field(let name):
                let text = Self.plain(value(place, name))
                line += text
                fields += 1
                if !text.isEmpty { values += 1 }
            }
        }
        finishLine()
        return lines.joined(separator: "\n").trimmingBlanks
    }

    private static func plain(_ value: AttributeValue?) -> String {
        switch value {
        case .date(let milliseconds)?: CalendarText.dateText(milliseconds: milliseconds)
        case .double(let number)? where abs(number) < 1e12: NumberPattern.plain((number * 1_000).rounded() / 1_000)
        default: ExpressionValue(value).text
        }
    }

    private static func codedValues(of fields: [Field], named names: [String]) -> [String: [AttributeValue: String]] {
        let wanted = Set(names.map { $0.lowercased() })
        var result: [String: [AttributeValue: String]] = [:]
        for field in fields where wanted.contains(field.name.lowercased()) {
            guard case .codedValue(let domain)? = field.domain else { continue }
            result[field.name.lowercased()] = Dictionary(
                domain.codedValues.map { ($0.code, $0.name) }, uniquingKeysWith: { first, _ in first })
        }
        return result
    }

    /// Text with `{FIELD}` in it; braces with anything but a name between them stay as they are.
    private static func template(_ text: String) -> [Piece] {
        var pieces: [Piece] = []
        var plain = ""
        var rest = Substring(text)
        while let open = rest.firstIndex(of: "{") {
            plain += rest[..<open]
            let inner = rest[rest.index(after: open)...]
            guard let close = inner.firstIndex(of: "}"), isName(inner[..<close]) else {
                plain.append("{")
                rest = inner
                continue
            }
            if !plain.isEmpty { pieces.append(.text(plain)) }
            plain = ""
            pieces.append(.field(String(inner[..<close])))
            rest = inner[inner.index(after: close)...]
        }
        plain += rest
        return plain.isEmpty ? pieces : pieces + [.text(plain)]
    }

    private static func isName(_ text: Substring) -> Bool {
        !text.isEmpty && text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." || $0 == ":" }
    }

    /// `[FIELD] CONCAT "text" CONCAT NEWLINE CONCAT [OTHER]`; a text without any of that is a template or stands for itself.
    private static func simple(_ text: String) -> [Piece]? {
        guard text.contains("[") || text.contains("\"") else { return template(text) }
        var pieces: [Piece] = []
        var rest = Substring(text).drop { $0.isWhitespace }
        while true {
            switch rest.first {
            case "[":
                guard let close = rest.firstIndex(of: "]") else { return nil }
                pieces.append(.field(String(rest[rest.index(after: rest.startIndex)..<close])))
                rest = rest[rest.index(after: close)...]
            case "\"":
                let inner = rest.dropFirst()
                guard let close = inner.firstIndex(of: "\"") else { return nil }
                pieces.append(.text(String(inner[..<close])))
                rest = inner[inner.index(after: close)...]
            default:
                guard rest.uppercased().hasPrefix("NEWLINE") else { return nil }
                pieces.append(.text("\n"))
                rest = rest.dropFirst(7)
            }
            rest = rest.drop { $0.isWhitespace }
            if rest.isEmpty { return pieces }
            guard rest.uppercased().hasPrefix("CONCAT") else { return nil }
            rest = rest.dropFirst(6).drop { $0.isWhitespace }
        }
    }
}

extension String {
    /// Without white space at both ends.
    fileprivate var trimmingBlanks: String {
        // Most texts have none there, and a printable sign of ASCII at either end says so at once.
        if let first = utf8.first, let last = utf8.last, (0x21...0x7E).contains(first), (0x21...0x7E).contains(last) {
            return self
        }
        return String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }
}
