// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaCodecs
import GromaFeatures
import GromaGeometry
import Testing

@Suite("Related records")
struct RelatedRecordsTests {
    private static func guid(_ number: Int) -> String { "{0F8FAD5B-D9CB-469F-A165-70867728951\(number)}" }

    /// Manholes with inspections by GUID, and pipes with orders through a table between.
    private struct Town: Sendable {
        let tables: [Int: FeatureCollectionTable]

        init() throws {
            let key = Field(name: "GlobalID", type: .globalID)
            let id = Field(name: "OBJECTID", type: .oid)
            func info(_ number: Int, _ name: String, _ fields: [Field], _ relationships: [RelationshipInfo])
                -> FeatureLayerInfo
            {
                var info = FeatureLayerInfo(
                    id: number, name: name, geometryType: nil, fields: [id] + fields, objectIDFieldName: "OBJECTID")
                info.relationshipInfos = relationships
                return info
            }
            func relation(
                _ id: Int, _ name: String, _ table: Int, _ role: RelationshipInfo.Role, _ key: String,
                between: String? = nil
            ) -> RelationshipInfo {
                RelationshipInfo(
                    id: id, name: name, relatedTableID: table, cardinality: between == nil ? .oneToMany : .manyToMany,
                    role: role, keyField: key, relationshipTableID: between == nil ? nil : 3,
                    keyFieldInRelationshipTable: between)
            }
            func table(_ info: FeatureLayerInfo, _ rows: [[String: AttributeValue]]) throws -> FeatureCollectionTable {
                let records = rows.enumerated().map { place, row in
                    FeatureRecord(attributes: row.merging(["OBJECTID": .integer(Int64(place + 1))]) { $1 })
                }
                return try FeatureCollectionTable(
                    info: info, rows: try FeatureSet(records: records, fields: info.fields))
            }
            let manholes = info(
                0, "Manholes", [key],
                [relation(0, "Inspections", 1, .origin, "GlobalID"), relation(9, "Nobody", 1, .origin, "GlobalID")])
            let inspections = info(
                1, "Inspections",
                [
                    Field(name: "MH", type: .guid), Field(name: "SCORE", type: .integer),
                    Field(name: "NOTE", type: .string),
                ],
                [relation(4, "Inspections", 0, .destination, "MH")])
            let pipes = info(
                2, "Pipes", [Field(name: "CODE", type: .string)],
                [relation(5, "Orders", 4, .origin, "CODE", between: "PIPE")])
            let pairs = info(
                3, "Pairs", [Field(name: "PIPE", type: .string), Field(name: "ORDER_", type: .integer)], [])
            let orders = info(
                4, "Orders", [Field(name: "NO", type: .integer)],
                [relation(5, "Orders", 2, .destination, "NO", between: "ORDER_")])
            tables = [
                0: try table(manholes, (0..<3).map { ["GlobalID": .guid(guid($0))] }),
                1: try table(
                    inspections,
                    [(0, 5), (1, 7), (0, 3), (0, 9), (7, 1)].map { owner, score in
                        [
                            // The foreign key in another spelling than the key.
                            "MH": .guid(guid(owner).lowercased().filter { !"{}".contains($0) }),
                            "SCORE": .integer(Int64(score)), "NOTE": .string("it's \(score)"),
                        ]
                    } + [["SCORE": 2]]),
                2: try table(pipes, [["CODE": "A'1"], ["CODE": "B"], ["CODE": .null]]),
                3: try table(
                    pairs,
                    [("A'1", 10), ("B", 10), ("A'1", 20), ("A'1", 20), ("C", 30)].map {
                        ["PIPE": .string($0.0), "ORDER_": .integer(Int64($0.1))]
                    }),
                4: try table(orders, [10, 20, 30].map { ["NO": .integer(Int64($0))] }),
            ]
        }

        func records(_ layer: Int, _ ids: [Int64], _ parameters: RelatedQueryParameters) async throws -> RelatedRecords
        {
            let tables = tables
            return try await RelatedRecordsQuery(of: try #require(tables[layer])) { id in
                guard let table = tables[id] else { throw FeatureError(.notFound, "no table \(id)") }
                return table
            }.records(of: ids, parameters)
        }
    }

    private func scores(_ records: RelatedRecords, of id: Int64) -> [AttributeValue?] {
        records.records(of: id).map { $0.attributes["SCORE"] }
    }

