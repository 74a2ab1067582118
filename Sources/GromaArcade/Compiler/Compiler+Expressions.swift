// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

extension Compiler {
    /// Sets a variable.
    typealias Setter = @Sendable (Run, Value) -> Void

    func failure(_ code: ArcadeError.Code, _ message: String, _ place: SourcePlace) -> ArcadeError {
        ArcadeError(code, message, phase: .compile, at: place)
    }

    /// A name that begins with a dollar sign is the expression's own where it declares it, else a global of the profile.
    func resolved(_ node: Syntax.Node) -> Syntax.Node {
        guard case .global(let name) = node.syntax, !profile.globals.contains(name) else { return node }
        let own = "$" + name
        guard locals?.places[own] != nil || globals.places[own] != nil || functions[own] != nil else { return node }
        return Syntax.Node(syntax: .name(own, written: own), place: node.place, depth: node.depth)
    }

    mutating func piece(_ node: Syntax.Node) throws(ArcadeError) -> Piece {
        let node = resolved(node)
        switch node.syntax {
        case .null: return Piece(constant: .null)
        case .boolean(let value): return Piece(constant: .boolean(value))
        case .number(let value): return Piece(constant: .number(value))
        case .text(let value): return Piece(constant: .text(value))
        case .template(let texts, let parts): return try template(texts, parts)
        case .name(let name, let written): return try variable(name, written, node.place)
        case .global(let name): return try global(name, node.place)
        case .array(let nodes):
            let codes = try pieces(nodes).map { CodePart(code: $0.code) }
            return Piece { run in
                var elements: [Value] = []
                elements.reserveCapacity(codes.count)
                for part in codes { elements.append(try part.code(run)) }
                return try run.array(elements)
            }
        case .dictionary(let entries):
            let keys = entries.map(\.key), codes = try pieces(entries.map(\.value)).map(\.code)
            return Piece { run in
                let box = try run.dictionaryBox()
                for index in keys.indices { box[keys[index]] = try codes[index](run) }
                return .dictionary(box)
            }
        case .unary(let sign, let inner): return try unary(sign, inner, node.place)
        case .binary(let sign, let left, let right): return try binary(sign, left, right, node.place)
        case .assign(let sign, let target, let value): return try assignment(sign, target, value, node.place)
        case .step(let change, let inner, let isPrefix):
            let target = resolved(inner)
            if case .name(let name, let written) = target.syntax {
                let set = try setter(name, target.place), get = try variable(name, written, target.place).asNumber
                return Piece(number: { run in
                    let old = try get(run)
                    set(run, .number(old + change))
                    return isPrefix ? old + change : old
                })
            }
            return try update(target, node.place, returnsOld: !isPrefix) { _, old in
                .number(Conversion.number(old) + change)
            }
        case .member(let container, let name, let isOptional):
            return try member(container, name, isOptional, node.place)
        case .index(let container, let key): return try index(container, key, node.place)
        case .call(let callee, let arguments): return try call(callee, arguments, node.place)
        }
    }

    mutating func pieces(_ nodes: [Syntax.Node]) throws(ArcadeError) -> [Piece] {
        var list: [Piece] = []
        for node in nodes { list.append(try piece(node)) }
        return list
    }

    // MARK: Names

    private mutating func variable(_ name: String, _ written: String, _ place: SourcePlace) throws(ArcadeError) -> Piece
    {
        if let local = locals?.places[name] {
            return Piece(
                { run in run.stack[run.frame + local] }, cast: { run in run.stack.number(at: run.frame + local) })
        }
        if let index = functions[name] { return Piece { _ in .function(.own(OwnFunction(index: index))) } }
        if let global = globals.places[name] {
            return Piece({ run in run.stack[global] }, cast: { run in run.stack.number(at: global) })
        }
        switch name {
        case "infinity": return Piece(constant: .number(.infinity))
        case "pi": return Piece(constant: .number(.pi))
        case "textformatting":
            throw failure(
                .unknownName, "TextFormatting stands for nothing by itself; write TextFormatting.NewLine.", place)
        default: break
        }
        guard let builtIn = FunctionTable.byName[name] else {
            throw failure(
                .unknownName, "There is no variable, function or constant \"\(written.prefix(60))\".", place)
        }
        try check(builtIn, place)
        usage.note(call: builtIn, argumentCount: nil)
        return Piece { _ in .function(.builtIn(builtIn)) }
    }

