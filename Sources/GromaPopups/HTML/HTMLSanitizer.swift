// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// Rewrites HTML so that only the allowed subset is left: no script, no foreign address, every tag closed.
public enum HTMLSanitizer {
    private static let maximumDepth = 100

    /// The safe form of an author's HTML. Tags outside of the list go, their text stays; links open outside of the popup.
    public static func sanitized(_ html: String) -> String {
        var result = ""
        var open: [String] = []
        for token in HTMLTokenizer(html).visible {
            switch token {
            case .text(let text): result += escapedText(text)
            case .open(let name, let attributes):
                guard let allowed = HTMLAllowList.attributes[name] else { continue }
                if HTMLAllowList.void.contains(name) {
                    result += tag(name, attributes, allowed)
                } else if open.count < maximumDepth {
                    open.append(name)
                    result += tag(name, attributes, allowed)
                }
            case .close(let name):
                guard let place = open.lastIndex(of: name) else { continue }
                for inner in open[place...].reversed() { result += "</\(inner)>" }
                open.removeSubrange(place...)
            }
        }
        for name in open.reversed() { result += "</\(name)>" }
        return result
    }

    private static func tag(
        _ name: String, _ attributes: [(name: String, value: String)], _ allowed: Set<String>
    ) -> String {
        var text = "<\(name)"
        var seen: Set<String> = [], hasAddress = false
        for attribute in attributes where allowed.contains(attribute.name) && seen.insert(attribute.name).inserted {
            let value: String?
            switch attribute.name {
            case "href", "src", "poster": value = HTMLAllowList.address(attribute.value)
            case "style":
                let style = HTMLAllowList.style(attribute.value)
                value = style.isEmpty ? nil : style
            default: value = attribute.value
            }
            guard let value else { continue }
            hasAddress = hasAddress || attribute.name == "href"
            text += " \(attribute.name)=\"\(HTMLText.escaped(value))\""
        }
        if name == "a", hasAddress { text += " target=\"_blank\" rel=\"noopener noreferrer\"" }
        return text + ">"
    }

    /// Text with stray signs as entities; entities that stand there already are kept.
    private static func escapedText(_ text: Substring) -> String {
        var result = ""
        var rest = text
        while let start = rest.firstIndex(of: "&") {
            result += HTMLText.escaped(String(rest[..<start])).replacing("&quot;", with: "\"")
            rest = rest[start...]
            if let end = rest.prefix(12).firstIndex(of: ";"),
                HTMLText.character(rest[rest.index(after: start)..<end]) != nil
            {
                result += rest[...end]
                rest = rest[rest.index(after: end)...]
            } else {
                result += "&amp;"
                rest = rest.dropFirst()
            }
        }
        return result + HTMLText.escaped(String(rest)).replacing("&quot;", with: "\"")
    }
}
