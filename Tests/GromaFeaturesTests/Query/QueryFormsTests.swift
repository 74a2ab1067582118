// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaCodecs
import GromaFeatures
import GromaGeometry
import Testing

@Suite("What queries can ask besides clause and box")
struct QueryFormsTests {
    private static let fields = [
        Field(name: "OBJECTID", type: .oid), Field(name: "KIND", type: .string), Field(name: "SIZE", type: .double),
        Field(name: "FROM_", type: .date), Field(name: "TO_", type: .dateOnly), Field(name: "G", type: .guid),
    ]
    private static let hour = Int64(3_600_000)

    /// Squares of side 10 at x = 0, 20, 40, …; row i lasts from hour i on, rows 0 to 4 up to the first day, 9 has no beginning.
    private static func set() throws -> FeatureSet {
        let records = (0..<10).map { number in
            let x = Double(number) * 20
            let ring = [(x, 0.0), (x, 10), (x + 10, 10), (x + 10, 0), (x, 0)].map { Point(x: $0.0, y: $0.1) }
            return FeatureRecord(
                attributes: [
                    "OBJECTID": .integer(Int64(number + 1)), "KIND": .string(["a", "b", "c"][number % 3]),
                    "SIZE": number == 4 ? .null : .double(Double(number)),
                    "FROM_": number == 9 ? .null : .date(Int64(number) * hour),
                    "TO_": number < 5 ? .dateOnly("1970-01-01") : .null,
                    "G": .guid(
                        number < 5 ? "{0F8FAD5B-D9CB-469F-A165-708677289510}" : "0f8fad5b-d9cb-469f-a165-708677289510"),
                ], geometry: Polygon(points: ring, spatialReference: .webMercator))
        }
        return try FeatureSet(
            records: records, fields: fields, geometryType: .polygon, spatialReference: .webMercator)
    }

    private func ids(timeInfo: LayerTimeInfo? = nil, _ change: (inout QueryParameters) -> Void) throws -> [Int64] {
        var parameters = QueryParameters()
        change(&parameters)
        let result = try Self.set().query(parameters, timeInfo: timeInfo)
        return (0..<result.count).compactMap(result.objectID(at:))
    }

    private func span(_ start: Int64?, _ end: Int64?) -> TimeExtent {
        TimeExtent(start: start.map { $0 * Self.hour }, end: end.map { $0 * Self.hour })
    }

