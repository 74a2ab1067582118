// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import Foundation
public import GromaFeatures
public import GromaGeometry

/// Makes tables and tile sources from addresses. Implemented where the network is (GromaServices) and where packages are.
public protocol ServiceLoader: Sendable {
    /// The table of a feature layer or of a map service's sublayer.
    func featureTable(at url: URL) async throws -> any FeatureTable
    /// The tiles of a cached map service.
    func tileSource(at url: URL) async throws -> any TileSource
    /// The tiles behind an address with `{level}`, `{col}` and `{row}` in it.
    func tileSource(template: WebTileTemplate) async throws -> any TileSource
}

extension ServiceLoader {
    /// Refuses: loaders say themselves that they can.
    public func tileSource(template: WebTileTemplate) async throws -> any TileSource {
        throw MappingError(.unsupported, "Tiles from \(template.urlTemplate) are not read here.")
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
