// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaCodecs
public import GromaFeatures
public import GromaGeometry

extension ServiceFeatureTable {
    /// Rows of one query at most, so that no service can fill the memory page by page.
    static let mostRows = 20_000_000

    public func queryFeatures(using parameters: QueryParameters) async throws -> FeatureSet {
        let info = try await layerInfo()
        guard info.supportsPagination || parameters.resultOffset > 0 else { return try await chunks(parameters, info) }
        var page = parameters
        var result: FeatureSet?
        while true {
            try Task.checkCancellation()
            let wanted = parameters.maxFeatures.map { $0 - (result?.count ?? 0) }
            page.resultOffset = parameters.resultOffset + (result?.count ?? 0)
            page.maxFeatures = min(wanted ?? .max, max(1, info.maxRecordCount))
            let answer = try await features(page, info)
            if let result, answer.count > 0, answer.spatialReference != result.spatialReference {
                throw ServiceError(
                    .unexpectedAnswer, "The service's pages are in different spatial references.",
                    url: operation("query").withoutQuery)
            }
            if let first = answer.objectIDs?.first, first == result?.objectIDs?.first {
                throw ServiceError(
                    .unexpectedAnswer, "The service answers its first page again when it is asked for the next one.",
                    url: operation("query").withoutQuery)
            }
            if result == nil { result = answer } else { try result?.append(contentsOf: answer) }
            let count = result?.count ?? 0
            guard count <= Self.mostRows else {
                throw ServiceError(
                    .tooLarge, "More than \(Self.mostRows) rows match. Narrow the query, or set a number of rows.",
                    url: operation("query").withoutQuery)
            }
            let isFull = parameters.maxFeatures.map { count >= $0 } ?? false
            if !answer.exceededTransferLimit || answer.count == 0 || isFull {
                var whole = result ?? answer
                whole.exceededTransferLimit = answer.exceededTransferLimit && isFull
                return whole
            }
        }
    }

    public func queryFeatureCount(using parameters: QueryParameters) async throws -> Int {
        let answer = try await ask(parameters, ["returnCountOnly": "true", "returnGeometry": "false"])
        guard let count = answer["count"]?.int else { throw unexpected("a count") }
        return count
    }

    public func queryObjectIDs(using parameters: QueryParameters) async throws -> [Int64] {
        let answer = try await ask(parameters, ["returnIdsOnly": "true", "returnGeometry": "false"])
        if answer["objectIds"]?.isNull == true { return [] }  // how some services say that nothing matches
        guard let ids = answer["objectIds"]?.array else { throw unexpected("object ids") }
        return ids.compactMap(\.int64).sorted()
    }

    public func queryExtent(using parameters: QueryParameters) async throws -> Envelope {
        let answer = try await ask(parameters, ["returnExtentOnly": "true"])
        guard let json = answer["extent"] else { throw unexpected("an extent") }
        guard let extent = Envelope(json: json) else {
            return .empty(in: json["spatialReference"].flatMap { SpatialReference(json: $0) })
        }
        return extent
    }

    public func queryStatistics(using parameters: StatisticsQueryParameters) async throws -> FeatureSet {
        let statistics = parameters.statisticDefinitions.map { definition -> JSONValue in
            var json: JSONObject = [
                "statisticType": .string(definition.statisticType.parameterName),
                "onStatisticField": .string(definition.onFieldName),
                "outStatisticFieldName": .string(definition.outputAlias),
            ]
            if definition.statisticType.isPercentile {
                json["statisticParameters"] = [
                    "value": .double(definition.percentile), "orderBy": definition.isAscending ? "ASC" : "DESC",
                ]
            }
            return .object(json)
        }
        let criteria = try grown(parameters, try await layerInfo())
        let form: [(name: String, value: String)] = [
            ("outStatistics", JSONValue.array(statistics).text()),
            ("groupByFieldsForStatistics", parameters.groupByFieldNames.joined(separator: ",")),
            ("having", parameters.havingClause), ("orderByFields", Self.text(parameters.orderByFields)),
            ("returnGeometry", "false"), ("f", "json"),
        ]
        return try decode(try await client.bytes(operation("query"), Self.form(criteria) + form), isPBF: false)
    }

    // MARK: - Requests

    /// One page.
    private func features(_ parameters: QueryParameters, _ info: FeatureLayerInfo) async throws -> FeatureSet {
        let isPBF = info.supportsPBF && !parameters.returnsDistinctValues
        let form = Self.form(try grown(parameters, info), info) + [("f", isPBF ? "pbf" : "json")]
        return try decode(try await client.bytes(operation("query"), form), isPBF: isPBF)
    }

    /// Services without paging: all ids first, then the rows by their ids, as many at once as the service gives.
    private func chunks(_ parameters: QueryParameters, _ info: FeatureLayerInfo) async throws -> FeatureSet {
        if parameters.returnsDistinctValues { return try await features(parameters, info) }
        var whole = try await features(parameters, info)
        let most = parameters.maxFeatures ?? .max
        guard whole.exceededTransferLimit, whole.count < most else { return whole }
        let ids = try await queryObjectIDs(using: parameters)
        whole = FeatureSet()
        let step = max(1, min(info.maxRecordCount, 500))
        for start in stride(from: 0, to: min(ids.count, most), by: step) {
            try Task.checkCancellation()
            var chunk = parameters
            chunk.objectIDs = Array(ids[start..<min(start + step, ids.count, most)])
            chunk.whereClause = ""
            chunk.geometry = nil
            chunk.maxFeatures = nil
            let answer = try await features(chunk, info)
            if start == 0 { whole = answer } else { try whole.append(contentsOf: answer) }
        }
        whole.exceededTransferLimit = ids.count > most
        return whole
    }

