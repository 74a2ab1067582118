// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaCodecs
public import GromaMapping

extension Map {
    /// The portal item that the map lies in; nil for a map that was made in code or read from elsewhere and not saved yet.
    public var item: PortalItem? { (loader as? PortalMapLoader)?.item }

    /// Writes the map as it stands into its portal item, where it keeps its title and its readers.
    ///
    /// `viewpoint` is where it starts from now on; nil leaves that. Throws `ServiceError`: `unsupported` for a map without an item (`save(to:title:)`
    /// makes one), `forbidden` to all but the item's owner and administrators; `MappingError` for a layer that cannot be written down.
    public func save(viewpoint: Viewpoint? = nil) async throws {
        guard let item else {
            throw ServiceError(
                .unsupported, "The map \"\(name)\" does not lie in a portal yet; save it to one under a title.")
        }
        let document = try await documentToSave(viewpoint)
        try await item.update(data: JSONValue.object(document.json).text())
        didSave(document, at: PortalMapLoader(item: item))
    }

    /// Makes a new item of the map as it stands, which only the person signed in may see, and goes on in it: the next `save()` writes there.
    ///
    /// `title` and `snippet` are plain text; `viewpoint` is where the map starts, nil leaves that. Throws `ServiceError`:
    /// `authenticationRequired` where nobody is signed in; `MappingError` for a layer that cannot be written down.
    @discardableResult
    public func save(
        to portal: Portal, title: String, snippet: String = "", tags: [String] = [], viewpoint: Viewpoint? = nil
    ) async throws -> PortalItem {
        let document = try await documentToSave(viewpoint)
        let item = try await portal.addItem(
            PortalItemDraft(
                title: title, type: "Web Map", text: JSONValue.object(document.json).text(), snippet: snippet,
                tags: tags))
        name = title
        didSave(document, at: PortalMapLoader(item: item))
        return item
    }

    private func documentToSave(_ viewpoint: Viewpoint?) async throws -> WebMap {
        // What is not read yet cannot be written: the document would lose it.
        try await load()
        var document = try webMap(viewpoint: viewpoint)
        document.json["authoringApp"] = "Groma"
        document.json["authoringAppVersion"] = "1.0"
        return document
    }
}
