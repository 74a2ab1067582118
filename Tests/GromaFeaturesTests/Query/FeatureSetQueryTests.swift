// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaFeatures
import GromaGeometry
import Testing

@Suite("Queries on rows in memory")
struct FeatureSetQueryTests {
    private static let fields = [
        Field(name: "OBJECTID", type: .oid), Field(name: "KIND", type: .string), Field(name: "SIZE", type: .double),
    ]
    /// Ten points on a diagonal, sizes 0 to 9 with one null, three kinds.
    private static func set() throws -> FeatureSet {
        try FeatureSet(
            records: (0..<10).map(record), fields: fields, geometryType: .point, spatialReference: .webMercator)
    }
    private static func record(_ number: Int) -> FeatureRecord {
        var record = FeatureRecord(attributes: ["OBJECTID": .integer(Int64(number + 1))])
        record.attributes["KIND"] = .string(["ash", "Birch", "oak"][number % 3])
        record.attributes["SIZE"] = number == 4 ? .null : .double(Double(number))
        let place = Double(number) * 1_000
        if number != 9 { record.geometry = Point(x: place, y: place, spatialReference: .webMercator) }
        return record
    }
    private func ids(_ change: (inout QueryParameters) -> Void) throws -> [Int64] {
        var parameters = QueryParameters()
        change(&parameters)
        let result = try Self.set().query(parameters)
        return (0..<result.count).compactMap(result.objectID(at:))
    }

    @Test("an empty set answers every question")
    func empty() throws {
        let set = FeatureSet(fields: Self.fields, geometryType: .point, spatialReference: .webMercator)
        var parameters = QueryParameters()
        parameters.geometry = Envelope(xMin: 0, yMin: 0, xMax: 1, yMax: 1)
        #expect(try set.query(parameters).count == 0)
        #expect(try set.queryExtent(parameters).isEmpty)
        let statistics = StatisticsQueryParameters(statisticDefinitions: [
            StatisticDefinition(onFieldName: "SIZE", statisticType: .count),
            StatisticDefinition(onFieldName: "SIZE", statisticType: .sum),
        ])
        let row = try set.queryStatistics(statistics)
        #expect(row.count == 1 && row.value(at: 0, field: 0) == 0 && row.value(at: 0, field: 1) == .null)
    }

    @Test("clause, ids and shape are all asked of a row")
    func filters() throws {
        #expect(try ids { $0.whereClause = "KIND = 'oak' AND SIZE > 2" } == [6, 9])
        #expect(try ids { $0.objectIDs = [3, 99, 1] } == [1, 3])
        #expect(try ids { $0.geometry = Envelope(xMin: 1_500, yMin: 0, xMax: 3_000, yMax: 9_000) } == [3, 4])
        #expect(
            try ids {
                $0.geometry = Envelope(xMin: 1_500, yMin: 0, xMax: 3_000, yMax: 9_000)
                $0.whereClause = "SIZE <> 2"
            } == [4])
        let ring = [(0.0, 0.0), (0, 2_100), (2_100, 2_100), (0, 0)].map {
            Point(x: $0.0, y: $0.1, spatialReference: .webMercator)
        }
        #expect(try ids { $0.geometry = Polygon(points: ring) } == [1, 2, 3])
        #expect(try ids { $0.geometry = Polygon() } == [])
    }

    @Test("a shape in another reference is projected")
    func otherReference() throws {
        let degrees = 1_000 / 111_319.49079327358
        let box = Envelope(
            xMin: 0.9 * degrees, yMin: 0.9 * degrees, xMax: 2.1 * degrees, yMax: 2.1 * degrees, spatialReference: .wgs84
        )
        #expect(try ids { $0.geometry = box } == [2, 3])
    }

    @Test("rows are sorted with nulls first, and paged")
    func order() throws {
        #expect(try ids { $0.orderByFields = [OrderBy(fieldName: "size", isAscending: false)] }.last == 5)
        #expect(try ids { $0.orderByFields = [OrderBy(fieldName: "SIZE")] }.first == 5)
        #expect(
            try ids {
                $0.orderByFields = [OrderBy(fieldName: "KIND"), OrderBy(fieldName: "OBJECTID", isAscending: false)]
                $0.maxFeatures = 4
            } == [8, 5, 2, 10])
        var parameters = QueryParameters()
        parameters.resultOffset = 8
        parameters.maxFeatures = 5
        #expect(try Self.set().query(parameters).exceededTransferLimit == false)
        parameters.maxFeatures = 1
        #expect(try Self.set().query(parameters).exceededTransferLimit)
        parameters.resultOffset = 100
        #expect(try Self.set().query(parameters).count == 0)
    }

    @Test("fields, distinct values and projection of an answer")
    func answers() throws {
        var parameters = QueryParameters()
        parameters.outFields = ["kind"]
        parameters.outSpatialReference = .wgs84
        let set = try Self.set().query(parameters)
        #expect(set.fields.map(\.name) == ["OBJECTID", "KIND"])
        #expect(set.spatialReference == .wgs84)
        let point = try #require(set.geometry(at: 1) as? Point)
        #expect(abs(point.x - 1_000 / 111_319.49079327358) < 1e-9)
        #expect(set.geometry(at: 9) == nil)
        parameters.returnsDistinctValues = true
        let kinds = try Self.set().query(parameters)
        #expect((0..<kinds.count).map { kinds.value(at: $0, field: 0) } == ["Birch", "ash", "oak"])
        #expect(kinds.geometries == nil)
        #expect(try Self.set().queryCount(parameters) == 3)
        parameters.outFields = ["NOPE"]
        #expect(throws: FeatureError.self) { try Self.set().query(parameters) }
    }

    @Test("statistics by group, nulls skipped")
    func statistics() throws {
        var parameters = StatisticsQueryParameters(statisticDefinitions: [
            StatisticDefinition(onFieldName: "SIZE", statisticType: .count),
            StatisticDefinition(onFieldName: "SIZE", statisticType: .avg),
            StatisticDefinition(onFieldName: "SIZE", statisticType: .stddev),
            StatisticDefinition(onFieldName: "KIND", statisticType: .max),
        ])
        parameters.groupByFieldNames = ["KIND"]
        let set = try Self.set().queryStatistics(parameters)
        #expect(set.fields.map(\.name) == ["KIND", "COUNT_SIZE", "AVG_SIZE", "STDDEV_SIZE", "MAX_KIND"])
        #expect((0..<3).map { set.value(at: $0, field: 0) } == ["Birch", "ash", "oak"])
        #expect(set.value(at: 0, field: 1) == 2 && set.value(at: 1, field: 1) == 4)
        #expect(set.value(at: 1, field: 2) == .double(4.5))
        #expect(set.value(at: 2, field: 3) == .double(3))
        parameters.statisticDefinitions = [StatisticDefinition(onFieldName: "KIND", statisticType: .sum)]
        #expect(throws: FeatureError.self) { try Self.set().queryStatistics(parameters) }
    }
}
