// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
package import Groma

/// Where a map comes from: a portal's item or a web map file.
package struct MapPlace {
    /// As it was given; what it is remembered by.
    let text: String
    private let item: PortalItem?
    private let file: URL?

    /// A portal's item, from a list of its maps.
    init(_ item: PortalItem) {
        text = item.portal.url.appending(path: "home/item.html").absoluteString + "?id=" + item.id.rawValue
        self.item = item
        file = nil
    }

    /// An item's address, a path or a file's address. Throws for text that is none of these.
    package init(_ text: String, client: ServiceClient = ServiceClient()) throws {
        self.text = text
        if let url = URL(string: text), let scheme = url.scheme, scheme.hasPrefix("http") {
            guard let item = PortalItem(url: url, client: client) else {
                throw ServiceError(
                    .unsupported, "\(text) is not a map's address. It looks like PORTAL/home/item.html?id=ID.")
            }
            self.item = item
            file = nil
        } else {
            let path = text.hasPrefix("file://") ? URL(string: text)?.path ?? text : text
            guard FileManager.default.isReadableFile(atPath: path) else {
                throw ServiceError(.notFound, "The file \(path) can't be read.")
            }
            item = nil
            file = URL(filePath: path)
        }
    }

    /// The map, not loaded. Loading throws for a file that is no web map.
    @MainActor
    func map() -> Map {
        if let item { return Map(item: item) }
        guard let file else { return Map() }
        return Map(loader: MapFile(url: file), services: HTTPServiceLoader())
    }

    /// Below the title: which server, or that there is none.
    var status: String { item.map { $0.portal.url.host() ?? "" } ?? say("onThisDevice") }

    /// Base maps that the same portal offers for a map: web maps that are tagged as such, or on portals without any the tiled
    /// services; those in another reference than the map's would not fit on it and are left out.
    @MainActor
    func basemaps(for map: Map) async throws -> [Basemap] {
        guard let item else { return [] }
        var query = PortalQueryParameters(query: "type:\"Web Map\" tags:basemap")
        query.limit = 20
        var found: [Basemap] = []
        for item in try await item.portal.findItems(using: query).results {
            let offered = Map(item: item)
            guard (try? await offered.load()) != nil, offered.spatialReference == map.spatialReference else { continue }
            if let title = try await item.json()["title"]?.string { offered.basemap.name = title }
            found.append(offered.basemap)
        }
        return found.isEmpty ? try await tiledServices(of: item.portal, for: map) : found
    }

    @MainActor
    private func tiledServices(of portal: Portal, for map: Map) async throws -> [Basemap] {
        var query = PortalQueryParameters(query: "type:\"Map Service\"")
        query.limit = 20
        var found: [Basemap] = []
        for item in try await portal.findItems(using: query).results {
            let json = try await item.json()
            let isTiled = json["typeKeywords"]?.array?.contains { $0.string == "Tiled" } ?? false
            guard isTiled, let url = json["url"]?.string.flatMap(URL.init(string:)) else { continue }
            let name = json["title"]?.string ?? ""
            let offered = Basemap(
                name: name, baseLayers: [ArcGISTiledLayer(url: url, name: name, client: client)])
            // A map that says no reference takes that of its base map.
            let alone = Map(basemap: offered)
            guard (try? await alone.load()) != nil, alone.spatialReference == map.spatialReference else { continue }
            found.append(offered)
        }
        return found
    }
    /// The address of the portal it comes from; nil for a file.
    var portal: String? { item?.portal.url.absoluteString }
    var client: ServiceClient { item?.portal.client ?? .shared }
}

/// A web map in a file, read anew whenever it is tried again.
private struct MapFile: MapLoader {
    let url: URL

    func loadMap() async throws -> MapDocument {
        do {
            let webMap = try WebMap(data: try Data(contentsOf: url))
            return MapDocument(webMap: webMap, title: url.deletingPathExtension().lastPathComponent)
        } catch {
            throw ServiceError(
                .unsupported, "\(url.lastPathComponent) is not a map. Web maps can be opened.", cause: error)
        }
    }
}
