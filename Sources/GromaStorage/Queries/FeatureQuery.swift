// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaFeatures
import GromaGeometry

/// Answers queries about one table on one reading connection.
struct FeatureQuery {
    let layout: TableLayout
    let database: Database

    /// What messages call the table.
    private var source: String { "Table \(layout.tableName) of \(database.fileName)" }

    // MARK: Rows

    func features(_ parameters: QueryParameters) throws -> FeatureSet {
        let fields = try outFields(parameters)
        let hasShapes = parameters.needsGeometry && layout.shape != nil
        var head = parameters.returnsDistinctValues ? "SELECT DISTINCT " : "SELECT "
        head += fields.map { ColumnMapping.quoted(columnName(of: $0)) }.joined(separator: ", ")
        if hasShapes, let shape = layout.shape { head += ", \(shape)" }
        let reader = FeatureSetReader(
            fields: fields, shapes: hasShapes ? shapeReader(parameters) : nil, source: source)
        let selection = try select(parameters)
        var exceeded = false
        if !selection.isEmpty {
            let limit = parameters.maxFeatures.map { max(0, $0) }
            let (page, pageValues) = pageClause(limit: limit, offset: parameters.resultOffset)
            let tail = try orderClause(parameters, fields) + page
            try selection.run(head, tail, pageValues, in: database) { statement in
                exceeded = try reader.read(statement, limit: limit ?? .max)
            }
        }
        var set = reader.finish()
        set.exceededTransferLimit = exceeded
        set.objectIDFieldName = layout.info.objectIDFieldName
        set.globalIDFieldName = layout.info.globalIDFieldName
        set.geometryType = layout.info.geometryType
        set.spatialReference = layout.spatialReference
        try set.finishShapes(parameters)
        return set
    }

    func count(_ parameters: QueryParameters) throws -> Int {
        let selection = try select(parameters)
        if selection.isEmpty { return 0 }
        var count = 0
        if parameters.returnsDistinctValues {
            let columns = try outFields(parameters).map { ColumnMapping.quoted(columnName(of: $0)) }
            try selection.run(
                "SELECT count(*) FROM (SELECT DISTINCT \(columns.joined(separator: ", "))", ")", in: database
            ) { if try $0.step() { count = Int($0.integer(0)) } }
        } else {
            try selection.run("SELECT count(*)", in: database) { if try $0.step() { count = Int($0.integer(0)) } }
        }
        return count
    }

    func objectIDs(_ parameters: QueryParameters) throws -> [Int64] {
        let selection = try select(parameters)
        if selection.isEmpty { return [] }
        var ids: [Int64] = []
        try selection.run("SELECT \(layout.key)", " ORDER BY \(layout.key)", in: database) { statement in
            while try statement.step() { ids.append(statement.integer(0)) }
        }
        return ids
    }

    func extent(_ parameters: QueryParameters) throws -> Envelope {
        let target = parameters.outSpatialReference ?? layout.spatialReference
        guard let shape = layout.shape else { return .empty(in: target) }
        let selection = try select(parameters)
        var box = Envelope.empty(in: layout.spatialReference)
        if !selection.isEmpty {
            let sides = "min(ST_MinX(\(shape))), min(ST_MinY(\(shape))), max(ST_MaxX(\(shape))), max(ST_MaxY(\(shape)))"
            try selection.run("SELECT \(sides)", in: database) { row in
                guard try row.step(), !row.isNull(0) else { return }
                box = Envelope(
                    xMin: row.double(0), yMin: row.double(1), xMax: row.double(2), yMax: row.double(3),
                    spatialReference: layout.spatialReference)
            }
        }
        guard let target, let own = layout.spatialReference, own != target, !box.isEmpty else { return box }
        return try GeometryEngine.project(box, into: target)
    }

    // MARK: Statistics

