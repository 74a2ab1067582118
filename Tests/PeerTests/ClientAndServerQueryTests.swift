// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaFeatures
import GromaGeometry
import GromaHosting
import GromaServices
import GromaStorage
import Testing

/// Our client of our server, beside the same table asked in its file.
@Suite("Queries through client and server", .timeLimit(.minutes(10)))
struct ClientAndServerQueryTests {
    private static func zones() -> (zones: FeatureLayerInfo, notes: FeatureLayerInfo) {
        let id = Field(name: "OBJECTID", type: .oid, isNullable: false, isEditable: false)
        var zones = FeatureLayerInfo(
            id: 0, name: "Zones", geometryType: .polygon,
            fields: [
                id, Field(name: "CODE", type: .string, length: 8), Field(name: "BIG", type: .bigInteger),
                Field(name: "DEPTH", type: .double), Field(name: "RATIO", type: .single),
                Field(name: "SEEN", type: .date), Field(name: "DAY", type: .dateOnly),
                Field(name: "AT", type: .timeOnly), Field(name: "STAMP", type: .timestampOffset),
                Field(name: "OTHER", type: .guid, length: 38), Field(name: "BYTES", type: .blob),
            ], objectIDFieldName: "OBJECTID", spatialReference: .webMercator)
        zones.maxRecordCount = 7
        zones.timeInfo = LayerTimeInfo(startTimeField: "SEEN")
        zones.contingentValues = ContingentValuesDefinition(fieldGroups: [
            FieldGroup(
                name: "G", isRestrictive: false, fieldNames: ["CODE", "DEPTH"],
                contingencies: [Contingency(id: 1, values: ["CODE": .coded("z1"), "DEPTH": .null])])
        ])
        var notes = FeatureLayerInfo(
            id: 1, name: "Notes", geometryType: nil,
            fields: [id, Field(name: "ZONE", type: .string, length: 8), Field(name: "TEXT", type: .string)],
            objectIDFieldName: "OBJECTID")
        notes.maxRecordCount = 5
        zones.relationshipInfos = [
            RelationshipInfo(
                id: 0, name: "Notes", relatedTableID: 1, cardinality: .oneToMany, role: .origin, keyField: "CODE")
        ]
        notes.relationshipInfos = [
            RelationshipInfo(
                id: 0, name: "Notes", relatedTableID: 0, cardinality: .oneToMany, role: .destination, keyField: "ZONE")
        ]
        return (zones, notes)
    }