    private func ask(_ parameters: QueryParameters, _ more: [String: String]) async throws -> JSONValue {
        let info = try await layerInfo()
        let form = Self.form(try grown(parameters, info), info).filter { more[$0.name] == nil }
        return try await client.json(operation("query"), form + more.map { ($0.key, $0.value) })
    }

    private func decode(_ bytes: [UInt8], isPBF: Bool) throws -> FeatureSet {
        do {
            return isPBF ? try FeatureSet(esriPBF: bytes) : try FeatureSet(esriJSON: bytes)
        } catch {
            throw ServiceError(
                .unexpectedAnswer, "The service's features could not be read.", url: operation("query").withoutQuery,
                cause: error)
        }
    }

    private func unexpected(_ what: String) -> ServiceError {
        ServiceError(
            .unexpectedAnswer, "The service answered a query without \(what).", url: operation("query").withoutQuery)
    }

    // MARK: - Parameters

    /// The query as a form. References of shapes travel with the shapes.
    static func form(_ parameters: QueryParameters, _ info: FeatureLayerInfo) -> [(name: String, value: String)] {
        form(parameters) + [
            ("outFields", parameters.outFields.joined(separator: ",")),
            ("returnGeometry", parameters.returnsGeometry && !info.isTable ? "true" : "false"),
            ("orderByFields", text(parameters.orderByFields)),
            ("resultOffset", parameters.resultOffset > 0 ? String(parameters.resultOffset) : ""),
            ("resultRecordCount", parameters.maxFeatures.map(String.init) ?? ""),
            ("returnZ", parameters.returnsZ ? "true" : ""), ("returnM", parameters.returnsM ? "true" : ""),
            ("maxAllowableOffset", parameters.maxAllowableOffset > 0 ? String(parameters.maxAllowableOffset) : ""),
            ("geometryPrecision", parameters.geometryPrecision.map(String.init) ?? ""),
            ("returnCentroid", parameters.returnsCentroid && info.geometryType == .polygon ? "true" : ""),
            ("returnDistinctValues", parameters.returnsDistinctValues ? "true" : ""),
            ("outSR", parameters.outSpatialReference.map(reference) ?? ""),
        ]
    }

    /// What selects rows. A query for every row says so, since services want one condition.
    private static func form(_ criteria: some RowCriteria) -> [(name: String, value: String)] {
        let selectsAll =
            criteria.whereClause.isEmpty && criteria.objectIDs.isEmpty && criteria.geometry == nil
            && criteria.timeExtent == nil
        var form: [(name: String, value: String)] = [
            ("where", selectsAll ? "1=1" : criteria.whereClause),
            ("objectIds", criteria.objectIDs.map(String.init).joined(separator: ",")),
        ]
        if let extent = criteria.timeExtent {
            let sides = [extent.startMilliseconds, extent.endMilliseconds].map { $0.map(String.init) ?? "null" }
            form.append(("time", sides.joined(separator: ",")))
        }
        guard let geometry = criteria.geometry else { return form }
        form += [
            ("geometry", geometry.esriJSON.text()), ("geometryType", geometry.geometryType.rawValue),
            ("spatialRel", criteria.spatialRelationship.rawValue),
            ("inSR", geometry.spatialReference.map(reference) ?? ""),
            ("relationParam", criteria.spatialRelationship == .relation ? criteria.relationPattern ?? "" : ""),
        ]
        if criteria.distance != 0 {
            form += [("distance", String(criteria.distance)), ("units", "esriSRUnit_Meter")]
        }
        return form
    }

    /// The criteria with the distance worked into the shape, for services that do not know distances.
    private func grown<Criteria: RowCriteria>(_ criteria: Criteria, _ info: FeatureLayerInfo) throws -> Criteria {
        let capabilities = info.unknownJSON["advancedQueryCapabilities"]
        let knowsDistance =
            (capabilities?["supportsQueryWithDistance"] ?? info.unknownJSON["supportsQueryWithDistance"])?.bool ?? false
        guard criteria.distance != 0, !knowsDistance else { return criteria }
        return try criteria.growingGeometry(reference: info.spatialReference)
    }

    static func reference(_ reference: SpatialReference) -> String {
        reference.wkid.map(String.init) ?? reference.json.text()
    }

    static func text(_ keys: [OrderBy]) -> String {
        keys.map { $0.fieldName + ($0.isAscending ? " ASC" : " DESC") }.joined(separator: ",")
    }
}

extension StatisticDefinition.StatisticType {
    /// The name in `outStatistics`; services write percentiles in capitals.
    fileprivate var parameterName: String { isPercentile ? rawValue.uppercased() : rawValue }
}
