// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import GromaGeometry

extension FeatureSet {
    /// Answers a query on the rows in memory, as a table does: filter, order, page, fields, shapes.
    ///
    /// Without an order rows come by object id. Throws `FeatureError` for a bad clause or an unknown field, `GeometryError` where
    /// shapes cannot be compared or projected. `maxAllowableOffset` is not applied: full shapes are an allowed answer.
    public func query(_ parameters: QueryParameters, context: WhereClause.Context = .init()) throws -> FeatureSet {
        let places = try outFieldPlaces(parameters)
        var rows = try rows(matching: parameters, context: context)
        if parameters.returnsDistinctValues { rows = distinct(rows, over: places) }
        rows = try RowOrder(parameters.orderByFields + tieBreak(parameters, places), in: self).sorted(rows)
        let start = min(max(0, parameters.resultOffset), rows.count)
        let end = parameters.maxFeatures.map { min(rows.count, start + max(0, min($0, rows.count))) } ?? rows.count
        var result = self
        if !parameters.returnsGeometry || parameters.returnsDistinctValues { result.geometries = nil }
        result = result.selecting(fields: places).selecting(rows: Array(rows[start..<end]))
        result.exceededTransferLimit = end < rows.count
        if !parameters.returnsZ { result.geometries?.coordinates.z = nil }
        if !parameters.returnsM { result.geometries?.coordinates.m = nil }
        try result.project(into: parameters.outSpatialReference)
        return result
    }

    /// The number of rows a query selects, without paging.
    public func queryCount(_ parameters: QueryParameters, context: WhereClause.Context = .init()) throws -> Int {
        let rows = try rows(matching: parameters, context: context)
        guard parameters.returnsDistinctValues else { return rows.count }
        return distinct(rows, over: try outFieldPlaces(parameters)).count
    }

    /// The object ids of the rows a query selects, rising, without paging.
    public func queryObjectIDs(_ parameters: QueryParameters, context: WhereClause.Context = .init()) throws -> [Int64]
    {
        try rows(matching: parameters, context: context).compactMap(objectID(at:)).sorted()
    }

    /// The box round the shapes of the rows a query selects, in `outSpatialReference` or the set's; empty without shapes.
    public func queryExtent(_ parameters: QueryParameters, context: WhereClause.Context = .init()) throws -> Envelope {
        let rows = try rows(matching: parameters, context: context)
        var box = Envelope.empty(in: spatialReference)
        for row in rows { if let own = geometries?.extent(ofRow: row) { box = box.union(own) } }
        guard let target = parameters.outSpatialReference, spatialReference != nil, target != spatialReference else {
            return box
        }
        return try GeometryEngine.project(box, into: target)
    }

    /// The rows that clause, ids and shape of a query select, rising.
    func rows(matching parameters: QueryParameters, context: WhereClause.Context) throws -> [Int] {
        var rows = try rows(where: parameters.whereClause, context: context)
        if !parameters.objectIDs.isEmpty {
            let ids = Set(parameters.objectIDs)
            rows.removeAll { row in !(objectID(at: row).map(ids.contains) ?? false) }
        }
        return try self.rows(rows, meeting: parameters.geometry, parameters.spatialRelationship)
    }

    func rows(where clause: String, context: WhereClause.Context) throws(FeatureError) -> [Int] {
        let parsed = try WhereClause(clause)
        return parsed.root == nil ? Array(0..<count) : try parsed.bound(to: fields, context: context).rows(of: self)
    }

    func rows(
        _ rows: [Int], meeting geometry: (any Geometry)?, _ relationship: SpatialRelationship
    ) throws -> [Int] {
        guard let geometry else { return rows }
        guard let geometries, let condition = try SpatialCondition(geometry, relationship, in: spatialReference) else {
            return []
        }
        return try condition.rows(rows, of: geometries)
    }

    private func outFieldPlaces(_ parameters: QueryParameters) throws(FeatureError) -> [Int] {
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

    /// Shapes with a vertex that has no place in the target become empty.
    private mutating func project(into target: SpatialReference?) throws {
        guard let target, let own = spatialReference, own != target else { return }
        spatialReference = target
        guard var shapes = geometries else { return }
        if try GeometryEngine.project(&shapes.coordinates.xy, from: own, to: target) > 0 {
            shapes = shapes.droppingLostShapes()
        }
        geometries = shapes
    }
}

extension GeometryColumn {
    /// Empties rows with a vertex that is NaN: half a shape would be wrong.
    fileprivate func droppingLostShapes() -> GeometryColumn {
        var kept = GeometryColumn(type: type)
        kept.coordinates = coordinates.emptyCopy()
        kept.nullRows = nullRows
        for row in 0..<count {
            let vertices = vertexRange(ofRow: row)
            if vertices.allSatisfy({ !coordinates.xy[2 * $0].isNaN }) {
                let shift = kept.coordinates.count - vertices.lowerBound
                kept.coordinates.append(vertices, of: coordinates)
                for part in partRange(ofRow: row) { kept.partStarts.append(partStarts[part + 1] + shift) }
            }
            kept.endRow()
        }
        return kept
    }
}
