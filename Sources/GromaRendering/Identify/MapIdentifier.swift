// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import GromaFeatures
import GromaGeometry
public import GromaMapping

/// What lies under a point of a drawn map.
public struct MapIdentifier: Sendable {
    /// Features of one layer, the nearest first.
    public struct LayerResult: Sendable {
        /// The layer's id in the map; of a sublayer of a map image layer that, a colon and the sublayer's number.
        public var layerID: String
        /// The layer's title.
        public var layerName: String
        /// What the layer says of itself.
        public var layerInfo: FeatureLayerInfo
        /// Where the rows are.
        public var table: any FeatureTable
        /// What a tap on the layer shows; nil when nothing is configured.
        public var popupDefinition: PopupDefinition?
        /// Whole rows, with geometry in the map's reference. Of clusters and bins their count (`cluster_count`, `aggregateCount`) and the
        /// numbers that the map's author made of their features.
        public var features: FeatureSet
        /// For clusters and bins the object ids of the features in each, in the order of `features`; empty for features.
        public var memberObjectIDs: [[Int64]] = []
    }
    /// Device-independent pixels round the point in which features count; 0 to 100.
    public var tolerance: Double
    /// Features of a layer at most.
    public var maximumResultsPerLayer: Int
    /// Only layers that have a popup.
    public var returnsPopupsOnly: Bool

    /// Makes an identifier: by default 10 pixels round the point, and up to ten features of each layer.
    public init(tolerance: Double = 10, maximumResultsPerLayer: Int = 10, returnsPopupsOnly: Bool = false) {
        self.tolerance = tolerance.isNaN ? 0 : min(max(tolerance, 0), 100)
        self.maximumResultsPerLayer = max(1, maximumResultsPerLayer)
        self.returnsPopupsOnly = returnsPopupsOnly
    }

    /// Asks every visible feature layer, the uppermost first; layers without a hit and those of the base map are left out.
    ///
    /// A line or an outline is hit within `tolerance` of it, a point within `tolerance` of its place, an area also inside.
    /// Layers that fail are named in `failures`; the others answer all the same. Throws `CancellationError`.
    @concurrent
    public func identify(
        at point: ScreenPoint, in snapshot: MapSnapshot, viewport: Viewport
    ) async throws -> (results: [LayerResult], failures: [LayerFailure]) {
        let place = viewport.location(of: point)
        let layers = Self.askable(snapshot.layers, scale: viewport.scale).reversed()
        return try await withThrowingTaskGroup(of: (Int, [LayerResult], LayerFailure?).self) { group in
            for (index, layer) in layers.enumerated()
            where !returnsPopupsOnly || layer.popupDefinition != nil
                || layer.reduced?.reduction.popupDefinition != nil
            {
                group.addTask {
                    do {
                        return (index, try await results(layer, at: place, viewport), nil)
                    } catch is CancellationError {
                        throw CancellationError()
                    } catch {
                        return (index, [], LayerFailure(layerID: layer.id, layerName: layer.name, error: error))
                    }
                }
            }
            var found: [(Int, LayerResult)] = []
            var failures: [LayerFailure] = []
            for try await (index, results, failure) in group {
                found += results.filter {
                    $0.features.count > 0 && (!returnsPopupsOnly || $0.popupDefinition != nil)
                }.map { (index, $0) }
                if let failure { failures.append(failure) }
            }
            // Of one layer clusters come before features: they are drawn above.
            let ordered = found.enumerated().sorted { ($0.element.0, $0.offset) < ($1.element.0, $1.offset) }
            return (ordered.map(\.element.1), failures)
        }
    }

    /// Rows that can be asked for: of a feature layer, or of a sublayer that a server draws.
    private struct Askable: Sendable {
        var id: String
        var name: String
        var table: any FeatureTable
        /// The rows that the layer shows.
        var query: QueryParameters
        var popupDefinition: PopupDefinition?
        /// What the layer draws, where clusters or bins stand for its features.
        var reduced: (content: FeatureContent, reduction: any FeatureReduction)?
        /// What the layer says of itself; nil where its table is to be asked.
        var layerInfo: FeatureLayerInfo?
    }

