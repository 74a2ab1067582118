// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import Foundation
import GromaCodecs
public import GromaFeatures
public import GromaMapping

/// Opens the layers of web maps over HTTP. Nothing is asked before a table or source is used.
public struct HTTPServiceLoader: ServiceLoader {
    /// Carries the requests.
    public let client: ServiceClient
    /// Where the items are that a map's layers name; nil refuses those layers.
    public let portal: Portal?

    /// Makes a loader.
    public init(client: ServiceClient = .shared, portal: Portal? = nil) {
        self.client = client
        self.portal = portal
    }

    /// Names the layer at `url`.
    public func featureTable(at url: URL) async throws -> any FeatureTable {
        ServiceFeatureTable(url: url, client: client)
    }

    /// Names the tiles.
    public func tileSource(at url: URL) async throws -> any TileSource { ServiceTileSource(url: url, client: client) }

    /// Names the tiles.
    public func tileSource(template: WebTileTemplate) async throws -> any TileSource {
        WebTileSource(template: template, client: client)
    }

    /// Names the tiles.
    public func tileSource(wmts: WMTSDescription) async throws -> any TileSource {
        WMTSTileSource(description: wmts, client: client)
    }

    /// Names the service.
    public func mapImageSource(at url: URL, kind: MapImageServiceKind) async throws -> any MapImageSource {
        ServiceImageSource(url: url, kind: kind, client: client)
    }

    /// Names the service.
    public func mapImageSource(wms: WMSDescription) async throws -> any MapImageSource {
        WMSImageSource(description: wms, client: client)
    }

    /// Asks for the file. Throws `ServiceError`.
    public func resource(at url: URL) async throws -> [UInt8] { try await client.bytes(url) }

    /// Asks the portal for an item's data. Throws `ServiceError`.
    public func itemData(_ itemID: String) async throws -> [UInt8] { try await item(itemID).data() }

    /// Asks the portal for an item's address. Throws `ServiceError`: `unexpectedAnswer` for an item that stands for no service.
    public func itemURL(_ itemID: String) async throws -> URL {
        let item = try item(itemID)
        guard let address = try await item.json()["url"]?.string, let url = URL(string: address), url.scheme != nil
        else {
            throw ServiceError(
                .unexpectedAnswer, "The item \(itemID) has no address of a service.",
                url: item.portal.url.withoutQuery)
        }
        return url
    }

    private func item(_ itemID: String) throws -> PortalItem {
        guard let portal else {
            throw ServiceError(
                .unsupported,
                "The item \(itemID) can only be read for a map that comes from a portal; this one does not.")
        }
        return PortalItem(portal: portal, id: PortalItem.ID(rawValue: itemID))
    }
}
