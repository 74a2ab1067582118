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
            [
                "statisticType": .string(definition.statisticType.rawValue),
                "onStatisticField": .string(definition.onFieldName),
                "outStatisticFieldName": .string(definition.outputAlias),
            ]
        }
        var form: [(name: String, value: String)] = [
            ("where", parameters.whereClause.isEmpty ? "1=1" : parameters.whereClause),
            ("outStatistics", JSONValue.array(statistics).text()),
            ("groupByFieldsForStatistics", parameters.groupByFieldNames.joined(separator: ",")),
            ("orderByFields", Self.text(parameters.orderByFields)), ("returnGeometry", "false"),
        ]
        form += Self.spatialFilter(parameters.geometry, parameters.spatialRelationship)
        return try decode(try await client.bytes(operation("query"), form + [("f", "json")]), isPBF: false)
    }

    // MARK: - Requests

    /// One page.
    private func features(_ parameters: QueryParameters, _ info: FeatureLayerInfo) async throws -> FeatureSet {
        let isPBF = info.supportsPBF && !parameters.returnsDistinctValues
        let form = Self.form(parameters, geometryType: info.geometryType) + [("f", isPBF ? "pbf" : "json")]
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
        let form = Self.form(parameters, geometryType: info.geometryType).filter { more[$0.name] == nil }
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
    static func form(_ parameters: QueryParameters, geometryType: GeometryType?) -> [(name: String, value: String)] {
        let selectsAll = parameters.whereClause.isEmpty && parameters.objectIDs.isEmpty && parameters.geometry == nil
        var form: [(name: String, value: String)] = [
            ("where", selectsAll ? "1=1" : parameters.whereClause),
            ("objectIds", parameters.objectIDs.map(String.init).joined(separator: ",")),
            ("outFields", parameters.outFields.joined(separator: ",")),
            ("returnGeometry", parameters.returnsGeometry && geometryType != nil ? "true" : "false"),
            ("orderByFields", text(parameters.orderByFields)),
            ("resultOffset", parameters.resultOffset > 0 ? String(parameters.resultOffset) : ""),
            ("resultRecordCount", parameters.maxFeatures.map(String.init) ?? ""),
            ("returnZ", parameters.returnsZ ? "true" : ""), ("returnM", parameters.returnsM ? "true" : ""),
            ("maxAllowableOffset", parameters.maxAllowableOffset > 0 ? String(parameters.maxAllowableOffset) : ""),
            ("returnDistinctValues", parameters.returnsDistinctValues ? "true" : ""),
            ("outSR", parameters.outSpatialReference.map(reference) ?? ""),
        ]
        form += spatialFilter(parameters.geometry, parameters.spatialRelationship)
        return form
    }

    private static func spatialFilter(
        _ geometry: (any Geometry)?, _ relationship: SpatialRelationship
    ) -> [(name: String, value: String)] {
        guard let geometry else { return [] }
        return [
            ("geometry", geometry.esriJSON.text()), ("geometryType", geometry.geometryType.rawValue),
            ("spatialRel", relationship.rawValue), ("inSR", geometry.spatialReference.map(reference) ?? ""),
        ]
    }

    private static func reference(_ reference: SpatialReference) -> String {
        reference.wkid.map(String.init) ?? reference.json.text()
    }

    private static func text(_ keys: [OrderBy]) -> String {
        keys.map { $0.fieldName + ($0.isAscending ? " ASC" : " DESC") }.joined(separator: ",")
    }
}
