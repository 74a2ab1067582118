// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// Turns the tree of an expression into code: names become places, constants are computed, mistakes that need no value are found.
struct Compiler {
    /// The variables of the whole expression or of one function.
    struct Scope {
        var places: [String: Int] = [:]
        var count = 0
        mutating func declare(_ name: String) {
            guard places[name] == nil else { return }
            places[name] = count
            count += 1
        }
    }
    /// Code, and what is known of its value beforehand.
    struct Piece {
        var code: Code
        var constant: Value?
        /// True when the value is a text whatever happens.
        var isText = false
        /// The parts of a sum of texts.
        var texts: [Piece] = []
        /// The field of `$feature` that the value is, and where it is named.
        var field: (number: Int, place: SourcePlace)?
        /// Gives the value where it is a number whatever happens.
        var number: NumberPart?
        /// Gives the value where it is true or false whatever happens.
        var truth: TruthPart?
        /// Gives the value cast to a number, where there is a shorter way than by the value.
        private var cast: NumberPart?

        init(_ code: @escaping Code, isText: Bool = false) {
            self.code = code
            self.isText = isText
        }
        init(number: @escaping NumberCode) {
            code = { run in .number(try number(run)) }
            self.number = NumberPart(code: number)
        }
        init(truth: @escaping TruthCode) {
            code = { run in .boolean(try truth(run)) }
            self.truth = TruthPart(code: truth)
        }
        init(_ code: @escaping Code, cast: @escaping NumberCode) {
            self.code = code
            self.cast = NumberPart(code: cast)
        }

        /// The value cast to a number.
        var asNumber: NumberCode {
            if let short = number ?? cast { return short.code }
            let code = code
            return { run in Conversion.number(try code(run)) }
        }

        /// A value that never changes: null, truth, number or text.
        init(constant: Value) {
            switch constant {
            case .boolean(let value): code = { _ in .boolean(value) }
            case .number(let value):
                code = { _ in .number(value) }
                number = NumberPart { _ in value }
            case .text(let value):
                code = { _ in .text(value) }
                isText = true
            default: code = { _ in .null }
            }
            self.constant = constant
        }
    }

    let profile: ArcadeProfile
    var globals = Scope()
    var locals: Scope?
    var functions: [String: Int] = [:]
    var usage = Program.Usage()
    var loopDepth = 0

    init(profile: ArcadeProfile) { self.profile = profile }

    static func program(_ text: String, profile: ArcadeProfile) throws(ArcadeError) -> Program {
        let block = try Parser.program(text)
        var compiler = Compiler(profile: profile)
        return try compiler.program(block)
    }

    private mutating func program(_ block: Statement.Block) throws(ArcadeError) -> Program {
        var declared: [Statement.Function] = []
        for statement in block.statements {
            if case .function(let function) = statement {
                functions[function.name] = declared.count
                declared.append(function)
            }
        }
        declareVariables(block, in: &globals)
        var codes: [Program.FunctionCode] = []
        for function in declared { codes.append(try self.function(function)) }
        let main = try self.block(block)
        let depth = Self.depth(block)
        var result: Code = { run in
            _ = try main(run)
            return run.last
        }
        var resultPlace: SourcePlace?
        let statements = block.statements.filter { if case .empty = $0 { false } else { true } }
        var isOneValue = statements.count == 1
        switch statements.last {
        case .expression(let node)?, .giveBack(let node?)?:
            // An expression that is one value and nothing else goes the shortest way.
            if isOneValue { result = try resultPiece(node).code }
            resultPlace = node.place
        default: isOneValue = false
        }
        usage.isTimed = !codes.isEmpty || Self.hasLoop(block) || usage.mayWait
        return Program(
            result: result, functions: codes, variableCount: globals.count, depth: depth, usage: usage,
            isOneValue: isOneValue, resultPlace: resultPlace)
    }

    /// An assignment as a statement has no value.
    private mutating func resultPiece(_ node: Syntax.Node) throws(ArcadeError) -> Piece {
        let piece = try self.piece(node)
        guard case .assign = node.syntax else { return piece }
        let code = piece.code
        return Piece { run in
            _ = try code(run)
            return .null
        }
    }

    private static func hasLoop(_ block: Statement.Block) -> Bool {
        block.statements.contains { statement in
            switch statement {
            case .loop, .walk: true
            case .condition(let branches, let otherwise):
                branches.contains { hasLoop($0.body) } || (otherwise.map(hasLoop) ?? false)
            default: false
            }
        }
    }

    private mutating func function(_ function: Statement.Function) throws(ArcadeError) -> Program.FunctionCode {
        var scope = Scope()
        for (index, name) in function.parameters.enumerated() { scope.places[name] = index }
        scope.count = function.parameters.count
        declareVariables(function.body, in: &scope)
        locals = scope
        defer { locals = nil }
        let body = try block(function.body)
        return Program.FunctionCode(
            name: function.name, parameterCount: function.parameters.count, variableCount: locals?.count ?? scope.count,
            body: body, depth: 4 + Self.depth(function.body))
    }

