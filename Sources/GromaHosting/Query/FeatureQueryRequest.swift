// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaCodecs
package import GromaFeatures
import GromaGeometry

/// A `query` operation, read from its parameters and checked against the layer.
package struct FeatureQueryRequest: Sendable {
    /// What is asked for.
    enum Subject: Sendable {
        case features
        case count
        case ids
        case extent(withCount: Bool)
        case statistics(StatisticsQueryParameters)
    }
    /// The forms of an answer.
    enum Format: String, Sendable { case json, pjson, geojson, pbf }

    var subject: Subject
    var format: Format
    var query: QueryParameters
    var quantization: QuantizationParameters?
    /// Fields in the order asked for; nil for all.
    var outFields: [String]?

    /// Reads and checks every parameter; the first that does not fit is named in the error.
    package init(_ parameters: RequestParameters, layer: FeatureLayerInfo) throws(HostingError) {
        format = try Self.format(parameters)
        try Self.refuseUnsupported(parameters)
        query = QueryParameters()
        query.whereClause = parameters["where"] ?? ""
        query.objectIDs = try parameters.ids("objectIds")
        try GeometryParameter.fill(&query, parameters, defaultReference: layer.spatialReference)
        query.timeExtent = try TimeParameter.read(parameters)
        query.outSpatialReference = try parameters.spatialReference("outSR")
        query.returnsGeometry = try parameters.bool("returnGeometry", default: true) && !layer.isTable
        query.returnsZ = try parameters.bool("returnZ")
        query.returnsM = try parameters.bool("returnM")
        query.maxAllowableOffset = max(0, try parameters.double("maxAllowableOffset") ?? 0)
        query.geometryPrecision = try parameters.integer("geometryPrecision", in: 0...Int.max)
        query.returnsCentroid = try parameters.bool("returnCentroid")
        query.returnsDistinctValues = try parameters.bool("returnDistinctValues")
        query.resultOffset = try parameters.integer("resultOffset", in: 0...Int.max) ?? 0
        query.orderByFields = try Self.orderBy(parameters, layer)
        quantization = try Self.quantization(parameters)
        subject = try Self.subject(parameters, layer, query)
        outFields = try Self.outFields(parameters, layer)
        query.outFields = outFields ?? ["*"]
        let most = max(1, layer.maxRecordCount)
        // Zero asks for the most, as services take it.
        let wanted = try parameters.integer("resultRecordCount", in: 0...Int.max).flatMap { $0 == 0 ? nil : $0 }
        query.maxFeatures = min(wanted ?? most, most)
        if format == .geojson {
            // RFC 7946 knows WGS 84 only.
            if query.outSpatialReference == nil { query.outSpatialReference = .wgs84 }
            quantization = nil
        }
        if query.outSpatialReference == nil {
            query.outSpatialReference = quantization?.extent.spatialReference
        }
    }

    private static func format(_ parameters: RequestParameters) throws(HostingError) -> Format {
        let name = (parameters["f"] ?? "json").lowercased()
        if name == "html" { return .json }
        guard let format = Format(rawValue: name) else {
            throw HostingError(
                .unsupported, "The format '\(name.prefix(40))' is not supported; ask for json, pjson, geojson or pbf.")
        }
        return format
    }

    /// Parameters that would change the answer and are not carried out are refused, never passed over.
    private static func refuseUnsupported(_ parameters: RequestParameters) throws(HostingError) {
        for name in ["fullText", "gdbVersion", "historicMoment", "uniqueIds"] where parameters[name] != nil {
            throw HostingError(.unsupported, "'\(name)' is not supported by this server.")
        }
        if try parameters.bool("returnEnvelope") {
            throw HostingError(.unsupported, "'returnEnvelope' is not supported by this server.")
        }
        if parameters["having"] != nil, parameters["outStatistics"] == nil {
            throw HostingError(.invalidParameter, "'having' is about groups: it needs 'outStatistics'.")
        }
    }

    private static func quantization(_ parameters: RequestParameters) throws(HostingError) -> QuantizationParameters? {
        guard let json = try parameters.json("quantizationParameters") else { return nil }
        do {
            return try QuantizationParameters(json: json)
        } catch {
            throw HostingError(.invalidParameter, "'quantizationParameters' is invalid.", details: [error.message])
        }
    }

    private static func subject(
        _ parameters: RequestParameters, _ layer: FeatureLayerInfo, _ query: QueryParameters
    ) throws(HostingError) -> Subject {
        let wantsCount = try parameters.bool("returnCountOnly")
        if let json = try parameters.json("outStatistics") {
            var statistics = StatisticsQueryParameters(
                statisticDefinitions: try StatisticsParameter.read(json, layer))
            statistics.groupByFieldNames = try fieldNames(
                parameters.list("groupByFieldsForStatistics"), layer, of: "groupByFieldsForStatistics")
            statistics.havingClause = parameters["having"] ?? ""
            statistics.whereClause = query.whereClause
            statistics.objectIDs = query.objectIDs
            statistics.geometry = query.geometry
            statistics.spatialRelationship = query.spatialRelationship
            statistics.relationPattern = query.relationPattern
            statistics.distance = query.distance
            statistics.timeExtent = query.timeExtent
            statistics.orderByFields = query.orderByFields
            return .statistics(statistics)
        }
        if try parameters.bool("returnExtentOnly") {
            guard !layer.isTable else {
                throw HostingError(.invalidParameter, "\(layer.name) is a table; it has no extent.")
            }
            return .extent(withCount: wantsCount)
        }
        if wantsCount { return .count }
        return try parameters.bool("returnIdsOnly") ? .ids : .features
    }

    /// The fields to answer; nil for all.
    static func outFields(_ parameters: RequestParameters, _ layer: FeatureLayerInfo) throws(HostingError)
        -> [String]?
    {
        let names = try parameters.list("outFields")
        if names.contains("*") { return nil }
        return try fieldNames(names, layer, of: "outFields")
    }

    private static func fieldNames(_ names: [String], _ layer: FeatureLayerInfo, of parameter: String)
        throws(HostingError)
        -> [String]
    {
        var found: [String] = []
        for name in names {
            let bare =
                name.count > 1 && name.hasPrefix("\"") && name.hasSuffix("\"")
                ? String(name.dropFirst().dropLast()) : name
            guard let field = layer.field(named: bare) else {
                throw HostingError(
                    .invalidParameter, "Cannot perform query. Invalid query parameters.",
                    details: ["'\(parameter)' names the unknown field '\(name.prefix(60))'."])
            }
            if !found.contains(field.name) { found.append(field.name) }
        }
        return found
    }

    /// `NAME ASC, POP DESC`. Fields of statistics may be named too.
    static func orderBy(_ parameters: RequestParameters, _ layer: FeatureLayerInfo) throws(HostingError)
        -> [OrderBy]
    {
        let isStatistics = parameters["outStatistics"] != nil
        var keys: [OrderBy] = []
        for text in try parameters.list("orderByFields") {
            let words = text.split(separator: " ").map(String.init)
            let direction = words.count == 2 ? words[1].uppercased() : "ASC"
            guard (1...2).contains(words.count), direction == "ASC" || direction == "DESC" else {
                throw HostingError(
                    .invalidParameter,
                    "'orderByFields' must be field names with ASC or DESC; it has '\(text.prefix(60))'.")
            }
            let name =
                isStatistics
                ? layer.field(named: words[0])?.name ?? words[0]
                : try fieldNames([words[0]], layer, of: "orderByFields")[0]
            keys.append(OrderBy(fieldName: name, isAscending: direction == "ASC"))
        }
        return keys
    }
}
