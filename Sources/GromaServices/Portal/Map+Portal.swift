// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import Foundation
import GromaCodecs
import GromaGeometry
public import GromaMapping

/// Reads a map's document from its portal item.
public struct PortalMapLoader: MapLoader {
    /// The item.
    public let item: PortalItem

    /// Makes a loader.
    public init(item: PortalItem) { self.item = item }

    /// Asks for the item and its data. Throws `ServiceError`: `unsupported` for an item that is no web map.
    public func loadMap() async throws -> MapDocument {
        let description = try await item.json()
        let type = description["type"]?.string ?? ""
        guard type == "Web Map" else {
            throw ServiceError(
                .unsupported,
                "The item \(item.id) is a \(type.isEmpty ? "thing without a type" : type), not a web map.",
                url: item.portal.url.withoutQuery)
        }
        let bytes = try await item.data()
        let webMap: WebMap
        do {
            webMap = try WebMap(data: bytes)
        } catch {
            throw ServiceError(
                .unexpectedAnswer, "The web map of item \(item.id) could not be read.",
                url: item.portal.url.withoutQuery, cause: error)
        }
        var document = MapDocument(webMap: webMap, title: description["title"]?.string ?? "")
        // [[west, south], [east, north]] in degrees (portal API, item resource).
        if let corners = description["extent"]?.array, corners.count == 2, let west = corners[0][0]?.double,
            let south = corners[0][1]?.double,
            let east = corners[1][0]?.double, let north = corners[1][1]?.double
        {
            document.extent = Envelope(xMin: west, yMin: south, xMax: east, yMax: north, spatialReference: .wgs84)
        }
        return document
    }
}

extension ArcGISTiledLayer {
    /// Makes a layer of a cached map service; it is asked when the layer is loaded or shown. An empty name becomes the service's.
    public convenience init(url: URL, name: String = "", client: ServiceClient = .shared) {
        self.init(url: url, name: name, services: HTTPServiceLoader(client: client))
    }
}

extension WebTiledLayer {
    /// Makes a layer of an address with `{level}`, `{col}` and `{row}` in it, or `{z}`, `{x}` and `{y}`; `{-y}` counts rows from the
    /// south. `{subDomain}` or `{s}` stands for one of `subdomains`. Without `tileInfo` the common grid of web maps is meant.
    public convenience init(
        urlTemplate: String, subdomains: [String] = [], tileInfo: TileInfo = .webMercator(), attribution: String = "",
        name: String = "", client: ServiceClient = .shared
    ) {
        self.init(
            template: WebTileTemplate(
                urlTemplate: urlTemplate, subdomains: subdomains, tileInfo: tileInfo, attribution: attribution),
            name: name, services: HTTPServiceLoader(client: client))
    }
}

extension WMTSLayer {
    /// Makes a layer of a WMTS; without identifiers it shows the service's first layer. An empty name becomes the layer's title.
    public convenience init(
        url: URL, layerID: String = "", tileMatrixSetID: String = "", name: String = "", client: ServiceClient = .shared
    ) {
        self.init(
            service: WMTSDescription(url: url, layerIdentifier: layerID, tileMatrixSet: tileMatrixSetID), name: name,
            services: HTTPServiceLoader(client: client))
    }
}

extension FeatureLayer {
    /// Makes a layer of a feature service's layer; it is asked when the layer is loaded or shown. An empty name becomes the
    /// service's.
    public convenience init(url: URL, name: String = "", client: ServiceClient = .shared) {
        self.init(url: url, name: name, services: HTTPServiceLoader(client: client))
    }
}

extension Map {
    /// A map that lies in a portal; it and its layers are asked for when it is loaded or shown.
    public convenience init(item: PortalItem) {
        self.init(
            loader: PortalMapLoader(item: item),
            services: HTTPServiceLoader(client: item.portal.client, portal: item.portal))
    }
}
