// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaFeatures
import GromaGeometry

/// Answers queries about one table on one reading connection.
struct FeatureQuery {
    let layout: TableLayout
    let database: Database

    // MARK: Rows

    func features(_ parameters: QueryParameters) throws -> FeatureSet {
        let fields = try outFields(parameters)
        let hasShapes = parameters.returnsGeometry && layout.shape != nil && !parameters.returnsDistinctValues
        var head = parameters.returnsDistinctValues ? "SELECT DISTINCT " : "SELECT "
        head += fields.map { ColumnMapping.quoted(columnName(of: $0)) }.joined(separator: ", ")
        if hasShapes, let shape = layout.shape { head += ", \(shape)" }
        let reader = FeatureSetReader(fields: fields, shapes: hasShapes ? shapeReader(parameters) : nil)
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
        try ShapeFinish(parameters: parameters, layout: layout).apply(to: &set)
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
        guard !parameters.statisticDefinitions.isEmpty || !parameters.groupByFieldNames.isEmpty else {
            throw FeatureError(.unsupported, "A statistics query needs a statistic or a field to group by.")
        }
        let groups = try parameters.groupByFieldNames.map(field(named:))
        var columns = groups.map { ColumnMapping.quoted(columnName(of: $0)) }
        var fields = groups
        for definition in parameters.statisticDefinitions {
            let field = try field(named: definition.onFieldName)
            columns.append(try expression(definition, field))
            fields.append(resultField(definition, field))
        }
        let selection = try RowSelection(
            whereClause: parameters.whereClause, geometry: parameters.geometry,
            relationship: parameters.spatialRelationship, layout: layout, database: database)
        let reader = FeatureSetReader(fields: fields, shapes: nil)
        var tail = ""
        if !groups.isEmpty { tail += " GROUP BY " + columns.prefix(groups.count).joined(separator: ", ") }
        let order = try parameters.orderByFields.map { key in
            guard let place = fields.firstIndex(where: { $0.name.lowercased() == key.fieldName.lowercased() }) else {
                throw FeatureError(
                    .unknownField, "\(key.fieldName) is neither a group field nor a statistic of this query.")
            }
            return "\(place + 1)\(key.isAscending ? "" : " DESC")"
        }
        let byGroup = (0..<groups.count).map { "\($0 + 1)" }
        if !order.isEmpty || !byGroup.isEmpty { tail += " ORDER BY " + (order + byGroup).joined(separator: ", ") }
        // Also an empty selection has one row of statistics where nothing is grouped.
        if !selection.isEmpty || groups.isEmpty {
            let head = "SELECT " + columns.joined(separator: ", ")
            if selection.isEmpty {
                try database.withStatement("\(head) FROM \(layout.table) WHERE 0") {
                    _ = try reader.read($0, limit: .max)
                }
            } else {
                try selection.run(head, tail, in: database) { _ = try reader.read($0, limit: .max) }
            }
        }
        return reader.finish()
    }

    private func expression(_ definition: StatisticDefinition, _ field: Field) throws -> String {
        let column = ColumnMapping.quoted(columnName(of: field))
        let kind = definition.statisticType
        if kind != .count, kind != .min, kind != .max, !field.type.isNumeric {
            throw FeatureError(.invalidValue, "\(kind.rawValue) needs a field of numbers; \(field.name) is none.")
        }
        return switch kind {
        case .count: "count(\(column))"
        case .min: "min(\(column))"
        case .max: "max(\(column))"
        // As doubles, so that large integers do not overflow.
        case .sum: "sum(CAST(\(column) AS REAL))"
        case .avg: "avg(\(column))"
        case .var: "groma_variance(\(column))"
        case .stddev: "groma_deviation(\(column))"
        }
    }

    private func resultField(_ definition: StatisticDefinition, _ field: Field) -> Field {
        let type: FieldType =
            switch definition.statisticType {
            case .count: .integer
            case .min, .max: field.type == .oid ? .bigInteger : field.type
            default: .double
            }
        return Field(name: definition.outputAlias, type: type, length: type == .string ? field.length : nil)
    }

    // MARK: Parts of statements

    private func select(_ parameters: QueryParameters) throws -> RowSelection {
        try RowSelection(
            whereClause: parameters.whereClause, objectIDs: parameters.objectIDs, geometry: parameters.geometry,
            relationship: parameters.spatialRelationship, layout: layout, database: database)
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