    @Test("rows come by the row they belong to, in the order asked, and only those with a key")
    func oneToMany() async throws {
        let town = try Town()
        var parameters = RelatedQueryParameters(relationshipID: 0)
        parameters.orderByFields = [OrderBy(fieldName: "SCORE", isAscending: false)]
        let records = try await town.records(0, [2, 1, 3, 99, 2], parameters)
        #expect(records.groups.map(\.objectID) == [2, 1])
        #expect(scores(records, of: 1) == [9, 5, 3] && scores(records, of: 2) == [7] && scores(records, of: 3).isEmpty)
        #expect(records.rows.count == 4 && !records.rows.exceededTransferLimit)
        // And back: each inspection has one manhole.
        let back = try await town.records(1, [1, 2, 5, 6], RelatedQueryParameters(relationshipID: 4))
        #expect(back.groups.map(\.objectID) == [1, 2])
        #expect(back.records(of: 2).first?.attributes["OBJECTID"] == 2)
    }

    @Test("clause, fields and pages")
    func forms() async throws {
        let town = try Town()
        var parameters = RelatedQueryParameters(relationshipID: 0)
        parameters.whereClause = "SCORE > 3 OR NOTE = 'it''s 3'"
        parameters.outFields = ["NOTE"]
        parameters.orderByFields = [OrderBy(fieldName: "SCORE")]
        let records = try await town.records(0, [1], parameters)
        #expect(records.rows.fields.map(\.name) == ["OBJECTID", "NOTE"])
        #expect(records.records(of: 1).map { $0.attributes["NOTE"] } == ["it's 3", "it's 5", "it's 9"])
        parameters.resultOffset = 1
        parameters.maxFeatures = 2
        let page = try await town.records(0, [2, 1], parameters)
        #expect(page.groups.map(\.objectID) == [1])
        #expect(page.records(of: 1).map { $0.attributes["NOTE"] } == ["it's 3", "it's 5"])
        #expect(page.rows.exceededTransferLimit && page.rows.count == 2)
        parameters.whereClause = "1=1) OR (1=1"
        await #expect(throws: FeatureError.self) { try await town.records(0, [1], parameters) }
    }

    @Test("many to many goes through the table between, each pair once")
    func manyToMany() async throws {
        let town = try Town()
        let records = try await town.records(2, [1, 2, 3], RelatedQueryParameters(relationshipID: 5))
        #expect(records.groups.map(\.objectID) == [1, 2])
        #expect(records.records(of: 1).map { $0.attributes["NO"] } == [10, 20])
        #expect(records.records(of: 2).map { $0.attributes["NO"] } == [10])
        #expect(records.rows.count == 2, "a row that belongs to two is there once")
        let back = try await town.records(4, [1, 3], RelatedQueryParameters(relationshipID: 5))
        #expect(back.records(of: 1).map { $0.attributes["CODE"] } == ["A'1", "B"])
        #expect(back.groups.count == 1)
    }

    @Test("what is not described is named")
    func mistakes() async throws {
        let town = try Town()
        await #expect(throws: FeatureError.self) {
            try await town.records(0, [1], RelatedQueryParameters(relationshipID: 3))
        }
        let alone = try #require(town.tables[0])
        await #expect(throws: FeatureError.self) {
            try await alone.queryRelatedRecords(of: [1], using: RelatedQueryParameters(relationshipID: 0))
        }
    }

    @Test("the answer's document carries groups, fields and shapes")
    func document() async throws {
        let town = try Town()
        let records = try await town.records(0, [2, 1], RelatedQueryParameters(relationshipID: 0))
        let json = try JSONValue(parsing: records.esriJSON())
        #expect(json["relatedRecordGroups"]?[0]?["objectId"] == 2)
        #expect(json["relatedRecordGroups"]?[1]?["relatedRecords"]?.array?.count == 3)
        #expect(json["fields"]?.array?.count == 4)
        let back = try RelatedRecords(esriJSON: records.esriJSON())
        #expect(back.groups.map(\.objectID) == [2, 1])
        #expect(scores(back, of: 1) == scores(records, of: 1))
        let none = try RelatedRecords(esriJSON: Array(#"{"relatedRecordGroups":[]}"#.utf8))
        #expect(none.groups.isEmpty && none.rows.count == 0)
        for bad in [#"{"features":[]}"#, "[", #"{"relatedRecordGroups":[{"relatedRecords":[]}]}"#] {
            #expect(throws: FeatureError.self) { try RelatedRecords(esriJSON: Array(bad.utf8)) }
        }
    }
}
