// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaCodecs
import GromaFeatures
import GromaGeometry

/// `groma query`
struct QueryCommand: Command {
    static let specification = Specification(
        name: "query", summary: "prints the features of a layer that match",
        discussion: "Pages by itself and prints one complete feature set.",
        positionals: [LayerSource.readPositional],
        options: [
            .value("where", "W", "standardised SQL, as \"HEIGHT > 3 AND NAME LIKE 'A%'\""),
            .value(
                "bbox", "XMIN,YMIN,XMAX,YMAX[,WKID]",
                "only features that meet this box (degrees unless WKID says otherwise)"),
            .value("out-fields", "A,B", "the fields to print (all)"), .value("order-by", "A DESC,B", "the order"),
            .value(
                "stats", "TYPE:FIELD[:NAME[:PART]],…",
                "statistics instead of features: count, sum, min, max, avg, stddev, var, percentile_cont, percentile_disc"
            ),
            .value("group-by", "A,B", "one row of statistics a group"),
            .value("having", "W", "only groups that match, as \"COUNT(*) > 5 AND SUM(POP) < 100\""),
            .value("out-sr", "WKID", "the reference of the shapes printed"),
            .value("limit", "N", "features at most"), .flag("no-geometry", "attributes only"),
            .choice("format", ["json", "geojson", "pbf", "csv"], "json unless told otherwise"),
        ] + Connection.options)

    static func run(_ arguments: Arguments) async throws {
        let question = try question(arguments)
        let table = try await LayerSource.readTable(try arguments.required(0), Connection(arguments))
        let result: FeatureSet
        switch question {
        case .rows(let query): result = try await table.queryFeatures(using: query)
        case .statistics(let query): result = try await table.queryStatistics(using: query)
        }
        switch arguments.value("format") ?? "json" {
        case "geojson": Output.bytes(try result.geoJSON() + [10])
        case "pbf": Output.bytes(result.esriPBF())
        case "csv": Output.bytes(result.csv())
        default: Output.bytes(result.esriJSON() + [10])
        }
    }

    private enum Question {
        case rows(QueryParameters)
        case statistics(StatisticsQueryParameters)
    }

    /// What is asked; wrong options are said before anything is opened.
    private static func question(_ arguments: Arguments) throws -> Question {
        let box = try arguments.box("bbox").map { numbers, wkid in
            Envelope(
                xMin: numbers[0], yMin: numbers[1], xMax: numbers[2], yMax: numbers[3],
                spatialReference: wkid.map { SpatialReference(wkid: $0) } ?? .wgs84)
        }
        if let text = arguments.value("stats") {
            var query = StatisticsQueryParameters(statisticDefinitions: try statistics(text))
            query.whereClause = arguments.value("where") ?? ""
            query.geometry = box
            query.groupByFieldNames = list(arguments.value("group-by"))
            query.havingClause = arguments.value("having") ?? ""
            query.orderByFields = try order(arguments.value("order-by"))
            return .statistics(query)
        }
        var query = QueryParameters()
        query.whereClause = arguments.value("where") ?? ""
        query.geometry = box
        query.outFields = arguments.value("out-fields").map { list($0) } ?? ["*"]
        query.orderByFields = try order(arguments.value("order-by"))
        query.maxFeatures = try arguments.integer("limit", in: 1...Int.max)
        query.returnsGeometry = !arguments.flag("no-geometry")
        if let wkid = try arguments.integer("out-sr", in: 1...Int(Int32.max)) {
            query.outSpatialReference = SpatialReference(wkid: wkid)
        }
        return .rows(query)
    }

    private static func list(_ text: String?) -> [String] {
        (text ?? "").split(separator: ",").map { $0.trimming { $0 == " " } }.filter { !$0.isEmpty }
    }

    private static func order(_ text: String?) throws -> [OrderBy] {
        try list(text).map { key in
            let words = key.split(separator: " ").map(String.init)
            guard let name = words.first, words.count <= 2 else {
                throw UsageError("--order-by: \(key) is no field with ASC or DESC")
            }
            switch words.dropFirst().first?.uppercased() {
            case nil, "ASC": return OrderBy(fieldName: name)
            case "DESC": return OrderBy(fieldName: name, isAscending: false)
            default: throw UsageError("--order-by: \(words[1]) is neither ASC nor DESC")
            }
        }
    }

    private static func statistics(_ text: String) throws -> [StatisticDefinition] {
        try list(text).map { part in
            let pieces = part.split(separator: ":").map(String.init)
            guard (2...4).contains(pieces.count),
                let type = StatisticDefinition.StatisticType(rawValue: pieces[0].lowercased())
            else {
                throw UsageError("--stats: \(part) is not TYPE:FIELD, TYPE:FIELD:NAME or TYPE:FIELD:NAME:PART")
            }
            var definition = StatisticDefinition(
                onFieldName: pieces[1], statisticType: type, outputAlias: pieces.count > 2 ? pieces[2] : nil)
            if pieces.count == 4 {
                guard type.isPercentile, let share = Double(pieces[3]), (0...1).contains(share) else {
                    throw UsageError("--stats: \(part) needs a part from 0 to 1, and only percentiles take one")
                }
                definition.percentile = share
            }
            return definition
        }
    }
}

extension Substring {
    /// Without the characters at both ends for which `isCut` holds.
    fileprivate func trimming(_ isCut: (Character) -> Bool) -> String {
        String(drop(while: isCut).reversed().drop(while: isCut).reversed())
    }
}
