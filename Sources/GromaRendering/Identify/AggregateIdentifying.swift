// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaCodecs
import GromaFeatures
import GromaGeometry
import GromaMapping

/// Finds the clusters or bins of a layer under a place, and the features that are drawn alone between them.
struct AggregateIdentifying: Sendable {
    let content: FeatureContent
    let reduction: any FeatureReduction
    let viewport: Viewport

    /// What was found: clusters or bins with their numbers, the nearest first, and what the author shows of them.
    struct Found {
        var aggregates: FeatureSet
        /// The object ids of each one's features.
        var members: [[Int64]]
        var layerInfo: FeatureLayerInfo
        /// Object ids of features that are drawn alone.
        var single: Set<Int64>
    }

    /// Nil where the layer's features are drawn one by one after all. `reach` is in map units.
    func found(at place: Point, reach: Double) async throws -> Found? {
        let grid = MapGrid(viewport)
        let source = FeatureRows(grid: grid, content: content)
        let clusters = (reduction as? ClusteringFeatureReduction).map { PointClusters(reduction: $0, grid: grid) }
        let classifier = SymbolClassifier(content.renderer, scripts: ArcadeScripts(layerInfo: content.layerInfo))
        // The same rows as for drawing, so that the same clusters come of them.
        let features = try await source.rows(
            naming: classifier.fieldNames + FeatureRows.names(for: reduction),
            margin: max(source.reach, clusters?.margin ?? 0))
        guard features.geometries?.type == .point, let ids = features.objectIDs,
            let reduced = try FeatureReducing(
                grid: grid, features: features, own: content.renderer, layerInfo: content.layerInfo
            ).reduced(reduction)
        else { return nil }
        let adjuster = SymbolAdjuster(reduced.renderer, scripts: ArcadeScripts())
        let sizes =
            adjuster.isEmpty ? nil : adjuster.adjustments(for: reduced.aggregates, scale: viewport.scale).sizes
        var ranked: [(distance: Double, row: Int)] = []
        for row in 0..<reduced.aggregates.count {
            guard let geometry = reduced.aggregates.geometry(at: row), !geometry.isEmpty else { continue }
            let distance = try GeometryEngine.distance(from: place, to: geometry)
            let size = sizes?[row] ?? 18
            let own = geometry is Point && size.isFinite ? size / 2 * 96 / 72 * viewport.resolution : 0
            if distance <= max(reach, own) { ranked.append((distance, row)) }
        }
        ranked.sort { ($0.distance, $0.row) < ($1.distance, $1.row) }
        let rows = ranked.map(\.row)
        var info = FeatureLayerInfo(
            id: content.layerInfo.id, name: content.layerInfo.name, geometryType: reduced.aggregates.geometryType,
            fields: reduced.aggregates.fields, objectIDFieldName: "OBJECTID",
            spatialReference: reduced.aggregates.spatialReference)
        for (index, field) in info.fields.enumerated() {
            let said = reduction.aggregateFields.first { $0.name == field.name }?.json["alias"]?.string
            if let said, !said.isEmpty { info.fields[index].alias = said }
        }
        return Found(
            aggregates: reduced.aggregates.selecting(rows: rows),
            members: rows.map { row in reduced.groups[row].map { ids[$0] } }, layerInfo: info,
            single: Set(reduced.single.map { ids[$0] }))
    }
}
