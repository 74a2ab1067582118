// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaCodecs
import GromaFeatures
import GromaGeometry
import GromaMapping
import GromaPopups
import GromaServices
import Testing

/// Statements about popups that go across rooms.
@Suite("Statements: popups")
struct PopupStatementsTests {
    private let info = FeatureLayerInfo(
        id: 0, name: "Trees", geometryType: .point,
        fields: [
            Field(name: "OBJECTID", type: .oid, isNullable: false, isEditable: false),
            Field(name: "PLANTED", type: .date, alias: "Planted on"),
            Field(name: "HEIGHT", type: .double, alias: "Height"),
            Field(
                name: "SPECIES", type: .integer, alias: "Species",
                domain: .codedValue(CodedValueDomain(name: "S", codedValues: [CodedValue(code: 1, name: "Lime")]))),
        ], objectIDFieldName: "OBJECTID")
    private let attributes: [String: AttributeValue] = [
        "OBJECTID": 4, "PLANTED": .date(1_078_185_600_000), "HEIGHT": 11.26, "SPECIES": 1,
    ]
    private var tree: Feature { Feature(attributes: attributes, layerInfo: info) }

    private func shown(_ popup: Popup) -> EvaluatedPopup {
        popup.evaluated(locale: Locale(identifier: "en-US"), timeZone: .gmt)
    }
    private func rows(_ popup: EvaluatedPopup) -> [EvaluatedFields.Row] {
        popup.elements.flatMap { element in
            if case .fields(let fields) = element { fields.rows } else { [] as [EvaluatedFields.Row] }
        }
    }
    private func kinds(_ popup: EvaluatedPopup) -> [String] {
        popup.elements.map { element in
            switch element {
            case .text: "text"
            case .fields: "fields"
            case .media: "media"
            case .attachments: "attachments"
            case .relationship: "relationship"
            case .unsupported: "unsupported"
            }
        }
    }

    @Test("a feature without a definition shows the layer's visible fields in their order, by alias")
    func plainFeature() {
        let popup = shown(Popup(geoElement: tree))
        #expect(rows(popup).map(\.label) == ["Planted on", "Height", "Species"])
        let values = rows(popup).map { $0.value.replacing("\u{202F}", with: " ") }
        #expect(values == ["3/2/2004, 12:00 AM", "11.26", "Lime"])
    }

    @Test("a graphic without a layer shows a row for each attribute, and none may be edited")
    @MainActor
    func plainGraphic() {
        let graphic = Graphic(attributes: ["b": 2, "a": "x", "c": .null])
        let popup = Popup(geoElement: graphic)
        #expect(rows(shown(popup)).map(\.label) == ["a", "b", "c"])
        #expect(popup.definition.fieldInfos.allSatisfy { !$0.isEditable } && popup.definition.fieldInfos.count == 3)
        #expect(!popup.definition.allowsEdit && !popup.definition.allowsDelete)
    }

