// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaGeometry

/// Finds related rows by ordinary queries: keys of the rows asked for, links where there is a table between, then the other side.
package struct RelatedRecordsQuery: Sendable {
    /// Keys in one clause.
    private static let keysAtOnce = 1_000

    private let table: any FeatureTable
    private let related: @Sendable (Int) async throws -> any FeatureTable

    /// A query of `table`, whose neighbours `related` finds by their layer ids.
    package init(of table: any FeatureTable, related: @escaping @Sendable (Int) async throws -> any FeatureTable) {
        self.table = table
        self.related = related
    }

    /// The related rows. Throws `.notFound` for an unknown relationship, `.malformed` when the other side does not list it too.
    package func records(of objectIDs: [Int64], _ parameters: RelatedQueryParameters) async throws -> RelatedRecords {
        let plan = try await plan(parameters)
        let links = try await links(of: objectIDs, plan)
        let wanted = Set(links.values.joined())
        var rows = try await plan.other.queryFeatures(using: plan.query(parameters, where: "1=0"))
        for chunk in Self.chunks(wanted.sorted(by: Self.isBefore)) {
            try Task.checkCancellation()
            let clause = "\"\(plan.otherKey.name)\" IN (\(chunk.map(\.literal).joined(separator: ", ")))"
            try rows.append(
                contentsOf: try await plan.other.queryFeatures(using: plan.query(parameters, where: clause)))
        }
        return try grouped(rows, links, objectIDs, plan, parameters)
    }

    private func grouped(
        _ rows: FeatureSet, _ links: [Int64: [RelationKey]], _ objectIDs: [Int64], _ plan: Plan,
        _ parameters: RelatedQueryParameters
    ) throws -> RelatedRecords {
        let keyPlace = rows.fieldIndex(named: plan.otherKey.name)
        let order = try RowOrder(
            parameters.orderByFields + [OrderBy(fieldName: plan.otherInfo.objectIDFieldName)], in: rows)
        var byKey: [RelationKey: [Int]] = [:]
        for row in order.sorted(Array(0..<rows.count)) {
            guard let keyPlace, let key = RelationKey(rows.value(at: row, field: keyPlace)) else { continue }
            byKey[key, default: []].append(row)
        }
        var groups: [RelatedRecords.Group] = []
        var skip = max(0, parameters.resultOffset), room = parameters.maxFeatures ?? .max
        var exceeded = false
        var seen: Set<Int64> = []
        for id in objectIDs where seen.insert(id).inserted {
            var found = (links[id] ?? []).flatMap { byKey[$0] ?? [] }
            if (links[id]?.count ?? 0) > 1 { found = order.sorted(found) }
            let skipped = min(skip, found.count)
            skip -= skipped
            found.removeFirst(skipped)
            if found.count > room { exceeded = true }
            found = Array(found.prefix(max(0, room)))
            room -= found.count
            if !found.isEmpty { groups.append(RelatedRecords.Group(objectID: id, rows: found)) }
        }
        var answered = rows.selecting(fields: try plan.answeredPlaces(parameters, in: rows))
        // Only rows of the page, each once.
        var places: [Int: Int] = [:]
        for row in groups.flatMap(\.rows) where places[row] == nil { places[row] = places.count }
        answered = answered.selecting(rows: places.sorted { $0.value < $1.value }.map(\.key))
        answered.exceededTransferLimit = exceeded
        for index in groups.indices { groups[index].rows = groups[index].rows.compactMap { places[$0] } }
        return RelatedRecords(rows: answered, groups: groups)
    }

    // MARK: Keys

    /// The keys on the other side by the object ids asked for.
    private func links(of objectIDs: [Int64], _ plan: Plan) async throws -> [Int64: [RelationKey]] {
        guard !objectIDs.isEmpty else { return [:] }
        var query = QueryParameters()
        query.objectIDs = objectIDs
        query.outFields = [plan.ownKey.name]
        query.returnsGeometry = false
        let own = try await table.queryFeatures(using: query)
        var keys: [Int64: RelationKey] = [:]
        for row in 0..<own.count {
            guard let id = own.objectID(at: row), let value = own.value(at: row, field: plan.ownKey.name) else {
                continue
            }
            keys[id] = RelationKey(value)
        }
        guard let between = plan.between else { return keys.mapValues { [$0] } }
        var pairs: [RelationKey: [RelationKey]] = [:]
        for chunk in Self.chunks(Set(keys.values).sorted(by: Self.isBefore)) {
            var query = QueryParameters()
            query.whereClause = "\"\(between.ownField)\" IN (\(chunk.map(\.literal).joined(separator: ", ")))"
            query.outFields = [between.ownField, between.otherField]
            query.returnsGeometry = false
            let links = try await between.table.queryFeatures(using: query)
            for row in 0..<links.count {
                guard let own = links.value(at: row, field: between.ownField).flatMap(RelationKey.init),
                    let other = links.value(at: row, field: between.otherField).flatMap(RelationKey.init)
                else { continue }
                if pairs[own]?.contains(other) != true { pairs[own, default: []].append(other) }
            }
        }
        return keys.mapValues { pairs[$0] ?? [] }
    }

    private static func chunks(_ keys: [RelationKey]) -> [ArraySlice<RelationKey>] {
        stride(from: 0, to: keys.count, by: keysAtOnce).map { keys[$0..<min($0 + keysAtOnce, keys.count)] }
    }

    /// One request for one set of keys.
    private static func isBefore(_ a: RelationKey, _ b: RelationKey) -> Bool { (a.value.order(to: b.value) ?? 0) < 0 }

    // MARK: Plan

    private struct Plan {
        var ownKey: Field
        var other: any FeatureTable
        var otherInfo: FeatureLayerInfo
        var otherKey: Field
        var between: (table: any FeatureTable, ownField: String, otherField: String)?

        /// The query of the other side for `clause`, with what order and grouping need besides what is asked.
        func query(_ parameters: RelatedQueryParameters, where clause: String) throws(FeatureError) -> QueryParameters {
            var query = QueryParameters()
            query.whereClause = try WhereClause(clause).and(WhereClause(parameters.whereClause)).text
            query.outFields =
                parameters.outFields.contains("*")
                ? ["*"] : parameters.outFields + parameters.orderByFields.map(\.fieldName) + [otherKey.name]
            query.returnsGeometry = parameters.returnsGeometry && !otherInfo.isTable
            query.outSpatialReference = parameters.outSpatialReference
            query.returnsZ = parameters.returnsZ
            query.returnsM = parameters.returnsM
            query.maxAllowableOffset = parameters.maxAllowableOffset
            query.geometryPrecision = parameters.geometryPrecision
            return query
        }

        /// The columns that are answered.
        func answeredPlaces(_ parameters: RelatedQueryParameters, in rows: FeatureSet) throws(FeatureError) -> [Int] {
            var query = QueryParameters()
            query.outFields = parameters.outFields
            return try rows.outFieldPlaces(query)
        }
    }

    private func plan(_ parameters: RelatedQueryParameters) async throws -> Plan {
        let info = try await table.layerInfo()
        guard let relationship = info.relationshipInfo(id: parameters.relationshipID) else {
            throw FeatureError(.notFound, "\(info.name) has no relationship \(parameters.relationshipID).")
        }
        let other = try await related(relationship.relatedTableID)
        let otherInfo = try await other.layerInfo()
        guard let counterpart = relationship.counterpart(in: otherInfo.relationshipInfos, ofLayer: info.id) else {
            throw FeatureError(
                .malformed,
                "\(otherInfo.name) does not list the relationship \"\(relationship.name)\", so its key is not known.")
        }
        var plan = Plan(
            ownKey: try Self.key(relationship.keyField, of: info), other: other, otherInfo: otherInfo,
            otherKey: try Self.key(counterpart.keyField, of: otherInfo))
        if relationship.cardinality == .manyToMany {
            guard let id = relationship.relationshipTableID ?? counterpart.relationshipTableID,
                let ownField = relationship.keyFieldInRelationshipTable,
                let otherField = counterpart.keyFieldInRelationshipTable
            else {
                throw FeatureError(
                    .malformed, "The relationship \"\(relationship.name)\" does not say which table holds its pairs.")
            }
            let between = try await related(id)
            let betweenInfo = try await between.layerInfo()
            plan.between = (
                between, try Self.key(ownField, of: betweenInfo).name, try Self.key(otherField, of: betweenInfo).name
            )
        }
        return plan
    }

    private static func key(_ name: String, of info: FeatureLayerInfo) throws(FeatureError) -> Field {
        guard let field = info.field(named: name) else {
            throw FeatureError(.malformed, "\(info.name) has no field \(name.prefix(80)), the key of a relationship.")
        }
        return field
    }
}

