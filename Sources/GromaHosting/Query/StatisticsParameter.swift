// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaCodecs
import GromaFeatures

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
            let source = fieldName == "*" && statistic == .count ? "*" : layer.field(named: fieldName)?.name
            guard let source else {
                throw HostingError(
                    .invalidParameter, "'outStatistics' names the unknown field '\(fieldName.prefix(60))'.")
            }
            let output = entry["outStatisticFieldName"]?.string.flatMap { $0.isEmpty ? nil : $0 }
            var definition = StatisticDefinition(onFieldName: source, statisticType: statistic, outputAlias: output)
            if statistic.isPercentile {
                let details = entry["statisticParameters"]
                guard let part = details?["value"]?.double, (0...1).contains(part) else {
                    throw HostingError(
                        .invalidParameter, "A percentile needs 'statisticParameters' with a 'value' between 0 and 1.")
                }
                definition.percentile = part
                definition.isAscending = details?["orderBy"]?.string?.uppercased() != "DESC"
            }
            definitions.append(definition)
        }
        var names: Set<String> = []
        for name in definitions.compactMap(\.outputAlias) where !names.insert(name.lowercased()).inserted {
            throw HostingError(
                .invalidParameter, "'outStatistics' gives two statistics the name '\(name.prefix(60))'.")
        }
        return definitions
    }
}

/// The `time` of a query.
enum TimeParameter {
    /// Reads a moment, or two with a comma between, in epoch milliseconds; `null` leaves a side open. Nil without it, and where both
    /// sides are open.
    static func read(_ parameters: RequestParameters) throws(HostingError) -> TimeExtent? {
        guard let text = parameters["time"] else { return nil }
        let sides = text.split(separator: ",", omittingEmptySubsequences: false).map { String($0).trimmed }
        var moments: [Int64?] = []
        for side in sides {
            if side.lowercased() == "null" || side.lowercased() == "nan" {
                moments.append(nil)
            } else if let moment = Int64(side) {
                moments.append(moment)
            } else {
                throw invalid(text)
            }
        }
        switch (moments.count, moments.first ?? nil, moments.last ?? nil) {
        case (1, nil, _), (2, nil, nil): return nil
        case (1, let moment, _): return TimeExtent(start: moment, end: moment)
        case (2, let start, let end):
            if let start, let end, start > end { throw invalid(text) }
            return TimeExtent(start: start, end: end)
        default: throw invalid(text)
        }
    }

    private static func invalid(_ text: String) -> HostingError {
        HostingError(
            .invalidParameter,
            "'time' must be a moment or start,end in epoch milliseconds, null for an open side; it is '\(text.prefix(60))'."
        )
    }
}
