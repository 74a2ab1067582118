// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaMapping
import GromaServices

/// What WEBMAP names: a web map file, or a portal item's address.
struct MapSource {
    static let positional = Specification.Positional(
        name: "WEBMAP",
        help:
            "a web map file, or a portal item's address (PORTAL/home/item.html?id=ID, PORTAL/sharing/rest/content/items/ID)"
    )

    /// The document alone; nothing but the item itself is asked for.
    static func document(_ text: String, _ connection: Connection) async throws -> WebMap {
        if let url = webAddress(text) {
            return try await PortalMapLoader(item: try await item(url, connection)).loadMap().webMap
        }
        return try LocalFile.read(text) { try WebMap(data: $0) }
    }

    /// The live map, loaded.
    @MainActor
    static func map(_ text: String, _ connection: Connection) async throws -> Map {
        let map: Map
        if let url = webAddress(text) {
            map = Map(item: try await item(url, connection))
        } else {
            let document = try await document(text, connection)
            // The layers of a file may lie on any server; the person's sign-in is for the first that has an address.
            let first = document.allLayers.lazy.compactMap(\.layer.url).compactMap(URL.init(string:)).first
            let client = if let first { try await connection.client(for: first) } else { ServiceClient() }
            map = Map(webMap: document, services: HTTPServiceLoader(client: client))
        }
        try await map.load()
        return map
    }

    static func item(_ url: URL, _ connection: Connection) async throws -> PortalItem {
        guard let item = PortalItem(url: url, client: try await connection.client(for: url)) else {
            throw UsageError(
                "\(url.absoluteString) is no portal item: use PORTAL/home/item.html?id=ID or PORTAL/sharing/rest/content/items/ID"
            )
        }
        return item
    }

    static func webAddress(_ text: String) -> URL? {
        guard text.lowercased().hasPrefix("http://") || text.lowercased().hasPrefix("https://") else { return nil }
        return URL(string: text)
    }
}

/// A failure in words: exit status 1.
struct CommandError: Error, CustomStringConvertible {
    var description: String
    init(_ description: String) { self.description = description }

    /// None of the layers that were asked could answer, or nothing else did.
    static func layersFailed(_ failures: [LayerFailure]) -> CommandError {
        let names = failures.map(RenderCommand.name).reduce(into: [String]()) { names, name in
            if !names.contains(name) { names.append(name) }
        }
        return CommandError("nothing could be had: \(names.joined(separator: ", ")) failed")
    }
}
