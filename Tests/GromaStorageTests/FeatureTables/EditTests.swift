// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaCodecs
import GromaFeatures
import GromaGeometry
import GromaStorage
import Testing

@Suite("Edits of a GeoPackage")
struct EditTests {
    private let folder: TestFolder
    private let package: GeoPackage

    init() throws {
        folder = try TestFolder()
        package = try GeoPackage(fileURL: folder.file("a.gpkg"), access: .create)
    }

    private func table() async throws -> GeoPackageFeatureTable {
        try await package.createFeatureTable(TestLayers.everyKind())
    }

    private func point(_ x: Double = 1, _ y: Double = 2) -> Point { Point(x: x, y: y, spatialReference: .webMercator) }

    @Test("a repeated add with a GlobalID adds nothing and answers the same row, in any spelling")
    func exactlyOnce() async throws {
        let table = try await table()
        let globalID = "0f8fad5b-d9cb-469f-a165-70867728950e"
        var edits = FeatureEdits()
        edits.usesGlobalIDs = true
        edits.adds = [FeatureRecord(attributes: ["GlobalID": .guid(globalID), "NAME": "first"], geometry: point())]
        edits.attachmentAdds = [
            AttachmentEdit(
                parentGlobalID: globalID, globalID: "{11111111-2222-4333-8444-555555555555}", name: "a.jpg",
                contentType: "image/jpeg", data: [1, 2])
        ]
        let first = try await table.applyEdits(edits)
        edits.adds[0].attributes["GlobalID"] = .guid("{\(globalID.uppercased())}")
        edits.adds[0].attributes["NAME"] = "again"
        let second = try await table.applyEdits(edits)
        #expect(first.adds.first?.objectID == 1 && second.adds.first?.objectID == 1)
        #expect(second.adds.first?.error == nil)
        #expect(first.attachmentAdds.first?.objectID == second.attachmentAdds.first?.objectID)
        #expect(try await table.queryFeatureCount(using: QueryParameters()) == 1)
        #expect(try await table.attachments(of: 1).count == 1)
        var parameters = QueryParameters()
        parameters.whereClause = "GlobalID = '\(globalID)'"
        let rows = try await table.queryFeatures(using: parameters)
        #expect(rows.value(at: 0, field: "NAME") == "first")
        var changes = FeatureEdits()
        changes.usesGlobalIDs = true
        changes.updates = [FeatureRecord(attributes: ["globalid": .string(globalID), "name": "changed"])]
        #expect(try await table.applyEdits(changes).updates.first?.objectID == 1)
        changes.updates = []
        changes.deletedGlobalIDs = [globalID]
        for _ in 0..<2 { #expect(try await table.applyEdits(changes).deletes.first?.error == nil) }
        #expect(try await table.queryFeatureCount(using: QueryParameters()) == 0)
    }

    @Test("object ids are never given twice, and deleting what is gone succeeds")
    func identifiers() async throws {
        let table = try await table()
        var edits = FeatureEdits()
        edits.adds = [FeatureRecord(), FeatureRecord()]
        _ = try await table.applyEdits(edits)
        var removal = FeatureEdits()
        removal.deletes = [2]
        for _ in 0..<2 { #expect(try await table.applyEdits(removal).deletes.first?.error == nil) }
        removal.deletes = [77]
        #expect(try await table.applyEdits(removal).deletes.first?.error?.code == 1011)
        edits.adds = [FeatureRecord(attributes: ["OBJECTID": 1])]
        #expect(try await table.applyEdits(edits).adds.first?.objectID == 3)
    }

    @Test("one refusal undoes all, or only itself, as asked", arguments: [true, false])
    func rollback(rollsBack: Bool) async throws {
        let table = try await table()
        var edits = FeatureEdits()
        edits.rollsBackOnFailure = rollsBack
        edits.adds = [
            FeatureRecord(attributes: ["NAME": "good"]),
            FeatureRecord(attributes: ["NAME": "longer than sixteen characters"]),
        ]
        edits.updates = [FeatureRecord(attributes: ["OBJECTID": 99])]
        let results = try await table.applyEdits(edits)
        #expect(results.adds.map { $0.error?.code } == (rollsBack ? [1003, 1016] : [nil, 1016]))
        #expect(results.updates.first?.error?.code == 1011)
        #expect(try await table.queryFeatureCount(using: QueryParameters()) == (rollsBack ? 0 : 1))
    }

    @Test(
        "values that break a field's rules are refused with the service's code",
        arguments: [
            ("STATUS", AttributeValue.integer(9), 1016), ("DEPTH", .double(7), 1016), ("DEPTH", .string("deep"), 1016),
            ("COUNT_", .integer(1 << 40), 1016), ("OTHER", .string("no guid"), 1016), ("GlobalID", .guid("x"), 1016),
            ("DUE", .dateOnly("2024-02-30"), 1016),
        ])
    func validation(field: String, value: AttributeValue, code: Int) async throws {
        let table = try await table()
        var edits = FeatureEdits()
        edits.adds = [FeatureRecord(attributes: [field: value])]
        let result = try #require(try await table.applyEdits(edits).adds.first)
        #expect(result.error?.code == code, "\(String(describing: result.error))")
        #expect(result.error?.message.contains(field) == true)
    }

    @Test("clients can't write tracking fields, read-only fields or unknown names; empty updates change nothing")
    func ownFields() async throws {
        let table = try await table()
        let start = Date(timeIntervalSince1970: 1_000), later = Date(timeIntervalSince1970: 2_000)
        var edits = FeatureEdits()
        edits.adds = [FeatureRecord(attributes: ["CREATOR": "forged", "EDITED": .date(1), "NOSUCH": 1, "NAME": "a"])]
        _ = try await table.applyEdits(edits, editor: "ada", at: start)
        var changes = FeatureEdits()
        changes.updates = [FeatureRecord(attributes: ["OBJECTID": 1, "CREATOR": "forged", "NOSUCH": 2])]
        _ = try await table.applyEdits(changes, editor: "bob", at: later)
        var row = try await table.queryFeatures(using: QueryParameters()).record(at: 0).attributes
        #expect(row["CREATOR"] == "ada" && row["EDITOR"] == "ada" && row["EDITED"] == .date(1_000_000))
        changes.updates = [FeatureRecord(attributes: ["OBJECTID": 1, "NAME": .null])]
        _ = try await table.applyEdits(changes, editor: "bob", at: later)
        row = try await table.queryFeatures(using: QueryParameters()).record(at: 0).attributes
        #expect(row["CREATOR"] == "ada" && row["EDITOR"] == "bob" && row["EDITED"] == .date(2_000_000))
        #expect(row["NAME"] == .null)
    }

    @Test("shapes of another kind or without numbers are refused; moved shapes are found at their new place")
    func shapes() async throws {
        let table = try await table()
        var edits = FeatureEdits()
        edits.rollsBackOnFailure = false
        edits.adds = [
            FeatureRecord(geometry: Polyline(points: [point(), point(3, 4)])),
            FeatureRecord(geometry: point(.infinity, 0)), FeatureRecord(geometry: point()),
            FeatureRecord(geometry: Point.empty(in: .webMercator)),
            FeatureRecord(geometry: Point(x: 1, y: 2, z: 5, spatialReference: .webMercator)),
        ]
        #expect(try await table.applyEdits(edits).adds.map { $0.error?.code } == [1015, 1015, nil, nil, nil])
        var changes = FeatureEdits()
        changes.updates = [FeatureRecord(attributes: ["OBJECTID": 1], geometry: point(100, 100))]
        #expect(try await table.applyEdits(changes).updates.first?.error == nil)
        var parameters = QueryParameters()
        parameters.geometry = Envelope(xMin: 99, yMin: 99, xMax: 101, yMax: 101, spatialReference: .webMercator)
        #expect(try await table.queryObjectIDs(using: parameters) == [1])
        #expect(try await table.layerInfo().extent?.xMax == 100)
    }

    @Test("what has no place in the layer's reference is refused, and so is what lies beyond every place")
    func outliers() async throws {
        let table = try await table()
        var edits = FeatureEdits()
        edits.rollsBackOnFailure = false
        edits.adds = [
            FeatureRecord(geometry: Point(x: 8, y: 90, spatialReference: .wgs84)),
            FeatureRecord(geometry: Point(x: 650, y: 4_800, spatialReference: .wgs84)),
            FeatureRecord(geometry: point(1e17, 0)), FeatureRecord(geometry: point(0, -1e300)),
            FeatureRecord(geometry: point(2e7, -3e8)),
        ]
        #expect(try await table.applyEdits(edits).adds.map { $0.error?.code } == [1015, 1015, 1015, 1015, nil])
    }

    @Test(
        "two rows of one request with one GlobalID: the second is refused; in a request of its own it is the same row")
    func repeatedGlobalIDs() async throws {
        let table = try await table()
        let row = FeatureRecord(
            attributes: ["GLOBALID": .guid("{11111111-2222-3333-4444-555555555555}"), "NAME": "a"], geometry: point())
        var edits = FeatureEdits()
        edits.usesGlobalIDs = true
        edits.rollsBackOnFailure = false
        edits.adds = [row, row]
        let first = try await table.applyEdits(edits).adds
        #expect(first.map { $0.error?.code } == [nil, 1017])
        edits.adds = [row]
        #expect(try await table.applyEdits(edits).adds.map(\.objectID) == [first[0].objectID])
    }

    @Test("attachments are listed, read, changed and go with their feature")
    func attachments() async throws {
        let table = try await table()
        var edits = FeatureEdits()
        edits.adds = [FeatureRecord(), FeatureRecord()]
        _ = try await table.applyEdits(edits)
        var more = FeatureEdits()
        more.rollsBackOnFailure = false
        more.attachmentAdds = [
            AttachmentEdit(
                parentObjectID: 2, name: "a.jpg", contentType: "image/jpeg", keywords: "photo", data: [1, 2, 3]),
            AttachmentEdit(parentObjectID: 2, name: "empty", contentType: "text/plain", data: []),
            AttachmentEdit(parentObjectID: 9, name: "lost", contentType: "text/plain", data: [1]),
        ]
        let results = try await table.applyEdits(more)
        #expect(results.attachmentAdds.map { $0.error?.code } == [nil, nil, 1011])
        let list = try await table.attachments(of: [1, 2])
        #expect(list.map(\.name) == ["a.jpg", "empty"])
        #expect(list.map(\.size) == [3, 0])
        #expect(list[0].parentGlobalID != nil && list[0].globalID == results.attachmentAdds[0].globalID)
        #expect(try await table.attachmentData(list[0].id, of: 2) == [1, 2, 3])
        #expect(try await table.attachmentData(list[1].id, of: 2).isEmpty)
        await #expect(throws: StorageError.self) { try await table.attachmentData(list[0].id, of: 1) }
        var changes = FeatureEdits()
        changes.attachmentUpdates = [
            AttachmentEdit(
                parentObjectID: 2, globalID: list[0].globalID, name: "b.png", contentType: "image/png", data: [9])
        ]
        changes.attachmentDeletes = [try #require(list[1].globalID)]
        #expect(try await table.applyEdits(changes).attachmentUpdates.first?.error == nil)
        #expect(try await table.attachments(of: 2).map(\.name) == ["b.png"])
        var removal = FeatureEdits()
        removal.deletes = [2]
        _ = try await table.applyEdits(removal)
        #expect(try await table.attachments(of: 2).isEmpty)
        await #expect(throws: StorageError.self) { try await table.attachmentData(list[0].id, of: 2) }
    }

    @Test("areas and lengths follow the shape where the layer keeps them")
    func measures() async throws {
        var info = TestLayers.everyKind(.polygon, name: "Lots")
        info.fields += [
            Field(name: "Shape__Area", type: .double, isEditable: false),
            Field(name: "Shape__Length", type: .double, isEditable: false),
        ]
        info.unknownJSON["geometryProperties"] = [
            "shapeAreaFieldName": "Shape__Area", "shapeLengthFieldName": "Shape__Length",
        ]
        let table = try await package.createFeatureTable(info)
        var edits = FeatureEdits()
        edits.adds = [
            FeatureRecord(geometry: Envelope(xMin: 0, yMin: 0, xMax: 3, yMax: 4, spatialReference: .webMercator))
        ]
        #expect(try await table.applyEdits(edits).adds.first?.error == nil)
        let row = try await table.queryFeatures(using: QueryParameters()).record(at: 0).attributes
        #expect(row["Shape__Area"] == 12.0 && row["Shape__Length"] == 14.0)
    }

    @Test("edits of several layers are one transaction")
    func severalLayers() async throws {
        _ = try await table()
        var second = TestLayers.everyKind(nil, name: "Inspections")
        second.id = 7
        let inspections = try await package.createFeatureTable(second)
        var good = FeatureEdits(), bad = FeatureEdits()
        good.adds = [FeatureRecord()]
        bad.adds = [FeatureRecord(attributes: ["STATUS": 9])]
        let results = try await package.applyEdits([(7, good), (0, bad)], editor: nil)
        #expect(results.map { $0.adds.first?.error?.code } == [1003, 1016])
        #expect(try await inspections.queryFeatureCount(using: QueryParameters()) == 0)
        await #expect(throws: StorageError.self) { try await package.applyEdits([(5, good)], editor: nil) }
    }
}
