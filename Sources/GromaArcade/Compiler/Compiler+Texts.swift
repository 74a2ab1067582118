// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// Writes a part of a sum of texts.
private typealias Writing = @Sendable (Run, inout TextJoin) throws -> Void
private struct WritingPart: Sendable { let write: Writing }

extension Compiler {
    mutating func template(_ texts: [String], _ parts: [Syntax.Node]) throws(ArcadeError) -> Piece {
        var all: [Piece] = []
        for (index, text) in texts.enumerated() {
            if !text.isEmpty || index == 0 { all.append(Piece(constant: .text(text))) }
            if index < parts.count { all.append(try piece(parts[index])) }
        }
        return joined(all)
    }

    /// A sum of which one part at least is known to be a text: written into one text at once.
    func joined(_ parts: [Piece]) -> Piece {
        var merged: [Piece] = []
        for part in parts.flatMap({ $0.texts.isEmpty ? [$0] : $0.texts }) {
            if case .text(let text)? = part.constant, case .text(let before)? = merged.last?.constant {
                merged[merged.count - 1] = Piece(constant: .text(before + text))
            } else {
                merged.append(part)
            }
        }
        if merged.count == 1, merged[0].constant != nil { return merged[0] }
        let write = Self.chain(merged.map { WritingPart(write: Self.writing($0)) })
        var result = Piece(
            { run in
                var text = TextJoin(run)
                try write(run, &text)
                return try text.finished(run)
            }, isText: true)
        result.texts = merged
        return result
    }

    /// One function that calls all. A few call each other; more of them would take too much of the machine's stack.
    private static func chain(_ list: [WritingPart]) -> Writing {
        guard list.count <= 8 else {
            let chunks = stride(from: 0, to: list.count, by: 8).map {
                WritingPart(write: chain(Array(list[$0..<min($0 + 8, list.count)])))
            }
            return { run, text in for chunk in chunks { try chunk.write(run, &text) } }
        }
        guard var result = list.first?.write else { return { _, _ in } }
        for next in list.dropFirst() {
            let before = result, write = next.write
            result = { run, text in
                try before(run, &text)
                try write(run, &text)
            }
        }
        return result
    }

    /// Fields of rows and numbers are written without being made values first.
    private static func writing(_ part: Piece) -> Writing {
        if case .text(let text)? = part.constant { return { run, join in try join.append(text, run) } }
        if let number = part.number?.code { return { run, join in try join.append(try number(run), run) } }
        let code = part.code
        guard let (field, place) = part.field else { return { run, join in try join.append(try code(run), run) } }
        return { run, join in
            if let row = unsafe run.borrowedRow {
                try unsafe row._withUnsafeGuaranteedRef { try $0.append(field, place, to: &join, run) }
            } else {
                try join.append(try code(run), run)
            }
        }
    }
}
