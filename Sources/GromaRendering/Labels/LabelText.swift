// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaFeatures
import GromaMapping

/// A label expression made ready to give the texts of many rows.
struct LabelText {
    private enum Piece {
        case literal(String)
        case field(String)
    }
    private enum Form {
        case pieces([Piece])
        case script(FieldExpression)
    }
    private let form: Form

    /// Nil for an expression that Groma does not evaluate, and for none at all.
    init?(_ expression: LabelExpression) {
        switch expression {
        case .template(let text): form = .pieces(Self.pieces(text, open: "{", close: "}"))
        case .simple(let text):
            // [A] CONCAT " " CONCAT [B]: joined pieces, quoted texts and bracketed fields.
            let joined = text.components(separatedBy: "CONCAT").flatMap { part -> [Piece] in
                let bare = part.trimmingBlanks
                if bare.count >= 2, bare.hasPrefix("\""), bare.hasSuffix("\"") {
                    return [.literal(String(bare.dropFirst().dropLast()))]
                }
                return Self.pieces(bare, open: "[", close: "]")
            }
            form = .pieces(joined)
        case .arcade(let script):
            guard let parsed = try? FieldExpression(script) else { return nil }
            form = .script(parsed)
        case .none: return nil
        }
    }

    private static func pieces(_ text: String, open: Character, close: Character) -> [Piece] {
        var pieces: [Piece] = []
        var literal = ""
        var rest = text[...]
        while let character = rest.popFirst() {
            if character == open, let end = rest.firstIndex(of: close), !rest[..<end].contains(open) {
                if !literal.isEmpty { pieces.append(.literal(literal)) }
                literal = ""
                pieces.append(.field(String(rest[..<end])))
                rest = rest[rest.index(after: end)...]
            } else {
                literal.append(character)
            }
        }
        if !literal.isEmpty { pieces.append(.literal(literal)) }
        return pieces
    }

    /// The fields it reads, as written.
    var fieldNames: [String] {
        switch form {
        case .script(let expression): expression.fieldNames
        case .pieces(let pieces): pieces.compactMap { if case .field(let name) = $0 { name } else { nil } }
        }
    }

    /// The text of one row; empty when nothing is to be shown. `value` answers a field's value.
    func text(scale: Double, codedName: (String, AttributeValue) -> String?, value: (String) -> AttributeValue?)
        -> String
    {
        let text: String
        switch form {
        case .script(let expression): text = expression.textValue(scale: scale, value: value)
        case .pieces(let pieces):
            text = pieces.map { piece in
                switch piece {
                case .literal(let text): text
                case .field(let name):
                    value(name).map { codedName(name, $0) ?? Self.plain($0) } ?? ""
                }
            }.joined()
        }
        return text.trimmingBlanks
    }

    private static func plain(_ value: AttributeValue) -> String {
        switch value {
        case .null, .blob: ""
        case .integer(let number): String(number)
        case .double(let number):
            number == number.rounded() && abs(number) < 1e15
                ? String(Int64(number)) : String((number * 1_000).rounded() / 1_000)
        case .date(let milliseconds): CalendarText.dateText(milliseconds: milliseconds)
        case .string(let text), .dateOnly(let text), .timeOnly(let text), .timestampOffset(let text), .guid(let text):
            text
        }
    }
}

extension StringProtocol {
    /// Without white space at both ends.
    var trimmingBlanks: String {
        String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }
}
