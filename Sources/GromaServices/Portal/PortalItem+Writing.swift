// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaCodecs

/// What a new portal item is made of.
public struct PortalItemDraft: Sendable {
    /// Shown to people; plain text.
    public var title: String
    /// `Web Map`, `Feature Service`, …
    public var type: String
    /// What the item holds, as text: a web map's JSON, for one.
    public var text: String
    /// One sentence of plain text.
    public var snippet: String
    /// Words to be found by.
    public var tags: [String]
    /// Words that narrow the type; empty for those that the type has of itself.
    public var typeKeywords: [String]

    /// Makes a draft.
    public init(
        title: String, type: String, text: String, snippet: String = "", tags: [String] = [],
        typeKeywords: [String] = []
    ) {
        self.title = title
        self.type = type
        self.text = text
        self.snippet = snippet
        self.tags = tags
        self.typeKeywords = typeKeywords
    }
}

extension Portal {
    /// Makes an item that only the person signed in may see. Throws `ServiceError`: `authenticationRequired` where nobody is signed in.
    public func addItem(_ draft: PortalItemDraft) async throws -> PortalItem {
        guard let user = try await userName() else {
            throw ServiceError(
                .authenticationRequired, "Sign in to \(url.host() ?? "the portal") before you make an item there.",
                url: url.withoutQuery)
        }
        let keywords = draft.typeKeywords.isEmpty && draft.type == "Web Map" ? Self.webMapKeywords : draft.typeKeywords
        let json = try await client.json(
            sharingURL.appending(path: "content/users/\(user)/addItem"),
            [
                ("title", draft.title), ("type", draft.type), ("text", draft.text), ("snippet", draft.snippet),
                ("tags", draft.tags.joined(separator: ",")), ("typeKeywords", keywords.joined(separator: ",")),
            ], method: .post)
        guard json["success"]?.bool == true, let id = json["id"]?.string else {
            throw ServiceError(
                .unexpectedAnswer, "The portal did not say that the item was made.", url: sharingURL.withoutQuery)
        }
        return PortalItem(portal: self, id: PortalItem.ID(rawValue: id))
    }

    /// Words by which portals know a web map.
    private static let webMapKeywords = ["Explorer Web Map", "Map", "Online Map", "Web Map"]
}

extension PortalItem {
    /// Replaces what the item holds by a text, for a web map its JSON. Throws `ServiceError`: `forbidden` to all but owner and
    /// administrators.
    public func update(data text: String) async throws { try await write("update", [("text", text)]) }

    /// Deletes the item. Throws `ServiceError`.
    public func delete() async throws { try await write("delete", []) }

    private func write(_ operation: String, _ parameters: [(name: String, value: String)]) async throws {
        guard let owner = try await json()["owner"]?.string else {
            throw ServiceError(
                .unexpectedAnswer, "The portal does not say whose the item \(id) is.", url: portal.url.withoutQuery)
        }
        let json = try await portal.client.json(
            portal.sharingURL.appending(path: "content/users/\(owner)/items/\(id)/\(operation)"), parameters,
            method: .post)
        guard json["success"]?.bool == true else {
            throw ServiceError(
                .unexpectedAnswer, "The portal did not say that the item \(id) was changed.",
                url: portal.url.withoutQuery)
        }
    }
}