    private func declareVariables(_ block: Statement.Block, in scope: inout Scope) {
        for statement in block.statements {
            switch statement {
            case .variables(let list): for declaration in list { scope.declare(declaration.name) }
            case .condition(let branches, let otherwise):
                for branch in branches { declareVariables(branch.body, in: &scope) }
                if let otherwise { declareVariables(otherwise, in: &scope) }
            case .loop(let start, _, _, let body, _):
                declareVariables(start, in: &scope)
                declareVariables(body, in: &scope)
            case .walk(_, let name, let declares, _, let body, _):
                if declares { scope.declare(name) }
                declareVariables(body, in: &scope)
            default: break
            }
        }
    }

    /// Levels of the tree that running a block walks down.
    static func depth(_ block: Statement.Block) -> Int {
        var deepest = 0
        for statement in block.statements {
            let own: Int
            switch statement {
            case .expression(let node): own = node.depth
            case .variables(let list): own = list.compactMap { $0.value?.depth }.max() ?? 0
            case .condition(let branches, let otherwise):
                own = branches.reduce(otherwise.map(depth) ?? 0) { max($0, $1.test.depth, depth($1.body)) }
            case .loop(let start, let condition, let step, let body, _):
                own = max(depth(start), condition?.depth ?? 0, step?.depth ?? 0, depth(body))
            case .walk(_, _, _, let over, let body, _): own = max(over.depth, depth(body))
            case .giveBack(let node): own = node?.depth ?? 0
            case .leave, .next, .function, .module, .empty: own = 0
            }
            deepest = max(deepest, own + 2)
        }
        return deepest
    }

    // MARK: Statements

    mutating func block(_ block: Statement.Block) throws(ArcadeError) -> Action {
        var actions: [ActionPart] = []
        for statement in block.statements {
            guard let action = try self.statement(statement) else { continue }
            actions.append(ActionPart(action: action))
            // Many statements in a row are as long a way as a loop's.
            if actions.count % 16 == 0 {
                actions.append(
                    ActionPart { run in
                        try run.step()
                        return .onward
                    })
            }
        }
        switch actions.count {
        case 0:
            return { run in
                run.last = .null
                return .onward
            }
        case 1: return actions[0].action
        default:
            let all = actions
            return { run in
                for action in all {
                    let flow = try action.action(run)
                    if flow != .onward { return flow }
                }
                return .onward
            }
        }
    }

    /// Nil for what does nothing when it is reached.
    private mutating func statement(_ statement: Statement) throws(ArcadeError) -> Action? {
        switch statement {
        case .empty, .function: return nil
        case .expression(let node):
            let code = try resultPiece(node).code, place = node.place
            return { run in
                run.last = try at(place) { try code(run) }
                return .onward
            }
        case .variables(let list): return try variables(list)
        case .condition(let branches, let otherwise): return try condition(branches, otherwise)
        case .loop(let start, let condition, let step, let body, let place):
            return try loop(start, condition, step, body, place)
        case .walk(let walk, let name, _, let over, let body, let place):
            return try self.walk(walk, name, over, body, place)
        case .leave(let place):
            try checkInLoop("break", place)
            return { _ in .left }
        case .next(let place):
            try checkInLoop("continue", place)
            return { _ in .next }
        case .giveBack(let node):
            guard let node else {
                return { run in
                    run.last = .null
                    return .returned
                }
            }
            let code = try piece(node).code, place = node.place
            return { run in
                run.last = try at(place) { try code(run) }
                return .returned
            }
        case .module(_, let source, let place):
            throw ArcadeError(
                .notAvailable, "The module \"\(source.prefix(80))\" cannot be read here: no portal holds it.",
                phase: .compile, at: place)
        }
    }

    private func checkInLoop(_ word: String, _ place: SourcePlace) throws(ArcadeError) {
        guard loopDepth > 0 else {
            throw ArcadeError(.syntax, "\(word) stands outside of a loop.", phase: .compile, at: place)
        }
    }

    private mutating func variables(_ list: [Statement.Declaration]) throws(ArcadeError) -> Action {
        var steps: [ActionPart] = []
        for declaration in list {
            let set = try setter(declaration.name, declaration.place)
            guard let node = declaration.value else {
                steps.append(
                    ActionPart { run in
                        set(run, .null)
                        return .onward
                    })
                continue
            }
            let code = try piece(node).code, place = node.place
            steps.append(
                ActionPart { run in
                    set(run, try at(place) { try code(run) })
                    return .onward
                })
        }
        let all = steps
        return { run in
            for step in all { _ = try step.action(run) }
            run.last = .null
            return .onward
        }
    }

    /// A condition: anything but true and false is a mistake of the expression.
    mutating func truth(_ node: Syntax.Node, _ what: String) throws(ArcadeError) -> @Sendable (Run) throws -> Bool {
        truth(try piece(node), node.place, what)
    }

    func truth(_ piece: Piece, _ place: SourcePlace, _ what: String) -> @Sendable (Run) throws -> Bool {
        if let truth = piece.truth { return truth.code }
        let code = piece.code
        return { run in
            let value = try code(run)
            guard case .boolean(let truth) = value else {
                throw ArcadeError(
                    .wrongType, "\(what) must be true or false; it is \(value.shown).", phase: .runtime, at: place)
            }
            return truth
        }
    }
}

/// Runs `body`; an error without a place gets this one. Errors of other rooms become the language's own.
@inline(__always) func at<Result>(_ place: SourcePlace, _ body: () throws -> Result) throws -> Result {
    do { return try body() } catch let error as ArcadeError { throw error.placed(at: place) } catch {
        throw ArcadeError(.operationFailed, "\(error)", phase: .runtime, at: place)
    }
}
