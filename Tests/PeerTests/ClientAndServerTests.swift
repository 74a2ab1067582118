// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaCodecs
import GromaFeatures
import GromaGeometry
import GromaHosting
import GromaServices
import GromaStorage
import Testing

/// Our client against our server, over loopback.
@Suite("Client and server", .timeLimit(.minutes(10)))
struct ClientAndServerTests {
    /// A layer of `count` points that answers at most 1,000 rows at once; anybody may edit.
    private func withTable(
        _ count: Int, _ body: @Sendable (ServiceFeatureTable) async throws -> Void
    ) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "groma-peer-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let directory = try StoreDirectory(url: folder, createIfMissing: true)
        var record = ServiceRecord(name: "Peers", kind: .features)
        record.properties = ["access": ["read": "everyone", "edit": "everyone"]]
        let package = try await directory.createFeatureService(record)
        var info = FeatureLayerInfo(
            id: 0, name: "Points", geometryType: .point,
            fields: [
                Field(name: "OBJECTID", type: .oid, isNullable: false, isEditable: false),
                Field(name: "GlobalID", type: .globalID, isNullable: false, isEditable: false),
                Field(name: "NAME", type: .string, length: 5), Field(name: "N", type: .integer),
            ], objectIDFieldName: "OBJECTID", globalIDFieldName: "GlobalID", spatialReference: .webMercator)
        info.maxRecordCount = 1_000
        info.capabilities = ["Query", "Create", "Update", "Delete", "Editing"]
        info.hasAttachments = true
        let table = try await package.createFeatureTable(info)
        if count > 0 {
            let rows = try FeatureSet(
                records: (0..<count).map { index in
                    FeatureRecord(
                        attributes: ["N": .integer(Int64(index))],
                        geometry: Point(x: Double(index), y: 0, spatialReference: .webMercator))
                }, fields: [Field(name: "N", type: .integer)], geometryType: .point, spatialReference: .webMercator)
            try await table.load(rows)
        }
        try await directory.close()
        var configuration = GromaServer.Configuration(dataDirectory: folder)
        configuration.port = 0
        configuration.adminPassword = "not used here"
        let server = try await GromaServer(configuration: configuration)
        try await server.start()
        do {
            try await body(
                ServiceFeatureTable(
                    url: server.url.appending(path: "arcgis/rest/services/Peers/FeatureServer/0"),
                    client: ServiceClient()))
        } catch {
            await server.stop()
            throw error
        }
        await server.stop()
    }

    @Test("a query beyond the server's limit returns every row once, in pages")
    func paging() async throws {
        try await withTable(2_500) { table in
            let rows = try await table.queryFeatures(using: QueryParameters())
            #expect(rows.count == 2_500 && !rows.exceededTransferLimit)
            #expect(Set(rows.records.map { $0.attributes["N"] }).count == 2_500)
            var query = QueryParameters()
            query.maxFeatures = 1_200
            query.orderByFields = [OrderBy(fieldName: "N", isAscending: false)]
            let some = try await table.queryFeatures(using: query)
            #expect(some.records.map { $0.attributes["N"] } == (0..<1_200).map { .integer(Int64(2_499 - $0)) })
        }
    }

    @Test("a verdict inside an answer of status 200 is a failure with its code and words, and the rest goes through")
    func verdicts() async throws {
        try await withTable(0) { table in
            let good = table.makeFeature(attributes: ["NAME": "fits"], geometry: Point(latitude: 1, longitude: 2))
            let bad = table.makeFeature(
                attributes: ["NAME": "does not fit"], geometry: Point(latitude: 1, longitude: 2))
            try await table.add(good)
            try await table.add(bad)
            try await bad.addAttachment(named: "a.txt", contentType: "text/plain", data: [1] as [UInt8])
            let results = try await table.applyEdits()
            #expect(results.map(\.didCompleteWithErrors) == [false, true])
            #expect(results[1].error.map { $0.code != 0 && !$0.message.isEmpty } == true)
            #expect(results[1].attachmentResults.isEmpty, "a refused feature keeps its attachments back")
            #expect(good.objectID == 1 && bad.objectID == nil)
            #expect(try await table.queryFeatureCount(using: QueryParameters()) == 1)
        }
    }
}
