// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaFeatures
import GromaGeometry

/// Which rows of a table a query is about, as the end of an SQL statement: `FROM … WHERE …` with bound values.
struct RowSelection {
    /// The SQL from `FROM` on.
    private(set) var sql: String
    private(set) var values: [SQLValue] = []
    /// The test that `groma_relates` stands for in `sql`.
    private(set) var filter: SpatialFilter?
    /// True when it is known without asking that no row matches.
    private(set) var isEmpty = false

    /// Compiles conditions against a table; all of them must hold.
    init(_ criteria: some RowCriteria, layout: TableLayout, database: Database) throws {
        var conditions: [String] = []
        sql = " FROM \(layout.table)"
        if !criteria.objectIDs.isEmpty {
            conditions.append("\(layout.key) IN (SELECT value FROM json_each(?))")
            values.append(.text("[\(criteria.objectIDs.map(String.init).joined(separator: ","))]"))
        }
        try addSpatial(criteria, &conditions, layout, database)
        if let (clause, bound) = try WhereCompiler(layout: layout).compile(
            criteria.whole(timeInfo: layout.info.timeInfo), firstPlaceholder: values.count + 1)
        {
            conditions.append("(\(clause))")
            values += bound
        }
        if isEmpty { conditions.append("0") }
        if !conditions.isEmpty { sql += " WHERE " + conditions.joined(separator: " AND ") }
    }

    private mutating func addSpatial(
        _ criteria: some RowCriteria, _ conditions: inout [String], _ layout: TableLayout, _ database: Database
    ) throws {
        guard let filter = try SpatialFilter(criteria, in: layout.spatialReference) else { return }
        guard let shape = layout.shape else {
            throw FeatureError(
                .unsupported, "\(layout.info.name) is a table without shapes; it can't be asked by a geometry.")
        }
        guard !filter.geometry.isEmpty else {
            isEmpty = true
            return
        }
        self.filter = filter
        if filter.needsMeeting, let index = layout.indexName {
            let box = filter.box
            // A window round the whole layer needs no index: the list of all ids would cost more than it saves.
            let all = try RTreeNode.rootBox(of: index, in: database)
            let holdsAll = all.map {
                Double($0.xMin) >= box.xMin && Double($0.xMax) <= box.xMax && Double($0.yMin) >= box.yMin
                    && Double($0.yMax) <= box.yMax
            }
            if holdsAll != true || filter.isIndexOnly {
                conditions.append(
                    """
                    \(layout.key) IN (SELECT id FROM \(ColumnMapping.quoted(index)) \
                    WHERE minx <= ? AND maxx >= ? AND miny <= ? AND maxy >= ?)
                    """)
                values += [.double(box.xMax), .double(box.xMin), .double(box.yMax), .double(box.yMin)]
            }
        }
        if !filter.isIndexOnly || layout.indexName == nil { conditions.append("groma_relates(\(shape))") }
    }

    /// Runs a statement made of `head`, the selection and `tail`; `more` are the values of `tail`.
    func run(
        _ head: String, _ tail: String = "", _ more: [SQLValue] = [], in database: Database,
        _ body: (Statement) throws -> Void
    ) throws {
        database.spatialFilter = filter
        defer { database.spatialFilter = nil }
        try database.withStatement(head + sql + tail) { statement in
            try statement.bind(values + more)
            try body(statement)
        }
    }
}
