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
        router.add(FeatureServiceRoutes.root + "/{layer}/queryRelatedRecords") { try await queryRelated($0) }
    }

    func queryLayer(_ request: RESTRequest) async throws -> HTTPResponse {
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
        case .statistics(let parameters):
            let rows = try await page(query, of: table.queryStatistics(using: parameters))
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

    private func page(_ query: FeatureQueryRequest, of rows: FeatureSet) -> FeatureSet {
        let first = min(query.query.resultOffset, rows.count)
        let last = min(first + (query.query.maxFeatures ?? rows.count), rows.count)
        guard first > 0 || last < rows.count else { return rows }
        var page = rows.selecting(rows: Array(first..<last))
        page.exceededTransferLimit = last < rows.count
        return page
    }

    /// `queryRelatedRecords`: rows of the other side of a relationship, by the rows they belong to.
    private func queryRelated(_ request: RESTRequest) async throws -> HTTPResponse {
        let target = try await context.layer(of: request)
        try target.require("Query", for: request.caller, to: "query \(target.info.name)")
        let format = (request.parameters["f"] ?? "json").lowercased()
        guard ["json", "pjson", "html"].contains(format) else {
            throw HostingError(.unsupported, "Related records are answered in the format json only.")
        }
        guard let id = try request.parameters.integer("relationshipId"),
            let relationship = target.info.relationshipInfo(id: id)
        else {
            throw HostingError(
                .invalidParameter, "'relationshipId' must be the id of a relationship of \(target.info.name).",
                details: target.info.relationshipInfos.map { "\($0.id): \($0.name)" })
        }
        let ids = try request.parameters.ids("objectIds")
        guard !ids.isEmpty else {
            throw HostingError(.invalidParameter, "'objectIds' must name the rows whose related rows are asked for.")
        }
        let (store, service) = (context.store, target.service.name)
        let other = LayerTarget(
            service: target.service,
            info: try await store.table(relationship.relatedTableID, of: service).layerInfo())
        try other.require("Query", for: request.caller, to: "query \(other.info.name)")
        let wantsCount = try request.parameters.bool("returnCountOnly")
        let parameters = try RelatedParameters.read(
            request.parameters, id: id, other: other.info, wantsCount: wantsCount)
        let table = try await store.table(target.info.id, of: service)
        let records = try await RelatedRecordsQuery(of: table) { try await store.table($0, of: service) }
            .records(of: ids, parameters)
        return wantsCount
            ? FeatureAnswer.relatedCounts(records, request) : FeatureAnswer.related(records, request)
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
