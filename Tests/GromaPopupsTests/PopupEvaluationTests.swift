// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaCodecs
import GromaFeatures
import GromaGeometry
import GromaMapping
import GromaPopups
import Testing

@Suite("Evaluating popups")
struct PopupEvaluationTests {
    private let info = FeatureLayerInfo(
        id: 0, name: "Trees", geometryType: .point,
        fields: [
            Field(name: "OBJECTID", type: .oid), Field(name: "NAME", type: .string, alias: "Name"),
            Field(
                name: "KIND", type: .integer,
                domain: .codedValue(CodedValueDomain(name: "K", codedValues: [CodedValue(code: 1, name: "Oak")]))),
            Field(name: "HEIGHT", type: .double), Field(name: "PLANTED", type: .date),
        ], objectIDFieldName: "OBJECTID")
    private func feature(_ attributes: [String: AttributeValue]) -> Feature {
        Feature(attributes: attributes, layerInfo: info)
    }
    private func evaluated(_ definition: PopupDefinition, _ attributes: [String: AttributeValue]) -> EvaluatedPopup {
        Popup(geoElement: feature(attributes), definition: definition)
            .evaluated(locale: Locale(identifier: "en-US"), timeZone: .gmt)
    }
    private func rows(_ popup: EvaluatedPopup) -> [EvaluatedFields.Row] {
        popup.elements.flatMap { element in
            if case .fields(let fields) = element { fields.rows } else { [] as [EvaluatedFields.Row] }
        }
    }
    private func texts(_ popup: EvaluatedPopup) -> [EvaluatedText] {
        popup.elements.compactMap { if case .text(let text) = $0 { text } else { nil } }
    }

    @Test("an empty definition of an element without attributes shows an empty popup")
    func empty() {
        let popup = Popup(geoElement: FeatureRecord(), definition: PopupDefinition())
            .evaluated(locale: Locale(identifier: "de"), timeZone: .gmt)
        #expect(popup.title.isEmpty && rows(popup).isEmpty && popup.diagnostics.isEmpty)
        #expect(popup.html(words: Localization(preferring: ["de"])).contains("<h1></h1>"))
    }

    @Test("rows in the definition's order, hidden ones left out, null ones empty, codes by name")
    func fieldRows() {
        var hidden = PopupField(fieldName: "OBJECTID")
        hidden.isVisible = false
        let definition = PopupDefinition(
            title: "{name} {OBJECTID}",
            fields: [
                PopupField(fieldName: "KIND", label: "Kind"), hidden,
                PopupField(fieldName: "HEIGHT", format: .number(places: 1)), PopupField(fieldName: "NAME"),
            ])
        let popup = evaluated(definition, ["OBJECTID": 4, "NAME": .null, "KIND": 1, "HEIGHT": 12.25])
        #expect(rows(popup).map(\.label) == ["Kind", "HEIGHT", "NAME"])
        #expect(rows(popup).map(\.value) == ["Oak", "12.3", ""])
        #expect(popup.title == "4")
        let unknown = evaluated(definition, ["KIND": 9, "HEIGHT": 1, "NAME": "", "OBJECTID": 1])
        #expect(rows(unknown)[0].value == "9")
    }

    @Test("an unknown field is an empty text, and is told once")
    func unknownField() {
        let popup = evaluated(PopupDefinition(title: "a{NOPE}b{NOPE}"), ["NAME": "x"])
        #expect(popup.title == "ab")
        #expect(popup.diagnostics.count == 1 && popup.diagnostics[0].contains("NOPE"))
    }

