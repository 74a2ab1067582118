// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// A text with `{FIELD}` tokens.
///
/// A token is the shortest text between braces; blanks round the name and an old function suffix (`{F:NumberFormat(places:2)}`) are not part
/// of it. A brace without its partner is a brace.
struct TemplateText {
    /// Where a token stands.
    enum Place {
        case text
        /// In a tag, outside of an address.
        case attribute
        /// The whole of an address attribute.
        case wholeAddress
        /// In an address attribute, among other text.
        case addressPart
    }
    enum Part {
        case literal(Substring)
        case token(String, Place)
    }
    let parts: [Part]

    init(_ text: String) {
        var parts: [Part] = []
        var literalStart = text.startIndex
        let hasTags = text.contains("<")
        var place = text.startIndex
        while let close = text[place...].firstIndex(of: "}") {
            defer { place = text.index(after: close) }
            guard let open = text[place..<close].lastIndex(of: "{") else { continue }
            let inside = text[text.index(after: open)..<close]
            let name = inside.prefix { $0 != ":" }.filter { !$0.isNewline }
            let trimmed = String(name).trimmed
            guard !trimmed.isEmpty, inside.count <= 500 else { continue }
            if literalStart < open { parts.append(.literal(text[literalStart..<open])) }
            let after = text.index(after: close)
            parts.append(.token(trimmed, hasTags ? Self.place(before: text[..<open], after: text[after...]) : .text))
            literalStart = after
        }
        if literalStart < text.endIndex { parts.append(.literal(text[literalStart...])) }
        self.parts = parts
    }

    private static func place(before: Substring, after: Substring) -> Place {
        let window = before.suffix(2_000)
        guard let open = window.lastIndex(of: "<"), !window[open...].contains(">") else { return .text }
        let tag = window[open...]
        guard let equals = tag.lastIndex(of: "=") else { return .attribute }
        var value = tag[tag.index(after: equals)...]
        while let first = value.first, first == " " { value = value.dropFirst() }
        guard let quote = value.first, quote == "\"" || quote == "'", !value.dropFirst().contains(quote) else {
            // An equals sign of the address's query is no attribute's.
            return tag.contains("href=") || tag.contains("src=") ? .addressPart : .attribute
        }
        let name = tag[..<equals].trimmed.split(whereSeparator: { $0.isWhitespace }).last?.lowercased() ?? ""
        guard ["href", "src", "poster"].contains(name) else { return .attribute }
        return value.count == 1 && after.first == quote ? .wholeAddress : .addressPart
    }

    /// The text with every token replaced.
    func filled(_ value: (String, Place) -> String) -> String {
        parts.reduce(into: "") { text, part in
            switch part {
            case .literal(let literal): text += literal
            case .token(let name, let place): text += value(name, place)
            }
        }
    }
}

extension StringProtocol {
    /// Without blanks and line ends at both ends.
    var trimmed: String {
        var rest = Substring(self)
        while let first = rest.first, first.isWhitespace { rest = rest.dropFirst() }
        while let last = rest.last, last.isWhitespace { rest = rest.dropLast() }
        return String(rest)
    }

    /// Every byte but letters, digits and `-_.!~*'()` as `%XX` (RFC 3986, as scripts encode a part of an address).
    var percentEncoded: String {
        var result = ""
        for byte in String(self).utf8 {
            let character = Character(Unicode.Scalar(byte))
            if byte < 128, character.isLetter || character.isNumber || "-_.!~*'()".contains(character) {
                result.append(character)
            } else {
                let hex = String(byte, radix: 16, uppercase: true)
                result += "%" + (hex.count == 1 ? "0" : "") + hex
            }
        }
        return result
    }
}
