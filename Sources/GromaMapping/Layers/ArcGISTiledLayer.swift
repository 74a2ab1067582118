// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import Foundation
import GromaFeatures
public import Observation

/// Ready-made tiles: of a cached map service, a tile package, a folder.
@MainActor @Observable
public final class ArcGISTiledLayer: ImageTiledLayer {
    /// The service's address; nil for tiles from elsewhere.
    public let url: URL?

    /// Makes a layer of a tile source.
    public convenience init(tileSource: any TileSource, name: String? = nil) {
        self.init(document: nil, url: nil, name: name, tileSource: tileSource) { tileSource }
    }

    /// Makes a layer of a cached map service, read by `services`.
    public convenience init(url: URL, name: String? = nil, services: any ServiceLoader) {
        self.init(document: nil, url: url, name: name) { try await services.tileSource(at: url) }
    }

    init(
        document: WebMapLayer?, url: URL?, name: String? = nil, tileSource: (any TileSource)? = nil,
        open: @escaping @Sendable () async throws -> any TileSource
    ) {
        self.url = url
        super.init(document: document, name: name, tileSource: tileSource, open: open)
    }
}

/// Tiles behind an address with a tile's numbers in it: XYZ, TMS, and what else serves files by level, column and row.
@MainActor @Observable
public final class WebTiledLayer: ImageTiledLayer {
    /// Where the tiles are; nil for a web map's layer until it is loaded.
    public let template: WebTileTemplate?

    /// Makes a layer of a template, read by `services`.
    public convenience init(template: WebTileTemplate, name: String? = nil, services: any ServiceLoader) {
        self.init(document: nil, template: template, name: name) { try await services.tileSource(template: template) }
    }

    init(
        document: WebMapLayer?, template: WebTileTemplate? = nil, name: String? = nil,
        open: @escaping @Sendable () async throws -> any TileSource
    ) {
        self.template = template
        super.init(document: document, name: name, open: open)
    }
}

/// Tiles of a WMTS (OGC Web Map Tile Service 1.0.0).
@MainActor @Observable
public final class WMTSLayer: ImageTiledLayer {
    /// The service and what is asked of it; nil for a web map's layer until it is loaded.
    public let service: WMTSDescription?

    /// Makes a layer of a service, read by `services`.
    public convenience init(service: WMTSDescription, name: String? = nil, services: any ServiceLoader) {
        self.init(document: nil, service: service, name: name) { try await services.tileSource(wmts: service) }
    }

    init(
        document: WebMapLayer?, service: WMTSDescription? = nil, name: String? = nil,
        open: @escaping @Sendable () async throws -> any TileSource
    ) {
        self.service = service
        super.init(document: document, name: name, open: open)
    }
}