    @Test("field names in templates are found in any case")
    func anyCase() {
        #expect(
            shown(Popup(geoElement: tree, definition: PopupDefinition(title: "{species} {Height}"))).title
                == "Lime 11.26")
    }

    @Test("two fields in a title have a format each, and codes their names in title, text and table")
    func titleFormats() {
        var definition = PopupDefinition(title: "{SPECIES}, {PLANTED}, {HEIGHT} m")
        definition.fields["PLANTED"].format = .date(.year)
        definition.fields["HEIGHT"].format = .number(places: 1)
        definition.fields["SPECIES"].label = "Kind"
        definition.elements.append(.text(TextPopupElement(text: "<b>{SPECIES}</b>")))
        let popup = shown(Popup(geoElement: tree, definition: definition))
        #expect(popup.title == "Lime, 2004, 11.3 m")
        #expect(rows(popup).map(\.value) == ["2004", "11.3", "Lime"])
        guard case .text(let text)? = popup.elements.last else {
            Issue.record("no text")
            return
        }
        #expect(text.html == "<b>Lime</b>")
    }

    @Test("a definition whose one field is null shows that row, empty, and nothing else")
    func nullRow() {
        let bare = Feature(attributes: ["NOTE": .null, "OTHER": 5])
        let popup = shown(Popup(geoElement: bare, definition: PopupDefinition(fields: [PopupField(fieldName: "NOTE")])))
        #expect(rows(popup).map(\.label) == ["NOTE"] && rows(popup).map(\.value) == [""])
    }

    @Test("a type's field shows the type's name", arguments: ["typeIdField", "subtypeField"])
    func typeName(member: String) throws {
        let types = member == "typeIdField" ? "types" : "subtypes"
        let key = member == "typeIdField" ? "id" : "code"
        let json = try JSONValue(
            parsing: """
                {"id":0,"name":"T","objectIdField":"OBJECTID","\(member)":"KIND","\(types)":[{"\(key)":2,"name":"Weir"}],
                "fields":[{"name":"OBJECTID","type":"esriFieldTypeOID"},{"name":"KIND","type":"esriFieldTypeInteger"}]}
                """)
        let feature = Feature(attributes: ["OBJECTID": 1, "KIND": 2], layerInfo: try FeatureLayerInfo(json: json))
        let definition = PopupDefinition(title: "{KIND}", fields: [PopupField(fieldName: "KIND")])
        let popup = shown(Popup(geoElement: feature, definition: definition))
        #expect(popup.title == "Weir" && rows(popup).map(\.value) == ["Weir"])
    }

    @Test("an unknown date format leaves the field's own form, and is told")
    func unknownDateFormat() {
        var definition = PopupDefinition(title: "{PLANTED}", fields: [PopupField(fieldName: "PLANTED")])
        definition.fields["PLANTED"].format = PopupFieldFormat(json: ["dateFormat": "moonPhase"])
        let popup = shown(Popup(geoElement: tree, definition: definition))
        #expect(popup.title.hasPrefix("3/2/2004"))
        #expect(popup.diagnostics.contains { $0.contains("moonPhase") })
    }

    @Test("elements stand in the document's order, and the older members are not shown as well")
    func elementOrder() throws {
        let json = try #require(
            JSONValue(
                parsing: """
                    {"title":"T","description":"older text","showAttachments":true,"fieldInfos":[{"fieldName":"HEIGHT","visible":true}],
                    "mediaInfos":[{"type":"image","value":{"sourceURL":"https://example.org/a.png"}}],
                    "popupElements":[{"type":"attachments"},{"type":"text","text":"new text"},{"type":"fields"}]}
                    """
            ).object)
        let popup = shown(Popup(geoElement: tree, definition: PopupDefinition(json: json)))
        #expect(kinds(popup) == ["attachments", "text", "fields"])
        #expect(!popup.plainText(words: Localization(preferring: ["en"])).contains("older text"))
    }

    @Test("without elements the older members give text or fields, then media, then attachments")
    func olderMembers() throws {
        func kinds(_ text: String) throws -> [String] {
            let json = try #require(JSONValue(parsing: text).object)
            return self.kinds(shown(Popup(geoElement: tree, definition: PopupDefinition(json: json))))
        }
        let media = #""mediaInfos":[{"type":"image","value":{"sourceURL":"https://example.org/a.png"}}]"#
        #expect(
            try kinds(#"{"description":"d","showAttachments":true,\#(media)}"#) == ["text", "media", "attachments"])
        #expect(try kinds(#"{"description":" ","fieldInfos":[],\#(media)}"#) == ["fields", "media"])
        #expect(try kinds(#"{"popupElements":[]}"#) == ["fields"])
    }

    @Test("adding an element to a definition that has none keeps what it showed")
    func appended() {
        var definition = PopupDefinition(geoElement: tree)
        definition.showsAttachments = true
        definition.elements.append(.chart(.bar, fields: ["HEIGHT"]))
        #expect(kinds(shown(Popup(geoElement: tree, definition: definition))) == ["fields", "attachments", "media"])
    }

    @Test("empty texts, and media without anything to show, leave no trace")
    func emptyElements() {
        var definition = PopupDefinition(title: "T")
        let words = Localization(preferring: ["en"])
        let nothing = MediaPopupElement(title: "Pictures", media: [PopupMedia(imageURL: "{NOTE}")])
        definition.elements = [.text(TextPopupElement(text: "  ")), .media(nothing)]
        let popup = shown(Popup(geoElement: Feature(attributes: ["NOTE": .null]), definition: definition))
        #expect(popup.plainText(words: words) == "T\n")
        #expect(!popup.html(words: words).contains("<section>"))
    }

    @Test("a chart's words at the pointer come from the field that the author names")
    func tooltips() {
        var media = PopupMedia(chart: .bar, fieldNames: ["HEIGHT"])
        media.value.tooltipFieldName = "SPECIES"
        var definition = PopupDefinition(title: "")
        definition.elements = [.media(MediaPopupElement(media: [media]))]
        guard case .media(let element)? = shown(Popup(geoElement: tree, definition: definition)).elements.first,
            case .chart(let chart)? = element.items.first?.content
        else {
            Issue.record("no chart")
            return
        }
        #expect(chart.entries.map(\.tooltip) == ["Lime: 11.26"])
    }

    @Test("a bare query result is shown by way of the address of its service")
    @MainActor
    func addressLookUp() throws {
        let document = try WebMap(
            data:
                #"{"baseMap":{},"operationalLayers":[{"id":"i","layerType":"ArcGISMapServiceLayer","url":"https://gis.example.org/rest/services/M/MapServer","layers":[{"id":2,"popupInfo":{"title":"Main {HEIGHT}"}}]}]}"#
                .utf8)
        let map = Map(webMap: document, services: HTTPServiceLoader())
        let url = try #require(URL(string: "https://GIS.example.org/rest/services/M/MapServer/"))
        let definition = try #require(map.popupDefinition(forServiceAt: url, sublayerID: 2))
        let row = FeatureRecord(attributes: ["HEIGHT": 3])
        #expect(Popup(geoElement: row, definition: definition).title == "Main 3")
    }
}