    private static func askable(_ layers: [LayerSnapshot], scale: Double) -> [Askable] {
        layers.filter { $0.isVisible(atScale: scale) && !$0.isOfBasemap }.flatMap { layer -> [Askable] in
            switch layer.content {
            case .features(let content):
                guard content.layerInfo.geometryType != nil else { return [] }
                var query = QueryParameters()
                content.restrict(&query)
                let reduction = content.featureReduction.flatMap { $0.isActive(atScale: scale) ? $0 : nil }
                return [
                    Askable(
                        id: layer.id, name: layer.name, table: content.table, query: query,
                        popupDefinition: content.popupDefinition, reduced: reduction.map { (content, $0) },
                        layerInfo: content.layerInfo)
                ]
            case .image(let content):
                return content.sublayers.filter {
                    ($0.minScale <= 0 || scale <= $0.minScale) && ($0.maxScale <= 0 || scale >= $0.maxScale)
                }.map {
                    var query = QueryParameters()
                    query.whereClause = $0.definitionExpression
                    query.timeExtent = $0.timeExtent
                    return Askable(
                        id: "\(layer.id):\($0.id)", name: $0.name, table: $0.table, query: query,
                        popupDefinition: $0.popupDefinition)
                }
            case .group(let members): return askable(members, scale: scale)
            case .tiles, .graphics: return []
            }
        }
    }

    /// The features under a place, or what stands for them.
    private func results(_ layer: Askable, at place: Point, _ viewport: Viewport) async throws -> [LayerResult] {
        let features = try await hits(layer, at: place, viewport)
        guard let (content, reduction) = layer.reduced else { return [features] }
        let reach = max(tolerance, 0.5) * viewport.resolution
        let found = try await AggregateIdentifying(content: content, reduction: reduction, viewport: viewport)
            .found(at: place, reach: reach)
        guard let found else { return [features] }
        // Features inside of a cluster are not seen, so they are not tapped either.
        var single = features
        let ids = features.features.objectIDs ?? []
        single.features = features.features.selecting(rows: ids.indices.filter { found.single.contains(ids[$0]) })
        let most = min(maximumResultsPerLayer, found.aggregates.count)
        let aggregates = LayerResult(
            layerID: layer.id, layerName: layer.name, layerInfo: found.layerInfo, table: layer.table,
            popupDefinition: reduction.popupDefinition,
            features: found.aggregates.selecting(rows: Array(0..<most)),
            memberObjectIDs: Array(found.members.prefix(most)))
        return [aggregates, single]
    }

    private func hits(_ layer: Askable, at place: Point, _ viewport: Viewport) async throws -> LayerResult {
        let reach = max(tolerance, 0.5) * viewport.resolution
        var query = layer.query
        let info: FeatureLayerInfo
        if let known = layer.layerInfo { info = known } else { info = try await layer.table.layerInfo() }
        if info.timeInfo == nil, layer.layerInfo == nil { query.timeExtent = nil }
        query.geometry = Envelope(center: place, width: 2 * reach, height: 2 * reach)
        query.spatialRelationship = .intersects
        query.outSpatialReference = place.spatialReference
        let near = try await layer.table.queryFeatures(using: query)
        var ranked: [(distance: Double, row: Int)] = []
        for row in 0..<near.count {
            guard let geometry = near.geometry(at: row), !geometry.isEmpty else { continue }
            let distance = try GeometryEngine.distance(from: place, to: geometry)
            if distance <= reach { ranked.append((distance, row)) }
        }
        // Rows drawn later lie above: among equals they come first.
        ranked.sort { ($0.distance, -$0.row) < ($1.distance, -$1.row) }
        return LayerResult(
            layerID: layer.id, layerName: layer.name, layerInfo: info, table: layer.table,
            popupDefinition: layer.popupDefinition,
            features: near.selecting(rows: ranked.prefix(maximumResultsPerLayer).map(\.row)))
    }
}
