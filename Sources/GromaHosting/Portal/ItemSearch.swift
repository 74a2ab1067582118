// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaStorage

/// A condition of the portal's search language: `type:"Web Map" AND (tags:water OR title:tree) -owner:jo created:[a TO b]`.
///
/// A blank means AND; `*` at the end of a word stands for any rest; a word without a field is looked for in title, snippet,
/// tags, type and owner.
package indirect enum ItemSearch: Sendable, Equatable {
    case everything
    case all([ItemSearch])
    case any([ItemSearch])
    case not(ItemSearch)
    case term(field: String, text: String, isPhrase: Bool)
    /// Numbers from … to, both included; nil for an open end.
    case range(field: String, from: Int64?, to: Int64?)

    /// Reads a query. Throws with the place for brackets and quotes that do not close, and beyond 200 terms or 32 levels.
    package static func parse(_ text: String) throws(HostingError) -> ItemSearch {
        var parser = ItemSearchParser(text)
        return try parser.parse()
    }

    /// Fields that hold a number; `created:1700000000000` is the range of that one number.
    static let numericFields: Set<String> = [
        "created", "modified", "numviews", "avgrating", "numratings", "numcomments", "size",
    ]

    func matches(_ item: PortalItemRecord) -> Bool {
        switch self {
        case .everything: true
        case .all(let parts): parts.allSatisfy { $0.matches(item) }
        case .any(let parts): parts.contains { $0.matches(item) }
        case .not(let part): !part.matches(item)
        case .term(let field, let text, let isPhrase):
            Self.texts(field, item).contains { Self.has($0, text, isPhrase, field) }
        case .range(let field, let from, let to):
            switch field {
            case "created": (from ?? .min) <= item.created && item.created <= (to ?? .max)
            case "modified": (from ?? .min) <= item.modified && item.modified <= (to ?? .max)
            case "numviews", "avgrating", "numratings", "numcomments", "size": (from ?? 0) <= 0 && 0 <= (to ?? .max)
            default: false
            }
        }
    }

    private static func texts(_ field: String, _ item: PortalItemRecord) -> [String] {
        switch field {
        case "": [item.title, item.snippet, item.description, item.type, item.owner] + item.tags + item.typeKeywords
        case "id": [item.id]
        case "title": [item.title]
        case "owner": [item.owner]
        case "type": [item.type]
        case "typekeywords": item.typeKeywords
        case "tags": item.tags
        case "snippet": [item.snippet]
        case "description": [item.description]
        case "access": [item.access]
        default: []
        }
    }

    /// Ids, owners and access words are compared whole, other texts by their words. A quoted type is the whole type.
    private static func has(_ text: String, _ wanted: String, _ isPhrase: Bool, _ field: String) -> Bool {
        let text = text.lowercased(), wanted = wanted.lowercased()
        if ["id", "owner", "access"].contains(field) || (field == "type" && isPhrase) {
            return wanted.hasSuffix("*") ? text.hasPrefix(wanted.dropLast()) : text == wanted
        }
        let words = words(text)
        let parts = self.words(wanted)
        let isOpen = wanted.hasSuffix("*")
        guard let last = parts.indices.last else { return isOpen }
        guard words.count >= parts.count else { return false }
        return (0...words.count - parts.count).contains { start in
            parts.indices.allSatisfy { place in
                let word = words[start + place]
                return isOpen && place == last ? word.hasPrefix(parts[place]) : word == parts[place]
            }
        }
    }

    private static func words(_ text: String) -> [Substring] {
        text.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
    }

    /// Sorts by a field of the item; without one the order stays. Throws for an unknown field.
    static func sort(_ items: inout [PortalItemRecord], by field: String?, descending: Bool) throws(HostingError) {
        guard let field else { return }
        let rising: (PortalItemRecord, PortalItemRecord) -> Bool
        switch field.lowercased() {
        case "title": rising = { $0.title.lowercased() < $1.title.lowercased() }
        case "owner": rising = { $0.owner < $1.owner }
        case "type": rising = { $0.type < $1.type }
        case "created", "uploaded": rising = { $0.created < $1.created }
        case "modified": rising = { $0.modified < $1.modified }
        case "numviews", "avgrating", "numratings", "numcomments", "relevance", "scorecompleteness": return
        default: throw HostingError(.invalidParameter, "'sortField' cannot be '\(field.prefix(40))'.")
        }
        items.sort { descending ? rising($1, $0) : rising($0, $1) }
    }
}