    func statistics(_ parameters: StatisticsQueryParameters) throws -> FeatureSet {
        let plan = try StatisticsPlan(parameters, fields: layout.info.fields.filter { $0.type != .geometry })
        let groups = plan.groupFields.map { ColumnMapping.quoted(columnName(of: $0)) }
        let columns = groups + plan.columns.map(expression)
        let answered = Array(plan.resultFields.prefix(plan.answeredCount))
        let selection = try select(parameters)
        let reader = FeatureSetReader(fields: answered, shapes: nil, source: source)
        var tail = groups.isEmpty ? "" : " GROUP BY " + groups.joined(separator: ", ")
        var head = "SELECT "
        var more: [SQLValue] = []
        if let having = plan.having {
            // The groups with all their statistics are a table, and the clause a where-clause over it.
            let names = Dictionary(
                plan.resultFields.enumerated().map { ($1.name, "c\($0)") }, uniquingKeysWith: { first, _ in first })
            let fragment = try having.renamingFields { names[$0.name] ?? $0.name }.sql(
                for: SQLiteDialect(dates: .text), firstPlaceholder: selection.values.count + 1)
            head += "\(answered.indices.map { "c\($0)" }.joined(separator: ", ")) FROM (SELECT "
            tail += ") WHERE \(fragment.text)"
            more = try fragment.values.map { try ColumnMapping.sqlValue($0, type: .string) }
        }
        head += columns.enumerated().map { "\($1) AS c\($0)" }.joined(separator: ", ")
        let order = try parameters.orderByFields.map { key in
            guard let place = answered.firstIndex(where: { $0.name.lowercased() == key.fieldName.lowercased() }) else {
                throw FeatureError(
                    .unknownField, "\(key.fieldName) is neither a group field nor a statistic of this query.")
            }
            return "\(place + 1)\(key.isAscending ? "" : " DESC")"
        }
        let byGroup = groups.indices.map { "\($0 + 1)" }
        if !order.isEmpty || !byGroup.isEmpty { tail += " ORDER BY " + (order + byGroup).joined(separator: ", ") }
        try selection.run(head, tail, more, in: database) { _ = try reader.read($0, limit: .max) }
        return reader.finish()
    }

    private func expression(_ column: StatisticsPlan.Column) -> String {
        guard let field = column.field else { return "count(*)" }
        let name = ColumnMapping.quoted(columnName(of: field)), definition = column.definition
        let order = "\(definition.percentile), \(definition.isAscending ? 1 : 0)"
        return switch definition.statisticType {
        case .count: "count(\(name))"
        case .min: "min(\(name))"
        case .max: "max(\(name))"
        // As doubles, so that large integers do not overflow.
        case .sum: "sum(CAST(\(name) AS REAL))"
        case .avg: "avg(\(name))"
        case .var: "groma_variance(\(name))"
        case .stddev: "groma_deviation(\(name))"
        case .percentileContinuous: "groma_percentile(\(name), \(order), 1)"
        case .percentileDiscrete: "groma_percentile(\(name), \(order), 0)"
        }
    }

    // MARK: Parts of statements

    private func select(_ criteria: some RowCriteria) throws -> RowSelection {
        try RowSelection(criteria, layout: layout, database: database)
    }

    private func field(named name: String) throws -> Field {
        guard let field = layout.info.field(named: name), field.type != .geometry else {
            throw FeatureError(.unknownField, "\(layout.info.name) has no field called \(name.prefix(80)).")
        }
        return field
    }

    private func columnName(of field: Field) -> String { field.type == .oid ? layout.objectIDColumn : field.name }

    private func outFields(_ parameters: QueryParameters) throws -> [Field] {
        let all = layout.info.fields.filter { $0.type != .geometry }
        var fields: [Field] = []
        for name in parameters.outFields where !name.isEmpty {
            if name == "*" { return all }
            let field = try field(named: name)
            if !fields.contains(where: { $0.name == field.name }) { fields.append(field) }
        }
        if parameters.returnsDistinctValues {
            guard !fields.isEmpty else {
                throw FeatureError(
                    .unsupported, "A query for distinct values needs the fields to compare in outFields.")
            }
            return fields
        }
        if !fields.contains(where: { $0.type == .oid }), let key = all.first(where: { $0.type == .oid }) {
            fields.insert(key, at: 0)
        }
        return fields
    }

    private func orderClause(_ parameters: QueryParameters, _ fields: [Field]) throws -> String {
        var keys = try parameters.orderByFields.map { key in
            let field = try field(named: key.fieldName)
            return ColumnMapping.quoted(columnName(of: field)) + (key.isAscending ? "" : " DESC")
        }
        // Pages need one order, also among equal values.
        if !parameters.returnsDistinctValues {
            keys.append(layout.key)
        } else if keys.isEmpty {
            keys = (0..<fields.count).map { "\($0 + 1)" }
        }
        return " ORDER BY " + keys.joined(separator: ", ")
    }

    /// One row more than asked tells whether there are more.
    private func pageClause(limit: Int?, offset: Int) -> (String, [SQLValue]) {
        if limit == nil, offset <= 0 { return ("", []) }
        let most = limit.map { Int64($0) + 1 } ?? -1
        return (" LIMIT ? OFFSET ?", [.integer(most), .integer(Int64(max(0, offset)))])
    }

    private func shapeReader(_ parameters: QueryParameters) -> ShapeReader? {
        layout.info.geometryType.map {
            ShapeReader(
                type: $0, hasZ: layout.info.hasZ && parameters.returnsZ, hasM: layout.info.hasM && parameters.returnsM)
        }
    }
}
