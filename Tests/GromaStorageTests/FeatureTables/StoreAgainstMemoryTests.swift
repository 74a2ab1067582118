// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaFeatures
import GromaGeometry
import GromaStorage
import TestSupport
import Testing

/// Random queries of a GeoPackage and of the same rows in memory.
@Suite("A GeoPackage answers as memory does")
struct StoreAgainstMemoryTests {
    private static let isLong = ProcessInfo.processInfo.environment["GROMA_SOAK"] != nil
    private static let queryCount = isLong ? 4_000 : 120
    /// Two that stay, and new ones for each long run.
    private static let seeds: [UInt64] =
        [11, 4_711] + (isLong ? (0..<4).map { _ in UInt64.random(in: 1...(1 << 40)) } : [])

    private let folder: TestFolder
    private let package: GeoPackage

    init() throws {
        folder = try TestFolder()
        package = try GeoPackage(fileURL: folder.file("a.gpkg"), access: .create)
    }

    private func filled(_ type: GeometryType, _ random: inout SeededGenerator) async throws
        -> (GeoPackageFeatureTable, FeatureSet, FeatureLayerInfo)
    {
        var info = TestLayers.everyKind(type)
        info.timeInfo = LayerTimeInfo(startTimeField: "SEEN", endTimeField: "DUE")
        let table = try await package.createFeatureTable(info)
        var edits = FeatureEdits()
        edits.adds = (0..<60).map { number in
            var record = FeatureRecord(attributes: [
                "NAME": .string(["a", "b", "Ä", "ß", "", "a b"].randomElement(using: &random) ?? ""),
                "STATUS": [1, 2, .null].randomElement(using: &random) ?? 1,
                "COUNT_": number % 7 == 0 ? .null : .integer(Int64.random(in: -3...3, using: &random)),
                "BIG": .integer([.max, .min, 0, 1 << 53 + 1].randomElement(using: &random) ?? 0),
                "RATIO": .double(Double(Int.random(in: -8...8, using: &random)) / 4),
                "DEPTH": number % 5 == 0 ? .null : .double(Double(Int.random(in: 0...600, using: &random)) / 100),
                "SEEN": number % 9 == 0 ? .null : .date(Int64.random(in: -9...9, using: &random) * 21_600_000),
                "DUE": number % 4 == 0
                    ? .null : .dateOnly("1970-01-0\(Int.random(in: 1...5, using: &random))"),
                "AT": .timeOnly("0\(Int.random(in: 0...9, using: &random)):30:00"),
                "STAMP": .timestampOffset("1970-01-0\(Int.random(in: 1...5, using: &random))T01:00:00+02:00"),
                "OTHER": .guid("{0F8FAD5B-D9CB-469F-A165-70867728951\(Int.random(in: 0...3, using: &random))}"),
            ])
            if number % 11 != 0 { record.geometry = shape(type, &random) }
            return record
        }
        let results = try await table.applyEdits(edits)
        #expect(results.adds.allSatisfy { $0.error == nil }, "\(results.adds.compactMap(\.error))")
        return (table, try await table.queryFeatures(using: QueryParameters()), try await table.layerInfo())
    }

    private func shape(_ type: GeometryType, _ random: inout SeededGenerator) -> any Geometry {
        let x = Double(Int.random(in: 0...40, using: &random)), y = Double(Int.random(in: 0...40, using: &random))
        let size = Double(Int.random(in: 1...12, using: &random))
        switch type {
        case .point: return Point(x: x, y: y, spatialReference: .webMercator)
        case .polyline:
            return Polyline(
                points: [(x, y), (x + size, y), (x + size, y + 1)].map { Point(x: $0.0, y: $0.1) },
                spatialReference: .webMercator)
        default:
            let ring = [(x, y), (x, y + size), (x + size, y + size), (x + size, y), (x, y)]
            return Polygon(points: ring.map { Point(x: $0.0, y: $0.1) }, spatialReference: .webMercator)
        }
    }

