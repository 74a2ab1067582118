// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaCodecs
import GromaFeatures
public import Observation

/// Layers that are switched and dimmed together.
@MainActor @Observable
public final class GroupLayer: Layer {
    /// From the bottom up.
    public var layers: [Layer]
    /// How the layers are switched.
    public var visibilityMode: WebMapLayer.VisibilityMode

    /// Makes a group.
    public convenience init(name: String, layers: [Layer]) { self.init(document: nil, name: name, layers: layers) }

    init(document: WebMapLayer?, name: String? = nil, layers: [Layer]) {
        self.layers = layers
        visibilityMode = document?.visibilityMode ?? .independent
        super.init(document: document, name: name)
    }

    override func write(into document: inout WebMapLayer) throws(MappingError) {
        var inner: [WebMapLayer] = []
        for layer in layers { inner.append(try layer.currentDocument()) }
        document.layers = inner
        document.visibilityMode = visibilityMode
    }

    /// Of an exclusive group one layer shows, the uppermost that is on; of an inherited one all, whatever their switches say.
    override var shownMembers: [Layer] {
        switch visibilityMode {
        case .independent: layers.filter(\.isVisible)
        case .exclusive: layers.last { $0.isVisible }.map { [$0] } ?? []
        case .inherited: layers
        }
    }

    override func content(_ report: inout LayerReport) throws -> LayerSnapshot.Content {
        .group(
            shownMembers.compactMap { layer in
                var snapshot = layer.present(&report)
                snapshot?.isVisible = true
                return snapshot
            })
    }
}

/// Features that stand in the web map itself, or in a portal item of type "Feature Collection".
@MainActor @Observable
public final class FeatureCollectionLayer: Layer {
    /// One layer for each of the collection, from the bottom up. Empty until loaded where they stand in an item.
    public private(set) var layers: [FeatureLayer]
    @ObservationIgnored private let services: any ServiceLoader

    init(document: WebMapLayer, services: any ServiceLoader) {
        self.services = services
        layers = Self.layers(of: document.featureCollection, in: document)
        super.init(document: document)
    }

    override func prepare() async throws {
        guard let document, document.featureCollection == nil, let itemID = document.itemID else { return }
        let bytes = try await services.itemData(itemID)
        let data = try JSONDocument.read(bytes, as: "feature collection", mostBytes: WebMap.mostBytes)
        guard let object = data.object, object["layers"]?.array != nil else {
            throw MappingError(.malformed, "The item \(itemID) of the layer \"\(name)\" holds no feature collection.")
        }
        layers = Self.layers(of: WebMapFeatureCollection(json: object), in: document)
    }

    private static func layers(of collection: WebMapFeatureCollection?, in document: WebMapLayer) -> [FeatureLayer] {
        (collection?.layers ?? []).enumerated().map { index, part in
            var inner = WebMapLayer(json: part.json)
            inner.id = "\(document.id):\(index)"
            inner.title = part.title
            return FeatureLayer(document: inner) { try part.table() }
        }
    }

    override var shownMembers: [Layer] { layers.filter(\.isVisible) }

    override func content(_ report: inout LayerReport) throws -> LayerSnapshot.Content {
        .group(Layer.present(layers, &report))
    }
}