    mutating func check(_ builtIn: BuiltIn, _ place: SourcePlace) throws(ArcadeError) {
        guard builtIn.missing != nil || profile.bundles.contains(builtIn.bundle) else {
            throw failure(
                .unknownName,
                "\(builtIn.name) belongs to \(builtIn.bundle.rawValue), which the profile \(profile.name) does not offer.",
                place)
        }
        usage.note(function: builtIn)
    }

    private mutating func global(_ name: String, _ place: SourcePlace) throws(ArcadeError) -> Piece {
        guard profile.globals.contains(name) else {
            let offered = profile.globals.map { "$" + $0 }.joined(separator: ", ")
            throw failure(
                .unknownName,
                "$\(name.prefix(60)) is not offered by the profile \(profile.name), which has \(offered).",
                place)
        }
        usage.note(global: name)
        if name == "feature" { usage.usesWholeFeature = true }
        if name == "view" { usage.viewParts = .all }
        if ArcadeProfile.tableGlobals.contains(name) { usage.mayWait = true }
        return Piece { run in try at(place) { try run.global(name) } }
    }

    func setter(_ name: String, _ place: SourcePlace) throws(ArcadeError) -> Setter {
        if let local = locals?.places[name] { return { run, value in run.stack[run.frame + local] = value } }
        if let global = globals.places[name] { return { run, value in run.stack[global] = value } }
        // The language's constants may stand on the left side; nothing happens to them.
        if ["pi", "infinity"].contains(name) { return { _, _ in } }
        throw failure(
            .unknownName, "\"\(name.prefix(60))\" is not declared; write var \(name.prefix(60)) first.", place)
    }

    // MARK: Assignments

    private mutating func assignment(
        _ sign: String, _ target: Syntax.Node, _ value: Syntax.Node, _ place: SourcePlace
    ) throws(ArcadeError) -> Piece {
        let target = resolved(target)
        let code = try piece(value).code
        if sign == "=" {
            switch target.syntax {
            case .name(let name, _):
                let set = try setter(name, target.place)
                return Piece { run in
                    let value = try code(run)
                    set(run, value)
                    return value
                }
            case .member(let container, let name, _):
                let container = try piece(container).code
                return Piece { run in
                    let box = try container(run), value = try code(run)
                    try at(place) { try Access.set(value, .text(name), of: box, run) }
                    return value
                }
            case .index(let container, let key):
                let container = try piece(container).code, key = try piece(key).code
                return Piece { run in
                    let box = try container(run), key = try key(run), value = try code(run)
                    try at(place) { try Access.set(value, key, of: box, run) }
                    return value
                }
            default: throw failure(.syntax, "Nothing can be assigned here.", place)
            }
        }
        guard let symbol = BinaryOperator(rawValue: String(sign.dropLast())) else {
            throw failure(.syntax, "\(sign) is no assignment.", place)
        }
        if symbol == .add, case .name(let name, let written) = target.syntax {
            let set = try setter(name, target.place), get = try variable(name, written, target.place).code
            return Piece { run in
                let old = try get(run), more = try code(run), result: Value
                if case .number(let a) = old, case .number(let b) = more {
                    result = .number(a + b)
                } else {
                    result = try at(place) { try symbol.apply(old, more, run) }
                }
                set(run, result)
                return result
            }
        }
        return try update(target, place, returnsOld: false) { run, old in try symbol.apply(old, try code(run), run) }
    }