    private func criteria(_ random: inout SeededGenerator) -> QueryParameters {
        var parameters = QueryParameters()
        if Bool.random(using: &random) {
            parameters.whereClause =
                [
                    "COUNT_ >= 0", "NAME LIKE '%a%'", "UPPER(NAME) IN ('A', 'Ä')", "BIG > 9007199254740992",
                    "DUE >= DATE '1970-01-03'", "AT < TIME '05:00:00'", "STAMP < TIMESTAMP '1970-01-03 00:00:00'",
                    "SEEN + INTERVAL '1' MONTH > DATE '1970-02-01'", "OTHER = '0f8fad5b-d9cb-469f-a165-708677289510'",
                    "EXTRACT(DAY FROM DUE) = 2 OR EXTRACT(HOUR FROM AT) > 6", "DUE > SEEN", "NAME LIKE NAME",
                    "CASE STATUS WHEN 1 THEN DEPTH ELSE RATIO END > 0.5", "SUBSTRING(NAME, STATUS, 1) = 'b'",
                    "NOT (DEPTH BETWEEN 1 AND 3)", "DUE <> TIMESTAMP '1970-01-02 12:00:00'",
                ].randomElement(using: &random) ?? ""
        }
        if Int.random(in: 0..<4, using: &random) == 0 {
            parameters.objectIDs = (0..<20).map { _ in Int64.random(in: 1...70, using: &random) }
        }
        if Int.random(in: 0..<3, using: &random) > 0 {
            parameters.geometry = shape(
                [.point, .polyline, .polygon].randomElement(using: &random) ?? .point, &random)
            if Int.random(in: 0..<3, using: &random) == 0 { parameters.geometry = parameters.geometry?.extent }
            parameters.spatialRelationship = SpatialRelationship.allCases.randomElement(using: &random) ?? .intersects
            parameters.relationPattern = ["T********", "FF*FF****", "*T*******", "T*F**F***"].randomElement(
                using: &random)
            if Int.random(in: 0..<3, using: &random) == 0 {
                parameters.distance = Double.random(in: 0.5...15, using: &random)
            }
        }
        if Int.random(in: 0..<4, using: &random) == 0 {
            let sides = (0..<2).map { _ in Int64.random(in: -9...9, using: &random) * 21_600_000 }.sorted()
            parameters.timeExtent = TimeExtent(
                start: Bool.random(using: &random) ? sides[0] : nil, end: Bool.random(using: &random) ? sides[1] : nil)
        }
        return parameters
    }

