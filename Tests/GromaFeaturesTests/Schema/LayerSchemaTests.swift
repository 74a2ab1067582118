// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaCodecs
import GromaFeatures
import GromaGeometry
import TestSupport
import Testing

@Suite("Types, subtypes, templates, relationships and time of a layer")
struct LayerSchemaTests {
    private let document: JSONValue = [
        "id": 3, "name": "Mains", "geometryType": "esriGeometryPolyline", "objectIdField": "OBJECTID",
        "typeIdField": "KIND", "subtypeField": "KIND", "defaultSubtypeCode": 2,
        "fields": [
            ["name": "OBJECTID", "type": "esriFieldTypeOID"], ["name": "KIND", "type": "esriFieldTypeInteger"],
            ["name": "MATERIAL", "type": "esriFieldTypeString"],
            ["name": "DIAMETER", "type": "esriFieldTypeDouble"], ["name": "BUILT", "type": "esriFieldTypeDateOnly"],
        ],
        "subtypes": [
            [
                "code": 1, "name": "Gravity", "defaultValues": ["MATERIAL": "PVC", "DIAMETER": 300, "BUILT": nil],
                "domains": ["DIAMETER": ["type": "range", "name": "D1", "range": [100, 2000]]],
            ],
            [
                "code": 2, "name": "Pressure", "defaultValues": ["MATERIAL": "DI"],
                "domains": ["MATERIAL": ["type": "inherited"]],
            ],
        ],
        "templates": [
            [
                "name": "Main", "description": "A new main", "drawingTool": "esriFeatureEditToolLine",
                "thumbnail": ["width": 20], "prototype": ["attributes": ["kind": 1, "BUILT": "2024-03-31"]],
            ]
        ],
        "relationships": [
            [
                "id": 5, "name": "Mains_Orders", "relatedTableId": 11, "cardinality": "esriRelCardinalityManyToMany",
                "role": "esriRelRoleOrigin", "keyField": "OBJECTID", "composite": false, "relationshipTableId": 12,
                "keyFieldInRelationshipTable": "MAINID", "isAttributed": true,
            ]
        ],
        "timeInfo": [
            "startTimeField": "BUILT", "endTimeField": nil, "trackIdField": "", "timeExtent": [-1000, nil],
            "timeInterval": 3,
        ],
    ]

