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
        /// Whole rows, with geometry in the map's reference.
        public var features: FeatureSet
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

    /// Asks every visible feature layer, the uppermost first; layers without a hit are left out.
    ///
    /// A line or an outline is hit within `tolerance` of it, a point within `tolerance` of its place, an area also inside.
    /// Layers that fail are named in `failures`; the others answer all the same. Throws `CancellationError`.
    @concurrent
    public func identify(
        at point: ScreenPoint, in snapshot: MapSnapshot, viewport: Viewport
    ) async throws -> (results: [LayerResult], failures: [LayerFailure]) {
        let place = viewport.location(of: point)
        let layers = Self.askable(snapshot.layers, scale: viewport.scale).reversed()
        return try await withThrowingTaskGroup(of: (Int, LayerResult?, LayerFailure?).self) { group in
            for (index, layer) in layers.enumerated() where !returnsPopupsOnly || layer.popupDefinition != nil {
                group.addTask {
                    do {
                        return (index, try await hits(layer, at: place, viewport), nil)
                    } catch is CancellationError {
                        throw CancellationError()
                    } catch {
                        return (index, nil, LayerFailure(layerID: layer.id, layerName: layer.name, error: error))
                    }
                }
            }
            var found: [(Int, LayerResult)] = []
            var failures: [LayerFailure] = []
            for try await (index, result, failure) in group {
                if let result, result.features.count > 0 { found.append((index, result)) }
                if let failure { failures.append(failure) }
            }
            return (found.sorted { $0.0 < $1.0 }.map(\.1), failures)
        }
    }

    /// Rows that can be asked for: of a feature layer, or of a sublayer that a server draws.
    private struct Askable: Sendable {
        var id: String
        var name: String
        var table: any FeatureTable
        var definitionExpression: String
        var popupDefinition: PopupDefinition?
    }

    private static func askable(_ layers: [LayerSnapshot], scale: Double) -> [Askable] {
        layers.filter { $0.isVisible(atScale: scale) }.flatMap { layer -> [Askable] in
            switch layer.content {
            case .features(let content):
                content.layerInfo.geometryType == nil
                    ? []
                    : [
                        Askable(
                            id: layer.id, name: layer.name, table: content.table,
                            definitionExpression: content.definitionExpression,
                            popupDefinition: content.popupDefinition)
                    ]
            case .image(let content):
                content.sublayers.filter {
                    ($0.minScale <= 0 || scale <= $0.minScale) && ($0.maxScale <= 0 || scale >= $0.maxScale)
                }.map {
                    Askable(
                        id: "\(layer.id):\($0.id)", name: $0.name, table: $0.table,
                        definitionExpression: $0.definitionExpression, popupDefinition: $0.popupDefinition)
                }
            case .group(let members): askable(members, scale: scale)
            case .tiles, .graphics: []
            }
        }
    }

    private func hits(_ layer: Askable, at place: Point, _ viewport: Viewport) async throws -> LayerResult {
        let reach = max(tolerance, 0.5) * viewport.resolution
        var query = QueryParameters()
        query.whereClause = layer.definitionExpression
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
            layerID: layer.id, layerName: layer.name, layerInfo: try await layer.table.layerInfo(), table: layer.table,
            popupDefinition: layer.popupDefinition,
            features: near.selecting(rows: ranked.prefix(maximumResultsPerLayer).map(\.row)))
    }
}
