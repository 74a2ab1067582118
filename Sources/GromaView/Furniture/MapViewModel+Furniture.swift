// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaFeatures
public import GromaMapping

extension MapViewModel {
    /// Who made what is shown now: visible layers within their scales, the lowest first, without repeats.
    public var attributionText: String { attributions.joined(separator: ", ") }

    /// Degrees by which the compass's needle is turned clockwise; 0 while there is no view.
    public var compassAngle: Double { viewport?.rotation ?? 0 }

    /// False with north up, where a compass has nothing to say. `turnNorth()` is what a press on it does.
    public var showsCompass: Bool { compassAngle != 0 }

    /// The map's marked places. `setBookmark(_:)` goes to one.
    public var bookmarks: [Bookmark] { map.bookmarks }

    /// Adds the present view to the map's marked places.
    @discardableResult
    public func addBookmark(named name: String) -> Bookmark? {
        guard let viewpoint = currentViewpoint(.boundingGeometry) else { return nil }
        let bookmark = Bookmark(name: name, viewpoint: viewpoint)
        map.bookmarks.append(bookmark)
        return bookmark
    }

    /// What a layer of the map is doing in this view.
    public func layerViewState(of layer: Layer) -> LayerViewState {
        var status: LayerViewState.Status = []
        guard isShown(layer) else { return LayerViewState(status: .notVisible) }
        if let scale = viewport?.scale, !layer.applies(atScale: scale) { status.insert(.outOfScale) }
        if layer.loadStatus == .failed {
            return LayerViewState(status: status.union(.error), error: layer.loadError)
        }
        if layer.loadStatus != .loaded, let retry = layerRetries[layer.id] {
            // The trouble stands until a try succeeds, so that it is not told anew with each.
            return LayerViewState(status: status.union([.error, .loading]), error: retry.error)
        }
        if layer.loadStatus == .loading || loadingLayerIDs.contains(layer.id) { status.insert(.loading) }
        if let failure = layerFailures[layer.id] {
            // A layer that draws in part has something in the picture; one that could not be read has not.
            status.insert(layer.loadStatus == .loaded ? .warning : .error)
            return LayerViewState(status: status, error: failure.error)
        }
        if drawStatus == .inProgress, layer.loadStatus == .loaded, !status.contains(.outOfScale) {
            status.insert(.loading)
        }
        if !status.contains(.outOfScale) { status.insert(.active) }
        return LayerViewState(status: status)
    }

    /// True where the layer and every group round it are on.
    private func isShown(_ layer: Layer) -> Bool {
        func found(_ layers: [Layer]) -> Bool {
            layers.contains { candidate in
                guard candidate.isVisible || candidate === layer else { return false }
                if candidate === layer { return layer.isVisible }
                return switch candidate {
                case let group as GroupLayer: found(group.layers)
                case let collection as FeatureCollectionLayer: found(collection.layers)
                default: false
                }
            }
        }
        return found(map.basemap.baseLayers + map.operationalLayers + map.basemap.referenceLayers)
    }
}
