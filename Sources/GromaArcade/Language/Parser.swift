// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// Reads the statements of the language by recursive descent, with bounded depth.
struct Parser {
    /// Levels of nesting, blocks and parts of expressions together.
    static let maximumDepth = 120

    let tokens: [Token]
    var index = 0
    var depth = 0

    /// The statements of a whole expression.
    static func program(_ text: String) throws(ArcadeError) -> Statement.Block {
        var parser = Parser(tokens: try Lexer.tokens(of: text))
        var block = Statement.Block()
        while parser.token.kind != .end { block.statements.append(try parser.statement(isTopLevel: true)) }
        return block
    }

    init(tokens: [Token], depth: Int = 0) {
        self.tokens = tokens
        self.depth = depth
    }

    // MARK: Tokens

    var token: Token { tokens[index] }

    func isSign(_ sign: String, ahead: Int = 0) -> Bool {
        guard index + ahead < tokens.count, case .sign(let own) = tokens[index + ahead].kind else { return false }
        return own == sign
    }
    mutating func take(_ sign: String) -> Bool {
        guard isSign(sign) else { return false }
        index += 1
        return true
    }
    mutating func expect(_ sign: String) throws(ArcadeError) {
        guard take(sign) else { throw unexpected("\"\(sign)\"") }
    }
    func isWord(_ word: String, ahead: Int = 0) -> Bool {
        guard index + ahead < tokens.count, case .name(_, let own) = tokens[index + ahead].kind else { return false }
        return own == word
    }
    mutating func takeWord(_ word: String) -> Bool {
        guard isWord(word) else { return false }
        index += 1
        return true
    }
    func unexpected(_ wanted: String) -> ArcadeError {
        failure("\(token.shown) stands where \(wanted) is expected.".capitalizedStart)
    }
    func failure(_ message: String, at place: SourcePlace? = nil) -> ArcadeError {
        ArcadeError(.syntax, message, phase: .parse, at: place ?? token.place)
    }

    /// A name that may be declared, in lower case.
    mutating func declaredName() throws(ArcadeError) -> String {
        if case .global(let name) = token.kind {
            index += 1
            return "$" + name
        }
        guard case .name(let name, let lowered) = token.kind else { throw unexpected("a name") }
        guard !Keyword.all.contains(lowered) || Keyword.soft.contains(lowered) else {
            throw failure("\"\(name)\" is a word of the language and cannot be a name.")
        }
        index += 1
        return lowered
    }

    mutating func deeper<Result>(
        _ body: (inout Parser) throws(ArcadeError) -> Result
    ) throws(ArcadeError) -> Result {
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.maximumDepth else {
            throw ArcadeError(
                .limitExceeded, "The expression is nested deeper than \(Self.maximumDepth) levels.", phase: .parse,
                at: token.place)
        }
        return try body(&self)
    }

    // MARK: Statements

    private mutating func statement(isTopLevel: Bool = false) throws(ArcadeError) -> Statement {
        try deeper { parser throws(ArcadeError) in try parser.readStatement(isTopLevel: isTopLevel) }
    }

    private mutating func readStatement(isTopLevel: Bool) throws(ArcadeError) -> Statement {
        let start = token.place
        if take(";") { return .empty }
        guard case .name(_, let word) = token.kind else { return try expressionStatement() }
        switch word {
        case "var":
            index += 1
            let declarations = try declarations()
            try endStatement()
            return .variables(declarations)
        case "export" where isTopLevel:
            index += 1
            guard isWord("var") || isWord("function") else { throw unexpected("var or function") }
            return try readStatement(isTopLevel: true)
        case "import" where isTopLevel: return try module()
        case "function" where isTopLevel: return .function(try function())
        case "function": throw failure("A function is declared at the top level only, not in a block.")
        case "if": return try condition()
        case "for": return try forLoop()
        case "while":
            index += 1
            try expect("(")
            let condition = try expression()
            try expect(")")
            return .loop(start: .init(), condition: condition, step: nil, body: try body(), place: start)
        case "break", "continue":
            index += 1
            try endStatement()
            return word == "break" ? .leave(start) : .next(start)
        case "return":
            index += 1
            if token.isAfterLineEnd || isSign(";") || isSign("}") || token.kind == .end {
                _ = take(";")
                return .giveBack(nil)
            }
            let value = try expression()
            try endStatement()
            return .giveBack(value)
        default: return try expressionStatement()
        }
    }

