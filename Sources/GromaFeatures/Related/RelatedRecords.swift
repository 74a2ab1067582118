// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import GromaGeometry

/// Which rows of the other side of a relationship, in which form.
public struct RelatedQueryParameters: Sendable {
    /// The relationship, by its id in the table that is asked.
    public var relationshipID: Int
    /// Standardised SQL over the related rows; empty takes every one.
    public var whereClause = ""
    /// Field names to return; `["*"]` for all. The object id always comes.
    public var outFields = ["*"]
    /// False leaves the shapes out.
    public var returnsGeometry = true
    /// The reference of the shapes returned; nil for the related table's own.
    public var outSpatialReference: SpatialReference?
    /// The order of the rows within each group; by object id among equals.
    public var orderByFields: [OrderBy] = []
    /// Rows to skip, over all groups together.
    public var resultOffset = 0
    /// Most rows to return, over all groups together; nil leaves it to the table.
    public var maxFeatures: Int?
    /// False leaves heights out.
    public var returnsZ = true
    /// False leaves measures out.
    public var returnsM = true
    /// Thins lines and outlines to within this distance, in units of the answer's reference; 0 for none.
    public var maxAllowableOffset = 0.0
    /// Rounds coordinates to this many decimals; nil leaves them as they are.
    public var geometryPrecision: Int?

    /// All rows, all fields, with geometry.
    public init(relationshipID: Int) { self.relationshipID = relationshipID }
    /// All rows, all fields, with geometry.
    public init(relationshipInfo: RelationshipInfo) { self.init(relationshipID: relationshipInfo.id) }
}

/// Rows of one table by the rows of another to which they belong.
public struct RelatedRecords: Sendable {
    /// The rows that belong to one row.
    public struct Group: Sendable, Hashable {
        /// The object id of the row that was asked for.
        public var objectID: Int64
        /// The places of its related rows in `rows`, in order.
        public var rows: [Int]
        /// Makes a group.
        public init(objectID: Int64, rows: [Int]) {
            self.objectID = objectID
            self.rows = rows
        }
    }
    /// The related rows, each once, also where it belongs to several.
    public var rows: FeatureSet
    /// One group for each row asked for that has related rows, in the order asked.
    public var groups: [Group]

    /// Makes an answer.
    public init(rows: FeatureSet, groups: [Group]) {
        self.rows = rows
        self.groups = groups
    }

    /// The related rows of one row as values; empty when it has none.
    public func records(of objectID: Int64) -> [FeatureRecord] {
        groups.filter { $0.objectID == objectID }.flatMap { $0.rows.map { rows.record(at: $0) } }
    }
}

/// The features related to one feature by one relationship.
public struct RelatedFeatureQueryResult: Sendable {
    /// The feature that was asked for.
    public var feature: Feature
    /// The relationship.
    public var relationshipInfo: RelationshipInfo
    /// The table of the related features.
    public var relatedTable: any FeatureTable
    /// The related features, in order.
    public var features: [Feature]
    /// True when the table had more of them than it may send.
    public var didExceedTransferLimit: Bool
}

extension FeatureTable {
    /// The features related to a feature by the relationship that the parameters name.
    ///
    /// Throws `.notFound` when the layer has no such relationship or the feature no object id yet.
    public func queryRelatedFeatures(
        to feature: Feature, using parameters: RelatedQueryParameters
    ) async throws -> RelatedFeatureQueryResult {
        let info = try await layerInfo()
        guard let relationship = info.relationshipInfo(id: parameters.relationshipID) else {
            throw FeatureError(.notFound, "\(info.name) has no relationship \(parameters.relationshipID).")
        }
        feature.learn(info)
        guard let id = feature.objectID else {
            throw FeatureError(.notFound, "The feature has no object id yet, so nothing can be related to it.")
        }
        let related = try await relatedTable(layerID: relationship.relatedTableID)
        let relatedInfo = try await related.layerInfo()
        let records = try await queryRelatedRecords(of: [id], using: parameters)
        return RelatedFeatureQueryResult(
            feature: feature, relationshipInfo: relationship, relatedTable: related,
            features: records.records(of: id).map { Feature(record: $0, table: related, layerInfo: relatedInfo) },
            didExceedTransferLimit: records.rows.exceededTransferLimit)
    }

    /// The features related to a feature by each relationship of the layer.
    public func queryRelatedFeatures(to feature: Feature) async throws -> [RelatedFeatureQueryResult] {
        var results: [RelatedFeatureQueryResult] = []
        for relationship in try await layerInfo().relationshipInfos {
            results.append(
                try await queryRelatedFeatures(
                    to: feature, using: RelatedQueryParameters(relationshipInfo: relationship)))
        }
        return results
    }
}
