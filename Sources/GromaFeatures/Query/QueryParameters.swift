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
    /// Only rows with these ids; empty for any.
    public var objectIDs: [Int64] = []
    /// Only rows whose shape lies to this one as `spatialRelationship` says; projected into the table's reference.
    public var geometry: (any Geometry)?
    /// How `geometry` must lie to a row (read: this shape contains the row).
    public var spatialRelationship = SpatialRelationship.intersects
    /// Field names to return; `["*"]` for all. The object id always comes.
    public var outFields = ["*"]
    /// False leaves the shapes out.
    public var returnsGeometry = true
    /// The reference of the shapes returned; nil for the table's own.
    public var outSpatialReference: SpatialReference?
    /// Fields to sort by, the first counts most; nulls come first when rising.
    public var orderByFields: [OrderBy] = []
    /// Rows to skip.
    public var resultOffset = 0
    /// Most rows to return; nil leaves it to the table.
    public var maxFeatures: Int?
    /// False leaves heights out.
    public var returnsZ = true
    /// False leaves measures out.
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
    /// The field's name, in any case.
    public var fieldName: String
    /// True for smallest first.
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
    /// The field the statistic is computed of.
    public var onFieldName: String
    /// Which statistic.
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
    /// The statistics, one column each.
    public var statisticDefinitions: [StatisticDefinition]
    /// Fields whose equal values make a group; empty makes one group of all rows.
    public var groupByFieldNames: [String] = []
    /// Standardised SQL; empty takes every row.
    public var whereClause = ""
    /// Only rows whose shape lies to this one as `spatialRelationship` says; projected into the table's reference.
    public var geometry: (any Geometry)?
    /// How `geometry` must lie to a row (read: this shape contains the row).
    public var spatialRelationship = SpatialRelationship.intersects
    /// Fields to sort by, the first counts most; nulls come first when rising.
    public var orderByFields: [OrderBy] = []
    /// Makes parameters.
    public init(statisticDefinitions: [StatisticDefinition]) { self.statisticDefinitions = statisticDefinitions }
}
