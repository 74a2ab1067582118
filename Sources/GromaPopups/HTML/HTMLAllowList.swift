// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// The HTML that authors of popups may use; everything else is taken out, its text stays ("Supported HTML", web map popups).
enum HTMLAllowList {
    private static let styled: Set<String> = ["style"]
    /// Tags and their attributes.
    static let attributes: [String: Set<String>] = {
        var list: [String: Set<String>] = [
            "a": ["href", "style"], "abbr": ["title"], "font": ["size", "color", "style"],
            "span": ["style", "aria-label", "aria-hidden"], "div": ["style", "align", "aria-label", "aria-hidden"],
            "details": ["style", "open"],
            "table": ["width", "height", "cellpadding", "cellspacing", "border", "style"],
            "tr": ["height", "valign", "align", "style"], "img": ["src", "width", "height", "border", "alt", "style"],
            "audio": ["autoplay", "controls", "loop", "muted", "preload"],
            "video": ["autoplay", "controls", "height", "loop", "muted", "poster", "preload", "width"],
            "source": ["media", "src", "type"],
        ]
        for tag in ["td", "th"] {
            list[tag] = ["height", "width", "valign", "align", "colspan", "rowspan", "nowrap", "style"]
        }
        for tag in ["b", "strong", "i", "em", "u", "br", "ul", "ol", "li", "tbody"] { list[tag] = [] }
        for tag in [
            "code", "del", "mark", "sub", "sup", "time", "p", "h1", "h2", "h3", "h4", "h5", "h6", "blockquote", "pre",
            "article", "aside", "section", "header", "footer", "main", "nav", "figure", "figcaption", "hr", "dl", "dt",
            "dd", "summary",
        ] { list[tag] = styled }
        return list
    }()
    /// Tags that have no end.
    static let void: Set<String> = ["br", "hr", "img", "source"]
    /// Tags whose contents go with them.
    static let dropped: Set<String> = [
        "script", "style", "iframe", "object", "embed", "noscript", "template", "title", "head", "svg", "math",
        "textarea",
        "select",
    ]

    private static let properties: Set<String> = [
        "color", "display", "float", "clear", "height", "width", "line-height", "vertical-align", "white-space",
        "word-break", "word-wrap", "overflow", "overflow-x", "overflow-y", "opacity", "letter-spacing", "object-fit",
    ]
    private static let families = [
        "background", "border", "font", "list-style", "margin", "max-", "min-", "padding", "text-", "flex", "align-",
        "justify-",
    ]

    /// The harmless declarations of a style attribute.
    static func style(_ text: String) -> String {
        let kept = text.split(separator: ";").compactMap { declaration -> String? in
            guard let colon = declaration.firstIndex(of: ":") else { return nil }
            let name = declaration[..<colon].trimmed.lowercased()
            let value = declaration[declaration.index(after: colon)...].trimmed
            let lowered = value.lowercased()
            guard properties.contains(name) || families.contains(where: { name.hasPrefix($0) }) else { return nil }
            let isSuspicious = ["url(", "expression", "javascript", "\\", "<", "@", "/*"].contains {
                lowered.contains($0)
            }
            return isSuspicious || value.isEmpty ? nil : "\(name):\(value)"
        }
        return kept.isEmpty ? "" : kept.joined(separator: ";") + ";"
    }

    /// The address when its scheme may be opened: https, tel, mailto. Nil for all else, relative addresses and network shares too.
    static func address(_ text: String) -> String? {
        let compact = text.filter { !$0.isWhitespace && $0 != "\0" }
        let lowered = compact.lowercased()
        return ["https://", "tel:", "mailto:"].contains { lowered.hasPrefix($0) } ? text.trimmed : nil
    }

    /// The address when a whole value is one.
    static func link(_ value: String) -> String? {
        guard !value.contains(where: \.isWhitespace), value.count <= 10_000 else { return nil }
        let lowered = value.lowercased()
        return lowered.hasPrefix("https://") || lowered.hasPrefix("mailto:") ? value : nil
    }
}
