// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaFeatures

/// The parameters of `queryRelatedRecords`.
enum RelatedParameters {
    /// Reads them and checks them against the layer of the related rows.
    static func read(_ parameters: RequestParameters, id: Int, other: FeatureLayerInfo, wantsCount: Bool)
        throws(HostingError) -> RelatedQueryParameters
    {
        var query = RelatedQueryParameters(relationshipID: id)
        query.whereClause = parameters["definitionExpression"] ?? ""
        query.orderByFields = try FeatureQueryRequest.orderBy(parameters, other)
        if wantsCount {
            query.outFields = [other.objectIDFieldName]
            query.returnsGeometry = false
            return query
        }
        let names = try FeatureQueryRequest.outFields(parameters, other)
        query.outFields = names.map { $0.isEmpty ? [other.objectIDFieldName] : $0 } ?? ["*"]
        query.returnsGeometry = try parameters.bool("returnGeometry", default: true) && !other.isTable
        query.outSpatialReference = try parameters.spatialReference("outSR")
        query.returnsZ = try parameters.bool("returnZ")
        query.returnsM = try parameters.bool("returnM")
        query.maxAllowableOffset = max(0, try parameters.double("maxAllowableOffset") ?? 0)
        query.geometryPrecision = try parameters.integer("geometryPrecision", in: 0...Int.max)
        query.resultOffset = try parameters.integer("resultOffset", in: 0...Int.max) ?? 0
        let most = max(1, other.maxRecordCount)
        let wanted = try parameters.integer("resultRecordCount", in: 0...Int.max).flatMap { $0 == 0 ? nil : $0 }
        query.maxFeatures = min(wanted ?? most, most)
        return query
    }
}
