// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import Foundation
import GromaFeatures
public import Observation

/// A layer of pictures that a server draws for each view: what its kinds have in common.
@MainActor @Observable
public class ImageLayer: Layer {
    /// What the source says of itself; nil until loaded.
    public private(set) var mapImageInfo: MapImageInfo?
    /// Where pictures come from; nil until loaded when the layer is made from an address.
    public private(set) var source: (any MapImageSource)?
    @ObservationIgnored private let open: @Sendable () async throws -> any MapImageSource

    /// Makes a layer of a source.
    public convenience init(source: any MapImageSource, name: String? = nil) {
        self.init(document: nil, name: name) { source }
        self.source = source
    }

    init(
        document: WebMapLayer?, name: String? = nil, open: @escaping @Sendable () async throws -> any MapImageSource
    ) {
        self.open = open
        super.init(document: document, name: name)
    }

    override func prepare() async throws {
        let source = try await open()
        let info = try await source.mapImageInfo()
        self.source = source
        mapImageInfo = info
        if name.isEmpty { name = info.name }
    }

    override var serviceScales: (min: Double, max: Double) {
        (mapImageInfo?.minScale ?? 0, mapImageInfo?.maxScale ?? 0)
    }

    override func content(_ report: inout LayerReport) throws -> LayerSnapshot.Content {
        guard let source else { throw MappingError(.notLoaded, "The layer \"\(name)\" has no source of pictures.") }
        var content = MapImageContent(source: source)
        content.isTimeFilteringEnabled = isTimeFilteringEnabled
        return .image(content)
    }
}

/// A WMS (OGC Web Map Service 1.1.1 or 1.3.0).
@MainActor @Observable
public final class WMSLayer: ImageLayer {}

/// Rasters of an image service, drawn by its server.
@MainActor @Observable
public final class ArcGISImageServiceLayer: ImageLayer {}

/// A map service whose pictures the server draws, with sublayers that are switched, filtered and tapped one by one.
@MainActor @Observable
public final class ArcGISMapImageLayer: ImageLayer {
    /// The service's address, verbatim; empty for a source without one.
    public let url: String
    /// What the web map says of sublayers.
    public let sublayers: [WebMapSublayer]
    /// Numbers of the sublayers that are on, groups included; nil leaves it to the service.
    public var visibleSublayerIDs: [Int]?
    @ObservationIgnored private let table: @Sendable (URL) async throws -> any FeatureTable
    /// Rows of the sublayers with a popup, by number, once loaded.
    @ObservationIgnored private var tables: [Int: any FeatureTable] = [:]

    /// Makes a layer of a map service, read by `services`.
    public convenience init(url: URL, name: String? = nil, services: any ServiceLoader) {
        self.init(document: nil, url: url.absoluteString, name: name, services: services)
    }

    init(document: WebMapLayer?, url: String, name: String? = nil, services: any ServiceLoader) {
        self.url = url
        sublayers = document?.sublayers ?? []
        visibleSublayerIDs = document?.visibleSublayerIDs
        table = { try await services.featureTable(at: $0) }
        super.init(document: document, name: name) {
            let address = try await document?.address(services) ?? LayerFactory.url(url)
            return try await services.mapImageSource(at: address, kind: .mapImage)
        }
    }

    override func prepare() async throws {
        try await super.prepare()
        guard let base = URL(string: url), base.scheme != nil else { return }
        for sublayer in sublayers where sublayer.popupDefinition != nil {
            guard let id = sublayer.id else { continue }
            tables[id] = try await table(base.appending(path: String(id)))
        }
    }

    override func write(into document: inout WebMapLayer) throws(MappingError) {
        document.visibleSublayerIDs = visibleSublayerIDs
    }

    override func content(_ report: inout LayerReport) throws -> LayerSnapshot.Content {
        guard let source, let mapImageInfo else {
            throw MappingError(.notLoaded, "The layer \"\(name)\" has no source of pictures.")
        }
        let shown = shownSublayers(mapImageInfo)
        var content = MapImageContent(source: source, visibleSublayerIDs: shown?.map(\.id))
        content.isTimeFilteringEnabled = isTimeFilteringEnabled
        for sublayer in sublayers {
            guard let id = sublayer.id, let filter = sublayer.layerDefinition?.definitionExpression, !filter.isEmpty
            else { continue }
            content.definitionExpressions[id] = filter
        }
        if isPopupEnabled { content.sublayers = tappable(shown, content.definitionExpressions) }
        return .image(content)
    }

    /// The sublayers that draw: on, with every group above them on. Nil where the service lists none.
    private func shownSublayers(_ info: MapImageInfo) -> [MapSublayerInfo]? {
        guard !info.sublayers.isEmpty else { return nil }
        let changed = Dictionary(
            sublayers.compactMap { part in part.id.flatMap { id in part.defaultVisibility.map { (id, $0) } } },
            uniquingKeysWith: { $1 })
        let listed = visibleSublayerIDs.map(Set.init)
        var isOn: [Int: Bool] = [:]
        for sublayer in info.sublayers {
            let own = listed?.contains(sublayer.id) ?? changed[sublayer.id] ?? sublayer.isVisibleByDefault
            // A list of what is on may leave out the groups above, which older writers do: their members count.
            let above = listed == nil ? sublayer.parentID.flatMap { isOn[$0] } ?? true : true
            isOn[sublayer.id] = own && above
        }
        return info.sublayers.filter { !$0.isGroup && isOn[$0.id] == true }
    }

    private func tappable(
        _ shown: [MapSublayerInfo]?, _ filters: [Int: String]
    ) -> [MapImageContent.Sublayer] {
        // A map service lists its sublayers from the top down.
        let listed: [MapSublayerInfo] =
            (shown
            ?? sublayers.compactMap { part in
                part.id.map { MapSublayerInfo(id: $0, name: part.title) }
            }).reversed()
        var result: [MapImageContent.Sublayer] = []
        for info in listed {
            guard let part = sublayers.first(where: { $0.id == info.id }), part.isPopupEnabled,
                let popup = part.popupDefinition, let table = tables[info.id]
            else { continue }
            let id = info.id
            result.append(
                MapImageContent.Sublayer(
                    id: id, name: part.title.isEmpty ? info.name : part.title,
                    table: table, definitionExpression: filters[id] ?? "",
                    popupDefinition: popup, minScale: part.layerDefinition?.minScale ?? info.minScale,
                    maxScale: part.layerDefinition?.maxScale ?? info.maxScale))
        }
        return result
    }
}
