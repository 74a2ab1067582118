// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaFeatures
public import GromaGeometry
import GromaMapping
public import GromaPopups

/// Goes from feature to feature of what a view shows, the nearest to its middle first: the way to them for those who use no pointer.
///
/// Each feature layer that is shown is asked for at most 200 rows. The order is made anew when the view or the map has changed.
@MainActor
public final class FeatureStepper {
    /// A feature that was stepped to.
    public struct Step {
        /// With the popup's title to be said.
        public let popup: Popup
        /// The place of the feature nearest to the middle, in the map's reference.
        public let place: Point
        /// Its number in the order, counted from 1.
        public let number: Int
        /// How many there are.
        public let count: Int
    }
    private struct Candidate {
        let layer: FeatureLayer
        let feature: Feature
        let place: Point
        let distance: Double
    }
    private weak var model: MapViewModel?
    private var candidates: [Candidate] = []
    private var index = -1
    private var basis: (viewport: Viewport, version: Int)?
    /// Most rows asked of a layer.
    private static let most = 200

    /// Steps through what `model` shows.
    public init(_ model: MapViewModel) { self.model = model }

    /// Goes on by so many features, back with a negative number, round at the ends. Nil where no feature is in view. Layers that fail are
    /// left out; throws `CancellationError`.
    public func step(by count: Int) async throws -> Step? {
        guard let model, let viewport = model.viewport else { return nil }
        if basis?.viewport != viewport || basis?.version != model.contentVersion {
            let version = model.contentVersion
            let found = await find(in: viewport, of: model)
            try Task.checkCancellation()
            // Where only something else has changed, such as what is selected, it goes on from where it was.
            let now = basis?.viewport == viewport && candidates.indices.contains(index) ? candidates[index] : nil
            candidates = found
            basis = (viewport, version)
            index =
                now.flatMap { now in
                    found.firstIndex { $0.layer === now.layer && $0.feature.objectID == now.feature.objectID }
                } ?? (count > 0 ? -1 : 0)
        }
        guard !candidates.isEmpty else { return nil }
        index = ((index + count) % candidates.count + candidates.count) % candidates.count
        let candidate = candidates[index]
        return Step(
            popup: Popup(
                geoElement: candidate.feature, definition: model.map.popupDefinition(for: candidate.layer)),
            place: candidate.place, number: index + 1, count: candidates.count)
    }

    private func find(in viewport: Viewport, of model: MapViewModel) async -> [Candidate] {
        let reference = viewport.spatialReference
        let middle = (model.viewpoint?.targetGeometry as? Point) ?? viewport.center
        var found: [Candidate] = []
        for case let layer as FeatureLayer in model.map.allLayers.reversed() {
            guard model.layerViewState(of: layer).status.contains(.active), let table = layer.featureTable else {
                continue
            }
            var query = QueryParameters()
            query.geometry = viewport.extent
            query.whereClause = layer.definitionExpression
            query.outSpatialReference = reference
            query.maxFeatures = Self.most
            guard let features = try? await table.features(using: query) else { continue }
            found += features.compactMap { feature in
                guard let shape = feature.geometry,
                    let nearest = try? GeometryEngine.nearestCoordinate(in: shape, to: middle)
                else { return nil }
                return Candidate(
                    layer: layer, feature: feature, place: nearest.coordinate, distance: nearest.distance)
            }
        }
        // Equally far ones stay in the order of drawing, the uppermost first.
        return found.enumerated().sorted { ($0.element.distance, $0.offset) < ($1.element.distance, $1.offset) }
            .map(\.element)
    }
}