    private mutating func expressionStatement() throws(ArcadeError) -> Statement {
        // A brace at the start of a statement opens a dictionary that is the whole statement.
        let value = isSign("{") ? try primary() : try expression()
        try endStatement()
        return .expression(value)
    }

    private mutating func endStatement() throws(ArcadeError) {
        if take(";") || isSign("}") || token.kind == .end || token.isAfterLineEnd { return }
        throw unexpected("the end of the statement")
    }

    private mutating func declarations() throws(ArcadeError) -> [Statement.Declaration] {
        var list: [Statement.Declaration] = []
        repeat {
            let place = token.place
            let name = try declaredName()
            let value = take("=") ? try expression() : nil
            list.append(Statement.Declaration(name: name, place: place, value: value))
        } while take(",")
        return list
    }

    /// A block in braces or one statement: what follows `if`, `else`, `for` and `while`.
    private mutating func body() throws(ArcadeError) -> Statement.Block {
        guard isSign("{") else { return Statement.Block(statements: [try statement()]) }
        return try block()
    }

    private mutating func block() throws(ArcadeError) -> Statement.Block {
        try expect("{")
        var block = Statement.Block()
        while !isSign("}") {
            guard token.kind != .end else { throw unexpected("\"}\"") }
            block.statements.append(try statement())
        }
        index += 1
        return block
    }

    private mutating func condition() throws(ArcadeError) -> Statement {
        var branches: [Statement.Branch] = []
        repeat {
            index += 1
            try expect("(")
            let test = try expression()
            try expect(")")
            branches.append(Statement.Branch(test: test, body: try body()))
            guard takeWord("else") else { return .condition(branches, otherwise: nil) }
        } while isWord("if")
        return .condition(branches, otherwise: try body())
    }

    private mutating func forLoop() throws(ArcadeError) -> Statement {
        let place = token.place
        index += 1
        try expect("(")
        let declares = isWord("var")
        let offset = declares ? 1 : 0
        if isWord("in", ahead: offset + 1) || isWord("of", ahead: offset + 1) {
            index += offset
            let name = try declaredName()
            let walk: Statement.Walk = isWord("in") ? .keys : .values
            index += 1
            let over = try expression()
            try expect(")")
            return .walk(walk, name: name, declares: declares, over: over, body: try body(), place: place)
        }
        var start = Statement.Block()
        if declares {
            index += 1
            start.statements = [.variables(try declarations())]
        } else if !isSign(";") {
            start.statements = [.expression(try expression())]
        }
        try expect(";")
        let condition = isSign(";") ? nil : try expression()
        try expect(";")
        let step = isSign(")") ? nil : try expression()
        try expect(")")
        return .loop(start: start, condition: condition, step: step, body: try body(), place: place)
    }

    private mutating func function() throws(ArcadeError) -> Statement.Function {
        index += 1
        let place = token.place
        let name = try declaredName()
        try expect("(")
        var parameters: [String] = []
        if !isSign(")") {
            repeat { parameters.append(try declaredName()) } while take(",")
        }
        try expect(")")
        return Statement.Function(name: name, parameters: parameters, body: try block(), place: place)
    }

    private mutating func module() throws(ArcadeError) -> Statement {
        index += 1
        let place = token.place
        let name = try declaredName()
        guard takeWord("from") else { throw unexpected("from") }
        guard case .text(let source) = token.kind else { throw unexpected("the module's place as a text") }
        index += 1
        try endStatement()
        return .module(name: name, source: source, place: place)
    }
}

extension String {
    /// With its first letter in upper case, for a sentence.
    var capitalizedStart: String { prefix(1).uppercased() + dropFirst() }
}
