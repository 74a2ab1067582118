// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaCodecs
import GromaFeatures
import GromaGeometry
import GromaMapping
import Testing

@Suite("Popup definitions")
struct PopupDefinitionTests {
    @Test("a definition made in code says what was said")
    func made() throws {
        let tree = FeatureRecord(attributes: ["SPECIES": 7, "PLANTED": .date(0), "HEIGHT": 3.5])
        var definition = PopupDefinition(geoElement: tree)
        definition.title = "{SPECIES}, planted {PLANTED}"
        definition.fields["PLANTED"].format = .date(.longMonthDayYear)
        definition.fields["HEIGHT"].format = .number(places: 1)
        definition.fields["height"].label = "Height (m)"
        definition.fields["OWNER_PHONE"].isVisible = false
        definition.fields["SURVEY_ID"].isEditable = false
        definition.allowsDelete = false
        definition.showsAttachments = true
        definition.elements.append(.chart(.column, title: "Growth", fields: ["H2022", "H2023", "H2024"]))
        let again = PopupDefinition(
            json: try #require(JSONValue(parsing: JSONValue.object(definition.json).text()).object))
        #expect(again.fieldInfos.map(\.fieldName) == ["HEIGHT", "PLANTED", "SPECIES", "OWNER_PHONE", "SURVEY_ID"])
        #expect(again.fields["HEIGHT"].format?.places == 1)
        #expect(again.fields["HEIGHT"].label == "Height (m)")
        #expect(again.fields["PLANTED"].format?.dateFormat == .longMonthDayYear)
        #expect(!again.fields["OWNER_PHONE"].isVisible)
        #expect(again.showsAttachments)
        #expect(again.elements.map { $0.json["type"]?.string } == ["fields", "attachments", "media"])
        guard case .media(let element)? = again.elements.last else {
            Issue.record("no media element")
            return
        }
        #expect(element.media.first?.kind == .chart(.column))
        #expect(element.media.first?.value.fieldNames == ["H2022", "H2023", "H2024"])
    }

    @Test("reading a field that is not there adds none")
    func readOnly() {
        var definition = PopupDefinition(title: "T")
        let field = definition.fields["MISSING"]
        definition.fields["MISSING"] = field
        #expect(definition.fieldInfos.isEmpty)
        #expect(field.label == "MISSING")
    }

    @Test("elements of every type are read, unknown ones kept")
    func elements() throws {
        let text =
            #"{"popupElements":[{"type":"text","text":"a"},{"type":"fields","fieldInfos":[{"fieldName":"F"}]},{"type":"attachments","displayType":"list"},{"type":"expression","expressionInfo":{"expression":"1","returnType":"dictionary"}},{"type":"relationship","relationshipId":4,"orderByFields":[{"field":"D","order":"desc"}]},{"type":"hologram","x":1.0}]}"#
        var definition = PopupDefinition(json: try #require(JSONValue(parsing: text).object))
        #expect(definition.elements.count == 6)
        guard case .relationship(var relationship) = definition.elements[4] else {
            Issue.record("no relationship")
            return
        }
        #expect(relationship.relationshipID == 4)
        #expect(relationship.displayCount == 3)
        #expect(relationship.orderBy.first?.isAscending == false)
        relationship.displayCount = 10
        definition.elements[4] = .relationship(relationship)
        #expect(
            JSONValue.object(definition.json).text()
                == text.replacing(#""order":"desc"}]}"#, with: #""order":"desc"}],"displayCount":10}"#))
        guard case .unsupported(let unknown) = definition.elements[5] else {
            Issue.record("read what it cannot know")
            return
        }
        #expect(unknown.type == "hologram")
    }

    @Test("a layer's own description makes a definition")
    func layerInfo() {
        var info = FeatureLayerInfo(
            id: 0, name: "Trees", geometryType: .point,
            fields: [
                Field(name: "OBJECTID", type: .oid), Field(name: "NAME", type: .string, alias: "Name"),
                Field(name: "SHAPE", type: .geometry),
            ], objectIDFieldName: "OBJECTID")
        info.displayFieldName = "NAME"
        info.hasAttachments = true
        let definition = PopupDefinition(layerInfo: info)
        #expect(definition.title == "Trees: {NAME}")
        #expect(definition.fieldInfos.map(\.isVisible) == [false, true])
        #expect(definition.fields["name"].label == "Name")
        #expect(definition.showsAttachments)
    }

    @Test("a layer gives a definition once it is loaded, and elements that are set to what they mean stay unwritten")
    @MainActor
    func popupSource() async throws {
        let info = FeatureLayerInfo(
            id: 0, name: "Trees", geometryType: .point, fields: [Field(name: "OBJECTID", type: .oid)],
            objectIDFieldName: "OBJECTID", spatialReference: .webMercator)
        let layer = FeatureLayer(featureTable: try FeatureCollectionTable(info: info))
        #expect(PopupDefinition(popupSource: layer).fieldInfos.isEmpty)
        try await layer.load()
        var definition = PopupDefinition(popupSource: layer)
        #expect(definition.title == "Trees" && definition.fieldInfos.map(\.fieldName) == ["OBJECTID"])
        let elements = definition.elements
        definition.elements = elements
        #expect(!definition.hasElements)
    }

    @Test("there are 28 ways to write a date")
    func dateFormats() { #expect(PopupDateFormat.allCases.count == 28) }
}
