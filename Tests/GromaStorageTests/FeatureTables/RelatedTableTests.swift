// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaFeatures
import GromaGeometry
import GromaStorage
import Testing

@Suite("Related records in a GeoPackage")
struct RelatedTableTests {
    @Test("inspections of inlets, found through the file's own description of the relationship")
    func inspections() async throws {
        let folder = try TestFolder()
        let file = folder.file("a.gpkg")
        let package = try GeoPackage(fileURL: file, access: .create)
        var inlets = TestLayers.everyKind()
        inlets.relationshipInfos = [
            RelationshipInfo(
                id: 0, name: "Inlet_Inspections", relatedTableID: 1, cardinality: .oneToMany, role: .origin,
                keyField: "GlobalID", isComposite: true)
        ]
        var inspections = FeatureLayerInfo(
            id: 1, name: "Inspections", geometryType: nil,
            fields: [
                Field(name: "OBJECTID", type: .oid, isNullable: false, isEditable: false),
                Field(name: "INLET", type: .guid), Field(name: "SCORE", type: .integer),
            ], objectIDFieldName: "OBJECTID")
        inspections.relationshipInfos = [
            RelationshipInfo(
                id: 0, name: "Inlet_Inspections", relatedTableID: 0, cardinality: .oneToMany, role: .destination,
                keyField: "INLET", isComposite: true)
        ]
        let table = try await package.createFeatureTable(inlets)
        let related = try await package.createFeatureTable(inspections)
        var edits = FeatureEdits()
        edits.adds = (0..<3).map { FeatureRecord(geometry: Point(x: Double($0), y: 0)) }
        let ids = try await table.applyEdits(edits).adds.compactMap(\.globalID)
        edits.adds = [(0, 5), (2, 1), (0, 3)].map { owner, score in
            FeatureRecord(attributes: ["INLET": .guid(ids[owner].lowercased()), "SCORE": .integer(Int64(score))])
        }
        #expect(try await related.applyEdits(edits).adds.allSatisfy { $0.error == nil })
        try await package.close()

        let again = try GeoPackage(fileURL: file, access: .readOnly)
        let opened = try await again.featureTable(id: 0)
        #expect(try await opened.layerInfo().relationshipInfos == inlets.relationshipInfos)
        var parameters = RelatedQueryParameters(relationshipID: 0)
        parameters.orderByFields = [OrderBy(fieldName: "SCORE")]
        let records = try await opened.queryRelatedRecords(of: [1, 2, 3], using: parameters)
        #expect(records.groups.map(\.objectID) == [1, 3])
        #expect(records.records(of: 1).map { $0.attributes["SCORE"] } == [3, 5])
        let feature = try await opened.feature(withObjectID: 3)
        let results = try await opened.queryRelatedFeatures(to: feature)
        #expect(results.count == 1 && results[0].relationshipInfo.name == "Inlet_Inspections")
        #expect(results[0].features.map { $0.attributeValue(forKey: "SCORE") } == [1])
        #expect(results[0].features.first?.objectID == 2 && !results[0].didExceedTransferLimit)
        await #expect(throws: FeatureError.self) {
            try await opened.queryRelatedFeatures(to: feature, using: RelatedQueryParameters(relationshipID: 7))
        }
    }
}
