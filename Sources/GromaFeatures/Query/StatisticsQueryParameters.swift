// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import GromaGeometry

/// A statistic over the rows of a group.
public struct StatisticDefinition: Sendable, Hashable {
    /// The statistics a service computes, named as in `outStatistics`.
    public enum StatisticType: String, Sendable, Hashable, CaseIterable {
        case count, sum, min, max, avg
        /// Of a sample: null for a single value.
        case stddev
        /// Of a sample: null for a single value.
        case `var`
        /// The value below which a part of the values lies, between two of them where need be.
        case percentileContinuous = "percentile_cont"
        /// The first value that has at least a part of the values up to itself.
        case percentileDiscrete = "percentile_disc"

        /// True for the two that take a part and an order.
        public var isPercentile: Bool { self == .percentileContinuous || self == .percentileDiscrete }
        /// True for those that compute with numbers only.
        package var needsNumbers: Bool {
            switch self {
            case .count, .min, .max, .percentileDiscrete: false
            default: true
            }
        }
    }
    /// The field the statistic is computed of; `*` counts rows, also those with a null.
    public var onFieldName: String
    /// Which statistic.
    public var statisticType: StatisticType
    /// The column's name in the answer.
    public var outputAlias: String
    /// For percentiles: which part of the values, 0 to 1; 0.5 is the median.
    public var percentile: Double
    /// For percentiles: false counts from the largest value down.
    public var isAscending: Bool
    /// Makes a statistic.
    public init(
        onFieldName: String, statisticType: StatisticType, outputAlias: String? = nil, percentile: Double = 0.5,
        isAscending: Bool = true
    ) {
        self.onFieldName = onFieldName
        self.statisticType = statisticType
        self.outputAlias = outputAlias ?? "\(statisticType.rawValue.uppercased())_\(onFieldName)"
        self.percentile = percentile
        self.isAscending = isAscending
    }
}

/// Statistics, in groups where fields are named.
public struct StatisticsQueryParameters: RowCriteria {
    /// The statistics, one column each.
    public var statisticDefinitions: [StatisticDefinition]
    /// Fields whose equal values make a group; empty makes one group of all rows.
    public var groupByFieldNames: [String] = []
    /// Only groups that fulfil this clause: a where-clause over the group fields, the statistics by their names, and `AVG`, `COUNT`, `MAX`,
    /// `MIN`, `SUM`, `STDDEV`, `VAR` of fields (`COUNT(*) > 5 AND SUM(POP) < 100`). Empty takes every group.
    public var havingClause = ""
    /// Standardised SQL; empty takes every row.
    public var whereClause = ""
    /// Only rows with these ids; empty for any.
    public var objectIDs: [Int64] = []
    /// Only rows whose shape lies to this one as `spatialRelationship` says; projected into the table's reference.
    public var geometry: (any Geometry)?
    /// How `geometry` must lie to a row (read: this shape contains the row).
    public var spatialRelationship = SpatialRelationship.intersects
    /// For `.relation`; see `QueryParameters.relationPattern`.
    public var relationPattern: String?
    /// Grows `geometry` by as many metres; see `QueryParameters.distance`.
    public var distance = 0.0
    /// Only rows that lie in this span by the layer's `timeInfo`.
    public var timeExtent: TimeExtent?
    /// Fields to sort by, the first counts most; nulls come first when rising.
    public var orderByFields: [OrderBy] = []
    /// Makes parameters.
    public init(statisticDefinitions: [StatisticDefinition]) { self.statisticDefinitions = statisticDefinitions }
}
