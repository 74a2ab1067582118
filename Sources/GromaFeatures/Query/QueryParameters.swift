// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import GromaGeometry

/// How a query's shape must lie to a feature's.
public enum SpatialRelationship: String, Sendable, Hashable, CaseIterable {
    case intersects = "esriSpatialRelIntersects"
    case contains = "esriSpatialRelContains"
    case crosses = "esriSpatialRelCrosses"
    case envelopeIntersects = "esriSpatialRelEnvelopeIntersects"
    case indexIntersects = "esriSpatialRelIndexIntersects"
    case overlaps = "esriSpatialRelOverlaps"
    case touches = "esriSpatialRelTouches"
    case within = "esriSpatialRelWithin"
    case relation = "esriSpatialRelRelation"
}

/// Which features, in which form.
public struct QueryParameters: Sendable {
    /// Standardised SQL (see `WhereClause`); empty selects every row.
    public var whereClause = ""
    public var objectIDs: [Int64] = []
    public var geometry: (any Geometry)?
    public var spatialRelationship = SpatialRelationship.intersects
    /// Field names to return; `["*"]` for all. The object id always comes.
    public var outFields = ["*"]
    public var returnsGeometry = true
    /// The reference of the shapes returned; nil for the table's own.
    public var outSpatialReference: SpatialReference?
    public var orderByFields: [OrderBy] = []
    /// Rows to skip.
    public var resultOffset = 0
    /// Most rows to return; nil leaves it to the table.
    public var maxFeatures: Int?
    public var returnsZ = true
    public var returnsM = true
    /// Thins shapes by this distance in out units; 0 for none.
    public var maxAllowableOffset = 0.0
    /// Only rows whose values of `outFields` differ, without geometry.
    public var returnsDistinctValues = false

    /// All rows, all fields, with geometry.
    public init() {}
}

/// A field to sort by.
public struct OrderBy: Sendable, Hashable {
    public var fieldName: String
    public var isAscending: Bool
    /// Makes a sort key.
    public init(fieldName: String, isAscending: Bool = true) {
        self.fieldName = fieldName
        self.isAscending = isAscending
    }
}

/// A statistic over the rows of a group.
public struct StatisticDefinition: Sendable, Hashable {
    /// The statistics a service computes, named as in `outStatistics`.
    public enum StatisticType: String, Sendable, Hashable, CaseIterable {
        case count, sum, min, max, avg, stddev, `var`
    }
    public var onFieldName: String
    public var statisticType: StatisticType
    /// The column's name in the answer.
    public var outputAlias: String
    /// Makes a statistic.
    public init(onFieldName: String, statisticType: StatisticType, outputAlias: String? = nil) {
        self.onFieldName = onFieldName
        self.statisticType = statisticType
        self.outputAlias = outputAlias ?? "\(statisticType.rawValue.uppercased())_\(onFieldName)"
    }
}

/// Statistics, in groups where fields are named.
public struct StatisticsQueryParameters: Sendable {
    public var statisticDefinitions: [StatisticDefinition]
    public var groupByFieldNames: [String] = []
    public var whereClause = ""
    public var geometry: (any Geometry)?
    public var spatialRelationship = SpatialRelationship.intersects
    public var orderByFields: [OrderBy] = []
    /// Makes parameters.
    public init(statisticDefinitions: [StatisticDefinition]) { self.statisticDefinitions = statisticDefinitions }
}
