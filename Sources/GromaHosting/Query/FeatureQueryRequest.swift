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
        case statistics([StatisticDefinition], groupBy: [String])
    }
    /// The forms of an answer.
    enum Format: String, Sendable { case json, pjson, geojson, pbf }

    var subject: Subject
    var format: Format
    var query: QueryParameters
    var quantization: QuantizationGrid?
    /// Fields in the order asked for; nil for all.
    var outFields: [String]?

    /// Reads and checks every parameter; the first that does not fit is named in the error.
    package init(_ parameters: RequestParameters, layer: FeatureLayerInfo) throws(HostingError) {
        format = try Self.format(parameters)
        try Self.refuseUnsupported(parameters)
        query = QueryParameters()
        query.whereClause = parameters["where"] ?? ""
        query.objectIDs = try parameters.ids("objectIds")
        query.geometry = try GeometryParameter.read(parameters, defaultReference: layer.spatialReference)
        query.spatialRelationship = try GeometryParameter.relationship(parameters)
        query.outSpatialReference = try parameters.spatialReference("outSR")
        query.returnsGeometry = try parameters.bool("returnGeometry", default: true) && !layer.isTable
        query.returnsZ = try parameters.bool("returnZ")
        query.returnsM = try parameters.bool("returnM")
        query.maxAllowableOffset = max(0, try parameters.double("maxAllowableOffset") ?? 0)
        query.returnsDistinctValues = try parameters.bool("returnDistinctValues")
        query.resultOffset = try parameters.integer("resultOffset", in: 0...Int.max) ?? 0
        query.orderByFields = try Self.orderBy(parameters, layer)
        quantization = try QuantizationGrid(parameters.json("quantizationParameters"))
        subject = try Self.subject(parameters, layer)
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
            query.outSpatialReference = quantization?.parameters.extent.spatialReference
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
        for name in ["having", "fullText", "relationParam", "time", "gdbVersion", "historicMoment"]
        where parameters[name] != nil {
            throw HostingError(.unsupported, "'\(name)' is not supported by this server.")
        }
        if let distance = try parameters.double("distance"), distance != 0 {
            throw HostingError(.unsupported, "'distance' is not supported by this server: send the buffered shape.")
        }
        for name in ["returnCentroid", "returnEnvelope"] where try parameters.bool(name) {
            throw HostingError(.unsupported, "'\(name)' is not supported by this server.")
        }
    }

    private static func subject(_ parameters: RequestParameters, _ layer: FeatureLayerInfo) throws(HostingError)
        -> Subject
    {
        let wantsCount = try parameters.bool("returnCountOnly")
        if let statistics = try parameters.json("outStatistics") {
            return .statistics(
                try StatisticsParameter.read(statistics, layer),
                groupBy: try fieldNames(
                    parameters.list("groupByFieldsForStatistics"), layer, of: "groupByFieldsForStatistics"))
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

    private static func outFields(_ parameters: RequestParameters, _ layer: FeatureLayerInfo) throws(HostingError)
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
    private static func orderBy(_ parameters: RequestParameters, _ layer: FeatureLayerInfo) throws(HostingError)
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

/// The statistics of a query.
enum StatisticsParameter {
    /// Reads `outStatistics`, at most 100 of them.
    static func read(_ json: JSONValue, _ layer: FeatureLayerInfo) throws(HostingError) -> [StatisticDefinition] {
        guard let array = json.array, (1...100).contains(array.count) else {
            throw HostingError(.invalidParameter, "'outStatistics' must be an array of 1 to 100 statistics.")
        }
        var definitions: [StatisticDefinition] = []
        for entry in array {
            let type = entry["statisticType"]?.string ?? ""
            let fieldName = entry["onStatisticField"]?.string ?? ""
            guard let statistic = StatisticDefinition.StatisticType(rawValue: type.lowercased()) else {
                throw HostingError(
                    .unsupported, "The statistic '\(type.prefix(40))' is not supported.",
                    details: [StatisticDefinition.StatisticType.allCases.map(\.rawValue).joined(separator: ", ")])
            }
            guard let field = layer.field(named: fieldName) else {
                throw HostingError(
                    .invalidParameter, "'outStatistics' names the unknown field '\(fieldName.prefix(60))'.")
            }
            let output = entry["outStatisticFieldName"]?.string.flatMap { $0.isEmpty ? nil : $0 }
            definitions.append(
                StatisticDefinition(onFieldName: field.name, statisticType: statistic, outputAlias: output))
        }
        return definitions
    }
}
