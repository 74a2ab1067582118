// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaCodecs
import GromaFeatures
import GromaGeometry
import GromaMapping
import GromaPopups
import Testing

@Suite("What a popup lets people change, and what belongs to its feature")
struct PopupEditingTests {
    private func info(_ capabilities: Set<String> = ["Query", "Update"]) -> FeatureLayerInfo {
        var info = FeatureLayerInfo(
            id: 0, name: "Trees", geometryType: nil,
            fields: [
                Field(name: "OBJECTID", type: .oid), Field(name: "SPECIES", type: .string),
                Field(name: "HEIGHT", type: .double), Field(name: "TAG", type: .string, isEditable: false),
                Field(name: "editor", type: .string), Field(name: "edited", type: .date),
            ], objectIDFieldName: "OBJECTID")
        info.capabilities = capabilities
        info.editFieldsInfo = EditFieldsInfo(editDateField: "edited", editorField: "editor")
        return info
    }

    private func popup(_ json: String, _ info: FeatureLayerInfo, table: (any FeatureTable)? = nil) throws -> Popup {
        let definition = PopupDefinition(json: try JSONValue(parsing: json.utf8).object ?? [:])
        return Popup(
            geoElement: Feature(
                attributes: [
                    "OBJECTID": 1, "SPECIES": "Oak", "HEIGHT": 2.5, "TAG": "a", "editor": "ann",
                    "edited": .date(883_504_799_000),
                ], table: table, layerInfo: info), definition: definition, layerInfo: info)
    }

    @Test("editable are the fields that the map, the layer and the service leave to people")
    func editable() throws {
        let json = #"""
            {"fieldInfos":[{"fieldName":"species","label":"Kind","tooltip":"e.g. oak","stringFieldOption":"textarea"},{"fieldName":"HEIGHT","isEditable":false},
            {"fieldName":"TAG"},{"fieldName":"editor"},{"fieldName":"OBJECTID"}]}
            """#
        let popup = try popup(json, info())
        #expect(popup.editableFields.map(\.field.name) == ["SPECIES"])
        #expect(popup.editableFields.first?.label == "Kind")
        #expect(popup.editableFields.first?.hint == "e.g. oak")
        #expect(popup.editableFields.first?.textControl == .textArea)
        #expect(["OBJECTID", "HEIGHT", "TAG", "editor"].allSatisfy { !popup.isEditable(fieldNamed: $0) })
        #expect(try self.popup(json, info(["Query"])).editableFields.isEmpty)
        guard
            case .fields(let fields)? = popup.evaluated(locale: Locale(identifier: "en"), timeZone: .gmt).elements.first
        else {
            Issue.record("no list of fields")
            return
        }
        #expect(fields.rows.map(\.isEditable) == [true, false, false, false, false])
    }

    @Test("who edited last stands in a sentence, unless the map leaves it out")
    func lastEdit() throws {
        let english = Locale(identifier: "en-US"), german = Locale(identifier: "de-DE")
        let shown = try popup("{}", info())
        #expect(
            shown.evaluated(locale: english, timeZone: .gmt).lastEdit?.hasPrefix("Edited by ann on 12/30/1997") == true)
        #expect(
            shown.evaluated(locale: german, timeZone: .gmt).lastEdit?.hasPrefix("Geändert von ann am 30.12.1997")
                == true)
        let hidden = try popup(#"{"showLastEditInfo":false}"#, info())
        #expect(hidden.evaluated(locale: english, timeZone: .gmt).lastEdit == nil)
    }

    /// Answers two related records whatever is asked.
    private final class Related: FeatureTable {
        let own: FeatureCollectionTable
        init(_ info: FeatureLayerInfo) throws { own = try FeatureCollectionTable(info: info) }
        func layerInfo() async throws -> FeatureLayerInfo { try await own.layerInfo() }
        func queryFeatures(using parameters: QueryParameters) async throws -> FeatureSet {
            try await own.queryFeatures(using: parameters)
        }
        func queryFeatureCount(using parameters: QueryParameters) async throws -> Int { 0 }
        func queryObjectIDs(using parameters: QueryParameters) async throws -> [Int64] { [] }
        func queryExtent(using parameters: QueryParameters) async throws -> Envelope {
            Envelope(xMin: .nan, yMin: .nan, xMax: .nan, yMax: .nan, spatialReference: nil)
        }
        func queryStatistics(using parameters: StatisticsQueryParameters) async throws -> FeatureSet {
            try await own.queryStatistics(using: parameters)
        }
        func attachments(of objectID: Int64) async throws -> [AttachmentInfo] { [] }
        func attachmentData(_ attachmentID: Int64, of objectID: Int64) async throws -> [UInt8] { [] }
        func queryRelatedRecords(
            of objectIDs: [Int64], using parameters: RelatedQueryParameters
        ) async throws -> RelatedRecords {
            let rows = try FeatureSet(
                records: [3, 5].map { FeatureRecord(attributes: ["COST": .integer($0)]) },
                fields: [Field(name: "COST", type: .integer)], geometryType: nil, spatialReference: nil)
            return RelatedRecords(rows: rows, groups: objectIDs.map { .init(objectID: $0, rows: [0, 1]) })
        }
    }

    @Test("fields of related records show the statistic that the map asks for")
    func related() async throws {
        var info = info()
        info.relationshipInfos = [
            RelationshipInfo(
                id: 2, name: "Works", relatedTableID: 1, cardinality: .oneToMany, role: .origin, keyField: "OBJECTID")
        ]
        let json =
            #"{"title":"{relationships/2/COST}","fieldInfos":[{"fieldName":"relationships/2/COST","statisticType":"sum"}]}"#
        let popup = try popup(json, info, table: Related(info))
        #expect(popup.evaluated(locale: Locale(identifier: "en"), timeZone: .gmt).title == "")
        try await popup.loadRelatedRecords()
        #expect(popup.evaluated(locale: Locale(identifier: "en"), timeZone: .gmt).title == "8")
    }
}
