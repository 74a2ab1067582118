// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// Cuts HTML into tags and text, forgiving as browsers are. Linear; input beyond a million characters is cut off.
struct HTMLTokenizer {
    enum Token {
        case text(Substring)
        case open(String, [(name: String, value: String)])
        case close(String)
    }
    private let html: Substring

    init(_ html: String) { self.html = html.prefix(1_000_000) }

    /// All tokens, without comments and without the contents of tags that are dropped whole.
    var visible: [Token] {
        var tokens: [Token] = []
        var rest = html
        while !rest.isEmpty {
            guard let start = rest.firstIndex(of: "<") else {
                tokens.append(.text(rest))
                break
            }
            if start > rest.startIndex { tokens.append(.text(rest[..<start])) }
            rest = rest[start...]
            if rest.hasPrefix("<!--") {
                rest = rest.dropFirst(4)
                rest = rest.firstRange(of: "-->").map { rest[$0.upperBound...] } ?? rest.suffix(0)
            } else if let (token, after) = tag(rest) {
                // A tag that nothing closes: the rest is text, looked at once.
                guard let after else {
                    tokens.append(.text(rest))
                    break
                }
                rest = after
                guard let token else { continue }
                if case .open(let name, _) = token, HTMLAllowList.dropped.contains(name) {
                    rest = Self.after(rest, endOf: name)
                } else {
                    tokens.append(token)
                }
            } else {
                tokens.append(.text(rest.prefix(1)))
                rest = rest.dropFirst()
            }
        }
        return tokens
    }

    private static func after(_ rest: Substring, endOf name: String) -> Substring {
        var search = rest
        while let end = search.firstRange(of: "</") {
            let found = search[end.upperBound...]
            if found.prefix(name.count).lowercased() == name {
                return found.firstIndex(of: ">").map { found[found.index(after: $0)...] } ?? found.suffix(0)
            }
            search = found
        }
        return rest.suffix(0)
    }

    /// The tag at the beginning, and what follows (nil when the tag has no end); a nil token is a declaration, a nil answer
    /// no tag at all.
    private func tag(_ text: Substring) -> (Token?, Substring?)? {
        var rest = text.dropFirst()
        if rest.first == "!" || rest.first == "?" {
            return (nil, rest.firstIndex(of: ">").map { rest[rest.index(after: $0)...] })
        }
        let isEnd = rest.first == "/"
        if isEnd { rest = rest.dropFirst() }
        let name = rest.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == ":") }
        guard let first = name.first, first.isLetter, name.count <= 40 else { return nil }
        rest = rest.dropFirst(name.count)
        var attributes: [(name: String, value: String)] = []
        while true {
            rest = rest.drop { $0.isWhitespace || $0 == "/" }
            guard let next = rest.first else { return (nil, nil) }
            if next == ">" {
                let token = isEnd ? Token.close(name.lowercased()) : .open(name.lowercased(), attributes)
                return (token, rest.dropFirst())
            }
            let attribute = rest.prefix { !$0.isWhitespace && $0 != "=" && $0 != ">" && $0 != "/" }
            rest = attribute.isEmpty ? rest.dropFirst() : rest.dropFirst(attribute.count)
            let value = Self.attributeValue(&rest)
            if attributes.count < 50, !attribute.isEmpty {
                attributes.append((attribute.lowercased(), HTMLText.decoded(value)))
            }
        }
    }

    private static func attributeValue(_ rest: inout Substring) -> Substring {
        let trimmed = rest.drop(while: \.isWhitespace)
        guard trimmed.first == "=" else { return "" }
        rest = trimmed.dropFirst().drop(while: \.isWhitespace)
        guard let quote = rest.first, quote == "\"" || quote == "'" else {
            let value = rest.prefix { !$0.isWhitespace && $0 != ">" }
            rest = rest.dropFirst(value.count)
            return value
        }
        rest = rest.dropFirst()
        guard let end = rest.firstIndex(of: quote) else {
            let value = rest.prefix { $0 != ">" }
            rest = rest.dropFirst(value.count)
            return value
        }
        let value = rest[..<end]
        rest = rest[rest.index(after: end)...]
        return value
    }
}
