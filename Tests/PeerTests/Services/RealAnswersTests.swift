// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaCodecs
import GromaFeatures
import GromaGeometry
import GromaServices
import TestSupport
import Testing

/// Our client over answers that other people's services gave.
@Suite(
    "Our client reads real services' answers", .timeLimit(.minutes(10)),
    .enabled(if: SharedData.isAvailable, "GROMA_SHARED_DATA names no folder with real answers"))
struct RealAnswersTests {
    private static func bytes(_ name: String) -> [UInt8] {
        (try? Data(contentsOf: SharedData.url("data/real/\(name)"))).map { [UInt8]($0) } ?? []
    }
    private static func file(_ name: String) -> ScriptedServer.Answer {
        ScriptedServer.reply(
            bytes(name), type: name.hasSuffix("pbf") ? "application/x-protobuf" : "application/json")
    }

    /// A table whose description is the file `layer`; everything else is answered by `answer`.
    private func table(
        _ layer: String, answer: @escaping @Sendable (String) -> ScriptedServer.Answer,
        _ body: (ServiceFeatureTable, ScriptedServer) async throws -> Void
    ) async throws {
        let server = ScriptedServer { request, _ in
            let target = request.split(separator: " ").dropFirst().first ?? ""
            return target.hasPrefix("/rest/services/A/FeatureServer/0?f=json") ? Self.file(layer) : answer(request)
        }
        defer { server.stop() }
        let client = ServiceClient(transport: CurlTransport())
        try await body(
            ServiceFeatureTable(url: server.url("/rest/services/A/FeatureServer/0"), client: client), server)
    }

    @Test(
        "descriptions",
        arguments: [
            ("feature-service/parcels-layer-info.json", "Parks_and_Open_Space", GeometryType.polygon, 2_000),
            ("feature-service/ArcGisFeatureServer__Parks__3.json", "Land", .polygon, 2_000),
            ("feature-service/ArcGisFeatureServer__Water_Network__2.json", "", .point, 1_000),
            ("feature-service/ArcGisFeatureServer__Tiled__act-veg-map.json", "", .polygon, 2_000),
            ("feature-service-queries/us-fl-polk__us-fl-polk-metadata.json", "", .polygon, 1_000),
            ("feature-service-queries/us-ca-carson__us-ca-carson-metadata.json", "", .polygon, 2_000),
        ])
    func descriptions(file: String, name: String, type: GeometryType, most: Int) async throws {
        try await table(file, answer: { _ in .hangUp }) { table, server in
            let info = try await table.layerInfo()
            let json = try JSONValue(parsing: Self.bytes(file))
            #expect(info.name == json["name"]?.string)
            #expect(info.geometryType?.rawValue == json["geometryType"]?.string)
            #expect(info.fields.count == json["fields"]?.array?.count)
            #expect(info.maxRecordCount == json["maxRecordCount"]?.int ?? 2_000)
            _ = try await table.layerInfo()
            #expect(server.requests.count == 1, "a description is asked for once")
        }
    }

    @Test("a page in protocol buffers, and the next one asked for by its offset")
    func pagesAsProtocolBuffers() async throws {
        let last = "query-pbf/PBFPolygonPage3PartialCRS4326.pbf"
        try await table(
            "feature-service/parcels-layer-info.json",
            answer: { request in
                Self.file(request.contains("resultOffset=500") ? last : "query-pbf/PBFPolygonPage1.pbf")
            }
        ) { table, server in
            var parameters = QueryParameters()
            parameters.maxFeatures = 300
            // A page that is longer than asked for is a service's mistake that must not be passed on as more rows.
            let first = try await table.queryFeatures(using: parameters)
            #expect(first.count >= 300)
            #expect(server.requests.last?.contains("f=pbf") == true)
            #expect(server.requests.last?.contains("resultRecordCount=300") == true)
            parameters.maxFeatures = nil
            parameters.outSpatialReference = .wgs84
            // The pages differ in their reference, which no service would do: the client says so instead of mixing them.
            await #expect(throws: (any Error).self) { try await table.queryFeatures(using: parameters) }
            #expect(server.requests.last?.contains("resultOffset=500") == true)
        }
    }

