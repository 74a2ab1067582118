// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaFeatures
import GromaGeometry
import GromaStorage
import Testing

@Suite("Clauses, order, pages and statistics on a GeoPackage")
struct WhereAndOrderTests {
    private let folder: TestFolder
    private let package: GeoPackage

    init() throws {
        folder = try TestFolder()
        package = try GeoPackage(fileURL: folder.file("a.gpkg"), access: .create)
    }

    private func grid(_ size: Int) async throws -> GeoPackageFeatureTable {
        let table = try await package.createFeatureTable(TestLayers.everyKind())
        try await table.load(TestLayers.grid(size), objectIDs: .assignedByRow)
        return table
    }

    @Test(
        "a clause selects the rows it selects in memory",
        arguments: [
            ("COUNT_ = 3", 10), ("COUNT_ = 3 AND DEPTH < 0.05", 5), ("NAME LIKE '1-%'", 10), ("NAME LIKE 'x%'", 0),
            ("SEEN >= TIMESTAMP '2023-11-14 22:13:20'", 100), ("SEEN < TIMESTAMP '2023-11-14 22:13:20'", 0),
            ("STATUS IS NULL", 100), ("1=1", 100), ("", 100), ("UPPER(NAME) = '2-2'", 1), ("NOT (COUNT_ IN (1,2))", 80),
            ("OBJECTID BETWEEN 1 AND 7", 7), ("OTHER IS NULL", 100),
        ])
    func clauses(clause: String, count: Int) async throws {
        let table = try await grid(10)
        var parameters = QueryParameters()
        parameters.whereClause = clause
        #expect(try await table.queryFeatureCount(using: parameters) == count)
        #expect(try await table.queryFeatures(using: parameters).count == count)
    }

    @Test("a date clause compares to the millisecond, also before 1970")
    func dates() async throws {
        let table = try await package.createFeatureTable(TestLayers.everyKind())
        var edits = FeatureEdits()
        let moments: [Int64] = [-62_167_219_200_000, -1, 0, 1, 999, 1_700_000_000_123, 253_402_300_799_999]
        edits.adds = moments.map { FeatureRecord(attributes: ["SEEN": .date($0)]) }
        #expect(try await table.applyEdits(edits).adds.allSatisfy { $0.error == nil })
        let rows = try await table.queryFeatures(using: QueryParameters())
        #expect((0..<rows.count).map { rows.value(at: $0, field: "SEEN") } == moments.map { .date($0) })
        var parameters = QueryParameters()
        parameters.whereClause = "SEEN < TIMESTAMP '1970-01-01 00:00:00'"
        #expect(try await table.queryObjectIDs(using: parameters) == [1, 2])
        edits.adds = [FeatureRecord(attributes: ["SEEN": .date(253_402_300_800_000)])]
        #expect(try await table.applyEdits(edits).adds.first?.error?.code == 1016)
    }

    @Test("unknown fields and broken clauses are named, in clauses, order, statistics and output")
    func mistakes() async throws {
        let table = try await grid(2)
        var parameters = QueryParameters()
        parameters.whereClause = "NOSUCH = 1"
        await #expect(throws: FeatureError.self) { try await table.queryFeatures(using: parameters) }
        parameters.whereClause = "1=1; DROP TABLE inlets"
        await #expect(throws: FeatureError.self) { try await table.queryFeatures(using: parameters) }
        parameters = QueryParameters()
        parameters.outFields = ["x\" FROM sqlite_master --"]
        await #expect(throws: FeatureError.self) { try await table.queryFeatures(using: parameters) }
        parameters = QueryParameters()
        parameters.orderByFields = [OrderBy(fieldName: "1; --")]
        await #expect(throws: FeatureError.self) { try await table.queryFeatures(using: parameters) }
        let sum = StatisticDefinition(onFieldName: "NAME", statisticType: .sum)
        await #expect(throws: FeatureError.self) {
            try await table.queryStatistics(using: StatisticsQueryParameters(statisticDefinitions: [sum]))
        }
    }

    @Test("pages in a stable order join to the whole, and the last one says so")
    func pages() async throws {
        let table = try await grid(10)
        var parameters = QueryParameters()
        parameters.orderByFields = [OrderBy(fieldName: "COUNT_", isAscending: false)]
        parameters.maxFeatures = 30
        var ids: [Int64] = []
        while true {
            let page = try await table.queryFeatures(using: parameters)
            ids += (0..<page.count).compactMap { page.objectID(at: $0) }
            parameters.resultOffset += page.count
            if !page.exceededTransferLimit { break }
        }
        #expect(ids.count == 100)
        #expect(Set(ids).count == 100)
        #expect(ids.prefix(2) == [10, 20], "highest COUNT_ first, then by object id")
    }

    @Test("distinct values and statistics by group")
    func statistics() async throws {
        let table = try await grid(10)
        var parameters = QueryParameters()
        parameters.returnsDistinctValues = true
        parameters.outFields = ["COUNT_"]
        let distinct = try await table.queryFeatures(using: parameters)
        #expect(distinct.count == 10)
        #expect(distinct.geometries == nil)
        #expect(try await table.queryFeatureCount(using: parameters) == 10)
        var statistics = StatisticsQueryParameters(statisticDefinitions: [
            StatisticDefinition(onFieldName: "DEPTH", statisticType: .sum, outputAlias: "S"),
            StatisticDefinition(onFieldName: "OBJECTID", statisticType: .count, outputAlias: "N"),
            StatisticDefinition(onFieldName: "DEPTH", statisticType: .stddev, outputAlias: "D"),
            StatisticDefinition(onFieldName: "SEEN", statisticType: .max, outputAlias: "LAST"),
            StatisticDefinition(onFieldName: "DEPTH", statisticType: .avg, outputAlias: "A"),
        ])
        statistics.groupByFieldNames = ["COUNT_"]
        statistics.orderByFields = [OrderBy(fieldName: "LAST", isAscending: false)]
        statistics.whereClause = "COUNT_ < 5"
        let groups = try await table.queryStatistics(using: statistics)
        #expect(groups.count == 5)
        let first = groups.record(at: 0).attributes
        #expect(first["COUNT_"] == 4)
        #expect(first["N"] == 10)
        #expect(first["LAST"] == .date(1_700_000_000_123 + 94))
        if case .double(let sum)? = first["S"], case .double(let deviation)? = first["D"] {
            #expect(abs(sum - 0.45) < 1e-12)
            #expect(abs(deviation - 0.030276503540974917) < 1e-12)
        } else {
            Issue.record("sum and deviation must be numbers")
        }
        statistics.groupByFieldNames = []
        statistics.orderByFields = []
        statistics.whereClause = "COUNT_ > 500"
        let none = try await table.queryStatistics(using: statistics)
        #expect(none.count == 1)
        #expect(none.value(at: 0, field: "N") == 0)
        #expect(none.value(at: 0, field: "S") == .null)
    }
}
