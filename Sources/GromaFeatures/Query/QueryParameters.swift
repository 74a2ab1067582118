// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import GromaGeometry

/// What selects rows, in every kind of query; all of it must hold.
package protocol RowCriteria: Sendable {
    var whereClause: String { get set }
    var objectIDs: [Int64] { get set }
    var geometry: (any Geometry)? { get set }
    var spatialRelationship: SpatialRelationship { get set }
    var relationPattern: String? { get set }
    var distance: Double { get set }
    var timeExtent: TimeExtent? { get set }
}

/// Which features, in which form.
public struct QueryParameters: RowCriteria {
    /// Standardised SQL (see `WhereClause`); empty selects every row.
    public var whereClause = ""
    /// Only rows with these ids; empty for any.
    public var objectIDs: [Int64] = []
    /// Only rows whose shape lies to this one as `spatialRelationship` says; projected into the table's reference.
    public var geometry: (any Geometry)?
    /// How `geometry` must lie to a row (read: this shape contains the row).
    public var spatialRelationship = SpatialRelationship.intersects
    /// For `.relation`: nine of `T`, `F`, `*`, `0`, `1`, `2`, the intersections of inside, border and outside of `geometry` with those of
    /// the row (dimensionally extended nine-intersection model).
    public var relationPattern: String?
    /// Grows `geometry` by as many metres on the ground; by units of its own where no reference is known. 0 for none.
    public var distance = 0.0
    /// Only rows that lie in this span by the layer's `timeInfo`. Rows that are spans pass when they share a moment with it, with an
    /// empty side taken as open; rows that are moments need one.
    public var timeExtent: TimeExtent?
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
    /// Thins lines and outlines to within this distance, in units of the answer's reference; 0 for none. Shapes shrink, none vanishes.
    public var maxAllowableOffset = 0.0
    /// Rounds coordinates to this many decimals (0 to 15); nil leaves them as they are.
    public var geometryPrecision: Int?
    /// Also returns the middle of each area (`FeatureSet.centroids`); without effect for points and lines.
    public var returnsCentroid = false
    /// Only rows whose values of `outFields` differ, without geometry.
    public var returnsDistinctValues = false

    /// All rows, all fields, with geometry.
    public init() {}

    /// True where shapes must be read: for themselves, or for their centroids.
    package var needsGeometry: Bool { (returnsGeometry || returnsCentroid) && !returnsDistinctValues }
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

extension RowCriteria {
    /// The where-clause together with what the time extent asks of the layer's time fields. Throws `.unsupported` for a time
    /// extent where the layer does not lie in time.
    package func whole(timeInfo: LayerTimeInfo?) throws(FeatureError) -> WhereClause {
        let own = try WhereClause(whereClause)
        guard let timeExtent else { return own }
        guard let timeInfo else {
            throw FeatureError(.unsupported, "The layer has no time fields, so it cannot be asked for a time.")
        }
        return own.and(try WhereClause(timeInfo.whereClause(for: timeExtent)))
    }
}

extension LayerTimeInfo {
    /// The clause that rows in a span fulfil; empty for a span without sides.
    package func whereClause(for extent: TimeExtent) -> String {
        func literal(_ milliseconds: Int64) -> String {
            "TIMESTAMP '\(CalendarText.timestampText(milliseconds: milliseconds))'"
        }
        func name(_ field: String) -> String {
            "\"\(field.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\""))\""
        }
        let last = extent.endMilliseconds.map(literal), first = extent.startMilliseconds.map(literal)
        var parts: [String] = []
        if let start = startTimeField.map(name), let end = endTimeField.map(name) {
            if let last { parts.append("(\(start) <= \(last) OR \(start) IS NULL)") }
            if let first { parts.append("(\(end) >= \(first) OR \(end) IS NULL)") }
        } else if let field = (startTimeField ?? endTimeField).map(name) {
            if let first { parts.append("\(field) >= \(first)") }
            if let last { parts.append("\(field) <= \(last)") }
        }
        return parts.joined(separator: " AND ")
    }
}
