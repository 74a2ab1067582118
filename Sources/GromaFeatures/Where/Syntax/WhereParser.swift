// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// Reads the grammar of standardised where-clauses by recursive descent, with bounded depth.
struct WhereParser {
    typealias Node = WhereSyntax.Node
    let tokens: [WhereToken]
    var place = 0
    private var nesting = 0
    /// True in a having clause.
    let allowsStatistics: Bool
    /// The statistics met so far.
    var statistics: [StatisticDefinition] = []

    init(tokens: [WhereToken], allowsStatistics: Bool = false) {
        self.tokens = tokens
        self.allowsStatistics = allowsStatistics
    }

    /// The tree of a whole clause.
    static func parse(_ text: String) throws(FeatureError) -> Node {
        var parser = WhereParser(tokens: try WhereLexer.tokens(of: text))
        return try parser.whole()
    }

    mutating func whole() throws(FeatureError) -> Node {
        let node = try disjunction()
        guard token.kind == .end else { throw unexpected("the end of the clause") }
        return node
    }

    /// The tree of a value of its own, not of a condition.
    static func parseValue(_ text: String) throws(FeatureError) -> Node {
        var parser = WhereParser(tokens: try WhereLexer.tokens(of: text))
        let node = try parser.sum()
        guard parser.token.kind == .end else { throw parser.unexpected("the end of the expression") }
        return node
    }

    var token: WhereToken { tokens[place] }

    mutating func disjunction() throws(FeatureError) -> Node {
        let position = token.position
        var parts = [try conjunction()]
        while takeKeyword("OR") { parts.append(try conjunction()) }
        return parts.count == 1 ? parts[0] : try node(.or(parts), position, over: parts)
    }

    private mutating func conjunction() throws(FeatureError) -> Node {
        let position = token.position
        var parts = [try negation()]
        while takeKeyword("AND") { parts.append(try negation()) }
        return parts.count == 1 ? parts[0] : try node(.and(parts), position, over: parts)
    }

    private mutating func negation() throws(FeatureError) -> Node {
        let position = token.position
        var isNegated = false
        var count = 0
        while takeKeyword("NOT") {
            isNegated.toggle()
            count += 1
        }
        let inner = try predicate()
        // Two NOTs cancel out, also for unknown.
        if count == 0 || !isNegated { return inner }
        return try node(.not(inner), position, over: [inner])
    }

    private mutating func predicate() throws(FeatureError) -> Node {
        let position = token.position
        let left = try sum()
        if case .symbol(let symbol) = token.kind, let comparison = WhereSyntax.Comparison(rawValue: symbol) {
            place += 1
            let right = try sum()
            return try node(.comparison(comparison, left, right), position, over: [left, right])
        }
        if takeKeyword("IS") {
            let isNegated = takeKeyword("NOT")
            try expectKeyword("NULL")
            return try negated(isNegated, try node(.isNull(left), position, over: [left]))
        }
        let isNegated = isKeyword("NOT") && ["IN", "BETWEEN", "LIKE"].contains { isKeyword($0, ahead: 1) }
        if isNegated { place += 1 }
        if takeKeyword("IN") {
            let list = try arguments()
            guard !list.isEmpty else { throw WhereClause.failure("IN needs at least one value", at: token.position) }
            return try negated(isNegated, try node(.membership(left, list), position, over: [left] + list))
        }
        if takeKeyword("BETWEEN") {
            let low = try sum()
            try expectKeyword("AND")
            let high = try sum()
            return try negated(isNegated, try node(.between(left, low, high), position, over: [left, low, high]))
        }
        if takeKeyword("LIKE") {
            let pattern = try sum()
            var escape: Unicode.Scalar?
            if takeKeyword("ESCAPE") {
                guard case .text(let text) = token.kind, text.unicodeScalars.count == 1 else {
                    throw unexpected("one character in quotes after ESCAPE")
                }
                escape = text.unicodeScalars.first
                place += 1
            }
            let like = WhereSyntax.like(left, pattern: pattern, escape: escape)
            return try negated(isNegated, try node(like, position, over: [left, pattern]))
        }
        return left
    }

    func negated(_ isNegated: Bool, _ inner: Node) throws(FeatureError) -> Node {
        isNegated ? try node(.not(inner), inner.position, over: [inner]) : inner
    }

