// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

extension Compiler {
    mutating func unary(_ sign: String, _ inner: Syntax.Node, _ place: SourcePlace) throws(ArcadeError) -> Piece {
        let piece = try self.piece(inner), code = piece.code
        if case .number(let value)? = piece.constant {
            switch sign {
            case "-": return Piece(constant: .number(-value))
            case "+": return piece
            default: break
            }
        }
        switch sign {
        case "-":
            let number = piece.asNumber
            return Piece(number: { run in -(try number(run)) })
        case "+": return Piece(number: piece.asNumber)
        case "~": return Piece { run in .number(Double(~Conversion.int32(try code(run)))) }
        default:
            let test = truth(piece, inner.place, "The operand of !")
            return Piece(truth: { run in !(try test(run)) })
        }
    }

    /// A chain such as `a + b + c` nests to the left; it is walked in a loop, however long it is.
    mutating func binary(
        _ sign: String, _ left: Syntax.Node, _ right: Syntax.Node, _ place: SourcePlace
    ) throws(ArcadeError) -> Piece {
        var links = [(sign: sign, right: right, place: place, leftPlace: left.place)], first = left
        while case .binary(let sign, let left, let right) = first.syntax {
            links.append((sign, right, first.place, left.place))
            first = left
        }
        var result = try piece(first)
        for link in links.reversed() {
            result = try combined(link.sign, result, link.right, link.place, leftPlace: link.leftPlace)
        }
        return result
    }

    private mutating func combined(
        _ sign: String, _ a: Piece, _ right: Syntax.Node, _ place: SourcePlace, leftPlace: SourcePlace
    ) throws(ArcadeError) -> Piece {
        let b = try piece(right)
        if sign == "&&" || sign == "||" {
            let first = truth(a, leftPlace, "The left side of \(sign)")
            let second = truth(b, right.place, "The right side of \(sign)")
            return sign == "&&"
                ? Piece(truth: { run in try first(run) && second(run) })
                : Piece(truth: { run in try first(run) || second(run) })
        }
        guard let symbol = BinaryOperator(rawValue: sign) else {
            throw failure(.syntax, "\(sign) is no operator.", place)
        }
        if symbol == .add, a.isText || b.isText { return joined([a, b]) }
        if let first = a.constant, let second = b.constant, let value = symbol.folded(first, second) {
            return Piece(constant: value)
        }
        let first = a.code, second = b.code
        switch symbol {
        case .add:
            if let a = a.number?.code, let b = b.number?.code {
                return Piece(number: { run in try a(run) + b(run) })
            }
            return Piece { run in
                let left = try first(run), right = try second(run)
                if case .number(let a) = left, case .number(let b) = right { return .number(a + b) }
                return try at(place) { try symbol.apply(left, right, run) }
            }
        case .subtract:
            let a = a.asNumber, b = b.asNumber
            return Piece(number: { run in try a(run) - b(run) })
        case .multiply:
            let a = a.asNumber, b = b.asNumber
            return Piece(number: { run in try a(run) * b(run) })
        case .divide:
            let a = a.asNumber, b = b.asNumber
            return Piece(number: { run in try a(run) / b(run) })
        case .equal: return Piece(truth: { run in Comparison.areEqual(try first(run), try second(run)) })
        case .unequal: return Piece(truth: { run in !Comparison.areEqual(try first(run), try second(run)) })
        case .less:
            return comparison(a, b) {
                $0 < $1
            } order: {
                $0 < 0
            }
        case .lessOrEqual:
            return comparison(a, b) {
                $0 <= $1
            } order: {
                $0 <= 0
            }
        case .greater:
            return comparison(a, b) {
                $0 > $1
            } order: {
                $0 > 0
            }
        case .greaterOrEqual:
            return comparison(a, b) {
                $0 >= $1
            } order: {
                $0 >= 0
            }
        default: return Piece { run in try symbol.apply(try first(run), try second(run), run) }
        }
    }

