// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaCodecs
import GromaFeatures
import GromaGeometry
import GromaHosting
import Testing

@Suite("Statistics, shapes and related records over HTTP", .timeLimit(.minutes(10)))
struct QueryFormsTests {
    private static let layer = TestServer.works + "/0"

    @Test("groups that a having clause takes, and percentiles")
    func statistics() async throws {
        try await TestServer.run { server in
            let statistics = """
                [{"statisticType":"sum","onStatisticField":"NUMBER","outStatisticFieldName":"TOTAL"},
                {"statisticType":"PERCENTILE_CONT","onStatisticField":"NUMBER","outStatisticFieldName":"MEDIAN",
                "statisticParameters":{"value":0.5,"orderBy":"ASC"}},
                {"statisticType":"PERCENTILE_DISC","onStatisticField":"SEEN","outStatisticFieldName":"LATE",
                "statisticParameters":{"value":0.2,"orderBy":"DESC"}}]
                """
            let answer = try await server.post(
                Self.layer + "/query",
                [
                    "outStatistics": statistics, "groupByFieldsForStatistics": "DEPTH",
                    "having": "SUM(NUMBER) > 60 AND COUNT(*) = 5 AND DEPTH < 1", "orderByFields": "TOTAL DESC",
                    "time": "null,1700000023000",
                ])
            let rows = (answer["features"]?.array ?? []).map { $0["attributes"] }
            #expect(rows.map { $0?["DEPTH"] } == [0.75, 0.5])
            #expect(rows.map { $0?["TOTAL"] } == [160, 110])
            #expect(rows.map { $0?["MEDIAN"] } == [32, 22])
            #expect(rows.first??["LATE"] == 1_700_000_019_000)
            #expect(answer["fields"]?.array?.count == 4)
        }
    }

    @Test("areas come with their middles, thinned and rounded")
    func shapes() async throws {
        try await TestServer.run { server in
            let answer = try await server.post(
                TestServer.town + "/3/query",
                ["where": "1=1", "returnCentroid": "true", "outSR": "4326", "geometryPrecision": "5"])
            let first = answer["features"]?[0]
            #expect(first?["centroid"]?["x"]?.double == 0.00004)
            let corner = first?["geometry"]?["rings"]?[0]?[2]?.array?.map(\.double)
            #expect(corner == [0.00009, 0.00009])
            let thin = try await server.post(
                TestServer.town + "/3/query", ["where": "OBJECTID = 1", "maxAllowableOffset": "100"])
            #expect(thin["features"]?[0]?["geometry"]?["rings"]?[0]?.array?.count == 4)
        }
    }

    @Test("related records come by the rows they belong to, in pages, with counts")
    func related() async throws {
        try await TestServer.run(hasInspections: true) { server in
            let path = Self.layer + "/queryRelatedRecords"
            let form = ["objectIds": "8,1,2", "relationshipId": "0", "outFields": "SCORE,RESULT"]
            let answer = try await server.post(path, form.merging(["orderByFields": "SCORE DESC"]) { $1 })
            let groups = answer["relatedRecordGroups"]?.array ?? []
            #expect(groups.map { $0["objectId"] } == [8, 1])
            #expect(groups.first?["relatedRecords"]?.array?.map { $0["attributes"]?["SCORE"] } == [13, 12])
            #expect(groups.last?["relatedRecords"]?.array?.count == 8, "two and eight make the page's ten")
            #expect(answer["exceededTransferLimit"] == true)
            let rest = try await server.post(path, form.merging(["resultOffset": "10"]) { $1 })
            #expect(rest["relatedRecordGroups"]?[0]?["relatedRecords"]?.array?.count == 4)
            #expect(rest["exceededTransferLimit"] == nil)
            let counts = try await server.post(
                path, form.merging(["returnCountOnly": "true", "definitionExpression": "RESULT = 'good'"]) { $1 })
            #expect(
                counts["relatedRecordGroups"]
                    == [["objectId": 8, "count": 1], ["objectId": 1, "count": 6]])
            let back = try await server.json(
                TestServer.works + "/1/queryRelatedRecords?objectIds=3&relationshipId=0&outFields=NAME&outSR=4326")
            #expect(back["relatedRecordGroups"]?[0]?["relatedRecords"]?[0]?["attributes"]?["NAME"] == "0-0")
            #expect(back["geometryType"] == "esriGeometryPoint" && back["spatialReference"]?["wkid"] == 4326)
            for bad in [
                "objectIds=1", "relationshipId=0", "objectIds=1&relationshipId=7", "objectIds=x&relationshipId=0",
            ] {
                let refused = try await server.json(path + "?" + bad)
                #expect(refused["error"]?["code"] == 400, "\(bad)")
            }
        }
    }

    @Test("a layer tells its relationships, time, templates and contingent values")
    func description() async throws {
        try await TestServer.run { server in
            let layer = try await server.json(Self.layer)
            #expect(layer["relationships"]?[0]?["keyField"] == "GlobalID")
            #expect(layer["timeInfo"]?["startTimeField"] == "SEEN")
            #expect(layer["templates"]?[0]?["prototype"]?["attributes"]?["STATUS"] == 1)
            #expect(layer["hasContingentValuesDefinition"] == true)
            #expect(layer["advancedQueryCapabilities"]?["supportsHavingClause"] == true)
            let table = try await server.json(TestServer.works + "/1")
            #expect(table["hasContingentValuesDefinition"] == false && table["types"] == [])
            let service = try await server.json(TestServer.works)
            #expect(service["relationships"]?.array?.count == 1)
            let relationships = try await server.json(TestServer.works + "/relationships")
            #expect(relationships["relationships"]?[0]?["destinationLayerId"] == 1)
            let info = try FeatureLayerInfo(json: layer)
            let definition = try ContingentValuesDefinition(
                fieldGroupsAnswer: try await server.json(Self.layer + "/fieldgroups"),
                contingentValuesAnswer: try await server.json(Self.layer + "/contingentValues"), layer: info)
            #expect(definition.fieldGroups.map(\.name) == ["Depth by status"])
            let offers = definition.contingentValues(forField: "DEPTH", attributes: ["STATUS": 1])
            #expect(offers.allows(.double(1)) && !offers.allows(.double(3)))
        }
    }
}