    /// Every way down the grammar comes through here, so this counts the nesting.
    mutating func sum() throws(FeatureError) -> Node {
        nesting += 1
        defer { nesting -= 1 }
        guard nesting <= WhereClause.maximumDepth else { throw tooDeep() }
        let position = token.position
        var left = try product()
        while let symbol = takeSymbol(["+", "-", "||"]), let symbolOperator = WhereSyntax.Operator(rawValue: symbol) {
            let right = try product()
            left = try node(.arithmetic(symbolOperator, left, right), position, over: [left, right])
        }
        return left
    }

    private mutating func product() throws(FeatureError) -> Node {
        let position = token.position
        var left = try factor()
        while let symbol = takeSymbol(["*", "/"]), let symbolOperator = WhereSyntax.Operator(rawValue: symbol) {
            let right = try factor()
            left = try node(.arithmetic(symbolOperator, left, right), position, over: [left, right])
        }
        return left
    }

    private mutating func factor() throws(FeatureError) -> Node {
        let position = token.position
        var isNegative = false
        while let sign = takeSymbol(["-", "+"]) { if sign == "-" { isNegative.toggle() } }
        let inner = try primary()
        guard isNegative else { return inner }
        switch inner.syntax {
        case .integer(let value) where value != .min:
            return Node(syntax: .integer(-value), position: position, depth: 0)
        // The most negative whole number has no positive counterpart of 64 bits.
        case .double(let value) where value == 0x1p63: return Node(syntax: .integer(.min), position: position, depth: 0)
        case .double(let value): return Node(syntax: .double(-value), position: position, depth: 0)
        default: return try node(.negative(inner), position, over: [inner])
        }
    }
}

extension WhereParser {
    func node(_ syntax: WhereSyntax, _ position: Int, over parts: [Node]) throws(FeatureError) -> Node {
        let depth = 1 + (parts.map(\.depth).max() ?? 0)
        guard depth <= WhereClause.maximumDepth else { throw tooDeep() }
        return Node(syntax: syntax, position: position, depth: depth)
    }

    func leaf(_ syntax: WhereSyntax, _ position: Int) -> Node { Node(syntax: syntax, position: position, depth: 0) }

    /// `(a, b, …)`; each may be a condition, since a bracketed one may stand there.
    mutating func arguments() throws(FeatureError) -> [Node] {
        try expectSymbol("(")
        var list: [Node] = []
        if takeSymbol([")"]) != nil { return list }
        repeat { list.append(try disjunction()) } while takeSymbol([","]) != nil
        try expectSymbol(")")
        return list
    }

    func isKeyword(_ keyword: String, ahead: Int = 0) -> Bool {
        guard place + ahead < tokens.count, case .word(let word) = tokens[place + ahead].kind else { return false }
        return word.count == keyword.count && word.uppercased() == keyword
    }

    mutating func takeKeyword(_ keyword: String) -> Bool {
        guard isKeyword(keyword) else { return false }
        place += 1
        return true
    }

    mutating func expectKeyword(_ keyword: String) throws(FeatureError) {
        guard takeKeyword(keyword) else { throw unexpected(keyword) }
    }

    mutating func takeSymbol(_ symbols: [String]) -> String? {
        guard case .symbol(let symbol) = token.kind, symbols.contains(symbol) else { return nil }
        place += 1
        return symbol
    }

    mutating func expectSymbol(_ symbol: String) throws(FeatureError) {
        guard takeSymbol([symbol]) != nil else { throw unexpected("\"\(symbol)\"") }
    }

    func tooDeep() -> FeatureError {
        FeatureError(
            .tooLarge,
            "The where-clause nests deeper than \(WhereClause.maximumDepth) levels at character \(token.position).")
    }

    func unexpected(_ wanted: String) -> FeatureError {
        let found =
            switch token.kind {
            case .word(let word), .quotedName(let word): "\"\(word.prefix(40))\""
            case .text(let text): "'\(text.prefix(40))'"
            case .integer(let value): "\(value)"
            case .double(let value): "\(value)"
            case .symbol(let symbol): "\"\(symbol)\""
            case .end: "the end"
            }
        return WhereClause.failure("expected \(wanted), found \(found)", at: token.position)
    }
}