/// The value of a key, the same on both sides of a relationship whatever the spelling of a GUID or the width of a number.
struct RelationKey: Hashable, Sendable {
    let value: WhereValue
    /// The value as a where-clause writes it; a GUID in the spelling it was read in.
    let literal: String

    static func == (a: RelationKey, b: RelationKey) -> Bool { a.value == b.value }
    func hash(into hasher: inout Hasher) { hasher.combine(value) }

    /// Nil for null, which is related to nothing, and for what cannot be a key.
    init?(_ value: AttributeValue) {
        switch value {
        case .integer(let number):
            self.value = .integer(number)
            literal = String(number)
        case .double(let number):
            self.value = Int64(exactly: number).map { .integer($0) } ?? .double(number)
            literal = Int64(exactly: number).map { String($0) } ?? "\(number)"
        case .guid(let text):
            self.value = .text(AttributeValue.bareGUID(text))
            literal = Self.quoted(text)
        case .string(let text):
            // A text that is a GUID may be the key to a field of GUIDs.
            self.value = .text(AttributeValue.isGUID(text) ? AttributeValue.bareGUID(text) : text)
            literal = Self.quoted(text)
        case .date(let instant):
            self.value = .integer(instant)
            literal = "TIMESTAMP '\(CalendarText.timestampText(milliseconds: instant))'"
        case .dateOnly(let text), .timeOnly(let text), .timestampOffset(let text):
            self.value = .text(text)
            literal = Self.quoted(text)
        case .null, .blob: return nil
        }
    }

    private static func quoted(_ text: String) -> String {
        "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''") + "'"
    }
}
