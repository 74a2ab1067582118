// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// Conditions and loops.
extension Compiler {
    private struct BranchPart: Sendable {
        var test: TruthCode
        var place: SourcePlace
        var action: Action
    }

    mutating func condition(
        _ branches: [Statement.Branch], _ otherwise: Statement.Block?
    ) throws(ArcadeError) -> Action {
        var parts: [BranchPart] = []
        for branch in branches {
            parts.append(
                BranchPart(
                    test: try truth(branch.test, "The condition of if"), place: branch.test.place,
                    action: try block(branch.body)))
        }
        let nothing: Action = { run in
            run.last = .null
            return .onward
        }
        let no = try otherwise.map { block throws(ArcadeError) in try self.block(block) } ?? nothing
        if parts.count == 1 {
            let test = parts[0].test, place = parts[0].place, yes = parts[0].action
            return { run in try at(place, { try test(run) }) ? try yes(run) : try no(run) }
        }
        let all = parts
        return { run in
            for part in all where try at(part.place, { try part.test(run) }) { return try part.action(run) }
            return try no(run)
        }
    }

    mutating func loop(
        _ start: Statement.Block, _ condition: Syntax.Node?, _ step: Syntax.Node?, _ body: Statement.Block,
        _ place: SourcePlace
    ) throws(ArcadeError) -> Action {
        let first = try block(start)
        let test = try condition.map { node throws(ArcadeError) in
            TruthPart(code: try truth(node, "The condition of a loop"))
        }
        let each = try step.map { node throws(ArcadeError) in CodePart(code: try piece(node).code) }
        loopDepth += 1
        let action = try block(body)
        loopDepth -= 1
        return { run in
            _ = try first(run)
            let flow: Flow = try at(place) {
                while try test?.code(run) ?? true {
                    try run.step()
                    switch try action(run) {
                    case .left: return .onward
                    case .returned: return .returned
                    case .onward, .next: break
                    }
                    _ = try each?.code(run)
                }
                return .onward
            }
            if flow == .onward { run.last = .null }
            return flow
        }
    }

    mutating func walk(
        _ walk: Statement.Walk, _ name: String, _ over: Syntax.Node, _ body: Statement.Block, _ place: SourcePlace
    ) throws(ArcadeError) -> Action {
        let set = try setter(name, place)
        let container = try piece(over).code
        loopDepth += 1
        let action = try block(body)
        loopDepth -= 1
        return { run in
            let items = try at(place) { try Walking.items(of: try container(run), walk, run) }
            var index = 0
            while let item = try at(place, { try items.item(index) }) {
                index += 1
                try at(place) { try run.step() }
                set(run, item)
                switch try action(run) {
                case .left:
                    run.last = .null
                    return .onward
                case .returned: return .returned
                case .onward, .next: break
                }
            }
            run.last = .null
            return .onward
        }
    }
}
