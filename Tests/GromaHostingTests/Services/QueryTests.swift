// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaCodecs
import GromaFeatures
import GromaGeometry
import GromaHosting
import Testing

@Suite("Queries over HTTP", .timeLimit(.minutes(10)))
struct QueryTests {
    private static let layer = TestServer.works + "/0"

    private func names(_ answer: JSONValue) -> [String] {
        (answer["features"]?.array ?? []).compactMap { $0["attributes"]?["NAME"]?.string }
    }

    @Test("pages follow each other without gap or repetition, and the last one says so")
    func paging() async throws {
        try await TestServer.run { server in
            var seen: [Int] = []
            for page in 0..<3 {
                let answer = try await server.json(
                    Self.layer + "/query?where=1%3D1&outFields=*&resultOffset=\(page * 10)")
                let ids = (answer["features"]?.array ?? []).compactMap { $0["attributes"]?["OBJECTID"]?.int }
                seen += ids
                #expect(ids.count == (page < 2 ? 10 : 5))
                #expect((answer["exceededTransferLimit"]?.bool ?? false) == (page < 2))
                #expect(answer["objectIdFieldName"] == "OBJECTID")
                #expect(answer["geometryType"] == "esriGeometryPoint")
                #expect(answer["spatialReference"]?["latestWkid"] == 3857)
            }
            #expect(seen == Array(1...25))
        }
    }

    @Test(
        "the rows that match are those that should",
        arguments: [
            ("where=NUMBER+%3E%3D+43", 2), ("where=NAME+LIKE+'0-%25'", 5), ("where=DEPTH+IS+NULL", 5),
            ("objectIds=1,2,99", 2),
            ("geometry=50,50,250,150", 2),
            (
                "geometry=%7B%22xmin%22%3A50%2C%22ymin%22%3A50%2C%22xmax%22%3A250%2C%22ymax%22%3A150%7D&geometryType=esriGeometryEnvelope",
                2
            ),
            ("geometry=100,100&geometryType=esriGeometryPoint", 1),
            (
                "geometry=%7B%22rings%22%3A%5B%5B%5B-1%2C-1%5D%2C%5B-1%2C101%5D%2C%5B101%2C101%5D%2C%5B-1%2C-1%5D%5D%5D%7D&geometryType=esriGeometryPolygon",
                3
            ),
            ("geometry=-0.001,-0.001,0.0001,0.0001&inSR=4326", 1),
            ("geometry=50,50,250,150&spatialRel=esriSpatialRelEnvelopeIntersects", 2),
            ("geometry=50,50,250,150&where=NUMBER%3D11", 1), ("where=&f=", 10), ("", 10),
            ("WHERE=number%3D11&OUTFIELDS=*", 1), ("time=1700000000000,1700000002000", 3),
            ("time=1700000024000,null", 1),
            ("time=1700000003000", 1), ("geometry=100,100&distance=101", 5),
            ("geometry=100,100&distance=0.101&units=esriSRUnit_Kilometer", 5),
            ("geometry=-50,-50,250,150&spatialRel=esriSpatialRelDisjoint&where=NUMBER+<+20", 4),
            ("geometry=50,50,250,150&spatialRel=esriSpatialRelRelation&relationParam=T********", 2),
        ])
    func selections(query: String, count: Int) async throws {
        try await TestServer.run { server in
            let answer = try await server.json(Self.layer + "/query?" + query)
            #expect(answer["features"]?.array?.count == count, "\(answer)")
            let counted = try await server.json(Self.layer + "/query?returnCountOnly=true&" + query)
            #expect(counted["count"]?.int == (count == 10 ? 25 : count))
        }
    }

    @Test("POST asks the same as GET")
    func postQuery() async throws {
        try await TestServer.run { server in
            let answer = try await server.post(
                Self.layer + "/query", ["where": "NUMBER in (11, 12)", "outFields": "NAME", "returnGeometry": "False"])
            #expect(names(answer) == ["1-1", "2-1"])
            #expect(answer["features"]?[0]?["geometry"] == nil)
        }
    }

