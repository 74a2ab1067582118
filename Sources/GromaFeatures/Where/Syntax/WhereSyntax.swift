// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// The syntax tree of a where-clause, before any field is known.
indirect enum WhereSyntax: Sendable {
    case null
    case boolean(Bool)
    case integer(Int64)
    case double(Double)
    case text(String)
    /// `DATE '…'`, `TIMESTAMP '…'`, `TIME '…'` with the keyword in upper case.
    case temporal(keyword: String, text: String)
    /// Months and milliseconds of an `INTERVAL`.
    case interval(months: Int64, milliseconds: Int64)
    case field(String)
    case negative(Node)
    case arithmetic(Operator, Node, Node)
    case call(String, [Node])
    case cast(Node, to: String, length: Int?)
    case extract(part: String, from: Node)
    case choice([Branch], otherwise: Node?)
    case and([Node])
    case or([Node])
    case not(Node)
    case comparison(Comparison, Node, Node)
    case membership(Node, [Node])
    case between(Node, Node, Node)
    case like(Node, pattern: Node, escape: Unicode.Scalar?)
    case isNull(Node)

    /// A part of the tree and where it stands in the text.
    struct Node: Sendable {
        var syntax: WhereSyntax
        var position: Int
        /// Levels below this one, to keep recursion bounded.
        var depth: Int
    }
    /// `WHEN condition THEN value`.
    struct Branch: Sendable {
        var condition: Node
        var value: Node
    }
    enum Operator: String, Sendable {
        case add = "+", subtract = "-", multiply = "*", divide = "/", concatenate = "||"
    }
    enum Comparison: String, Sendable {
        case equal = "=", notEqual = "<>", less = "<", lessOrEqual = "<=", greater = ">", greaterOrEqual = ">="
    }
}
