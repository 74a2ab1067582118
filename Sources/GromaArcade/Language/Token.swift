// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// A word, number, text or sign of an expression.
struct Token: Sendable {
    enum Kind: Sendable, Equatable {
        /// A name as written and in lower case; keywords too.
        case name(String, lowered: String)
        /// A name that begins with a dollar sign, without it.
        case global(String)
        case number(Double)
        case text(String)
        /// A template: texts and, between them, the parts in `${ }`.
        case template([String], [[Token]])
        case sign(String)
        case end

        static func == (a: Kind, b: Kind) -> Bool {
            switch (a, b) {
            case (.sign(let a), .sign(let b)): a == b
            case (.name(_, let a), .name(_, let b)): a == b
            case (.end, .end): true
            default: false
            }
        }
    }
    var kind: Kind
    var place: SourcePlace
    /// True when a line end stands between the token before and this one: a statement may end there.
    var isAfterLineEnd: Bool

    /// The token in the words of an error message.
    var shown: String {
        switch kind {
        case .name(let name, _): "\"\(name.prefix(40))\""
        case .global(let name): "\"$\(name.prefix(40))\""
        case .number: "a number"
        case .text: "a text"
        case .template: "a template"
        case .sign(let sign): "\"\(sign)\""
        case .end: "the end of the expression"
        }
    }
}

/// Words that cannot be names, in lower case.
enum Keyword {
    static let all: Set<String> = [
        "var", "function", "if", "else", "for", "in", "of", "while", "break", "continue", "return", "import", "export",
        "true", "false", "null", "new", "class", "this", "let", "const", "switch", "case", "do", "try", "catch",
        "throw", "instanceof", "void", "delete", "yield", "async", "await", "with", "debugger",
    ]
    /// Reserved words that also serve as names, as they did before they meant something.
    static let soft: Set<String> = ["of", "from", "async"]
}
