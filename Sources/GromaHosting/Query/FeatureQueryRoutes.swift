// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaCodecs
import GromaFeatures
import GromaGeometry

/// `query` on a layer and on a service.
struct FeatureQueryRoutes: Sendable {
    let context: RouteContext

    func add(to router: inout Router<RESTHandler>) {
        router.add(FeatureServiceRoutes.root + "/query") { try await queryService($0) }
        router.add(FeatureServiceRoutes.root + "/{layer}/query") { try await queryLayer($0) }
        router.add(FeatureServiceRoutes.root + "/{layer}/queryRelatedRecords") { request in
            _ = try await context.layer(of: request)
            throw HostingError(
                .unsupported,
                "queryRelatedRecords is not supported by this server: query the related table by its key field.")
        }
    }

    private func queryLayer(_ request: RESTRequest) async throws -> HTTPResponse {
        let target = try await context.layer(of: request)
        try target.require("Query", for: request.caller, to: "query \(target.info.name)")
        let query = try FeatureQueryRequest(request.parameters, layer: target.info)
        let table = try await context.store.table(target.info.id, of: target.service.name)
        switch query.subject {
        case .count:
            return FeatureAnswer.count(try await count(query, table), query, request)
        case .ids:
            let ids = try await table.queryObjectIDs(using: query.query)
            return FeatureAnswer.ids(ids, target.info, query, request)
        case .extent(let withCount):
            let extent = try await table.queryExtent(using: query.query)
            let count = withCount ? try await table.queryFeatureCount(using: query.query) : nil
            return FeatureAnswer.extent(extent, count: count, query, request)
        case .statistics(let definitions, let groupBy):
            let rows = try await statistics(definitions, groupBy, query, target.info, table)
            return try FeatureAnswer.features(rows, query, request)
        case .features:
            return try FeatureAnswer.features(try await features(query, target.info, table), query, request)
        }
    }

    private func count(_ query: FeatureQueryRequest, _ table: any FeatureTable) async throws -> Int {
        guard query.query.returnsDistinctValues else { return try await table.queryFeatureCount(using: query.query) }
        var distinct = query.query
        distinct.maxFeatures = nil
        return try await table.queryFeatures(using: distinct).count
    }

    private func features(_ query: FeatureQueryRequest, _ layer: FeatureLayerInfo, _ table: any FeatureTable)
        async throws
        -> FeatureSet
    {
        var parameters = query.query
        // A page begins where the one before ended only if rows have an order.
        if parameters.orderByFields.isEmpty, !parameters.returnsDistinctValues {
            parameters.orderByFields = [OrderBy(fieldName: layer.objectIDFieldName)]
        }
        if query.outFields?.isEmpty == true { parameters.outFields = [layer.objectIDFieldName] }
        return try await table.queryFeatures(using: parameters)
    }

    private func statistics(
        _ definitions: [StatisticDefinition], _ groupBy: [String], _ query: FeatureQueryRequest,
        _ layer: FeatureLayerInfo,
        _ table: any FeatureTable
    ) async throws -> FeatureSet {
        var parameters = StatisticsQueryParameters(statisticDefinitions: definitions)
        parameters.groupByFieldNames = groupBy
        parameters.whereClause = query.query.whereClause
        if !query.query.objectIDs.isEmpty {
            let ids = query.query.objectIDs.map(String.init).joined(separator: ",")
            let own = "\(layer.objectIDFieldName) IN (\(ids))"
            parameters.whereClause = parameters.whereClause.isEmpty ? own : "(\(parameters.whereClause)) AND \(own)"
        }
        parameters.geometry = query.query.geometry
        parameters.spatialRelationship = query.query.spatialRelationship
        parameters.orderByFields = query.query.orderByFields
        var rows = try await table.queryStatistics(using: parameters)
        let first = min(query.query.resultOffset, rows.count)
        let last = min(first + (query.query.maxFeatures ?? rows.count), rows.count)
        rows.exceededTransferLimit = last < rows.count
        if first > 0 || last < rows.count { rows = rows.rows(first..<last) }
        return rows
    }

