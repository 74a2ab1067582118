// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import Foundation
public import GromaCodecs
public import GromaFeatures
public import GromaGeometry

/// Makes tables, tile sources and picture sources from addresses. Implemented where the network is (GromaServices) and
/// where packages are. What a loader does not know it refuses, so that only the one layer is missing.
public protocol ServiceLoader: Sendable {
    /// The table of a feature layer or of a map service's sublayer.
    func featureTable(at url: URL) async throws -> any FeatureTable
    /// The tiles of a cached map service.
    func tileSource(at url: URL) async throws -> any TileSource
    /// The tiles behind an address with `{level}`, `{col}` and `{row}` in it.
    func tileSource(template: WebTileTemplate) async throws -> any TileSource
    /// The tiles of a WMTS, whose capabilities say where they are.
    func tileSource(wmts: WMTSDescription) async throws -> any TileSource
    /// The pictures that a map service or an image service draws.
    func mapImageSource(at url: URL, kind: MapImageServiceKind) async throws -> any MapImageSource
    /// The pictures that a WMS draws.
    func mapImageSource(wms: WMSDescription) async throws -> any MapImageSource
    /// The bytes of a file: GeoJSON, CSV.
    func resource(at url: URL) async throws -> [UInt8]
    /// The data of an item in the portal that the map came from.
    func itemData(_ itemID: String) async throws -> [UInt8]
    /// The address of the service that an item in the portal stands for.
    func itemURL(_ itemID: String) async throws -> URL
}

/// Services that draw pictures and describe themselves by ArcGIS REST.
public enum MapImageServiceKind: Sendable, Hashable {
    /// `…/MapServer`
    case mapImage
    /// `…/ImageServer`, drawn by rules of the ArcGIS REST API as the map's author set them; nil leaves them to the service.
    case imageService(renderingRule: JSONValue? = nil, mosaicRule: JSONValue? = nil)
}

extension ServiceLoader {
    /// Refuses: loaders say themselves that they can.
    public func tileSource(template: WebTileTemplate) async throws -> any TileSource {
        throw MappingError(.unsupported, "Tiles from \(template.urlTemplate) are not read here.")
    }
    /// Refuses: loaders say themselves that they can.
    public func tileSource(wmts: WMTSDescription) async throws -> any TileSource {
        throw MappingError(.unsupported, "Tiles of the WMTS at \(wmts.url.absoluteString) are not read here.")
    }
    /// Refuses: loaders say themselves that they can.
    public func mapImageSource(at url: URL, kind: MapImageServiceKind) async throws -> any MapImageSource {
        throw MappingError(.unsupported, "Pictures of the service at \(url.absoluteString) are not read here.")
    }
    /// Refuses: loaders say themselves that they can.
    public func mapImageSource(wms: WMSDescription) async throws -> any MapImageSource {
        throw MappingError(.unsupported, "Pictures of the WMS at \(wms.url.absoluteString) are not read here.")
    }
    /// Refuses: loaders say themselves that they can.
    public func resource(at url: URL) async throws -> [UInt8] {
        throw MappingError(.unsupported, "The file at \(url.absoluteString) is not read here.")
    }
    /// Refuses: loaders say themselves that they can.
    public func itemData(_ itemID: String) async throws -> [UInt8] {
        throw MappingError(.unsupported, "The data of the portal item \(itemID) is not read here.")
    }
    /// Refuses: loaders say themselves that they can.
    public func itemURL(_ itemID: String) async throws -> URL {
        throw MappingError(.unsupported, "The address of the portal item \(itemID) is not read here.")
    }
}

/// Where the tiles of a web tiled layer are.
public struct WebTileTemplate: Sendable, Hashable {
    /// An address with `{level}`, `{col}`, `{row}` and perhaps `{subDomain}` in it.
    public var urlTemplate: String
    /// Names that stand for `{subDomain}`.
    public var subdomains: [String]
    /// The common web mercator grid where the document has none.
    public var tileInfo: TileInfo
    /// Who made the data, to be shown with the map.
    public var attribution: String
    /// Makes a template.
    public init(
        urlTemplate: String, subdomains: [String] = [], tileInfo: TileInfo = .webMercator(), attribution: String = ""
    ) {
        self.urlTemplate = urlTemplate
        self.subdomains = subdomains
        self.tileInfo = tileInfo
        self.attribution = attribution
    }
}

/// Reads the document of a map: from a portal item, a package, a file.
public protocol MapLoader: Sendable {
    /// The document, and what its place says of it.
    func loadMap() async throws -> MapDocument
}

/// A web map with what its item or package says of it.
public struct MapDocument: Sendable {
    /// The document.
    public var webMap: WebMap
    /// The item's title.
    public var title: String
    /// Where the map starts when the document does not say: the item's extent, in any reference.
    public var extent: Envelope?
    /// Makes a document.
    public init(webMap: WebMap, title: String = "", extent: Envelope? = nil) {
        self.webMap = webMap
        self.title = title
        self.extent = extent
    }
}