    private static func run(
        _ body: (_ remote: ServiceFeatureTable, _ local: GeoPackageFeatureTable) async throws -> Void
    ) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "groma-peers-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let directory = try StoreDirectory(url: folder, createIfMissing: true)
        let package = try await directory.createFeatureService(ServiceRecord(name: "Zones", kind: .features))
        let (zones, notes) = zones()
        let table = try await package.createFeatureTable(zones), noteTable = try await package.createFeatureTable(notes)
        var edits = FeatureEdits()
        edits.adds = (0..<20).map { number in
            let x = Double(number) * 20
            let ring = [(x, 0.0), (x, 10), (x + 5, 12), (x + 10, 10), (x + 10, 0), (x, 0)].map {
                Point(x: $0.0, y: $0.1)
            }
            let isEmpty = number % 6 == 5
            return FeatureRecord(
                attributes: [
                    "CODE": .string("z\(number)"), "BIG": .integer(number == 3 ? .max : Int64(number)),
                    "DEPTH": isEmpty ? .null : .double(Double(number) / 8), "RATIO": .double(Double(number) / 2),
                    "SEEN": .date(Int64(number) * 1_000), "DAY": isEmpty ? .null : .dateOnly("2024-03-31"),
                    "AT": .timeOnly("14:05:0\(number % 10)"),
                    "STAMP": .timestampOffset("2024-03-31T14:05:09.123+02:00"),
                    "OTHER": .guid("{0F8FAD5B-D9CB-469F-A165-708677289510}"), "BYTES": .blob([1, 2, UInt8(number)]),
                ], geometry: number == 19 ? nil : Polygon(points: ring, spatialReference: .webMercator))
        }
        #expect(try await table.applyEdits(edits).adds.allSatisfy { $0.error == nil })
        edits.adds = (0..<17).map { number in
            FeatureRecord(attributes: ["ZONE": .string("z\(number % 3)"), "TEXT": .string("note \(number)")])
        }
        #expect(try await noteTable.applyEdits(edits).adds.allSatisfy { $0.error == nil })
        var configuration = GromaServer.Configuration(dataDirectory: folder)
        configuration.port = 0
        configuration.adminPassword = "not used here"
        let server = try await GromaServer(configuration: configuration)
        try await server.start()
        let url = server.url.appending(path: "arcgis/rest/services/Zones/FeatureServer/0")
        do {
            try await body(ServiceFeatureTable(url: url, client: ServiceClient()), table)
        } catch {
            await server.stop()
            throw error
        }
        await server.stop()
        try await directory.close()
    }

    private static let queries: [@Sendable (inout QueryParameters) -> Void] = [
        { _ in }, { $0.whereClause = "DEPTH > 1 AND CODE LIKE 'z1%'" }, { $0.objectIDs = [2, 20, 4] },
        { $0.timeExtent = TimeExtent(start: 3_000, end: 9_000) },
        {
            $0.geometry = Point(x: 100, y: 5, spatialReference: .webMercator)
            $0.distance = 60
        },
        {
            $0.geometry = Envelope(xMin: 0, yMin: 0, xMax: 95, yMax: 5, spatialReference: .webMercator)
            $0.spatialRelationship = .relation
            $0.relationPattern = "T*T***T**"
        },
        {
            $0.geometry = Envelope(xMin: 0, yMin: 0, xMax: 95, yMax: 5, spatialReference: .webMercator)
            $0.spatialRelationship = .disjoint
        },
        {
            $0.returnsCentroid = true
            $0.maxAllowableOffset = 3
        },
        {
            $0.orderByFields = [OrderBy(fieldName: "DEPTH", isAscending: false)]
            $0.outFields = ["CODE", "DEPTH"]
            $0.resultOffset = 2
            $0.maxFeatures = 9
        },
        {
            $0.outFields = ["DAY"]
            $0.returnsDistinctValues = true
        },
    ]

    @Test("every kind of value and every form of query arrives as it was asked in the file", arguments: 0..<10)
    func rows(number: Int) async throws {
        try await Self.run { remote, local in
            var parameters = QueryParameters()
            Self.queries[number](&parameters)
            let there = try await remote.queryFeatures(using: parameters)
            let here = try await local.queryFeatures(using: parameters)
            #expect(there.count == here.count && there.fields.map(\.name) == here.fields.map(\.name))
            for row in 0..<min(there.count, here.count) {
                #expect(there.record(at: row).attributes == here.record(at: row).attributes)
            }
            let (a, b) = (there.geometries?.coordinates.xy ?? [], here.geometries?.coordinates.xy ?? [])
            #expect(a.count == b.count && zip(a, b).allSatisfy { abs($0 - $1) <= 1e-4 })
            let (c, d) = (there.centroids?.coordinates.xy ?? [], here.centroids?.coordinates.xy ?? [])
            #expect(c.count == d.count && zip(c, d).allSatisfy { abs($0 - $1) <= 1e-4 })
            #expect(there.exceededTransferLimit == here.exceededTransferLimit)
            guard !parameters.returnsDistinctValues else { return }
            #expect(
                try await remote.queryFeatureCount(using: parameters) == local.queryFeatureCount(using: parameters))
            #expect(try await remote.queryObjectIDs(using: parameters) == local.queryObjectIDs(using: parameters))
            let (box, own) = (
                try await remote.queryExtent(using: parameters), try await local.queryExtent(using: parameters)
            )
            #expect(box.isEmpty == own.isEmpty && (own.isEmpty || abs(box.xMax - own.xMax) < 1e-6))
        }
    }

    @Test("statistics with having and percentiles")
    func statistics() async throws {
        try await Self.run { remote, local in
            var parameters = StatisticsQueryParameters(statisticDefinitions: [
                StatisticDefinition(onFieldName: "*", statisticType: .count, outputAlias: "N"),
                StatisticDefinition(onFieldName: "DEPTH", statisticType: .percentileContinuous, percentile: 0.25),
                StatisticDefinition(
                    onFieldName: "BIG", statisticType: .percentileDiscrete, percentile: 0, isAscending: false),
                StatisticDefinition(onFieldName: "SEEN", statisticType: .max),
            ])
            parameters.groupByFieldNames = ["DAY"]
            parameters.havingClause = "COUNT(*) > 3"
            parameters.orderByFields = [OrderBy(fieldName: "N")]
            parameters.timeExtent = TimeExtent(start: 0, end: 15_000)
            let there = try await remote.queryStatistics(using: parameters)
            let here = try await local.queryStatistics(using: parameters)
            #expect(there.count == 1 && here.count == 1)
            #expect(there.record(at: 0).attributes == here.record(at: 0).attributes)
            #expect(there.value(at: 0, field: "PERCENTILE_DISC_BIG") == .integer(.max))
        }
    }

    @Test("related records page by themselves, and features find their tables")
    func related() async throws {
        try await Self.run { remote, local in
            var parameters = RelatedQueryParameters(relationshipID: 0)
            parameters.orderByFields = [OrderBy(fieldName: "TEXT", isAscending: false)]
            let ids: [Int64] = [3, 1, 2, 9]
            let there = try await remote.queryRelatedRecords(of: ids, using: parameters)
            let here = try await local.queryRelatedRecords(of: ids, using: parameters)
            #expect(there.groups.map(\.objectID) == [3, 1, 2])
            for id in ids {
                #expect(there.records(of: id).map(\.attributes) == here.records(of: id).map(\.attributes))
            }
            #expect(there.rows.count == 17)
            parameters.resultOffset = 4
            parameters.maxFeatures = 3
            let page = try await remote.queryRelatedRecords(of: ids, using: parameters)
            let expected = try await local.queryRelatedRecords(of: ids, using: parameters)
            #expect(page.groups.map(\.objectID) == expected.groups.map(\.objectID) && page.rows.count == 3)
            #expect(page.rows.exceededTransferLimit && expected.rows.exceededTransferLimit)
            let feature = try await remote.feature(withObjectID: 2)
            let results = try await remote.queryRelatedFeatures(to: feature)
            #expect(results.first?.features.count == 6)
            #expect(try await results.first?.relatedTable.layerInfo().name == "Notes")
        }
    }

    @Test("contingent values are asked of the service")
    func contingentValues() async throws {
        try await Self.run { remote, _ in
            let definition = try #require(try await remote.contingentValuesDefinition())
            #expect(definition == Self.zones().zones.contingentValues)
            let notes = try await remote.relatedTable(layerID: 1)
            #expect(try await notes.contingentValuesDefinition() == nil)
        }
    }
}