    @Test("a time extent finds moments within it and spans that share a moment with it")
    func time() throws {
        let moments = LayerTimeInfo(startTimeField: "FROM_")
        #expect(try ids(timeInfo: moments) { $0.timeExtent = self.span(2, 4) } == [3, 4, 5])
        #expect(try ids(timeInfo: moments) { $0.timeExtent = self.span(7, nil) } == [8, 9])
        #expect(try ids(timeInfo: moments) { $0.timeExtent = self.span(nil, 1) } == [1, 2])
        #expect(try ids(timeInfo: moments) { $0.timeExtent = self.span(nil, nil) }.count == 10)
        #expect(
            try ids(timeInfo: moments) { $0.timeExtent = TimeExtent(date: Date(timeIntervalSince1970: 3_600)) } == [2])
        let spans = LayerTimeInfo(startTimeField: "FROM_", endTimeField: "TO_")
        // On the second day the rows that end with the first are over; an open end lasts, an open beginning always was.
        #expect(try ids(timeInfo: spans) { $0.timeExtent = self.span(30, 40) } == [6, 7, 8, 9, 10])
        #expect(try ids(timeInfo: spans) { $0.timeExtent = self.span(-5, -4) } == [10])
        #expect(
            try ids(timeInfo: spans) {
                $0.timeExtent = self.span(30, 40)
                $0.whereClause = "OBJECTID = 6 OR OBJECTID = 1"
            } == [6])
        #expect(throws: FeatureError.self) { try ids { $0.timeExtent = self.span(0, 1) } }
    }

    @Test("a clause cannot reach out of its bracket into the time extent")
    func closedClause() throws {
        let info = LayerTimeInfo(startTimeField: "FROM_")
        #expect(throws: FeatureError.self) {
            try ids(timeInfo: info) {
                $0.whereClause = "1=1) OR (1=1"
                $0.timeExtent = self.span(2, 2)
            }
        }
        #expect(
            try ids(timeInfo: info) {
                $0.whereClause = "1=1 OR 1=1"
                $0.timeExtent = self.span(2, 2)
            } == [3])
    }

    @Test("a distance grows the shape by metres on the ground")
    func distance() throws {
        let point = Point(x: -20, y: 5, spatialReference: .webMercator)
        #expect(try ids { $0.geometry = point } == [])
        // At the equator a metre of the map is a metre less half a percent.
        #expect(
            try ids {
                $0.geometry = point
                $0.distance = 19.5
            } == [])
        #expect(
            try ids {
                $0.geometry = point
                $0.distance = 41
            } == [1, 2])
        #expect(
            try ids {
                $0.geometry = Envelope(xMin: -30, yMin: 0, xMax: -20, yMax: 5, spatialReference: .webMercator)
                $0.distance = 21
                $0.spatialRelationship = .intersects
            } == [1])
        for distance in [-1, Double.nan, .infinity] {
            #expect(throws: (any Error).self) {
                try ids {
                    $0.geometry = point
                    $0.distance = distance
                }
            }
        }
    }

    @Test("relations by a pattern, and rows that are apart")
    func relations() throws {
        let box = Envelope(xMin: 0, yMin: 0, xMax: 30, yMax: 10, spatialReference: .webMercator)
        func related(_ relation: SpatialRelationship, _ pattern: String? = nil) throws -> [Int64] {
            try ids {
                $0.geometry = box
                $0.spatialRelationship = relation
                $0.relationPattern = pattern
                $0.whereClause = "OBJECTID < 5"
            }
        }
        #expect(try related(.intersects) == [1, 2])
        #expect(try related(.disjoint) == [3, 4])
        #expect(try related(.relation, "FF*FF****") == [3, 4])
        #expect(try related(.relation, "T********") == [1, 2])
        #expect(try related(.relation, "t*****ff*") == [1, 2])
        #expect(try related(.relation, "FF*FT****") == [])
        #expect(throws: FeatureError.self) { try related(.relation) }
        #expect(throws: FeatureError.self) { try related(.relation, "T*******X") }
        #expect(
            try ids {
                $0.geometry = Polygon()
                $0.spatialRelationship = .disjoint
            } == [])
    }

    @Test("having takes groups by their statistics, names of the answer and group fields")
    func having() throws {
        var parameters = StatisticsQueryParameters(statisticDefinitions: [
            StatisticDefinition(onFieldName: "SIZE", statisticType: .sum, outputAlias: "TOTAL")
        ])
        parameters.groupByFieldNames = ["KIND"]
        func kinds(_ clause: String) throws -> [AttributeValue] {
            parameters.havingClause = clause
            let set = try Self.set().queryStatistics(parameters)
            #expect(set.fields.map(\.name) == ["KIND", "TOTAL"])
            return (0..<set.count).map { set.value(at: $0, field: 0) }
        }
        #expect(try kinds("COUNT(*) > 3") == ["a"])
        #expect(try kinds("count(size) = 2") == ["b"])
        #expect(try kinds("SUM(SIZE) >= 8 AND TOTAL < 16") == ["b", "c"])
        #expect(try kinds("KIND <> 'a' AND (MAX(SIZE) = 8 OR MIN(SIZE) > 100)") == ["c"])
        #expect(try kinds("AVG(SIZE) / 2 > 2.2") == ["a", "c"])
        #expect(try kinds("") == ["a", "b", "c"])
        for bad in ["SUM(NOPE) > 1", "SIZE > 1", "SUM(KIND) > 1", "COUNT(*", "SUM(*) > 1", "SUM(SIZE + 1) > 1"] {
            #expect(throws: FeatureError.self, "\(bad)") { try kinds(bad) }
        }
        #expect(throws: FeatureError.self) { try Self.set().query(QueryParameters(whereClause: "COUNT(*) > 1")) }
        parameters.groupByFieldNames = []
        parameters.havingClause = "COUNT(*) > 100"
        #expect(try Self.set().queryStatistics(parameters).count == 0)
    }

    @Test("percentiles, between two values or one of them, from either end")
    func percentiles() throws {
        func value(_ type: StatisticDefinition.StatisticType, _ part: Double, _ isAscending: Bool = true) throws
            -> AttributeValue
        {
            let definition = StatisticDefinition(
                onFieldName: "SIZE", statisticType: type, percentile: part, isAscending: isAscending)
            return try Self.set().queryStatistics(StatisticsQueryParameters(statisticDefinitions: [definition]))
                .value(at: 0, field: 0)
        }
        // 0 1 2 3 5 6 7 8 9
        #expect(try value(.percentileContinuous, 0.5) == .double(5))
        #expect(try value(.percentileContinuous, 0.3125) == .double(2.5))
        #expect(try value(.percentileContinuous, 0.3125, false) == .double(6.5))
        #expect(try value(.percentileDiscrete, 0.34) == .double(3))
        #expect(try value(.percentileDiscrete, 0.34, false) == .double(6))
        #expect(try value(.percentileDiscrete, 0) == .double(0) && value(.percentileDiscrete, 1) == .double(9))
        #expect(throws: FeatureError.self) { try value(.percentileContinuous, 1.5) }
        #expect(Percentile.discretePlace(count: 100, part: 0.07) == 6)
    }

    @Test("GUIDs that differ in spelling only are one group")
    func guidGroups() throws {
        var parameters = StatisticsQueryParameters(statisticDefinitions: [
            StatisticDefinition(onFieldName: "*", statisticType: .count, outputAlias: "N")
        ])
        parameters.groupByFieldNames = ["G"]
        let set = try Self.set().queryStatistics(parameters)
        #expect(set.count == 1 && set.value(at: 0, field: "N") == 10)
    }

    @Test("shapes come thinned, rounded, with their middles, and none vanishes")
    func shapes() throws {
        var circle = CoordinateParts()
        circle.beginPart()
        for step in stride(from: 0, through: -360, by: -1) {
            let angle = Double(step % 360) * .pi / 180
            circle.append(x: 100 * cos(angle), y: 100 * sin(angle))
        }
        circle.beginPart()
        for (x, y) in [(1.0, 1.0), (2, 1), (2, 2), (1, 2), (1, 1)] { circle.append(x: x, y: y) }
        let records = [
            FeatureRecord(attributes: ["OBJECTID": 1], geometry: Polygon(parts: circle)),
            FeatureRecord(attributes: ["OBJECTID": 2]),
            FeatureRecord(
                attributes: ["OBJECTID": 3],
                geometry: Polygon(
                    points: [(0, 0), (0, 0.4), (0.2, 0.5), (0.4, 0.4), (0.4, 0), (0, 0)].map { Point(x: $0.0, y: $0.1) }
                )),
        ]
        let set = try FeatureSet(records: records, fields: [Self.fields[0]], geometryType: .polygon)
        var parameters = QueryParameters()
        parameters.maxAllowableOffset = 5
        parameters.geometryPrecision = 1
        parameters.returnsCentroid = true
        let thin = try set.query(parameters)
        let shapes = try #require(thin.geometries)
        #expect(shapes.partRange(ofRow: 0).count == 1, "the hole is smaller than the offset")
        #expect((8...40).contains(shapes.vertexRange(ofRow: 0).count))
        #expect(shapes.nullRows == [1])
        #expect(shapes.vertexRange(ofRow: 2).count == 4, "a triangle is left of the small one")
        #expect(shapes.coordinates.xy.allSatisfy { abs($0 * 10 - ($0 * 10).rounded()) < 1e-9 })
        let middles = try #require(thin.centroids)
        #expect(abs(middles.coordinates.xy[0]) < 0.1 && middles.nullRows == [1])
        #expect(middles.geometry(at: 2, in: nil)?.extent.center.x == 0.2)
        let whole = try set.query(QueryParameters())
        #expect(whole.centroids == nil && whole.geometries?.coordinates.count == 361 + 5 + 6)
    }

    @Test("centroids and multipatches in documents", arguments: [false, true])
    func documents(quantized: Bool) throws {
        var parameters = QueryParameters()
        parameters.returnsCentroid = true
        let set = try Self.set().query(parameters)
        let grid = QuantizationParameters(
            mode: .edit, tolerance: 0.5, extent: Envelope(xMin: 0, yMin: 0, xMax: 200, yMax: 10))
        for back in [
            try FeatureSet(esriJSON: set.esriJSON(quantization: quantized ? grid : nil)),
            try FeatureSet(esriPBF: set.esriPBF(quantization: quantized ? grid : nil)),
        ] {
            #expect(back.centroids?.count == 10)
            #expect(back.centroids?.geometry(at: 3, in: nil)?.extent.center.x == 65)
            #expect(back.geometry(at: 3)?.extent.xMax == 70)
            #expect(back.selecting(rows: [3]).centroids?.coordinates.xy == [65, 5])
        }
        parameters.returnsGeometry = false
        let middles = try Self.set().query(parameters)
        #expect(middles.geometries == nil && middles.centroids?.count == 10)
        for back in [
            try FeatureSet(esriJSON: middles.esriJSON(quantization: quantized ? grid : nil)),
            try FeatureSet(esriPBF: middles.esriPBF(quantization: quantized ? grid : nil)),
        ] {
            #expect(back.centroids?.coordinates.xy.prefix(4) == [5, 5, 25, 5])
            #expect(back.geometry(at: 0) == nil)
        }
        let solids = Array(
            """
            {"geometryType":"esriGeometryMultiPatch","fields":[{"name":"A","type":"esriFieldTypeInteger"}],
            "features":[{"attributes":{"A":1},"geometry":{"parts":[[1,2,3]]}},{"attributes":{"A":2}},
            {"attributes":{"A":3},"geometry":null}]}
            """.utf8)
        let read = try FeatureSet(esriJSON: solids)
        #expect(read.count == 3 && read.value(at: 2, field: "A") == 3 && read.geometry(at: 0) == nil)
        let outlines = Array(
            """
            {"geometryType":"esriGeometryMultiPatch","features":[{"attributes":{"A":1},
            "geometry":{"rings":[[[0,0],[0,1],[1,1],[0,0]]]}}]}
            """.utf8)
        #expect(try FeatureSet(esriJSON: outlines).geometries?.type == .polygon)
    }

    @Test("a grid in JSON: whole steps, each from the one before, and a transform that brings them back")
    func gridInJSON() throws {
        var set = try Self.set().query(QueryParameters())
        let grid = QuantizationParameters(
            tolerance: 5, extent: Envelope(xMin: 0, yMin: 0, xMax: 100, yMax: 100))
        let json = try JSONValue(parsing: set.esriJSON(quantization: grid))
        #expect(json["transform"]?["translate"]?[1] == 100 && json["transform"]?["scale"]?[0] == 5)
        #expect(json["features"]?[1]?["geometry"]?["rings"]?[0] == [[4, 20], [0, -2], [2, 0], [0, 2], [-2, 0]])
        let coarse = QuantizationParameters(
            tolerance: 50, extent: Envelope(xMin: 0, yMin: 0, xMax: 100, yMax: 100))
        let vanished = try FeatureSet(esriJSON: set.esriJSON(quantization: coarse))
        #expect(vanished.geometries?.partRange(ofRow: 0).isEmpty == true)
        set.geometries = nil
        #expect(try JSONValue(parsing: set.esriJSON(quantization: grid))["transform"] == nil)
    }
}

extension QueryParameters {
    fileprivate init(whereClause: String) {
        self.init()
        self.whereClause = whereClause
    }
}