    @inline(__always) private func comparison(
        _ a: Piece, _ b: Piece, _ numbers: @escaping @Sendable (Double, Double) -> Bool,
        order: @escaping @Sendable (Int) -> Bool
    ) -> Piece {
        if let first = a.number?.code, let second = b.number?.code {
            return Piece(truth: { run in numbers(try first(run), try second(run)) })
        }
        let first = a.code, second = b.code
        return Piece(truth: { run in
            let left = try first(run), right = try second(run)
            if case .number(let a) = left, case .number(let b) = right { return numbers(a, b) }
            return Comparison.order(left, right).map(order) ?? false
        })
    }

    // MARK: Calls

    mutating func call(
        _ callee: Syntax.Node, _ arguments: [Syntax.Node], _ place: SourcePlace
    ) throws(ArcadeError) -> Piece {
        let callee = resolved(callee)
        guard case .name(let name, let written) = callee.syntax else {
            throw failure(.unknownName, "Only functions can be called; values have no functions of their own.", place)
        }
        let isVariable = locals?.places[name] != nil || (functions[name] == nil && globals.places[name] != nil)
        if isVariable {
            let function = try piece(callee).code, codes = try pieces(arguments).map { CodePart(code: $0.code) }
            return Piece { run in
                guard case .function(let reference) = try function(run) else {
                    throw ArcadeError(
                        .wrongType, "\"\(written)\" holds no function that could be called.", phase: .runtime, at: place
                    )
                }
                let values = try codes.map { try $0.code(run) }
                return try at(place) { try run.call(reference, values) }
            }
        }
        if let index = functions[name] {
            let codes = try pieces(arguments).map { CodePart(code: $0.code) }, own = OwnFunction(index: index)
            return Piece { run in
                var values: [Value] = []
                values.reserveCapacity(codes.count)
                for part in codes { values.append(try part.code(run)) }
                return try at(place) { try run.call(own, values) }
            }
        }
        guard let builtIn = FunctionTable.byName[name] else {
            throw failure(.unknownName, "There is no function \"\(written.prefix(60))\".", place)
        }
        try check(builtIn, place)
        usage.note(call: builtIn, argumentCount: arguments.count)
        switch name {
        case "iif", "when", "decode": return try choice(name, builtIn, arguments, place)
        default: return try call(builtIn, arguments, place)
        }
    }

    private mutating func call(
        _ builtIn: BuiltIn, _ arguments: [Syntax.Node], _ place: SourcePlace
    ) throws(ArcadeError) -> Piece {
        guard builtIn.arity.contains(arguments.count) else {
            let error = builtIn.countError(arguments.count)
            let code: Code = { _ in throw error.placed(at: place) }
            return Piece(code)
        }
        let parts = try self.arguments(of: builtIn, arguments), codes = parts.map { CodePart(code: $0.code) }
        if Program.Usage.filters.contains(builtIn.name), parts.count > 1, !isOwnFunction(arguments[1]) {
            usage.note(filter: parts[1].constant)
        }
        if ["Filter", "FeatureInFilter"].contains(builtIn.name) {
            // A clause may name the variables that are visible here.
            let scope = ClauseScope(locals: locals?.places ?? [:], globals: globals.places)
            return Piece { run in
                let values = try codes.map { try $0.code(run) }
                run.clauseScope = scope
                return try at(place) { try builtIn.call(run, values) }
            }
        }
        if let number = MathFunctions.rounding(builtIn.name, parts) { return Piece(number: number) }
        let isText = TextFunctions.alwaysText.contains(builtIn.name)
        switch builtIn.body {
        case .one(let body):
            let first = codes[0].code
            return Piece(
                { run in
                    let value = try first(run)
                    return try at(place) { try body(run, value) }
                }, isText: isText)
        case .two(let body):
            let first = codes[0].code
            guard codes.count > 1 else {
                return Piece(
                    { run in
                        let value = try first(run)
                        return try at(place) { try body(run, value, nil) }
                    }, isText: isText)
            }
            let second = codes[1].code
            return Piece(
                { run in
                    let value = try first(run), other = try second(run)
                    return try at(place) { try body(run, value, other) }
                }, isText: isText)
        case .many(let body):
            return Piece(
                { run in
                    var values: [Value] = []
                    values.reserveCapacity(codes.count)
                    for part in codes { values.append(try part.code(run)) }
                    return try at(place) { try body(run, values) }
                }, isText: isText)
        }
    }