    /// `FeatureServer/query`: `layerDefs` names layers with a clause each; the other parameters hold for all.
    private func queryService(_ request: RESTRequest) async throws -> HTTPResponse {
        let target = try await context.features(of: request)
        let format = (request.parameters["f"] ?? "json").lowercased()
        guard ["json", "pjson", "html"].contains(format) else {
            throw HostingError(
                .unsupported, "A service is queried in the format json only; query layer by layer for others.")
        }
        var answers: [JSONValue] = []
        for (id, definition) in try LayerDefinitions.read(request.parameters, layers: target.layers) {
            let layer = try target.layer(id)
            try layer.require("Query", for: request.caller, to: "query \(layer.info.name)")
            var query = try FeatureQueryRequest(request.parameters, layer: layer.info)
            query.format = .json
            query.query.whereClause = definition.whereClause
            if !definition.outFields.isEmpty {
                query.outFields = definition.outFields.contains("*") ? nil : definition.outFields
                query.query.outFields = definition.outFields
            }
            let table = try await context.store.table(id, of: target.service.name)
            var answer: JSONObject
            switch query.subject {
            case .count: answer = JSONObject([(key: "count", value: .integer(try await count(query, table)))])
            case .ids:
                let ids = try await table.queryObjectIDs(using: query.query)
                answer = JSONObject([
                    (key: "objectIdFieldName", value: .string(layer.info.objectIDFieldName)),
                    (key: "objectIds", value: .array(ids.map { .integer($0) })),
                ])
            case .features:
                let response = try FeatureAnswer.features(await features(query, layer.info, table), query, request)
                guard case .bytes(let bytes) = response.body, let json = try JSONValue(parsing: bytes).object else {
                    continue
                }
                answer = json
            case .extent, .statistics:
                throw HostingError(.unsupported, "Extents and statistics are asked of one layer, not of a service.")
            }
            answer["id"] = .integer(id)
            answers.append(.object(answer))
        }
        return request.answer(["layers": .array(answers)])
    }
}

/// The layers of a service-level query.
enum LayerDefinitions {
    struct Definition: Sendable {
        var whereClause: String
        var outFields: [String]
    }

    /// Reads `layerDefs`: `{"0":"POP>5"}`, `[{"layerId":0,"where":"…","outFields":"A,B"}]`, or `0:POP>5;2:A='b'`.
    /// Without it all layers are meant.
    static func read(_ parameters: RequestParameters, layers: [FeatureLayerInfo]) throws(HostingError) -> [(
        Int, Definition
    )] {
        guard let text = parameters["layerDefs"]?.trimmed else {
            return layers.map { ($0.id, Definition(whereClause: parameters["where"] ?? "", outFields: [])) }
        }
        let invalid = HostingError(
            .invalidParameter,
            "'layerDefs' must be an object of clauses by layer id, a list of layers, or id:clause;id:clause.")
        var definitions: [(Int, Definition)] = []
        if text.hasPrefix("{") || text.hasPrefix("[") {
            switch try parameters.json("layerDefs") {
            case .object(let object):
                for (key, value) in object.members {
                    guard let id = Int(key), let clause = value.string else { throw invalid }
                    definitions.append((id, Definition(whereClause: clause, outFields: [])))
                }
            case .array(let array):
                for entry in array {
                    guard let id = entry["layerId"]?.int else { throw invalid }
                    let fields = (entry["outFields"]?.string ?? "").split(separator: ",").map { String($0).trimmed }
                    definitions.append((id, Definition(whereClause: entry["where"]?.string ?? "", outFields: fields)))
                }
            default: throw invalid
            }
        } else {
            for part in text.split(separator: ";") {
                guard let colon = part.firstIndex(of: ":"), let id = Int(String(part[..<colon]).trimmed) else {
                    throw invalid
                }
                definitions.append(
                    (id, Definition(whereClause: String(part[part.index(after: colon)...]), outFields: [])))
            }
        }
        return definitions
    }
}