    @Test(
        "rows in protocol buffers",
        arguments: [
            ("PBFPointHasZ.pbf", 3), ("PBFPointHasM.pbf", 5), ("PBFLineHasZM.pbf", 3), ("PBFPolygonHasZ.pbf", 3),
            ("PBFWithDomainResponse.pbf", 85),
        ])
    func protocolBuffers(file: String, count: Int) async throws {
        try await table(
            "feature-service/parcels-layer-info.json", answer: { _ in Self.file("query-pbf/" + file) }
        ) { table, _ in
            let rows = try await table.queryFeatures(using: QueryParameters())
            #expect(rows.count == count)
            #expect(rows.geometries?.coordinates.xy.allSatisfy { $0.isFinite } == true)
        }
    }

    @Test(
        "rows in JSON",
        arguments: [
            ("LineHasZ.json", 3), ("LineHasZM.json", 3), ("PointHasM.json", 5), ("PointHasZ.json", 3),
            ("PolygonHasZ.json", 3), ("cvdQueryResponse.json", 3),
        ])
    func rowsInJSON(file: String, count: Int) async throws {
        try await table(
            "feature-service/ArcGisFeatureServer__Parks__3.json", answer: { _ in Self.file("query-responses/" + file) }
        ) { table, server in
            let rows = try await table.queryFeatures(using: QueryParameters())
            #expect(rows.count == count)
            #expect(server.requests.last?.contains("f=json") == true)
            let json = try JSONValue(parsing: Self.bytes("query-responses/" + file))
            #expect(rows.fields.map(\.name) == json["fields"]?.array?.compactMap { $0["name"]?.string })
        }
    }

    @Test("an old service without paging: rows, count and ids of a county's parcels")
    func oldService() async throws {
        let folder = "feature-service-queries/us-fl-polk__us-fl-polk-"
        try await table(
            folder + "metadata.json",
            answer: { request in
                let kind =
                    request.contains("returnCountOnly=true")
                    ? "count-only" : request.contains("returnIdsOnly=true") ? "ids-only" : "0"
                return Self.file("\(folder)\(kind).json")
            }
        ) { table, server in
            let count = try await table.queryFeatureCount(using: QueryParameters())
            #expect(count == 338_142)
            let ids = try await table.queryObjectIDs(using: QueryParameters())
            #expect(ids.count == 10)
            let rows = try await table.queryFeatures(using: QueryParameters())
            #expect(rows.count == 10)
            #expect(server.requests.allSatisfy { !$0.contains("resultOffset") })
        }
    }

