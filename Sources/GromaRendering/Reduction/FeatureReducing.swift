// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaFeatures
import GromaGeometry
import GromaMapping

/// Brings the points of a layer together into what is drawn in their place.
struct FeatureReducing {
    let grid: MapGrid
    let features: FeatureSet
    /// The layer's own renderer.
    let own: any Renderer
    /// The layer's fields, domains and types.
    let layerInfo: FeatureLayerInfo

    /// What the document asks for and is not done.
    func complaints(_ reduction: any FeatureReduction) -> [String] {
        FeatureAggregation(features: features, fields: reduction.aggregateFields).complaints
    }

    /// What is drawn, the first at the bottom. `labels` are the layer's own, for features that stay alone.
    func drawings(_ reduction: any FeatureReduction, labels: [LabelDefinition]) throws -> [FeatureDrawing] {
        guard let reduced = try reduced(reduction) else {
            return [FeatureDrawing(features: features, renderer: own, labels: labels, layerInfo: layerInfo)]
        }
        let classes = reduction.labelDefinitions.filter { $0.isVisible(atScale: grid.scale) }
        let aggregates = FeatureDrawing(features: reduced.aggregates, renderer: reduced.renderer, labels: classes)
        guard reduction is ClusteringFeatureReduction else { return [aggregates] }
        return [
            FeatureDrawing(
                features: features.selecting(rows: reduced.single), renderer: own, labels: labels, layerInfo: layerInfo),
            aggregates,
        ]
    }

    /// Rows brought together.
    struct Reduced {
        /// Rows that stay alone.
        var single: [Int] = []
        /// A row a cluster or bin: its place and its numbers.
        var aggregates: FeatureSet
        /// The rows of each.
        var groups: [[Int]]
        /// How they are drawn.
        var renderer: any Renderer
    }

    /// Nil for a reduction that leaves features as they are.
    func reduced(_ reduction: any FeatureReduction) throws -> Reduced? {
        guard let column = features.geometries else { return nil }
        switch reduction {
        case let clustering as ClusteringFeatureReduction:
            let clusters = PointClusters(reduction: clustering, grid: grid)
            let found = clusters.clusters(of: features, column: column)
            let fields = clustering.aggregateFields
            let ownFields = PointClusters.ownFields(own).filter { own in
                !fields.contains { $0.name.lowercased() == own.name.lowercased() }
            }
            var rows = FeatureAggregation(features: features, fields: fields + ownFields, scale: grid.scale)
                .rows(found.groups, keys: found.keys, countName: "cluster_count")
            var places = GeometryColumn(type: .point)
            places.coordinates.xy = found.places
            places.partStarts = Array(0...found.groups.count)
            places.featureStarts = Array(0...found.groups.count)
            rows.geometries = places
            rows.geometryType = .point
            return Reduced(
                single: found.single, aggregates: rows, groups: found.groups, renderer: clusters.renderer(for: own))
        case let binning as BinningFeatureReduction:
            let found = try GeohashBins(reduction: binning, spatialReference: grid.spatialReference)
                .bins(of: column, count: features.count)
            var rows = FeatureAggregation(features: features, fields: binning.aggregateFields, scale: grid.scale)
                .rows(found.groups, keys: found.keys, countName: "aggregateCount")
            rows.geometries = found.areas
            rows.geometryType = .polygon
            let plain = SimpleRenderer(
                symbol: SimpleFillSymbol(
                    color: Color(red: 0x3C, green: 0x6E, blue: 0x91, alpha: 128),
                    outline: SimpleLineSymbol(color: .white, width: 0.75)))
            return Reduced(aggregates: rows, groups: found.groups, renderer: binning.renderer ?? plain)
        default: return nil
        }
    }
}
