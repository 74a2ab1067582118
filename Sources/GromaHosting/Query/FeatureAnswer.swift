// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaCodecs
import GromaFeatures
import GromaGeometry

/// Puts the result of a query into the form that was asked for.
enum FeatureAnswer {
    /// A feature set. `{server}` at the start of a text stands for the server's address and is replaced.
    static func features(_ set: FeatureSet, _ query: FeatureQueryRequest, _ request: RESTRequest) throws -> HTTPResponse
    {
        var set = set
        for place in set.columns.indices { set.columns[place].replaceServer(by: request.rootURL) }
        switch query.format {
        case .geojson:
            let bytes = try set.geoJSON(spatialReference: query.query.outSpatialReference ?? .wgs84)
            return HTTPResponse(contentType: "application/geo+json; charset=utf-8", body: .bytes(bytes))
        case .pbf:
            return pbf(set.esriPBF(quantization: query.quantization))
        case .json, .pjson:
            return json(set.esriJSON(quantization: query.quantization), isPretty: query.format == .pjson)
        }
    }

    /// The number of rows.
    static func count(_ count: Int, _ query: FeatureQueryRequest, _ request: RESTRequest) -> HTTPResponse {
        guard query.format == .pbf else { return request.answer(["count": .integer(count)]) }
        return pbf(FeatureQueryAnswer.count(count).esriPBF())
    }

    /// The ids of the rows.
    static func ids(_ ids: [Int64], _ layer: FeatureLayerInfo, _ query: FeatureQueryRequest, _ request: RESTRequest)
        -> HTTPResponse
    {
        if query.format == .pbf {
            return pbf(FeatureQueryAnswer.objectIDs(ids, fieldName: layer.objectIDFieldName).esriPBF())
        }
        var writer = JSONWriter(capacity: 64 + ids.count * 8)
        writer.beginObject()
        writer.key("objectIdFieldName")
        writer.write(layer.objectIDFieldName)
        writer.key("objectIds")
        writer.beginArray()
        for id in ids { writer.write(id) }
        writer.endArray()
        writer.endObject()
        return .json(writer.finish())
    }

    /// The box round the rows.
    static func extent(_ extent: Envelope, count: Int?, _ query: FeatureQueryRequest, _ request: RESTRequest)
        -> HTTPResponse
    {
        if query.format == .pbf {
            return pbf(FeatureQueryAnswer.extent(extent, count: count).esriPBF())
        }
        var json: JSONObject = JSONObject()
        json["extent"] = query.format == .geojson && extent.isEmpty ? .object(JSONObject()) : extent.json
        json["count"] = count.map { .integer($0) }
        return request.answer(.object(json))
    }

    private static func pbf(_ bytes: [UInt8]) -> HTTPResponse {
        HTTPResponse(contentType: "application/x-protobuf", body: .bytes(bytes))
    }

    private static func json(_ bytes: [UInt8], isPretty: Bool) -> HTTPResponse {
        guard isPretty, let value = try? JSONValue(parsing: bytes) else { return .json(bytes) }
        return .json(value.serialized(pretty: true))
    }

    /// Rows by the rows to which they belong.
    static func related(_ records: RelatedRecords, _ request: RESTRequest) -> HTTPResponse {
        var records = records
        for place in records.rows.columns.indices { records.rows.columns[place].replaceServer(by: request.rootURL) }
        return json(records.esriJSON(), isPretty: request.parameters["f"]?.lowercased() == "pjson")
    }

    /// How many rows belong to each row.
    static func relatedCounts(_ records: RelatedRecords, _ request: RESTRequest) -> HTTPResponse {
        let groups = records.groups.map { group -> JSONValue in
            ["objectId": .integer(group.objectID), "count": .integer(group.rows.count)]
        }
        return request.answer(["relatedRecordGroups": .array(groups)])
    }
}

extension AttributeColumn {
    /// Replaces `{server}` at the start of texts.
    fileprivate mutating func replaceServer(by url: String) {
        guard case .strings(var texts) = values else { return }
        var hasChanged = false
        for place in texts.indices
        where texts[place].utf8.first == UInt8(ascii: "{") && texts[place].hasPrefix("{server}") {
            texts[place] = url + texts[place].dropFirst(8)
            hasChanged = true
        }
        if hasChanged { values = .strings(texts) }
    }
}