    /// The functions that evaluate only what they choose.
    private mutating func choice(
        _ name: String, _ builtIn: BuiltIn, _ arguments: [Syntax.Node], _ place: SourcePlace
    ) throws(ArcadeError) -> Piece {
        guard builtIn.arity.contains(arguments.count) else {
            throw builtIn.countError(arguments.count, phase: .compile).placed(at: place)
        }
        switch name {
        case "iif":
            let test = try truth(arguments[0], "The condition of IIf")
            let yes = try piece(arguments[1]), no = try piece(arguments[2])
            let first = yes.code, second = no.code
            return Piece({ run in try test(run) ? try first(run) : try second(run) }, isText: yes.isText && no.isText)
        case "when":
            var branches: [(test: @Sendable (Run) throws -> Bool, value: Code)] = []
            for index in stride(from: 0, to: arguments.count - 1, by: 2) {
                branches.append(
                    (try truth(arguments[index], "A condition of When"), try piece(arguments[index + 1]).code))
            }
            let all = branches
            let otherwise = try rest(arguments, isThere: arguments.count % 2 == 1)
            return Piece { run in
                for branch in all where try branch.test(run) { return try branch.value(run) }
                return try otherwise(run)
            }
        default:
            let subject = try piece(arguments[0]).code
            var branches: [(key: Code, value: Code)] = []
            for index in stride(from: 1, to: arguments.count - 1, by: 2) {
                branches.append((try piece(arguments[index]).code, try piece(arguments[index + 1]).code))
            }
            let all = branches
            let otherwise = try rest(arguments, isThere: arguments.count % 2 == 0)
            return Piece { run in
                let value = try subject(run)
                for branch in all where Comparison.areEqual(value, try branch.key(run)) { return try branch.value(run) }
                return try otherwise(run)
            }
        }
    }

    /// The value when nothing else is chosen: the last argument, or null.
    private mutating func rest(_ arguments: [Syntax.Node], isThere: Bool) throws(ArcadeError) -> Code {
        guard isThere, let last = arguments.last else { return { _ in .null } }
        return try piece(last).code
    }

    /// Functions that read one field of a feature, whose name they are given; and those that read its shape only.
    private static let fieldFunctions: Set<String> = [
        "DomainName", "DomainCode", "Domain", "HasKey", "HasValue", "DefaultValue", "Expects",
    ]

    /// The arguments, and what they say of the fields that are needed: `DomainName($feature, 'KIND')` needs one field, not all. What the other
    /// arguments read they read whatever the function makes of the feature.
    private mutating func arguments(of builtIn: BuiltIn, _ nodes: [Syntax.Node]) throws(ArcadeError) -> [Piece] {
        guard let first = nodes.first, case .global("feature") = first.syntax else { return try pieces(nodes) }
        let usedWhole = usage.usesWholeFeature
        let subject = try piece(first)
        usage.usesWholeFeature = usedWhole
        let others = try pieces(Array(nodes.dropFirst()))
        if builtIn.name == "Geometry" || builtIn.category == .geometry {
            usage.usesGeometry = true
        } else if let fields = Self.fields(of: builtIn, others) {
            usage.usesDomains = usage.usesDomains || builtIn.name.hasPrefix("Domain")
            for field in fields { _ = usage.place(of: field) }
        } else {
            usage.usesWholeFeature = true
        }
        return [subject] + others
    }

    /// The fields that a function reads of the feature it is given, by its other arguments; nil where they may be any.
    private static func fields(of builtIn: BuiltIn, _ arguments: [Piece]) -> [String]? {
        guard fieldFunctions.contains(builtIn.name) else { return nil }
        // With two arguments the feature itself is the value that may be missing.
        if builtIn.name == "DefaultValue", arguments.count < 2 { return nil }
        var fields: [String] = []
        for argument in builtIn.name == "Expects" ? arguments[...] : arguments.prefix(1) {
            guard case .text(let name)? = argument.constant, !name.contains("*") else { return nil }
            fields.append(name)
        }
        return fields
    }

    private func isOwnFunction(_ node: Syntax.Node) -> Bool {
        if case .name(let name, _) = node.syntax { functions[name] != nil } else { false }
    }
}