    @Test(
        "the same rows, counts, ids and boxes", arguments: [GeometryType.point, .polyline, .polygon], seeds)
    func rows(type: GeometryType, seed: UInt64) async throws {
        if Self.isLong { print("random queries of \(type), seed \(seed)") }
        var random = SeededGenerator(seed: seed)
        let (table, rows, info) = try await filled(type, &random)
        var selecting = 0
        for number in 0..<Self.queryCount {
            var parameters = criteria(&random)
            parameters.orderByFields = [
                OrderBy(
                    fieldName: ["NAME", "BIG", "DUE", "RATIO", "SEEN"].randomElement(using: &random) ?? "NAME",
                    isAscending: Bool.random(using: &random))
            ]
            parameters.resultOffset = Int.random(in: 0...3, using: &random)
            parameters.maxFeatures = Int.random(in: 0..<3, using: &random) == 0 ? 7 : nil
            parameters.maxAllowableOffset = Int.random(in: 0..<3, using: &random) == 0 ? 2 : 0
            parameters.returnsCentroid = Bool.random(using: &random)
            let stored = try await table.queryFeatures(using: parameters)
            let expected = try rows.query(parameters, timeInfo: info.timeInfo)
            let place = "seed \(seed), query \(number): \(parameters)"
            #expect(stored.objectIDs == expected.objectIDs, "\(place)")
            #expect(stored.geometries?.coordinates == expected.geometries?.coordinates, "\(place)")
            #expect(stored.centroids?.coordinates == expected.centroids?.coordinates, "\(place)")
            #expect(stored.exceededTransferLimit == expected.exceededTransferLimit, "\(place)")
            #expect(
                try await table.queryObjectIDs(using: parameters)
                    == rows.queryObjectIDs(parameters, timeInfo: info.timeInfo), "\(place)")
            #expect(
                try await table.queryFeatureCount(using: parameters)
                    == rows.queryCount(parameters, timeInfo: info.timeInfo), "\(place)")
            let box = try await table.queryExtent(using: parameters)
            let expectedBox = try rows.queryExtent(parameters, timeInfo: info.timeInfo)
            #expect(box == expectedBox || (box.isEmpty && expectedBox.isEmpty), "\(place)")
            if stored.count > 0 { selecting += 1 }
        }
        #expect(selecting > Self.queryCount / 4, "seed \(seed): \(selecting) queries selected something")
    }

    @Test("the same statistics", arguments: seeds)
    func statistics(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let (table, rows, info) = try await filled(.point, &random)
        for number in 0..<Self.queryCount {
            let definitions = (0..<Int.random(in: 1...4, using: &random)).map { place -> StatisticDefinition in
                let type = StatisticDefinition.StatisticType.allCases.randomElement(using: &random) ?? .count
                let names =
                    type.needsNumbers ? ["COUNT_", "DEPTH", "RATIO"] : ["NAME", "SEEN", "DUE", "BIG", "COUNT_", "AT"]
                return StatisticDefinition(
                    onFieldName: names.randomElement(using: &random) ?? "DEPTH", statisticType: type,
                    outputAlias: "V\(place)", percentile: Double(Int.random(in: 0...20, using: &random)) / 20,
                    isAscending: Bool.random(using: &random))
            }
            var parameters = StatisticsQueryParameters(statisticDefinitions: definitions)
            let groups = [[], ["STATUS"], ["NAME", "STATUS"], ["DUE"], ["OTHER"]]
            parameters.groupByFieldNames = groups.randomElement(using: &random) ?? []
            parameters.havingClause =
                [
                    "", "", "COUNT(*) > 4", "SUM(DEPTH) > 5 OR MAX(NAME) = 'b'", "MIN(SEEN) < DATE '1970-01-02'",
                    "V0 IS NOT NULL AND AVG(RATIO) BETWEEN -1 AND 1", "NOT (COUNT(DEPTH) IN (1, 2, 3))",
                    "STDDEV(DEPTH) > 1.5",
                ].randomElement(using: &random) ?? ""
            let selection = criteria(&random)
            parameters.whereClause = selection.whereClause
            parameters.objectIDs = selection.objectIDs
            parameters.timeExtent = selection.timeExtent
            let stored = try await table.queryStatistics(using: parameters)
            let expected = try rows.queryStatistics(parameters, timeInfo: info.timeInfo)
            let place = "seed \(seed), query \(number): \(parameters)"
            #expect(stored.fields == expected.fields, "\(place)")
            #expect(stored.count == expected.count, "\(place)")
            guard stored.count == expected.count else { continue }
            for row in 0..<stored.count {
                for field in stored.fields.indices {
                    let (a, b) = (stored.value(at: row, field: field), expected.value(at: row, field: field))
                    if case .double(let x) = a, case .double(let y) = b {
                        #expect(abs(x - y) <= 1e-9 * max(1, abs(y)), "\(place)")
                    } else {
                        #expect(a == b, "\(place)")
                    }
                }
            }
        }
    }

    @Test("mistakes in having and percentiles are named, and leave nothing behind")
    func mistakes() async throws {
        var random = SeededGenerator(seed: 1)
        let (table, _, _) = try await filled(.point, &random)
        var parameters = StatisticsQueryParameters(statisticDefinitions: [
            StatisticDefinition(onFieldName: "DEPTH", statisticType: .percentileDiscrete, percentile: 2)
        ])
        await #expect(throws: FeatureError.self) { try await table.queryStatistics(using: parameters) }
        parameters.statisticDefinitions[0].percentile = 0.5
        parameters.havingClause = "COUNT(*) > 1; DROP TABLE inlets"
        await #expect(throws: FeatureError.self) { try await table.queryStatistics(using: parameters) }
        parameters.havingClause = "COUNT(*) > 1"
        #expect(try await table.queryStatistics(using: parameters).count == 1)
    }
}
