// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

extension Parser {
    typealias Node = Syntax.Node

    private func node(_ syntax: Syntax, _ place: SourcePlace, over parts: Node...) -> Node {
        node(syntax, place, overAll: parts)
    }
    private func node(_ syntax: Syntax, _ place: SourcePlace, overAll parts: [Node]) -> Node {
        Node(syntax: syntax, place: place, depth: 1 + (parts.map(\.depth).max() ?? 0))
    }

    /// Long chains nest to the left without recursion here, but would be walked recursively later.
    private func checked(_ node: Node) throws(ArcadeError) -> Node {
        guard node.depth <= 10 * Self.maximumDepth else {
            throw ArcadeError(
                .limitExceeded, "A chain of operators is longer than \(10 * Self.maximumDepth).", phase: .parse,
                at: node.place)
        }
        return node
    }

    mutating func expression() throws(ArcadeError) -> Node {
        try deeper { parser throws(ArcadeError) in try parser.assignment() }
    }

    private mutating func assignment() throws(ArcadeError) -> Node {
        let left = try binary(above: 0)
        guard case .sign(let sign) = token.kind, ["=", "+=", "-=", "*=", "/=", "%="].contains(sign) else { return left }
        let place = token.place
        try checkTarget(left, "The left side of \(sign)")
        index += 1
        let value = try expression()
        return node(.assign(sign, target: left, value: value), place, over: left, value)
    }

    private func checkTarget(_ node: Node, _ what: String) throws(ArcadeError) {
        switch node.syntax {
        case .name, .global, .member, .index: return
        default: throw failure("\(what) must be a variable, a member or an element.", at: node.place)
        }
    }

    /// Higher binds closer; the order of the reference: `|| && | ^ &`, equality, order, shifts, sums, products.
    private static let precedence: [String: Int] = [
        "||": 1, "&&": 2, "|": 3, "^": 4, "&": 5, "==": 6, "!=": 6, "<": 7, "<=": 7, ">": 7, ">=": 7, "<<": 8, ">>": 8,
        ">>>": 8, "+": 9, "-": 9, "*": 10, "/": 10, "%": 10,
    ]

    private mutating func binary(above least: Int) throws(ArcadeError) -> Node {
        var left = try unary()
        while case .sign(let sign) = token.kind, let own = Self.precedence[sign], own > least {
            let place = token.place
            index += 1
            let right = try deeper { parser throws(ArcadeError) in try parser.binary(above: own) }
            left = try checked(node(.binary(sign, left, right), place, over: left, right))
        }
        return left
    }

    private mutating func unary() throws(ArcadeError) -> Node {
        guard case .sign(let sign) = token.kind, ["-", "+", "!", "~", "++", "--"].contains(sign) else {
            return try postfix()
        }
        let place = token.place
        index += 1
        let inner = try deeper { parser throws(ArcadeError) in try parser.unary() }
        guard sign == "++" || sign == "--" else { return node(.unary(sign, inner), place, over: inner) }
        try checkTarget(inner, "What \(sign) changes")
        return node(.step(by: sign == "++" ? 1 : -1, target: inner, isPrefix: true), place, over: inner)
    }

    private mutating func postfix() throws(ArcadeError) -> Node {
        var value = try primary()
        while case .sign(let sign) = token.kind {
            let place = token.place
            switch sign {
            case ".", "?.":
                index += 1
                guard case .name(let name, _) = token.kind else { throw unexpected("a name") }
                index += 1
                value = node(.member(value, name, isOptional: sign == "?."), place, over: value)
            case "[":
                index += 1
                let key = try expression()
                try expect("]")
                value = node(.index(value, key), place, over: value, key)
            case "(":
                switch value.syntax {
                case .name, .global, .member: break
                default: throw failure("Only names can be called.")
                }
                index += 1
                let arguments = try list(closing: ")", allowsTrailing: false)
                value = node(.call(value, arguments), value.place, overAll: arguments + [value])
            case "++" where !token.isAfterLineEnd, "--" where !token.isAfterLineEnd:
                try checkTarget(value, "What \(sign) changes")
                index += 1
                return node(.step(by: sign == "++" ? 1 : -1, target: value, isPrefix: false), place, over: value)
            default: return value
            }
            value = try checked(value)
        }
        return value
    }

    private mutating func list(closing: String, allowsTrailing: Bool) throws(ArcadeError) -> [Node] {
        var list: [Node] = []
        if take(closing) { return list }
        while true {
            list.append(try expression())
            if take(closing) { return list }
            guard take(",") else { throw unexpected("\",\" or \"\(closing)\"") }
            if allowsTrailing, take(closing) { return list }
        }
    }

    mutating func primary() throws(ArcadeError) -> Node {
        let place = token.place
        switch token.kind {
        case .number(let value):
            index += 1
            return node(.number(value), place)
        case .text(let text):
            index += 1
            return node(.text(text), place)
        case .template(let texts, let parts):
            var nodes: [Node] = []
            for tokens in parts {
                var inner = Parser(tokens: tokens, depth: depth)
                nodes.append(try inner.expression())
                guard inner.token.kind == .end else { throw inner.unexpected("\"}\"") }
            }
            index += 1
            return node(.template(texts, nodes), place, overAll: nodes)
        case .global(let name):
            index += 1
            return node(.global(name), place)
        case .name(let name, let lowered): return try named(name, lowered, place)
        case .sign("("):
            index += 1
            let inner = try expression()
            try expect(")")
            return inner
        case .sign("["):
            index += 1
            let entries = try list(closing: "]", allowsTrailing: true)
            return node(.array(entries), place, overAll: entries)
        case .sign("{"): return try deeper { parser throws(ArcadeError) in try parser.dictionary(place) }
        case .sign, .end: throw unexpected("a value")
        }
    }

    private mutating func named(_ name: String, _ lowered: String, _ place: SourcePlace) throws(ArcadeError) -> Node {
        switch lowered {
        case "true", "false":
            index += 1
            return node(.boolean(lowered == "true"), place)
        case "null":
            index += 1
            return node(.null, place)
        default:
            guard !Keyword.all.contains(lowered) || Keyword.soft.contains(lowered) else { throw unexpected("a value") }
            index += 1
            return node(.name(lowered, written: name), place)
        }
    }

    private mutating func dictionary(_ place: SourcePlace) throws(ArcadeError) -> Node {
        index += 1
        var entries: [(key: String, value: Node)] = []
        while !take("}") {
            let key: String
            switch token.kind {
            case .name(let name, _): key = name
            case .text(let text): key = text
            default: throw unexpected("a key: a name or a text")
            }
            let word = token
            index += 1
            // A name alone is the key and the variable of that name: `{a}` for `{a: a}`.
            if case .name(let name, let lowered) = word.kind, isSign(",") || isSign("}") {
                index -= 1
                entries.append((key, try named(name, lowered, word.place)))
            } else {
                try expect(":")
                entries.append((key, try expression()))
            }
            if !isSign("}") { try expect(",") }
        }
        return node(.dictionary(entries), place, overAll: entries.map(\.value))
    }
}