    @Test("fields, order, another reference and generalisation are as asked")
    func forms() async throws {
        try await TestServer.run { server in
            let sorted = try await server.json(
                Self.layer + "/query?outFields=NAME&orderByFields=NUMBER+DESC&resultRecordCount=2")
            #expect(names(sorted) == ["4-4", "3-4"])
            let fields = try await server.json(Self.layer + "/query?objectIds=2")
            #expect(fields["features"]?[0]?["attributes"]?.object?.keys == ["OBJECTID"])
            let degrees = try await server.json(Self.layer + "/query?objectIds=2&outSR=4326")
            let x = try #require(degrees["features"]?[0]?["geometry"]?["x"]?.double)
            #expect(abs(x - 0.000898315284) < 1e-9)
            #expect(degrees["spatialReference"]?["wkid"] == 4326)
            let server2 = try await server.json(Self.layer + "/query?objectIds=1&outFields=PLAN")
            let plan = server2["features"]?[0]?["attributes"]?["PLAN"]?.string
            #expect(plan == "http://127.0.0.1:\(server.client.port)/arcgis/sample/pictures/bar.png")
        }
    }

    @Test("ids, extents, statistics and distinct values")
    func aggregates() async throws {
        try await TestServer.run { server in
            let ids = try await server.json(
                Self.layer + "/query?where=NUMBER<10&returnIdsOnly=true".replacing("<", with: "%3C"))
            #expect(ids["objectIdFieldName"] == "OBJECTID")
            #expect(ids["objectIds"]?.array?.compactMap(\.int) == [1, 2, 3, 4, 5])
            let extent = try await server.json(
                Self.layer + "/query?where=1%3D1&returnExtentOnly=true&returnCountOnly=true")
            #expect(extent["extent"]?["xmax"] == 400)
            #expect(extent["count"] == 25)
            let none = try await server.json(Self.layer + "/query?where=1%3D2&returnExtentOnly=true")
            #expect(none["extent"]?["xmin"] == "NaN")
            let statistics = """
                [{"statisticType":"count","onStatisticField":"OBJECTID","outStatisticFieldName":"N"},
                {"statisticType":"max","onStatisticField":"NUMBER","outStatisticFieldName":"TOP"}]
                """
            let one = try await server.post(Self.layer + "/query", ["outStatistics": statistics])
            #expect(one["features"]?[0]?["attributes"]?["N"]?.int == 25)
            #expect(one["features"]?[0]?["attributes"]?["TOP"]?.int == 44)
            let grouped = try await server.post(
                Self.layer + "/query",
                [
                    "outStatistics": statistics, "groupByFieldsForStatistics": "DEPTH", "orderByFields": "DEPTH DESC",
                    "where": "DEPTH IS NOT NULL", "resultRecordCount": "3",
                ])
            #expect(grouped["features"]?.array?.count == 3)
            #expect(grouped["features"]?[0]?["attributes"]?["DEPTH"]?.double == 1)
            #expect(grouped["exceededTransferLimit"] == true)
            let distinct = try await server.json(
                Self.layer + "/query?outFields=DEPTH&returnDistinctValues=true&returnGeometry=false")
            #expect(distinct["features"]?.array?.count == 5)
        }
    }

    @Test("GeoJSON is in longitude and latitude and pages like the rest")
    func geoJSON() async throws {
        try await TestServer.run { server in
            let reply = try await server.client.get(Self.layer + "/query?outFields=*&f=geojson")
            let json = try JSONValue(parsing: reply.body)
            #expect(json["type"] == "FeatureCollection")
            #expect(json["exceededTransferLimit"] == true)
            #expect(json["features"]?.array?.count == 10)
            let x = try #require(json["features"]?[1]?["geometry"]?["coordinates"]?[0]?.double)
            #expect(abs(x - 0.000898315284) < 1e-9)
        }
    }

    @Test("protocol buffers carry the same rows, counts and ids as JSON")
    func protocolBuffers() async throws {
        try await TestServer.run { server in
            let query = Self.layer + "/query?outFields=*&f=pbf"
            let reply = try await server.client.get(query)
            #expect(reply.headers["content-type"] == "application/x-protobuf")
            let set = try FeatureSet(esriPBF: reply.body)
            #expect(set.count == 10)
            #expect(set.exceededTransferLimit)
            #expect(set.value(at: 6, field: "NAME") == "1-1")
            #expect(abs((set.geometry(at: 6)?.extent.xMin ?? 0) - 100) < 0.001)
            let count = try await server.client.get(query + "&returnCountOnly=true")
            guard case .count(25) = try FeatureQueryAnswer(esriPBF: count.body) else {
                Issue.record("no count of 25")
                return
            }
        }
    }

    @Test("quantised coordinates are whole steps on the grid that the answer describes")
    func quantised() async throws {
        try await TestServer.run { server in
            let grid = """
                {"mode":"view","originPosition":"upperLeft","tolerance":5,"extent":{"xmin":0,"ymin":0,"xmax":100,"ymax":100,
                "spatialReference":{"wkid":102100}}}
                """
            let answer = try await server.post(
                TestServer.town + "/3/query", ["where": "OBJECTID=2", "quantizationParameters": grid])
            #expect(answer["transform"]?["translate"]?[1] == 100)
            #expect(answer["transform"]?["scale"]?[0] == 5)
            let ring = try #require(answer["features"]?[0]?["geometry"]?["rings"]?[0])
            #expect(ring == [[2, 20], [0, -2], [2, 0], [0, 2], [-2, 0]])
        }
    }