    @Test("all of it is typed, and written back as it was read")
    func typed() throws {
        let info = try FeatureLayerInfo(json: document)
        #expect(info.json == document)
        #expect(info.subtypeFieldName == "KIND" && info.defaultSubtypeCode == 2)
        #expect(info.featureSubtypes.map(\.name) == ["Gravity", "Pressure"])
        #expect(
            info.featureSubtypes[0].defaultValues == ["MATERIAL": "PVC", "DIAMETER": .double(300), "BUILT": .null])
        #expect(info.featureTemplates[0].prototypeAttributes == ["KIND": 1, "BUILT": .dateOnly("2024-03-31")])
        #expect(info.featureTemplates[0].unknownJSON["thumbnail"] == ["width": 20])
        let relationship = try #require(info.relationshipInfo(id: 5))
        #expect(relationship.cardinality == .manyToMany && relationship.relationshipTableID == 12)
        #expect(info.relationshipInfo(id: 6) == nil)
        #expect(info.timeInfo?.startTimeField == "BUILT" && info.timeInfo?.trackIDField == nil)
        #expect(info.timeInfo?.fullTimeExtent == TimeExtent(startDate: Date(timeIntervalSince1970: -1), endDate: nil))
    }

    @Test("a changed entry changes itself and keeps what has no property")
    func changed() throws {
        var info = try FeatureLayerInfo(json: document)
        info.featureTemplates[0].summary = "Another"
        info.relationshipInfos[0].isComposite = true
        info.featureSubtypes.removeLast()
        info.timeInfo?.endTimeField = "KIND"
        let json = info.json
        #expect(json["templates"]?[0]?["thumbnail"] == ["width": 20])
        #expect(json["templates"]?[0]?["description"] == "Another")
        #expect(json["relationships"]?[0]?["isAttributed"] == true)
        #expect(json["relationships"]?[0]?["composite"] == true)
        #expect(json["subtypes"]?.array?.count == 1)
        #expect(json["timeInfo"]?["timeInterval"] == 3)
        #expect(json["timeInfo"]?["endTimeField"] == "KIND")
        let back = try FeatureLayerInfo(json: json)
        #expect(back.featureSubtypes == info.featureSubtypes && back.json == json)
    }

    @Test("a subtype rules over the field's own domain, and the subtype field holds the codes of the subtypes")
    func subtypes() throws {
        let info = try FeatureLayerInfo(json: document)
        #expect(info.featureSubtype(of: ["kind": 1])?.name == "Gravity")
        #expect(info.featureType(of: ["KIND": 2])?.name == "Pressure")
        #expect(info.featureType(of: ["KIND": 3]) == nil && info.featureSubtype(of: [:]) == nil)
        guard case .range(let range)? = info.domain(ofField: "diameter", attributes: ["KIND": 1]) else {
            Issue.record("the subtype's range is gone")
            return
        }
        #expect(range.minimum.isSameCode(as: 100))
        #expect(info.domain(ofField: "DIAMETER", attributes: ["KIND": 2]) == nil)
        let codes = info.domain(ofField: "KIND", attributes: [:])
        #expect(AttributeFormatter.name(of: 2, in: codes) == "Pressure")
        let field = try #require(info.field(named: "KIND"))
        #expect(throws: FieldViolation.notInCodedValueDomain(domainName: "KIND")) {
            try field.validate(7, domain: codes)
        }
    }

    @Test("new features of a subtype and of a type begin with what it says")
    func newFeatures() async throws {
        var info = try FeatureLayerInfo(json: document)
        info.typeIDFieldName = "MATERIAL"
        let template = FeatureTemplate(name: "T", prototypeAttributes: ["DIAMETER": 5])
        info.featureTypes = [FeatureType(id: "PVC", name: "Plastic", templates: [template])]
        let table = try FeatureCollectionTable(info: info)
        let ofSubtype = try await table.makeFeature(subtype: info.featureSubtypes[1])
        #expect(ofSubtype.attributes == ["MATERIAL": "DI", "KIND": 2])
        let ofType = try await table.makeFeature(type: info.featureTypes[0])
        #expect(ofType.attributes == ["MATERIAL": "PVC", "DIAMETER": 5])
        let fromSubtype = try await table.makeFeature(type: FeatureType(info.featureSubtypes[1]))
        #expect(fromSubtype.attributes == ["MATERIAL": "DI", "KIND": 2])
    }

    @Test("templates of types come before the layer's own")
    func templates() throws {
        var info = try FeatureLayerInfo(json: document)
        #expect(info.availableTemplates.map(\.name) == ["Main"])
        info.featureTypes = [FeatureType(id: 1, name: "A", templates: [FeatureTemplate(name: "New A")])]
        #expect(info.availableTemplates.map(\.name) == ["New A"])
        let written = try #require(info.json["types"]?[0])
        #expect(written["templates"]?[0]?["prototype"] == ["attributes": [:]])
        #expect(try FeatureType(json: written, fields: info.fields).templates.map(\.name) == ["New A"])
    }

    @Test("a relationship finds its entry on the other side, also where both are the same table")
    func counterparts() {
        func info(_ id: Int, _ name: String, _ table: Int, _ role: RelationshipInfo.Role) -> RelationshipInfo {
            RelationshipInfo(
                id: id, name: name, relatedTableID: table, cardinality: .oneToMany, role: role, keyField: "K")
        }
        let origin = info(0, "A_B", 1, .origin)
        #expect(origin.counterpart(in: [info(7, "B", 0, .destination)], ofLayer: 0)?.id == 7)
        let several = [info(3, "X", 0, .destination), info(4, "A_B", 0, .destination), info(0, "Y", 2, .destination)]
        #expect(origin.counterpart(in: several, ofLayer: 0)?.id == 4)
        #expect(origin.counterpart(in: [info(0, "A_B", 0, .origin)], ofLayer: 0) == nil)
        let own = info(1, "Parent", 0, .origin)
        #expect(own.counterpart(in: [own, info(1, "Parent", 0, .destination)], ofLayer: 0)?.role == .destination)
    }

    @Test("entries that say nothing are refused alone and left out of a layer")
    func refused() throws {
        #expect(throws: FeatureError.self) { try FeatureType(json: ["name": "A"], fields: []) }
        #expect(throws: FeatureError.self) { try FeatureSubtype(json: 5, fields: []) }
        #expect(throws: FeatureError.self) { try FeatureTemplate(json: nil, fields: []) }
        #expect(throws: FeatureError.self) { try RelationshipInfo(json: ["id": 1]) }
        let json: JSONValue = ["types": [["name": "A"], ["id": 1]], "relationships": [nil, 3], "timeInfo": [:]]
        let info = try FeatureLayerInfo(json: json)
        #expect(info.featureTypes.map(\.id) == [1] && info.relationshipInfos.isEmpty && info.timeInfo == nil)
        #expect(info.json == json)
    }

    @Test("spans are put in order")
    func spans() {
        let early = Date(timeIntervalSince1970: 1), late = Date(timeIntervalSince1970: 2)
        #expect(TimeExtent(startDate: late, endDate: early) == TimeExtent(startDate: early, endDate: late))
        #expect(TimeExtent(date: early).endDate == early)
    }

    /// Every layer or table description inside of a document.
    private func layers(_ json: JSONValue) -> [JSONValue] {
        let own = json["fields"]?.array != nil && json["type"]?.string != nil ? [json] : []
        switch json {
        case .array(let entries): return entries.flatMap(layers)
        case .object(let object): return own + object.members.flatMap { layers($0.value) }
        default: return []
        }
    }

    @Test(
        "descriptions of real services come back as they were",
        .enabled(if: SharedData.isAvailable, "GROMA_SHARED_DATA names no folder"))
    func realDocuments() throws {
        var count = 0, types = 0, relationships = 0
        for folder in ["feature-service", "feature-service-queries", "map-service"] {
            for name in RealDocuments.names(folder, { $0.hasSuffix(".json") }) {
                guard let document = try? JSONValue(parsing: try RealDocuments.bytes(name)) else { continue }
                for layer in layers(document) {
                    let info = try FeatureLayerInfo(json: layer)
                    #expect(info.json == layer, "\(name): \(info.name)")
                    count += 1
                    types += info.featureTypes.count
                    relationships += info.relationshipInfos.count
                }
            }
        }
        #expect(count > 20 && types > 10 && relationships > 1, "\(count) layers, \(types) types, \(relationships)")
    }
}