    /// Reads, changes and writes a variable, member or element; the container and the key are evaluated once.
    private mutating func update(
        _ target: Syntax.Node, _ place: SourcePlace, returnsOld: Bool,
        _ change: @escaping @Sendable (Run, Value) throws -> Value
    ) throws(ArcadeError) -> Piece {
        let container: Code, key: Code
        switch target.syntax {
        case .name(let name, let written):
            let set = try setter(name, target.place), get = try variable(name, written, target.place).code
            return Piece { run in
                let old = try get(run), value = try at(place) { try change(run, old) }
                set(run, value)
                return returnsOld ? .number(Conversion.number(old)) : value
            }
        case .member(let node, let name, _):
            container = try piece(node).code
            key = { _ in .text(name) }
        case .index(let node, let inner):
            container = try piece(node).code
            key = try piece(inner).code
        default: throw failure(.syntax, "Nothing can be assigned here.", place)
        }
        return Piece { run in
            let box = try container(run), key = try key(run)
            return try at(place) {
                let old = try Access.get(key, of: box, run), value = try change(run, old)
                try Access.set(value, key, of: box, run)
                return returnsOld ? .number(Conversion.number(old)) : value
            }
        }
    }

    // MARK: Members and elements

    private static let formattingTexts: [String: String] = [
        "newline": "\n", "tab": "\t", "singlequote": "'", "doublequote": "\"", "backwardslash": "\\",
        "forwardslash": "/",
    ]

    private mutating func member(
        _ container: Syntax.Node, _ name: String, _ isOptional: Bool, _ place: SourcePlace
    ) throws(ArcadeError) -> Piece {
        if case .global("feature") = container.syntax { return try field(name, container.place, place) }
        if case .name("textformatting", _) = container.syntax, locals?.places["textformatting"] == nil,
            globals.places["textformatting"] == nil
        {
            guard let text = Self.formattingTexts[name.lowercased()] else {
                throw failure(.unknownName, "TextFormatting has no member \"\(name.prefix(60))\".", place)
            }
            return Piece(constant: .text(text))
        }
        let viewParts = usage.viewParts
        let code = try piece(container).code
        if case .global("view") = container.syntax {
            let parts: [String: Program.ViewParts] = ["scale": .scale, "timeproperties": .time]
            usage.viewParts = viewParts.union(parts[name.lowercased()] ?? .all)
        }
        return Piece { run in
            let box = try code(run)
            if isOptional, box.isNull { return .null }
            return try at(place) { try Access.get(.text(name), of: box, run) }
        }
    }

    private mutating func index(
        _ container: Syntax.Node, _ key: Syntax.Node, _ place: SourcePlace
    ) throws(ArcadeError) -> Piece {
        let inner = try piece(key)
        if case .global("feature") = container.syntax, case .text(let name)? = inner.constant {
            return try field(name, container.place, place)
        }
        let code = try piece(container).code, keyCode = inner.code
        return Piece { run in
            let box = try code(run), key = try keyCode(run)
            return try at(place) { try Access.get(key, of: box, run) }
        }
    }

    /// A field of `$feature`, by its number among the fields that the expression reads.
    private mutating func field(_ name: String, _ globalPlace: SourcePlace, _ place: SourcePlace) throws(ArcadeError)
        -> Piece
    {
        let usedWhole = usage.usesWholeFeature
        let whole = try global("feature", globalPlace).code
        usage.usesWholeFeature = usedWhole
        let number = usage.place(of: name)
        let code: Code = { run in
            if let row = run.row { return try row.value(number, place) }
            if let value = run.field(name) { return value }
            let box = try whole(run)
            return try at(place) { try Access.get(.text(name), of: box, run) }
        }
        var piece = Piece(
            code,
            cast: { run in
                if let row = unsafe run.borrowedRow {
                    return try unsafe row._withUnsafeGuaranteedRef { try $0.number(number, place) }
                }
                return Conversion.number(try code(run))
            })
        piece.field = (number, place)
        return piece
    }
}
