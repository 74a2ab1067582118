// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaFeatures
import GromaGeometry
import GromaMapping
import GromaServices
import Testing

@Suite("Our client asks our feature and tile services", .timeLimit(.minutes(10)))
struct FeaturePeerTests {
    private func query(_ clause: String = "", order: String? = nil) -> QueryParameters {
        var parameters = QueryParameters()
        parameters.whereClause = clause
        parameters.orderByFields = order.map { [OrderBy(fieldName: $0)] } ?? []
        return parameters
    }

    private func numbers(_ rows: FeatureSet) -> [Int64] {
        rows.records.compactMap { record in
            if case .integer(let number) = record.attributes["NUMBER"] { number } else { nil }
        }
    }

    @Test("a layer describes itself to the client as the store has it")
    func description() async throws {
        try await PeerServer.run { peer in
            let info = try await peer.table().layerInfo()
            #expect(info.name == "Inlets")
            #expect(info.geometryType == .point)
            #expect(info.fields.map(\.name) == PeerData.inlets.fields.map(\.name))
            #expect(info.fields.map(\.type) == PeerData.inlets.fields.map(\.type))
            #expect(info.globalIDFieldName == "GlobalID")
            #expect(info.hasAttachments)
            #expect(info.maxRecordCount == 10)
            #expect(info.spatialReference == .webMercator)
            #expect(info.extent?.xMax == 400)
            let table = try await peer.table("Works", 1).layerInfo()
            #expect(table.isTable && table.geometryType == nil)
        }
    }

    @Test("all pages arrive as one set, each row once, in the order asked for")
    func paging() async throws {
        try await PeerServer.run { peer in
            let table = peer.table()
            let all = try await table.queryFeatures(using: query(order: "NUMBER"))
            let wanted: [Int64] = (0..<25).map { (index: Int) -> Int64 in Int64(10 * (index / 5) + index % 5) }
            #expect(numbers(all) == wanted)
            #expect(!all.exceededTransferLimit)
            #expect(Set(all.objectIDs ?? []).count == 25)
            let point = all.geometries?.geometry(at: 24, in: all.spatialReference) as? Point
            #expect(point?.x == 400 && point?.y == 400)
            var some = query("NUMBER >= 10", order: "NUMBER")
            some.maxFeatures = 12
            some.resultOffset = 3
            let page = try await table.queryFeatures(using: some)
            #expect(numbers(page) == [13, 14, 20, 21, 22, 23, 24, 30, 31, 32, 33, 34])
            #expect(page.exceededTransferLimit)
            some.maxFeatures = 100
            #expect(try await table.queryFeatures(using: some).count == 17)
        }
    }

    @Test("values of every kind arrive as they are")
    func values() async throws {
        try await PeerServer.run { peer in
            let table = peer.table()
            let row = try #require(try await table.features(using: query("NUMBER = 23")).first)
            #expect(row.attributes["NAME"] == .string("3-2"))
            #expect(row.attributes["STATUS"] == .integer(1))
            #expect(row.attributes["DEPTH"] == .double(0.5))
            #expect(row.attributes["SEEN"] == .date(1_700_000_000_013))
            let first = try #require(try await table.features(using: query("NUMBER = 0")).first)
            #expect(first.attributes["DEPTH"] == .null)
            #expect(first.globalID.map(AttributeValue.isGUID) == true)
        }
    }

    @Test("counts, ids, extent and statistics")
    func summaries() async throws {
        try await PeerServer.run { peer in
            let table = peer.table()
            #expect(try await table.queryFeatureCount(using: query("DEPTH IS NULL")) == 5)
            #expect(try await table.queryObjectIDs(using: query()).count == 25)
            #expect(try await table.queryObjectIDs(using: query("NUMBER > 100")).isEmpty)
            let extent = try await table.queryExtent(using: query("NUMBER BETWEEN 11 AND 33"))
            #expect(extent.xMin == 0 && extent.xMax == 400 && extent.yMin == 100 && extent.yMax == 300)
            #expect(try await table.queryExtent(using: query("NUMBER > 100")).isEmpty)
            var statistics = StatisticsQueryParameters(statisticDefinitions: [
                StatisticDefinition(onFieldName: "NUMBER", statisticType: .sum, outputAlias: "total"),
                StatisticDefinition(onFieldName: "DEPTH", statisticType: .max, outputAlias: "deepest"),
            ])
            statistics.whereClause = "NUMBER < 20"
            let rows = Array(try await table.queryStatistics(using: statistics).records)
            let row: FeatureRecord = try #require(rows.first)
            let total: AttributeValue = row.attributes["total"] ?? .null
            #expect(total == .integer(70) || total == .double(70))
            #expect(row.attributes["deepest"] == AttributeValue.double(0.25))
        }
    }

