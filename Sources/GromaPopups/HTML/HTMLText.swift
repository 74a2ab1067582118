// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// Plain text and HTML, both ways.
enum HTMLText {
    /// Text with `& < > "` as entities.
    static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
            .replacing("\"", with: "&quot;")
    }

    /// The text of HTML as a page holds it: without tags and without what must not be shown, entities decoded, blanks joined.
    static func plain(_ html: String) -> String {
        var text = ""
        for case .text(let part) in HTMLTokenizer(html).visible { text += decoded(part) }
        return text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// The same in lines, as paragraphs, rows, list items and breaks part it on a page; cells of a row are set apart by blanks.
    static func lines(_ html: String) -> [String] {
        var lines = [""]
        for token in HTMLTokenizer(html).visible {
            switch token {
            case .text(let part): lines[lines.count - 1] += decoded(part)
            case .open(let name, _), .close(let name):
                if cells.contains(name) {
                    lines[lines.count - 1] += "  "
                } else if blocks.contains(name) {
                    lines.append("")
                }
            }
        }
        return lines.map { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") }.filter { !$0.isEmpty }
    }
    private static let cells: Set<String> = ["td", "th"]
    private static let blocks: Set<String> = [
        "br", "p", "div", "tr", "li", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "table", "blockquote", "pre",
        "hr",
    ]

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
