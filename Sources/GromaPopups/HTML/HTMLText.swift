// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// Plain text and HTML, both ways.
enum HTMLText {
    /// Text with `& < > "` as entities.
    static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
            .replacing("\"", with: "&quot;")
    }

    /// The text of HTML: without tags and without what must not be shown, entities decoded, blanks joined.
    static func plain(_ html: String) -> String {
        var text = ""
        for token in HTMLTokenizer(html).visible {
            switch token {
            case .text(let part): text += decoded(part)
            case .open(let name, _) where ["br", "p", "div", "tr", "li", "h1", "h2", "h3"].contains(name): text += ""
            default: break
            }
        }
        return text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// Entities of XML and numbers as characters; others stay as they stand.
    static func decoded(_ text: Substring) -> String {
        guard text.contains("&") else { return String(text) }
        var result = ""
        var rest = text
        while let start = rest.firstIndex(of: "&") {
            result += rest[..<start]
            rest = rest[start...]
            guard let end = rest.prefix(12).firstIndex(of: ";"),
                let character = character(rest[rest.index(after: start)..<end])
            else {
                result += "&"
                rest = rest.dropFirst()
                continue
            }
            result.append(character)
            rest = rest[rest.index(after: end)...]
        }
        return result + rest
    }

    /// The character that an entity stands for; nil for one that is not known.
    static func character(_ name: Substring) -> Character? {
        let named: [Substring: Character] = [
            "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{A0}", "copy": "©", "deg": "°",
            "euro": "€", "ndash": "–", "mdash": "—", "hellip": "…", "middot": "·", "times": "×", "sup2": "²",
            "sup3": "³",
        ]
        if let known = named[name] { return known }
        guard name.first == "#" else { return nil }
        let digits = name.dropFirst()
        let code = digits.first?.lowercased() == "x" ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        return code.flatMap { $0 == 0 ? nil : Unicode.Scalar($0) }.map { Character($0) }
    }
}
