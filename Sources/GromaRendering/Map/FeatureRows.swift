// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaFeatures
import GromaGeometry
import GromaMapping

/// Asks a feature layer's table for the rows of a view.
struct FeatureRows: Sendable {
    let grid: MapGrid
    let content: FeatureContent

    /// Pixels beyond the window from where a symbol may still reach in.
    var reach: Double { max(64, 48 * grid.pixelsPerPoint) }

    /// The rows in the window grown by `margin` pixels, with the fields named and the object id; a star stands for every field.
    func rows(naming names: [String], margin: Double) async throws -> FeatureSet {
        shown(try await content.table.queryFeatures(using: query(naming: names, margin: margin)))
    }

    /// What `rows` asks.
    func query(naming names: [String], margin: Double) -> QueryParameters {
        var query = QueryParameters()
        content.restrict(&query)
        query.geometry = grid.extent(margin: margin)
        query.spatialRelationship = .envelopeIntersects
        query.outSpatialReference = grid.spatialReference
        query.orderByFields = content.orderBy
        // Nothing is drawn by heights and measures, but a script may read them.
        query.returnsZ = names.contains("$geometry")
        query.returnsM = query.returnsZ
        let known = names.compactMap { content.layerInfo.field(named: $0)?.name }
        let named =
            [content.layerInfo.objectIDFieldName]
            + known.filter { $0 != content.layerInfo.objectIDFieldName }.uniqued()
        // A script that may read any field says so by a star.
        query.outFields = names.contains("*") ? ["*"] : named
        return query
    }

    /// The rows without those that are hidden one by one.
    func shown(_ features: FeatureSet) -> FeatureSet {
        guard !content.hiddenObjectIDs.isEmpty, let ids = features.objectIDs else { return features }
        return features.selecting(rows: ids.indices.filter { !content.hiddenObjectIDs.contains(ids[$0]) })
    }

    /// The fields that a reduction's numbers are made of.
    static func names(for reduction: any FeatureReduction) -> [String] {
        reduction.aggregateFields.flatMap { field -> [String] in
            guard let script = field.onStatisticExpression, !script.isEmpty else {
                return field.onStatisticField.map { [$0] } ?? []
            }
            return (try? ArcadeScripts().script(script, for: .value).fieldNames) ?? []
        }
    }
}