    @Test("statistics that a service refuses are its refusal, those it gives are rows")
    func statistics() async throws {
        let folder = "feature-service-queries/"
        for (file, isRefused) in [
            ("us-mi-kent__us-mi-kent-statistics.json", true), ("us-fl-polk__us-fl-polk-statistics.json", false),
        ] {
            try await table(
                folder + "us-mi-kent__us-mi-kent-metadata.json", answer: { _ in Self.file(folder + file) }
            ) { table, _ in
                let query = StatisticsQueryParameters(statisticDefinitions: [
                    StatisticDefinition(onFieldName: "OBJECTID", statisticType: .max)
                ])
                if isRefused {
                    await #expect { try await table.queryStatistics(using: query) } throws: {
                        ($0 as? ServiceError)?.code == .refused
                    }
                } else {
                    let rows = try await table.queryStatistics(using: query)
                    #expect(rows.count == 1)
                }
            }
        }
    }

    @Test("edit results and attachment lists")
    func edits() async throws {
        let folder = "edits-attachments/"
        try await table(
            "feature-service/ArcGisFeatureServer__Water_Network__2.json",
            answer: { request in
                let path = String(request.split(separator: " ").dropFirst().first ?? "")
                let file =
                    path.contains("applyEdits")
                    ? "applyEditsResponse"
                    : path.contains("addAttachment") ? "addAttachmentResponse" : "getAttachmentsResponse"
                return Self.file("\(folder)\(file).json")
            }
        ) { table, server in
            var edits = FeatureEdits()
            edits.adds = [FeatureRecord(attributes: [:], geometry: Point(x: 1, y: 2))]
            edits.updates = [FeatureRecord(attributes: ["OBJECTID": .integer(1001)])]
            edits.deletes = [455]
            edits.attachmentAdds = [
                AttachmentEdit(parentObjectID: 1001, name: "a.pdf", contentType: "application/pdf", data: [1, 2])
            ]
            let results = try await table.applyEdits(edits)
            #expect(results.adds.map(\.objectID) == [2156])
            #expect(results.updates.map(\.objectID) == [1001])
            #expect(results.deletes.map(\.objectID) == [455])
            #expect(results.attachmentAdds.map(\.objectID) == [1001])
            let list = try await table.attachments(of: 1001)
            #expect(list.map(\.id) == [409, 822])
            #expect(list.map(\.size) == [400_633, 619_543])
            #expect(list.first?.name == "Permit_Application_20180416")
            // One more result than there were edits: nobody knows which is which.
            edits.adds = []
            await #expect { try await table.applyEdits(edits) } throws: {
                ($0 as? ServiceError)?.code == .unexpectedAnswer
            }
            _ = server
        }
    }

    @Test(
        "error envelopes",
        arguments: [
            ("ArcGISOnlineAuthError.json", ServiceError.Code.authenticationRequired, 498),
            ("ArcGISServerTokenRequired.json", .authenticationRequired, 499),
            ("ArcGISOnlineError.json", .refused, 400), ("GenerateTokenError.json", .refused, 400),
        ])
    func errors(file: String, code: ServiceError.Code, number: Int) async throws {
        try await table(
            "feature-service/parcels-layer-info.json", answer: { _ in Self.file("errors/" + file) }
        ) { table, server in
            await #expect { try await table.queryFeatures(using: QueryParameters()) } throws: { error in
                (error as? ServiceError)?.code == code && (error as? ServiceError)?.serviceCode == number
            }
            #expect(server.requests.count == 2, "an error is not asked for again")
        }
    }

    @Test("portal answers: search, item, the portal itself, and a refused sign-in")
    func portal() async throws {
        let server = ScriptedServer { request, _ in
            let path = String(request.split(separator: " ").dropFirst().first ?? "")
            if path.contains("generateToken") { return Self.file("errors/GenerateTokenError.json") }
            if path.contains("/search") { return Self.file("portal/SearchResponse.json") }
            if path.contains("/portals/self") { return Self.file("portal/PortalResponse.json") }
            return Self.file("portal/ItemResponse.json")
        }
        defer { server.stop() }
        let portal = Portal(url: server.url("/portal"), client: ServiceClient(transport: CurlTransport()))
        let found = try await portal.findItems(using: PortalQueryParameters(query: "drugs"))
        #expect(found.totalResultsCount == 10_795)
        #expect(found.nextQueryParameters == nil)
        let item = try #require(found.results.first)
        #expect(try await item.title() == " Drug Activity Reporter")
        #expect(try await item.type() == "Feature Service")
        #expect(try await portal.portalInfo()["name"] == "Washington, DC")
        #expect(try await portal.userName() == nil)
        let plans = PortalItem(portal: portal, id: "4bc")
        #expect(try await plans.title() == "DS Plans")
        #expect(try await plans.thumbnail() == nil)
        await #expect { try await portal.signIn(user: "a", password: "b") } throws: {
            ($0 as? ServiceError)?.code == .authenticationRequired
        }
    }
}
