// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaCodecs
import GromaFeatures
import GromaMapping
import TestSupport
import Testing

@Suite("Label texts")
struct LabelTextTests {
    private let attributes: [String: AttributeValue] = ["NAME": "Mill", "KIND": 2, "EMPTY": nil]
    private func definition(_ text: String) throws -> LabelDefinition {
        LabelDefinition(json: try #require(JSONValue(parsing: text).object))
    }

    @Test(
        "templates and the older simple form",
        arguments: [
            (#"{"labelExpression":"[NAME]"}"#, "Mill"),
            (#"{"labelExpression":"[NAME] CONCAT \": \" CONCAT [KIND]"}"#, "Mill: 2"),
            (#"{"labelExpression":"[name] CONCAT NEWLINE CONCAT [EMPTY]"}"#, "Mill"),
            (#"{"labelExpression":"[NAME] CONCAT NEWLINE CONCAT [EMPTY] CONCAT \" m\""}"#, "Mill"),
            (#"{"labelExpression":"[EMPTY] CONCAT \" m\""}"#, ""),
            (#"{"labelExpression":"[EMPTY] CONCAT [KIND] CONCAT \" m\""}"#, "2 m"),
            (#"{"labelExpressionInfo":{"value":"Weir\nlevel {EMPTY} m\n{NAME}"}}"#, "Weir\nMill"),
            (#"{"labelExpression":"{NAME}!"}"#, "Mill!"),
            (#"{"labelExpressionInfo":{"value":"{NAME} ({KIND})"}}"#, "Mill (2)"),
            (#"{"labelExpressionInfo":{"value":"{ not } {NAME} {"}}"#, "{ not } Mill {"),
            (#"{"labelExpression":"[KIND]","labelExpressionInfo":{"expression":"Upper($feature.NAME)"}}"#, "MILL"),
        ])
    func texts(json: String, expected: String) throws {
        #expect(LabelText(try definition(json)).text(for: attributes) == expected)
    }

    @Test(
        "what cannot be made says why and gives no text",
        arguments: [
            "{}", #"{"labelExpression":"[NAME"}"#, #"{"labelExpression":"[NAME] AND [KIND]"}"#,
            #"{"labelExpression":"[A] CONCAT"}"#,
            #"{"labelExpressionInfo":{"expression":"var a = 1; a"}}"#,
        ])
    func unsupported(json: String) throws {
        let text = LabelText(try definition(json))
        #expect(text.unsupportedReason != nil)
        #expect(text.text(for: attributes) == "")
    }

    @Test("coded values show their names where the class wants that")
    func domains() throws {
        let domain = CodedValueDomain(name: "Kind", codedValues: [CodedValue(code: 2, name: "Weir")])
        let set = try FeatureSet(
            records: [FeatureRecord(attributes: ["KIND": 2]), FeatureRecord(attributes: ["KIND": 9])],
            fields: [Field(name: "KIND", type: .integer, domain: .codedValue(domain))])
        #expect(LabelText(try definition(#"{"labelExpression":"[kind]"}"#)).texts(for: set) == ["Weir", "9"])
        #expect(
            LabelText(try definition(#"{"labelExpression":"[kind]","useCodedValues":false}"#)).texts(for: set) == [
                "2", "9",
            ])
    }

    @Test("dates show their day, numbers three decimals")
    func plain() throws {
        let text = LabelText(try definition(#"{"labelExpression":"[D] CONCAT \" \" CONCAT [N]"}"#))
        #expect(text.text(for: ["D": .date(0), "N": 1.23456]) == "1970-01-01 1.235")
    }

    @Test("setting an expression writes the form that wins, and keeps the rest")
    func write() throws {
        var label = try definition(
            #"{"labelExpression":"[A]","labelExpressionInfo":{"title":"t","expression":"$feature.A"}}"#)
        label.expression = .template("{B}")
        #expect(
            JSONValue.object(label.json).text()
                == #"{"labelExpression":"[A]","labelExpressionInfo":{"title":"t","value":"{B}"}}"#)
        label.expression = .simple("[C]")
        #expect(JSONValue.object(label.json).text() == #"{"labelExpression":"[C]"}"#)
    }

    @Test(
        "every label of the sample maps can be made",
        .enabled(if: SharedData.isAvailable, "GROMA_SHARED_DATA names no folder"))
    func sample() throws {
        var count = 0
        for path in RealDocuments.sampleWebMaps {
            for (_, layer) in try WebMap(data: RealDocuments.bytes(path)).allLayers {
                for label in layer.layerDefinition?.drawingInfo?.labelDefinitions ?? [] {
                    #expect(LabelText(label).unsupportedReason == nil, "\(path) \(layer.id)")
                    count += 1
                }
            }
        }
        #expect(count >= 8)
    }
}
