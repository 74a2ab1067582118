// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import GromaGeometry

extension FeatureSet {
    /// Answers a query on the rows in memory, as a table does: filter, order, page, fields, shapes.
    ///
    /// Without an order rows come by object id. Throws `FeatureError` for a bad clause or an unknown field, `GeometryError` where
    /// shapes cannot be compared or projected. `timeInfo` says how rows lie in time, for a query with a time extent.
    public func query(
        _ parameters: QueryParameters, context: WhereClause.Context = .init(), timeInfo: LayerTimeInfo? = nil
    ) throws -> FeatureSet {
        let places = try outFieldPlaces(parameters)
        var rows = try rows(matching: parameters, context: context, timeInfo: timeInfo)
        if parameters.returnsDistinctValues { rows = distinct(rows, over: places) }
        rows = try RowOrder(parameters.orderByFields + tieBreak(parameters, places), in: self).sorted(rows)
        let start = min(max(0, parameters.resultOffset), rows.count)
        let end = parameters.maxFeatures.map { min(rows.count, start + max(0, min($0, rows.count))) } ?? rows.count
        var result = self
        if !parameters.needsGeometry { result.geometries = nil }
        result = result.selecting(fields: places).selecting(rows: Array(rows[start..<end]))
        result.exceededTransferLimit = end < rows.count
        try result.finishShapes(parameters)
        return result
    }

    /// The number of rows a query selects, without paging.
    public func queryCount(
        _ parameters: QueryParameters, context: WhereClause.Context = .init(), timeInfo: LayerTimeInfo? = nil
    ) throws -> Int {
        let rows = try rows(matching: parameters, context: context, timeInfo: timeInfo)
        guard parameters.returnsDistinctValues else { return rows.count }
        return distinct(rows, over: try outFieldPlaces(parameters)).count
    }

    /// The object ids of the rows a query selects, rising, without paging.
    public func queryObjectIDs(
        _ parameters: QueryParameters, context: WhereClause.Context = .init(), timeInfo: LayerTimeInfo? = nil
    ) throws -> [Int64] {
        try rows(matching: parameters, context: context, timeInfo: timeInfo).compactMap(objectID(at:)).sorted()
    }

    /// The box round the shapes of the rows a query selects, in `outSpatialReference` or the set's; empty without shapes.
    public func queryExtent(
        _ parameters: QueryParameters, context: WhereClause.Context = .init(), timeInfo: LayerTimeInfo? = nil
    ) throws -> Envelope {
        let rows = try rows(matching: parameters, context: context, timeInfo: timeInfo)
        var box = Envelope.empty(in: spatialReference)
        for row in rows { if let own = geometries?.extent(ofRow: row) { box = box.union(own) } }
        guard let target = parameters.outSpatialReference, spatialReference != nil, target != spatialReference else {
            return box
        }
        return try GeometryEngine.project(box, into: target)
    }

    /// The rows that clause, ids, time and shape of a query select, rising.
    func rows(
        matching criteria: some RowCriteria, context: WhereClause.Context, timeInfo: LayerTimeInfo?
    ) throws -> [Int] {
        let clause = try criteria.whole(timeInfo: timeInfo)
        var rows =
            clause.root == nil ? Array(0..<count) : try clause.bound(to: fields, context: context).rows(of: self)
        if !criteria.objectIDs.isEmpty {
            let ids = Set(criteria.objectIDs)
            rows.removeAll { row in !(objectID(at: row).map(ids.contains) ?? false) }
        }
        guard let filter = try SpatialFilter(criteria, in: spatialReference) else { return rows }
        return try geometries.map { try filter.rows(rows, of: $0) } ?? []
    }

    func outFieldPlaces(_ parameters: QueryParameters) throws(FeatureError) -> [Int] {
        let all = fields.indices.filter { fields[$0].type != .geometry }
        var places: [Int] = []
        for name in parameters.outFields where !name.isEmpty {
            if name == "*" { return all }
            guard let place = fieldIndex(named: name) else {
                throw FeatureError(.unknownField, "There is no field \"\(name.prefix(80))\" to answer.")
            }
            if !places.contains(place) { places.append(place) }
        }
        if parameters.returnsDistinctValues {
            guard !places.isEmpty else {
                throw FeatureError(
                    .unsupported, "A query for distinct values needs the fields to compare in outFields.")
            }
        } else if let key = objectIDFieldIndex, !places.contains(key) {
            places.insert(key, at: 0)
        }
        return places
    }

    /// Pages need one order, also among equal values.
    private func tieBreak(_ parameters: QueryParameters, _ places: [Int]) -> [OrderBy] {
        if parameters.returnsDistinctValues {
            return parameters.orderByFields.isEmpty ? places.map { OrderBy(fieldName: fields[$0].name) } : []
        }
        return objectIDFieldIndex.map { [OrderBy(fieldName: fields[$0].name)] } ?? []
    }

    /// The first row of each combination of values.
    private func distinct(_ rows: [Int], over places: [Int]) -> [Int] {
        var seen: Set<[AttributeValue]> = []
        return rows.filter { row in seen.insert(places.map { value(at: row, field: $0) }).inserted }
    }
}