    @Test("a window, another reference, chosen fields, and no shapes")
    func selections() async throws {
        try await PeerServer.run { peer in
            let table = peer.table()
            var window = query(order: "NUMBER")
            window.geometry = Envelope(xMin: 90, yMin: 90, xMax: 210, yMax: 210, spatialReference: .webMercator)
            #expect(numbers(try await table.queryFeatures(using: window)) == [11, 12, 21, 22])
            var degrees = query("NUMBER = 44")
            degrees.outSpatialReference = .wgs84
            degrees.outFields = ["NAME"]
            let rows = try await table.queryFeatures(using: degrees)
            let point = try #require(rows.geometries?.geometry(at: 0, in: rows.spatialReference) as? Point)
            #expect(abs(point.x - 400 / 111_319.490793) < 1e-8)
            #expect(rows.fieldIndex(named: "NAME") != nil && rows.fieldIndex(named: "NUMBER") == nil)
            var bare = query()
            bare.returnsGeometry = false
            #expect(try await table.queryFeatures(using: bare).geometries == nil)
        }
    }

    @Test(
        "wrong questions get the server's reason",
        arguments: ["NOPE = 1", "NAME = ", "NAME = 'x'; DROP TABLE inlets", "NUMBER = 'x'", "1=1 UNION SELECT 1"])
    func wrongClauses(clause: String) async throws {
        try await PeerServer.run { peer in
            await #expect { try await peer.table().queryFeatures(using: query(clause)) } throws: { error in
                guard let error = error as? ServiceError else { return false }
                return error.code == .refused && error.serviceCode == 400 && error.httpStatus == 200
                    && !error.details.isEmpty
            }
            let count = try await peer.table().queryFeatureCount(using: query())
            #expect(count == 25)
        }
    }

    @Test("layers and services that are not there")
    func absent() async throws {
        try await PeerServer.run { peer in
            for url in [peer.layerURL("Works", 9), peer.layerURL("Nope", 0)] {
                await #expect { try await ServiceFeatureTable(url: url, client: peer.client()).layerInfo() } throws: {
                    ($0 as? ServiceError)?.code == .notFound
                }
            }
            let service = peer.layerURL("Works", 0).deletingLastPathComponent()
            await #expect { try await ServiceFeatureTable(url: service, client: peer.client()).layerInfo() } throws: {
                ($0 as? ServiceError)?.code == .unexpectedAnswer
            }
        }
    }

    @Test("tiles arrive byte for byte; one that is missing is nil")
    func tiles() async throws {
        try await PeerServer.run { peer in
            let source = ServiceTileSource(url: peer.tilesURL, client: peer.client())
            let info = try await source.tileLayerInfo()
            #expect(info.tileInfo == .webMercator(levels: 0...3))
            #expect(info.fullExtent?.xMax == 1_000)
            #expect(try await source.tile(at: TileKey(level: 2, row: 1, column: 2)) == PeerData.tile)
            #expect(try await source.tile(at: TileKey(level: 2, row: 1, column: 1)) == nil)
            #expect(try await source.tile(at: TileKey(level: 99, row: 1, column: 1)) == nil)
            let features = ServiceTileSource(
                url: peer.layerURL("Works", 0).deletingLastPathComponent(), client: peer.client())
            await #expect { try await features.tileLayerInfo() } throws: {
                ($0 as? ServiceError)?.code == .unsupported
            }
        }
    }
}
