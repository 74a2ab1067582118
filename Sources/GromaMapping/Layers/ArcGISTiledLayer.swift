// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import Foundation
import GromaFeatures
public import Observation

/// Ready-made tiles: of a cached map service, a tile package, a folder.
@MainActor @Observable
public final class ArcGISTiledLayer: Layer {
    /// The service's address; nil for tiles from elsewhere.
    public let url: URL?
    /// What the tiles say of themselves; nil until loaded.
    public private(set) var tileLayerInfo: TileLayerInfo?
    /// Where the tiles come from; nil until loaded when the layer is made from an address.
    public private(set) var tileSource: (any TileSource)?
    @ObservationIgnored private let open: @Sendable () async throws -> any TileSource

    /// Makes a layer of a tile source.
    public convenience init(tileSource: any TileSource, name: String? = nil) {
        self.init(document: nil, url: nil, name: name) { tileSource }
        self.tileSource = tileSource
    }

    /// Makes a layer of a cached map service, read by `services`.
    public convenience init(url: URL, name: String? = nil, services: any ServiceLoader) {
        self.init(document: nil, url: url, name: name) { try await services.tileSource(at: url) }
    }

    init(
        document: WebMapLayer?, url: URL?, name: String? = nil,
        open: @escaping @Sendable () async throws -> any TileSource
    ) {
        self.url = url
        self.open = open
        super.init(document: document, name: name)
    }

    override func prepare() async throws {
        let source = try await open()
        let info = try await source.tileLayerInfo()
        tileSource = source
        tileLayerInfo = info
        if name.isEmpty { name = info.name }
    }

    /// Services state the scale of their last level as the closest one. That is where their pixels end, not a wish to vanish:
    /// closer than that the tiles are stretched.
    override var serviceScales: (min: Double, max: Double) {
        guard let info = tileLayerInfo else { return (0, 0) }
        let last = info.tileInfo.levelsOfDetail.map(\.scale).min() ?? 0
        return (info.minScale, info.maxScale > last * 1.001 ? info.maxScale : 0)
    }

    override func content(_ report: inout LayerReport) throws -> LayerSnapshot.Content {
        guard let tileSource else { throw MappingError(.notLoaded, "The layer \"\(name)\" has no tiles.") }
        return .tiles(tileSource)
    }
}
