// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaFeatures
import GromaGeometry
import GromaStorage
import Testing

@Suite("Feature tables of a GeoPackage")
struct FeatureTableTests {
    private let folder: TestFolder
    private let package: GeoPackage

    init() throws {
        folder = try TestFolder()
        package = try GeoPackage(fileURL: folder.file("a.gpkg"), access: .create)
    }

    private static let fullRow: [String: AttributeValue] = [
        "NAME": "Ünïcode \u{1F600}", "STATUS": 2, "COUNT_": -7, "BIG": .integer(.max), "RATIO": 0.25, "DEPTH": 1.5,
        "SEEN": .date(-1), "DUE": .dateOnly("2024-02-29"), "AT": .timeOnly("14:05:09"),
        "STAMP": .timestampOffset("2024-03-31T14:05:09.123+02:00"),
        "OTHER": .guid("{0F8FAD5B-D9CB-469F-A165-70867728950E}"), "BYTES": .blob([0, 1, 255]),
    ]

    @Test("every kind of value comes back as it went in")
    func roundTrip() async throws {
        let table = try await package.createFeatureTable(TestLayers.everyKind())
        var edits = FeatureEdits()
        edits.adds = [
            FeatureRecord(
                attributes: Self.fullRow, geometry: Point(x: 1.25, y: -2.5, spatialReference: .webMercator)),
            FeatureRecord(),
        ]
        let results = try await table.applyEdits(edits, editor: "ada", at: Date(timeIntervalSince1970: 1_700_000_000))
        #expect(results.adds.map(\.objectID) == [1, 2])
        #expect(results.adds.allSatisfy { $0.error == nil && AttributeValue.isGUID($0.globalID ?? "") })
        let rows = try await table.queryFeatures(using: QueryParameters())
        #expect(rows.count == 2)
        let full = rows.record(at: 0)
        for (name, value) in Self.fullRow { #expect(full.attributes[name] == value, "\(name)") }
        #expect(full.attributes["CREATOR"] == "ada")
        #expect(full.attributes["EDITED"] == .date(1_700_000_000_000))
        #expect((full.geometry as? Point) == Point(x: 1.25, y: -2.5, spatialReference: .webMercator))
        let empty = rows.record(at: 1)
        #expect(empty.attributes["STATUS"] == 1, "the default value")
        #expect(empty.attributes["NAME"]?.isNull == true)
        #expect(empty.geometry == nil)
        #expect(rows.geometries?.nullRows == [1])
    }

    @Test("a window finds the points on its border and none beyond")
    func window() async throws {
        let table = try await package.createFeatureTable(TestLayers.everyKind())
        try await table.load(TestLayers.grid(100))
        var parameters = QueryParameters()
        parameters.geometry = Envelope(xMin: 10, yMin: 20, xMax: 12, yMax: 23, spatialReference: .webMercator)
        let rows = try await table.queryFeatures(using: parameters)
        #expect(rows.count == 12)
        #expect(try await table.queryFeatureCount(using: parameters) == 12)
        #expect(try await table.queryObjectIDs(using: parameters).count == 12)
        let box = try await table.queryExtent(using: parameters)
        #expect(box == Envelope(xMin: 10, yMin: 20, xMax: 12, yMax: 23, spatialReference: .webMercator))
        parameters.geometry = Envelope(xMin: -1, yMin: -1, xMax: 200, yMax: 200, spatialReference: .webMercator)
        #expect(try await table.queryFeatureCount(using: parameters) == 10_000)
        parameters.geometry = Envelope.empty(in: .webMercator)
        #expect(try await table.queryFeatureCount(using: parameters) == 0)
    }
}
