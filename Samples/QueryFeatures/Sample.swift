// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import Groma

/// Clauses, windows, order, statistics: `QueryFeatures SERVER_URL`.
@main
struct QueryFeatures {
    static func main() async throws {
        guard CommandLine.arguments.count == 2, let server = URL(string: CommandLine.arguments[1]) else {
            return print("QueryFeatures SERVER_URL")
        }
        let trees = ServiceFeatureTable(
            url: server.appending(path: "arcgis/rest/services/Town/FeatureServer/1"))

        // All rows are counted; a query without limit pages by itself until it has them all.
        var query = QueryParameters()
        query.whereClause = "STREETTREE = 1 AND HEIGHT_M >= 15"
        let count = try await trees.queryFeatureCount(using: query)
        let all = try await trees.queryFeatures(using: query)
        print("\(count) tall street trees, \(all.count) of them here")

        query.orderByFields = [OrderBy(fieldName: "HEIGHT_M", isAscending: false), OrderBy(fieldName: "TREEID")]
        query.outFields = ["TREEID", "SPECIES", "HEIGHT_M"]
        query.returnsGeometry = false
        query.maxFeatures = 3
        let words = AttributeFormatter(locale: Locale(identifier: "en-GB"), timeZone: .gmt)
        for tree in try await trees.features(using: query) {
            let values = ["TREEID", "HEIGHT_M"].map { words.text(tree.attributeValue(forKey: $0) ?? .null) }
            print(values.joined(separator: "  "))
        }

        // Fifty metres round a place, measured on the ellipsoid.
        let place = Point(latitude: 48.1884, longitude: 65.0041)
        var near = QueryParameters()
        near.geometry = try GeometryEngine.geodeticBuffer(around: place, distance: 50)
        print("\(try await trees.queryFeatureCount(using: near)) trees within 50 m")

        var tallest = StatisticsQueryParameters(statisticDefinitions: [
            StatisticDefinition(onFieldName: "OBJECTID", statisticType: .count, outputAlias: "TREES"),
            StatisticDefinition(onFieldName: "HEIGHT_M", statisticType: .max, outputAlias: "TALLEST"),
        ])
        tallest.groupByFieldNames = ["SPECIES"]
        tallest.orderByFields = [OrderBy(fieldName: "SPECIES")]
        let species = try await trees.layerInfo().field(named: "SPECIES")?.domain
        for group in try await trees.queryStatistics(using: tallest).records {
            let name = words.text(group.attributes["SPECIES"] ?? .null, domain: species)
            let trees = words.text(group.attributes["TREES"] ?? .null)
            let height = words.text(group.attributes["TALLEST"] ?? .null, style: ValueStyle(places: 1))
            print("\(name): \(trees), up to \(height) m")
        }
    }
}
