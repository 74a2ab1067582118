// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaCodecs
import GromaFeatures
import GromaGeometry
import Testing

@Suite("A layer's description and its JSON")
struct FeatureLayerInfoJSONTests {
    private let document: JSONValue = [
        "currentVersion": 11.3, "id": 3, "name": "Trees", "type": "Feature Layer", "geometryType": "esriGeometryPoint",
        "hasZ": false, "hasM": false, "objectIdField": "OBJECTID", "globalIdField": "", "displayField": "NAME",
        "typeIdField": "KIND", "capabilities": "Query,Update,Create", "maxRecordCount": 1000,
        "extent": [
            "xmin": 0, "ymin": 0, "xmax": 10, "ymax": 20,
            "spatialReference": ["wkid": 102100, "latestWkid": 3857, "xyTolerance": 0.001],
        ],
        "editFieldsInfo": ["creatorField": "CREATOR", "realm": "town"],
        "drawingInfo": ["renderer": nil],
        "fields": [
            ["name": "OBJECTID", "type": "esriFieldTypeOID", "alias": "OBJECTID", "nullable": false, "domain": nil],
            [
                "name": "KIND", "type": "esriFieldTypeInteger", "alias": "Kind", "sqlType": "sqlTypeInteger",
                "domain": [
                    "type": "codedValue", "name": "Kinds", "mergePolicy": "esriMPTDefaultValue",
                    "codedValues": [["name": "Oak", "code": 1, "note": "kept"], ["name": "Ash", "code": 2]],
                ],
            ],
            [
                "name": "NAME", "type": "esriFieldTypeString", "alias": "Name", "length": 50, "defaultValue": "none",
                "editable": true,
            ],
            ["name": "ODD", "type": "esriFieldTypeFromTomorrow", "alias": "Odd"],
        ],
        "types": [
            [
                "id": 1, "name": "Oak",
                "domains": [
                    "NAME": ["type": "inherited"], "AGE": ["type": "range", "name": "Age", "range": [0, 500]],
                ],
                "templates": [
                    [
                        "name": "Young oak", "description": "", "drawingTool": "esriFeatureEditToolPoint",
                        "prototype": ["attributes": ["kind": 1, "NAME": nil]],
                    ]
                ],
            ]
        ],
    ]

    @Test("an unchanged description is written as it was read, at every depth")
    func lossless() throws {
        let info = try FeatureLayerInfo(json: document)
        #expect(info.json == document)
    }

    @Test("a changed property changes its own member and no other")
    func oneChange() throws {
        var info = try FeatureLayerInfo(json: document)
        info.displayFieldName = "KIND"
        info.fields[1].alias = "Kind of tree"
        guard case .codedValue(var domain) = info.fields[1].domain else {
            Issue.record("the domain is gone")
            return
        }
        domain.name = "Species"
        info.fields[1].domain = .codedValue(domain)
        var expected = try #require(document.object)
        expected["displayField"] = "KIND"
        var fields = try #require(document["fields"]?.array)
        var field = try #require(fields[1].object)
        field["alias"] = "Kind of tree"
        var domainJSON = try #require(field["domain"]?.object)
        domainJSON["name"] = "Species"
        field["domain"] = .object(domainJSON)
        fields[1] = .object(field)
        expected["fields"] = .array(fields)
        #expect(info.json == .object(expected))
    }

    @Test("the typed properties say what the document says")
    func properties() throws {
        let info = try FeatureLayerInfo(json: document)
        #expect(info.id == 3 && info.name == "Trees" && !info.isTable && info.geometryType == .point)
        #expect(info.globalIDFieldName == nil && info.objectIDFieldName == "OBJECTID")
        #expect(info.spatialReference == .webMercator && info.extent?.yMax == 20)
        #expect(info.capabilities == ["Query", "Update", "Create"] && info.maxRecordCount == 1_000)
        #expect(info.editFieldsInfo?.creatorField == "CREATOR")
        #expect(info.field(named: "name")?.length == 50)
        #expect(info.fields[0].isNullable == false && info.fields[3].type == .string)
        let type = try #require(info.featureType(of: ["KIND": 1]))
        #expect(type.templates.first?.prototypeAttributes == ["KIND": 1, "NAME": .null])
        #expect(info.domain(ofField: "NAME", attributes: ["KIND": 1]) == nil)
        #expect(type.domains["AGE"] != nil)
    }