    @Test("a service is asked for several layers at once")
    func serviceQuery() async throws {
        try await TestServer.run { server in
            let answer = try await server.post(
                TestServer.works + "/query", ["layerDefs": #"{"0":"NUMBER < 2","1":"1=1"}"#, "outFields": "*"])
            #expect(answer["layers"]?[0]?["id"] == 0)
            #expect(answer["layers"]?[0]?["features"]?.array?.count == 2)
            #expect(answer["layers"]?[1]?["id"] == 1)
            #expect(answer["layers"]?[1]?["features"]?.array?.isEmpty == true)
            let short = try await server.post(
                TestServer.works + "/query", ["layerDefs": "0:NUMBER=11;1:1=1", "returnCountOnly": "true"])
            #expect(short["layers"]?[0]?["count"] == 1)
        }
    }

    @Test(
        "what cannot be answered is refused with a code and a reason, and the server lives on",
        arguments: [
            ("where=1%3D1%3B+DROP+TABLE+Inlets", 400), ("where=1%3D1+UNION+SELECT+*+FROM+sqlite_master", 400),
            ("where=NAME%3D'a", 400),
            ("where=NOPE%3D1", 400), ("where=1%3D1+--", 400), ("outFields=NOPE", 400),
            ("orderByFields=NAME+SIDEWAYS", 400),
            ("geometry=%7B%22x%22%3A", 400), ("geometry=a,b,c,d", 400), ("objectIds=one", 400),
            ("returnCountOnly=perhaps", 400),
            ("spatialRel=esriSpatialRelNear&geometry=1,2", 400), ("inSR=999999&geometry=1,2,3,4", 400), ("f=kmz", 400),
            ("resultOffset=-1", 400), ("outStatistics=%5B%7B%22statisticType%22%3A%22magic%22%7D%5D", 400),
            ("time=0,1,2", 400), ("time=5,1", 400), ("time=soon", 400),
            ("distance=-5&geometry=1,2", 400), ("distance=5&units=esriSRUnit_Cubit&geometry=1,2", 400),
            ("quantizationParameters=%7B%7D", 400), ("having=COUNT(*)%3E1", 400), ("returnEnvelope=true", 400),
            ("uniqueIds=1", 400),
            (
                "quantizationParameters=%7B%22tolerance%22%3A1e-300%2C%22extent%22%3A%7B%22xmin%22%3A0%2C%22ymin%22%3A0%2C%22xmax%22%3A1%2C%22ymax%22%3A1%7D%7D",
                400
            ),
            (
                "outStatistics=%5B%7B%22statisticType%22%3A%22min%22%2C%22onStatisticField%22%3A%22NUMBER%22%2C%22outStatisticFieldName%22%3A%22a%22%7D%2C%7B%22statisticType%22%3A%22max%22%2C%22onStatisticField%22%3A%22NUMBER%22%2C%22outStatisticFieldName%22%3A%22A%22%7D%5D",
                400
            ),
            ("spatialRel=esriSpatialRelRelation&geometry=1,2", 400), ("geometryPrecision=-1", 400),
            (
                "outStatistics=%5B%7B%22statisticType%22%3A%22count%22%2C%22onStatisticField%22%3A%22NUMBER%22%7D%5D&having=SUM(NOPE)%3E1",
                400
            ),
            (
                "outStatistics=%5B%7B%22statisticType%22%3A%22PERCENTILE_CONT%22%2C%22onStatisticField%22%3A%22NUMBER%22%7D%5D",
                400
            ),
            ("geometry=" + String(repeating: "%5B", count: 3_000), 400),
            ("where=" + String(repeating: "(", count: 5_000) + "1%3D1" + String(repeating: ")", count: 5_000), 413),
        ])
    func refusals(query: String, code: Int) async throws {
        try await TestServer.run { server in
            let answer = try await server.json(Self.layer + "/query?" + query)
            #expect(answer["error"]?["code"]?.int == code, "\(query.prefix(80)): \(answer.text().prefix(300))")
            #expect(answer["error"]?["message"]?.string?.isEmpty == false)
            let alive = try await server.json(Self.layer + "/query?returnCountOnly=true&where=1%3D1")
            #expect(alive["count"] == 25)
        }
    }
}
