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

    override func content(failures: inout [LayerFailure]) async throws -> LayerSnapshot.Content {
        switch visibilityMode {
        case .independent: .group(try await Layer.snapshots(of: layers, failures: &failures))
        // Of an exclusive group one layer shows: the uppermost that is on.
        case .exclusive:
            .group(try await Layer.snapshots(of: layers.last { $0.isVisible }.map { [$0] } ?? [], failures: &failures))
        case .inherited:
            .group(try await inherited(failures: &failures))
        }
    }

    /// All layers show with the group, whatever their own switches say.
    private func inherited(failures: inout [LayerFailure]) async throws -> [LayerSnapshot] {
        var result: [LayerSnapshot] = []
        for layer in layers {
            do {
                var snapshot = try await layer.snapshot(failures: &failures)
                snapshot.isVisible = true
                result.append(snapshot)
            } catch let error as CancellationError {
                throw error
            } catch {
                failures.append(LayerFailure(layerID: layer.id, layerName: layer.name, error: error))
            }
        }
        return result
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

    override func content(failures: inout [LayerFailure]) async throws -> LayerSnapshot.Content {
        .group(try await Layer.snapshots(of: layers, failures: &failures))
    }
}
