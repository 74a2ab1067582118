// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaCodecs
import GromaFeatures
import GromaGeometry
import GromaServices
import TestSupport
import Testing

/// The client before a server that answers what real services answered.
@Suite("Answers of real services", .enabled(if: SharedData.isAvailable, "GROMA_SHARED_DATA names no folder"))
struct RealAnswersTests {
    private static func document(_ service: String, _ kind: String) -> String {
        let path = "data/real/feature-service-queries/\(service)__\(service)-\(kind).json"
        return (try? String(contentsOf: SharedData.url(path), encoding: .utf8)) ?? "{}"
    }

    private static func server(_ service: String, statistics: String = "statistics") -> ScriptedServer {
        ScriptedServer { request, _ in
            let kinds = [
                ("returnCountOnly=true", "count-only"), ("returnIdsOnly=true", "ids-only"),
                ("outStatistics=", statistics), ("/query", "0"),
            ]
            let kind = kinds.first { request.contains($0.0) }?.1 ?? "metadata"
            return ScriptedServer.reply(document(service, kind))
        }
    }

    private func table(_ server: ScriptedServer) -> ServiceFeatureTable {
        ServiceFeatureTable(
            url: server.url("/arcgis/rest/services/Real/MapServer/0"),
            client: ServiceClient(transport: CurlTransport()))
    }

    @Test(
        "description, rows, counts and ids say what the documents say",
        arguments: [
            ("us-ca-carson", 30_551, 6, GeometryType.point), ("us-fl-polk", 338_142, 10, .point),
            ("us-mi-kent", 222_460, 15, .polygon), ("us-ms-madison", 124, 1, .polygon),
        ])
    func queries(service: String, count: Int, rows: Int, type: GeometryType) async throws {
        let server = Self.server(service)
        defer { server.stop() }
        let table = table(server)
        #expect(try await !table.layerInfo().fields.isEmpty)
        #expect(try await table.queryFeatureCount(using: QueryParameters()) == count)
        #expect(try await !table.queryObjectIDs(using: QueryParameters()).isEmpty)
        let set = try await table.queryFeatures(using: QueryParameters())
        #expect(set.count == rows && set.geometries?.type == type)
        #expect(set.extent.isEmpty == false)
    }

    @Test("statistics come as one row, and a service that cannot compute them says so")
    func statistics() async throws {
        var parameters = StatisticsQueryParameters(statisticDefinitions: [
            StatisticDefinition(onFieldName: "OBJECTID", statisticType: .min, outputAlias: "THE_MIN"),
            StatisticDefinition(onFieldName: "OBJECTID", statisticType: .max, outputAlias: "THE_MAX"),
        ])
        parameters.havingClause = "COUNT(*) > 0"
        let polk = Self.server("us-fl-polk")
        defer { polk.stop() }
        let row = try await table(polk).queryStatistics(using: parameters)
        #expect(row.count == 1 && row.fields.map(\.name) == ["THE_MIN", "THE_MAX"])
        #expect(row.value(at: 0, field: "THE_MAX")?.isNull == false)
        #expect(polk.requests.last?.contains("having=COUNT") == true)
        let madison = Self.server("us-ms-madison", statistics: "outStatistics")
        defer { madison.stop() }
        #expect(try await table(madison).queryStatistics(using: parameters).fields.map(\.type) == [.double, .double])
        let kent = Self.server("us-mi-kent")
        defer { kent.stop() }
        await #expect(throws: ServiceError.self) { try await table(kent).queryStatistics(using: parameters) }
    }

    @Test("a service that does not know distances is sent the grown shape")
    func distance() async throws {
        let server = Self.server("us-ca-carson")
        defer { server.stop() }
        var parameters = QueryParameters()
        parameters.geometry = Point(latitude: 39.1, longitude: -119.7)
        parameters.distance = 100
        _ = try await table(server).queryFeatureCount(using: parameters)
        let request = try #require(server.requests.last)
        #expect(request.contains("rings") && !request.contains("distance="))
        #expect(request.contains("esriGeometryPolygon"))
    }
}
