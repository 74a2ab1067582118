// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// Reads the portal's search language.
struct ItemSearchParser {
    private let characters: [Character]
    private var position = 0
    private var termCount = 0

    init(_ text: String) { characters = Array(text.prefix(10_000)) }

    mutating func parse() throws(HostingError) -> ItemSearch {
        let search = try any(depth: 0)
        if position < characters.count { throw error("a closing bracket too many") }
        return search
    }

    private func error(_ what: String) -> HostingError {
        HostingError(.invalidParameter, "The search text has \(what) at character \(position + 1).")
    }

    private mutating func any(depth: Int) throws(HostingError) -> ItemSearch {
        guard depth < 32 else { throw error("brackets nested too deep") }
        var alternatives: [ItemSearch] = []
        repeat { alternatives.append(try all(depth: depth)) } while accept(word: "OR")
        return alternatives.count == 1 ? alternatives[0] : .any(alternatives)
    }

    private mutating func all(depth: Int) throws(HostingError) -> ItemSearch {
        var parts: [ItemSearch] = []
        while true {
            skipBlanks()
            guard position < characters.count, characters[position] != ")", !comes(word: "OR") else { break }
            if accept(word: "AND") || accept("+") { continue }
            if accept(word: "NOT") || accept("-") {
                parts.append(.not(try factor(depth: depth)))
            } else {
                parts.append(try factor(depth: depth))
            }
        }
        switch parts.count {
        case 0: return .everything
        case 1: return parts[0]
        default: return .all(parts)
        }
    }

    private mutating func factor(depth: Int) throws(HostingError) -> ItemSearch {
        skipBlanks()
        termCount += 1
        guard termCount <= 200 else { throw error("more than 200 terms") }
        if accept("(") { return try group(depth: depth) }
        if position < characters.count, characters[position] == "\"" {
            return .term(field: "", text: try quoted(), isPhrase: true)
        }
        let word = bareWord()
        guard accept(":") else {
            guard !word.isEmpty else { throw error("a sign that means nothing") }
            return word == "*" ? .everything : .term(field: "", text: word, isPhrase: false)
        }
        return try value(of: word.lowercased(), depth: depth)
    }

    private mutating func group(depth: Int) throws(HostingError) -> ItemSearch {
        let inner = try any(depth: depth + 1)
        guard accept(")") else { throw error("a bracket that does not close") }
        return inner
    }

    private mutating func value(of field: String, depth: Int) throws(HostingError) -> ItemSearch {
        skipBlanks()
        if accept("(") { return try group(depth: depth).inField(field) }
        if accept("[") || accept("{") { return try range(of: field) }
        if position < characters.count, characters[position] == "\"" {
            return .term(field: field, text: try quoted(), isPhrase: true)
        }
        let word = bareWord()
        guard !word.isEmpty else { throw error("no value after '\(field.prefix(40)):'") }
        if ItemSearch.numericFields.contains(field) {
            let number = try bound(word)
            return .range(field: field, from: number, to: number)
        }
        return .term(field: field, text: word, isPhrase: false)
    }

    private mutating func range(of field: String) throws(HostingError) -> ItemSearch {
        let from = bareWord()
        guard accept(word: "TO") else { throw error("no TO in a range") }
        let to = bareWord()
        guard accept("]") || accept("}") else { throw error("a range that does not close") }
        return .range(field: field, from: try bound(from), to: try bound(to))
    }

    /// A side of a range, in epoch milliseconds or a count; `*` leaves it open.
    private func bound(_ text: String) throws(HostingError) -> Int64? {
        if text == "*" { return nil }
        guard let number = Int64(text) else { throw error("'\(text.prefix(40))' where a range has a number or *,") }
        return number
    }

    private mutating func quoted() throws(HostingError) -> String {
        position += 1
        guard let end = characters[position...].firstIndex(of: "\"") else { throw error("a quote that does not close") }
        defer { position = end + 1 }
        return String(characters[position..<end])
    }

    private mutating func bareWord() -> String {
        skipBlanks()
        let start = position
        while position < characters.count, !characters[position].isWhitespace,
            !"():[]{}\"".contains(characters[position])
        {
            position += 1
        }
        return String(characters[start..<position])
    }

    private mutating func skipBlanks() {
        while position < characters.count, characters[position].isWhitespace { position += 1 }
    }
    private mutating func accept(_ character: Character) -> Bool {
        skipBlanks()
        guard position < characters.count, characters[position] == character else { return false }
        position += 1
        return true
    }
    private func comes(word: String) -> Bool {
        let end = position + word.count
        guard end <= characters.count, String(characters[position..<end]) == word else { return false }
        return end == characters.count || characters[end].isWhitespace || characters[end] == "("
    }
    private mutating func accept(word: String) -> Bool {
        skipBlanks()
        guard comes(word: word) else { return false }
        position += word.count
        return true
    }
}

extension ItemSearch {
    /// Terms without a field get `field`: `tags:(a OR b)`.
    fileprivate func inField(_ field: String) -> ItemSearch {
        switch self {
        case .all(let parts): .all(parts.map { $0.inField(field) })
        case .any(let parts): .any(parts.map { $0.inField(field) })
        case .not(let part): .not(part.inField(field))
        case .term("", let text, let isPhrase): .term(field: field, text: text, isPhrase: isPhrase)
        case .everything, .term, .range: self
        }
    }
}