    @Test("values are escaped in authors' text and encoded in addresses")
    func escaping() {
        var definition = PopupDefinition(title: "")
        definition.elements = [
            .text(TextPopupElement(text: "<p>{NAME}</p><a href=\"https://example.com/?q={NAME}\">x</a>"))
        ]
        let text = texts(evaluated(definition, ["NAME": "<script>a</script> & \"b\""])).first
        #expect(
            text?.html
                == "<p>&lt;script&gt;a&lt;/script&gt; &amp; &quot;b&quot;</p><a href=\"https://example.com/?q=%3Cscript%3Ea%3C%2Fscript%3E%20%26%20%22b%22\" target=\"_blank\" rel=\"noopener noreferrer\">x</a>"
        )
    }

    @Test("a script that nobody wrote, and one that gives no element, are told and shown as nothing")
    func scripts() {
        var definition = PopupDefinition(title: "{expression/e}")
        definition.elements = [
            .expression(ExpressionPopupElement(expression: PopupExpression(name: "e", expression: "1"))),
            .fields(FieldsPopupElement(fields: [PopupField(fieldName: "expression/e")])),
        ]
        let popup = evaluated(definition, [:])
        #expect(popup.title.isEmpty && popup.elements.count == 1)
        #expect(popup.diagnostics.count == 2 && rows(popup).isEmpty)
    }

    @Test("charts divide by the normalising field; by zero there is no data")
    func charts() throws {
        func chart(_ kind: PopupChartKind, _ attributes: [String: AttributeValue]) throws -> EvaluatedChart {
            var media = PopupMedia(chart: kind, fieldNames: ["HEIGHT", "NAME"])
            media.value.normalizeFieldName = "KIND"
            var definition = PopupDefinition(title: "")
            definition.elements = [.media(MediaPopupElement(media: [media]))]
            guard case .media(let element)? = evaluated(definition, attributes).elements.first,
                case .chart(let chart)? = element.items.first?.content
            else { throw CancellationError() }
            return chart
        }
        let good = try chart(.bar, ["HEIGHT": 10.0, "KIND": 4, "NAME": "x"])
        #expect(good.entries.map(\.value) == [2.5, nil] && good.hasData)
        #expect(good.entries.map(\.text) == ["2.50", ""])
        #expect(try chart(.bar, ["HEIGHT": 10.0, "KIND": 0, "NAME": .null]).hasData == false)
        #expect(try chart(.pie, ["HEIGHT": 0.0, "KIND": 1, "NAME": .null]).hasData == false)
    }

    @Test("places for attachments and related records that hold nothing leave no heading behind")
    func supplements() {
        var definition = PopupDefinition(title: "{NAME}")
        definition.elements = [
            .attachments(AttachmentsPopupElement(title: "Pictures")),
            .relationship(RelationshipPopupElement(relationshipID: 3, title: "Visits")),
        ]
        let popup = evaluated(definition, ["NAME": "Mill"])
        let words = Localization(preferring: ["en"])
        #expect(popup.plainText(words: words) == "Mill\n")
        #expect(popup.html(words: words).contains("<h2>") == false)
        var supplements = PopupSupplements()
        supplements.attachments = [
            AttachmentInfo(id: 1, parentObjectID: 1, name: "a<b.jpg", contentType: "image/jpeg", size: 1_400)
        ]
        supplements.relatedRecords = [3: ["4 May: clean"], 4: ["other"]]
        #expect(
            popup.plainText(words: words, supplements: supplements)
                == "Mill\n\nPictures\na<b.jpg, 2 kB\n\nVisits\n4 May: clean\n")
        let page = popup.html(words: words, supplements: supplements)
        #expect(page.contains("<h2>Pictures</h2><ul><li>a&lt;b.jpg, 2 kB</li></ul>"))
    }

    @Test("texts on the command line break where a page would")
    func paragraphs() {
        var definition = PopupDefinition(title: "")
        let text =
            "<p>On <b>{NAME}</b>.</p><p>Drains <i>4&nbsp;m</i><br/>south</p><table><tr><td>a</td><td>b</td></tr></table>"
        definition.elements = [.text(TextPopupElement(text: text))]
        let popup = evaluated(definition, ["NAME": "Mill"])
        #expect(popup.plainText(words: Localization(preferring: ["en"])) == "\n\nOn Mill.\nDrains 4 m\nsouth\na b\n")
    }

    @Test("the page escapes everything and links safe addresses only")
    func page() {
        let definition = PopupDefinition(title: "<b>{NAME}</b>", fields: [PopupField(fieldName: "NAME")])
        let words = Localization(preferring: ["en"])
        let script = evaluated(definition, ["NAME": "javascript:alert(1)"])
        #expect(!script.html(words: words).contains("href"))
        let link = evaluated(definition, ["NAME": "https://example.com/a?b=1&c=2"])
        #expect(rows(link)[0].link == "https://example.com/a?b=1&c=2")
        #expect(link.html(words: words).contains("href=\"https://example.com/a?b=1&amp;c=2\""))
        #expect(link.json["title"] == "https://example.com/a?b=1&c=2")
    }
}