    @Test("a description made in code says type, id and fields")
    func made() throws {
        let info = FeatureLayerInfo(
            id: 0, name: "Made", geometryType: .polygon, fields: [Field(name: "OID", type: .oid, isNullable: false)],
            objectIDFieldName: "OID", spatialReference: .webMercator)
        #expect(info.json["type"] == "Feature Layer" && info.json["id"] == 0)
        let back = try FeatureLayerInfo(json: info.json)
        #expect(back.json == info.json && back.spatialReference == .webMercator && back.fields == info.fields)
        let table = FeatureLayerInfo(id: 1, name: "T", geometryType: nil, fields: [], objectIDFieldName: "OID")
        #expect(table.json["type"] == "Table")
        #expect(try FeatureLayerInfo(json: table.json).isTable)
    }

    @Test(
        "documents that are no layer are refused",
        arguments: [
            JSONValue.null, .array([]), ["fields": [["type": "esriFieldTypeOID"]]], ["fields": [nil]],
            ["geometryType": "esriGeometryBanana"],
        ])
    func refused(document: JSONValue) {
        #expect(throws: FeatureError.self) { try FeatureLayerInfo(json: document) }
    }

    @Test("an empty object is a layer without fields, and stays empty")
    func empty() throws {
        #expect(try FeatureLayerInfo(json: [:]).json == [:])
    }
}

@Suite("Values and their JSON")
struct AttributeValueJSONTests {
    @Test(
        "lenient input is read by the field's type",
        arguments: [
            (JSONValue.number(JSONNumber(5.0)), FieldType.integer, AttributeValue.integer(5)),
            ("5", .smallInteger, .integer(5)), (5, .double, .integer(5)), ("2.5", .single, .double(2.5)),
            ("NaN", .double, .null), (nil, .oid, .null), (7, .string, .string("7")),
            (1_700_000_000_000, .date, .date(1_700_000_000_000)), ("-5", .date, .date(-5)),
            ("2024-03-31", .date, .date(1_711_843_200_000)),
            ("2024-03-31T00:00:00+02:00", .date, .date(1_711_836_000_000)),
            ("{A}", .guid, .guid("{A}")), ("AQI=", .blob, .blob([1, 2])),
            ("14:05:09", .timeOnly, .timeOnly("14:05:09")),
        ] as [(JSONValue, FieldType, AttributeValue)])
    func lenient(json: JSONValue, type: FieldType, value: AttributeValue) throws {
        if type == .double, json == 5 {
            #expect(try AttributeValue(json: json, type: type) == .double(5))
        } else {
            #expect(try AttributeValue(json: json, type: type) == value)
        }
    }

    @Test(
        "what no leniency explains is refused",
        arguments: [
            (JSONValue.double(1.5), FieldType.integer), ("12a", .integer), ("31.03.2024", .date), ([], .string),
            ([:], .double), ("2024-02-30", .date), (5, .guid), ("%%%", .blob), (1, .geometry),
        ] as [(JSONValue, FieldType)])
    func refused(json: JSONValue, type: FieldType) {
        #expect(throws: FeatureError.self) { try AttributeValue(json: json, type: type) }
    }

    @Test(
        "dates of the calendar come back from their milliseconds",
        arguments: [
            "0001-01-01", "1582-10-10", "1899-12-31", "1969-12-31", "1970-01-01", "2000-02-29", "2100-03-01",
            "9999-12-31",
        ])
    func calendar(text: String) throws {
        let milliseconds = try #require(CalendarText.instant(text))
        #expect(CalendarText.dateText(milliseconds: milliseconds) == text)
        #expect(CalendarText.dateText(milliseconds: milliseconds + 86_399_999) == text)
        #expect(CalendarText.timeText(milliseconds: milliseconds + 86_399_999) == "23:59:59")
    }
}
