// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaFeatures
public import Observation

/// A layer of ready-made tiles that are pictures: what its kinds have in common.
@MainActor @Observable
public class ImageTiledLayer: Layer {
    /// What the tiles say of themselves; nil until loaded.
    public private(set) var tileLayerInfo: TileLayerInfo?
    /// Where the tiles come from; nil until loaded when the layer is made from an address.
    public private(set) var tileSource: (any TileSource)?
    @ObservationIgnored private let open: @Sendable () async throws -> any TileSource

    init(
        document: WebMapLayer?, name: String? = nil, tileSource: (any TileSource)? = nil,
        open: @escaping @Sendable () async throws -> any TileSource
    ) {
        self.tileSource = tileSource
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
