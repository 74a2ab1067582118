// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaFeatures
import GromaGeometry
import Testing

@Suite("Editing features of a table")
struct FeatureEditingTests {
    private func table(globalIDs: Bool = true) throws -> FeatureCollectionTable {
        var fields = [
            Field(name: "OBJECTID", type: .oid, isNullable: false, isEditable: false),
            Field(name: "NAME", type: .string, length: 5),
            Field(name: "N", type: .integer, isNullable: false, defaultValue: 7),
        ]
        if globalIDs { fields.append(Field(name: "GlobalID", type: .globalID, isNullable: false)) }
        var info = FeatureLayerInfo(
            id: 0, name: "Trees", geometryType: .point, fields: fields, objectIDFieldName: "OBJECTID",
            globalIDFieldName: globalIDs ? "GlobalID" : nil, spatialReference: .webMercator)
        info.hasAttachments = true
        return try FeatureCollectionTable(info: info)
    }

    @Test("nothing pending, nothing sent")
    func nothing() async throws {
        #expect(try await table().applyEdits().isEmpty)
    }

    @Test("add, attach, apply, update, delete", arguments: [true, false])
    func wholeLife(globalIDs: Bool) async throws {
        let table = try table(globalIDs: globalIDs)
        let tree = table.makeFeature(attributes: ["NAME": "Oak"], geometry: Point(latitude: 47.5, longitude: 8.7))
        #expect(tree.objectID == nil)
        try await table.add(tree)
        try await tree.addAttachment(named: "bark.jpg", contentType: "image/jpeg", data: [1, 2, 3] as [UInt8])
        #expect(table.hasPendingEdits)
        #expect(try await tree.attachments.map(\.isPending) == [true])
        let results = try await table.applyEdits()
        #expect(results.count == 1 && results[0].editOperation == .add && !results[0].didCompleteWithErrors)
        #expect(results[0].attachmentResults.map(\.name) == ["bark.jpg"])
        #expect(!table.hasPendingEdits && tree.objectID == 1)
        let stored = try await table.feature(withObjectID: 1)
        #expect(stored.attributeValue(forKey: "name") == "Oak" && stored.attributeValue(forKey: "N") == 7)
        #expect(((stored.geometry as? Point)?.x ?? 0) > 900_000, "the shape is projected into the table's reference")
        let attachment = try #require(try await stored.attachments.first)
        #expect(try await attachment.data() == [1, 2, 3])

        stored.setAttributeValue("Ash", forKey: "name")
        try await table.update(stored)
        try await stored.updateAttachment(attachment, named: "b.png", contentType: "image/png", data: [9] as [UInt8])
        let updated = try await table.applyEdits()
        #expect(updated.map(\.didCompleteWithErrors) == [false])
        #expect(try await table.feature(withObjectID: 1).attributes["NAME"] == "Ash")
        #expect(try await stored.attachments.map(\.name) == ["b.png"])

        try await table.delete(stored)
        #expect(try await table.applyEdits().map(\.editOperation) == [.delete])
        #expect(table.rows.count == 0)
        await #expect(throws: FeatureError.self) { try await table.feature(withObjectID: 1) }
    }

    @Test("a refused edit says why, stays pending, and keeps its attachments back")
    func refused() async throws {
        let table = try table()
        let good = table.makeFeature(attributes: ["NAME": "ok"], geometry: Point(x: 1, y: 2))
        let bad = table.makeFeature(attributes: ["NAME": "too long"], geometry: Point(x: 1, y: 2))
        try await table.add(good)
        try await table.add(bad)
        try await bad.addAttachment(named: "a", contentType: "text/plain", data: [] as [UInt8])
        let results = try await table.applyEdits()
        #expect(results.map(\.error?.code) == [nil, 1016])
        #expect(results[1].attachmentResults.isEmpty)
        #expect(table.pendingEdits.features.map(\.operation) == [.add])
        bad.setAttributeValue("short", forKey: "NAME")
        let again = try await table.applyEdits()
        #expect(again.count == 1 && again[0].attachmentResults.count == 1 && !again[0].didCompleteWithErrors)
        #expect(table.rows.count == 2)
    }

    @Test("all or nothing where it is asked for")
    func rollback() async throws {
        let table = try table()
        try await table.add(table.makeFeature(attributes: ["NAME": "ok"]))
        try await table.add(table.makeFeature(attributes: ["NAME": "too long"]))
        let results = try await table.applyEdits(rollsBackOnFailure: true)
        #expect(results.map(\.error?.code) == [1003, 1016])
        #expect(table.rows.count == 0)
    }

    @Test("an add that is sent twice adds once")
    func twice() async throws {
        let table = try table()
        var edits = FeatureEdits()
        edits.usesGlobalIDs = true
        edits.adds = [FeatureRecord(attributes: ["GlobalID": .guid("{0F8FAD5B-D9CB-469F-A165-708677289510}"), "N": 1])]
        let first = try await table.applyEdits(edits), second = try await table.applyEdits(edits)
        #expect(first.adds[0].objectID == second.adds[0].objectID)
        #expect(table.rows.count == 1)
    }

    @Test("pending edits of one feature become one")
    func coalesced() async throws {
        let table = try table()
        let tree = table.makeFeature(attributes: ["NAME": "a"])
        try await table.add(tree)
        try await table.update(tree)
        #expect(table.pendingEdits.features.map(\.operation) == [.add])
        try await table.delete(tree)
        #expect(!table.hasPendingEdits)
        await #expect(throws: FeatureError.self) { try await table.update(tree) }
    }

    @Test("foreign features and shapes are refused before anything is sent")
    func foreign() async throws {
        let table = try table(), other = try self.table()
        await #expect(throws: FeatureError.self) { try await table.add(other.makeFeature()) }
        await #expect(throws: FeatureError.self) { try await table.add(table.makeFeature(geometry: Polyline())) }
        await #expect(throws: FeatureError.self) {
            try await Feature().addAttachment(named: "a", contentType: "b", data: [] as [UInt8])
        }
    }

    @Test("updates and deletes of rows that are gone are results, not errors")
    func missing() async throws {
        let table = try table()
        var edits = FeatureEdits()
        edits.updates = [FeatureRecord(attributes: ["OBJECTID": 5])]
        edits.deletes = [6]
        edits.rollsBackOnFailure = false
        let results = try await table.applyEdits(edits)
        #expect(results.updates.map(\.error?.code) == [1011] && results.deletes.map(\.error?.code) == [1011])
    }
}
