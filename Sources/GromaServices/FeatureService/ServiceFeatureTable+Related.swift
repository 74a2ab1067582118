// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaCodecs
public import GromaFeatures
import GromaGeometry

extension ServiceFeatureTable {
    /// Object ids of one request.
    private static let idsAtOnce = 500

    /// Asks the service's `queryRelatedRecords`, many rows in several requests, pages in one answer where the service has pages.
    public func queryRelatedRecords(of objectIDs: [Int64], using parameters: RelatedQueryParameters) async throws
        -> RelatedRecords
    {
        let info = try await layerInfo()
        guard info.relationshipInfo(id: parameters.relationshipID) != nil else {
            throw FeatureError(.notFound, "\(info.name) has no relationship \(parameters.relationshipID).")
        }
        let pages =
            info.unknownJSON["advancedQueryCapabilities"]?["supportsQueryRelatedPagination"]?.bool ?? false
        var whole = RelatedRecords(rows: FeatureSet(), groups: [])
        var skip = max(0, parameters.resultOffset)
        for start in stride(from: 0, to: objectIDs.count, by: Self.idsAtOnce) {
            let ids = Array(objectIDs[start..<min(start + Self.idsAtOnce, objectIDs.count)])
            var offset = 0
            while true {
                try Task.checkCancellation()
                let answer = try await related(ids, parameters, offset: pages ? offset : nil)
                let count = answer.groups.reduce(0) { $0 + $1.rows.count }
                offset += count
                let isFull = try whole.append(answer, skipping: &skip, most: parameters.maxFeatures)
                if isFull {
                    if answer.rows.exceededTransferLimit { whole.rows.exceededTransferLimit = true }
                    return whole
                }
                if !answer.rows.exceededTransferLimit || count == 0 { break }
                guard pages else {
                    whole.rows.exceededTransferLimit = true
                    break
                }
            }
        }
        return whole
    }

    /// The layer or table with that id of the same service, asked with the same rights.
    public func relatedTable(layerID: Int) async throws -> any FeatureTable {
        ServiceFeatureTable(
            url: url.deletingLastPathComponent().appending(path: String(layerID)), client: client)
    }

    /// Asks the service where its description says that it has contingent values.
    public func contingentValuesDefinition() async throws -> ContingentValuesDefinition? {
        let info = try await layerInfo()
        if let known = info.contingentValues { return known }
        guard info.unknownJSON["hasContingentValuesDefinition"]?.bool == true else { return nil }
        let groups = try await client.json(operation("fieldgroups"))
        let values = try await client.json(operation("contingentValues"))
        do {
            return try ContingentValuesDefinition(
                fieldGroupsAnswer: groups, contingentValuesAnswer: values, layer: info)
        } catch {
            throw ServiceError(
                .unexpectedAnswer, "The contingent values of \(info.name) could not be read.",
                url: operation("contingentValues").withoutQuery, cause: error)
        }
    }

    private func related(_ ids: [Int64], _ parameters: RelatedQueryParameters, offset: Int?) async throws
        -> RelatedRecords
    {
        let form: [(name: String, value: String)] = [
            ("objectIds", ids.map(String.init).joined(separator: ",")),
            ("relationshipId", String(parameters.relationshipID)),
            ("definitionExpression", parameters.whereClause),
            ("outFields", parameters.outFields.joined(separator: ",")),
            ("returnGeometry", parameters.returnsGeometry ? "true" : "false"),
            ("outSR", parameters.outSpatialReference.map(Self.reference) ?? ""),
            ("orderByFields", Self.text(parameters.orderByFields)),
            ("returnZ", parameters.returnsZ ? "true" : ""), ("returnM", parameters.returnsM ? "true" : ""),
            ("maxAllowableOffset", parameters.maxAllowableOffset > 0 ? String(parameters.maxAllowableOffset) : ""),
            ("geometryPrecision", parameters.geometryPrecision.map(String.init) ?? ""),
            ("resultOffset", offset.map { $0 > 0 ? String($0) : "" } ?? ""), ("f", "json"),
        ]
        let bytes = try await client.bytes(operation("queryRelatedRecords"), form)
        do {
            return try RelatedRecords(esriJSON: bytes)
        } catch {
            throw ServiceError(
                .unexpectedAnswer, "The service's related records could not be read.",
                url: operation("queryRelatedRecords").withoutQuery, cause: error)
        }
    }
}

extension RelatedRecords {
    /// Joins a further answer: rows within the offset are passed over, a group that goes on is one group. True when there are as
    /// many rows as asked for.
    fileprivate mutating func append(_ page: RelatedRecords, skipping skip: inout Int, most: Int?) throws -> Bool {
        var taken: [Int] = []
        let before = rows.count
        let room = (most ?? .max) - before
        for group in page.groups {
            var members = group.rows
            let skipped = min(skip, members.count)
            skip -= skipped
            members.removeFirst(skipped)
            if members.count > room - taken.count {
                members = Array(members.prefix(room - taken.count))
                rows.exceededTransferLimit = true
            }
            guard !members.isEmpty else { continue }
            let places = Array((before + taken.count)..<(before + taken.count + members.count))
            taken += members
            if groups.last?.objectID == group.objectID {
                groups[groups.count - 1].rows += places
            } else {
                groups.append(Group(objectID: group.objectID, rows: places))
            }
        }
        let exceeded = rows.exceededTransferLimit
        if rows.count == 0 { rows = page.rows.selecting(rows: []) }
        try rows.append(contentsOf: page.rows.selecting(rows: taken))
        rows.exceededTransferLimit = exceeded
        return most.map { rows.count >= $0 } ?? false
    }
}
