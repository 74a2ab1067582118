// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaArcade
import GromaCodecs
import GromaFeatures
import GromaMapping
import GromaRendering
import Testing

@Suite("Scripts of labels and renderers") struct ArcadeScriptsTests {
    private static func rows() throws -> FeatureSet {
        let fields = [Field(name: "NAME", type: .string), Field(name: "N", type: .double)]
        return try FeatureSet(
            records: [("oak", 1.0), ("elm", 25), ("yew", 90)].map {
                FeatureRecord(attributes: ["NAME": .string($0.0), "N": .double($0.1)])
            } + [FeatureRecord(attributes: ["NAME": .null, "N": .null])], fields: fields)
    }
    private func object(_ text: String) throws -> JSONObject { try #require(try JSONValue(parsing: text).object) }

    @Test("a label's script of several statements")
    func label() throws {
        let definition = LabelDefinition(
            json: try object(
                #"{"labelExpressionInfo":{"expression":"var t = Proper($feature.NAME); if (IsEmpty(t)) { return null } for (var i = 0; i < 2; i++) { t += '!' } return t + Text($feature.N, '0.0')"}}"#
            ))
        let text = LabelText(definition, scripts: ArcadeScripts())
        #expect(text.unsupportedReason == nil)
        #expect(text.fieldNames == ["NAME", "N"])
        #expect(text.texts(for: try Self.rows()) == ["Oak!!1.0", "Elm!!5.0", "Yew!!0.0", ""])
        #expect(text.text(for: ["name": .string("ash"), "n": .double(2)]) == "Ash!!2.0")
        #expect(LabelText(definition).unsupportedReason != nil)
    }

    @Test("a label by a domain of the feature's subtype reads the subtype's field too")
    func subtypes() throws {
        func domain(_ name: String) -> Domain {
            .codedValue(CodedValueDomain(name: name, codedValues: [CodedValue(code: 1, name: name)]))
        }
        let fields = [Field(name: "KIND", type: .integer), Field(name: "STATE", type: .integer)]
        var info = FeatureLayerInfo(id: 0, name: "L", geometryType: nil, fields: fields, objectIDFieldName: "")
        info.subtypeFieldName = "KIND"
        info.featureSubtypes = [
            FeatureSubtype(code: 1, name: "pipe", domains: ["STATE": domain("dry")]),
            FeatureSubtype(code: 2, name: "tank", domains: ["STATE": domain("empty")]),
        ]
        let definition = LabelDefinition(
            json: try object(#"{"labelExpressionInfo":{"expression":"DomainName($feature, 'STATE')"}}"#))
        let text = LabelText(definition, scripts: ArcadeScripts(layerInfo: info))
        #expect(text.fieldNames == ["STATE", "KIND"])
        let rows = try FeatureSet(
            records: [1, 2, 3].map { FeatureRecord(attributes: ["KIND": .integer($0), "STATE": .integer(1)]) },
            fields: fields)
        #expect(text.texts(for: rows) == ["dry", "empty", "1"])
        #expect(LabelText(definition, scripts: ArcadeScripts()).fieldNames == ["STATE"])
    }

    @Test("a script that computes the names of its fields gets all of them, in rows and of one feature")
    func computedNames() throws {
        let label = LabelText(
            LabelDefinition(
                json: try object(
                    #"{"labelExpressionInfo":{"expression":"var part = 'A' + 'ME'; return $feature['N' + part]"}}"#)),
            scripts: ArcadeScripts())
        #expect(label.fieldNames.contains("*"))
        #expect(label.texts(for: try Self.rows()) == ["oak", "elm", "yew", ""])
        #expect(label.text(for: ["Name": .string("ash"), "n": .double(2)]) == "ash")
        let renderer = Renderers.renderer(
            from: try object(
                #"""
                {"type":"uniqueValue","valueExpression":"var f = 'NA'; return $feature[f + 'ME']",
                "uniqueValueInfos":[{"value":"oak","symbol":{"type":"esriSMS","size":9}}],
                "visualVariables":[{"type":"sizeInfo","valueExpression":"var f = 'N'; return $feature[f] * 2",
                "minDataValue":0,"maxDataValue":64,"minSize":0,"maxSize":64}]}
                """#))
        let classifier = SymbolClassifier(renderer, scripts: ArcadeScripts())
        #expect(classifier.symbolIndices(for: try Self.rows()) == [0, -1, -1, -1])
        #expect(classifier.symbolIndex(for: ["NAME": .string("oak"), "N": .double(7)]) == 0)
        #expect(classifier.symbolIndex(for: ["NAME": .string("elm"), "N": .double(7)]) == nil)
        let adjuster = SymbolAdjuster(renderer, scripts: ArcadeScripts())
        #expect(adjuster.adjustments(for: ["NAME": .string("oak"), "N": .double(7)], scale: 1_000).sizes == [14])
    }

    @Test("rows that are drawn again are not evaluated again, until a field that is read is another")
    func kept() throws {
        let definition = LabelDefinition(
            json: try object(
                #"{"labelExpressionInfo":{"expression":"var kept = Proper($feature.NAME); return kept + '.'"}}"#))
        let text = LabelText(definition, scripts: ArcadeScripts())
        let before = ArcadeScripts.cache.counts
        #expect(text.texts(for: try Self.rows()) == ["Oak.", "Elm.", "Yew.", "."])
        #expect(text.texts(for: try Self.rows()) == ["Oak.", "Elm.", "Yew.", "."])
        let after = ArcadeScripts.cache.counts
        // Other tests use the cache at the same time.
        #expect(after.found - before.found >= 4)
    }

    @Test("classes by the value of a script, the default symbol where it fails")
    func classes() throws {
        let renderer = Renderers.renderer(
            from: try object(
                #"""
                {"type":"uniqueValue","valueExpression":"var n = $feature.N; if (n > 50) { return 'big' } if (n > 10) { return 'middle' } return Left($feature.NAME, 1)",
                "defaultSymbol":{"type":"esriSMS","style":"esriSMSCircle","size":1,"color":[0,0,0,255]},"uniqueValueInfos":[
                {"value":"big","symbol":{"type":"esriSMS","style":"esriSMSCircle","size":9,"color":[1,0,0,255]}},
                {"value":"middle","symbol":{"type":"esriSMS","style":"esriSMSCircle","size":5,"color":[2,0,0,255]}}]}
                """#))
        let classifier = SymbolClassifier(renderer, scripts: ArcadeScripts())
        #expect(classifier.unsupportedReason == nil)
        #expect(classifier.symbolIndices(for: try Self.rows()) == [2, 1, 0, 2])
        #expect(classifier.symbolIndex(for: ["N": .double(60), "NAME": .string("x")]) == 0)
    }

    @Test("sizes by the value of a script, also one of the scale")
    func sizes() throws {
        let renderer = Renderers.renderer(
            from: try object(
                #"""
                {"type":"simple","symbol":{"type":"esriSMS","style":"esriSMSCircle","size":9,"color":[1,0,0,255]},"visualVariables":[{"type":"sizeInfo",
                "valueExpression":"var a = $feature.N * 2; return IIf($view.scale > 1000, a, 0)","stops":[{"value":0,"size":1},{"value":200,"size":21}]}]}
                """#))
        let adjuster = SymbolAdjuster(renderer, scripts: ArcadeScripts())
        #expect(adjuster.unsupportedReasons.isEmpty)
        let sizes = try #require(try adjuster.adjustments(for: Self.rows(), scale: 5_000).sizes)
        #expect(Array(sizes.prefix(3)) == [1.2, 6, 19])
        #expect(try adjuster.adjustments(for: Self.rows(), scale: 500).sizes?.first == 1)
    }

    @Test("a script that is none of the language is told with its place")
    func broken() throws {
        let definition = LabelDefinition(json: try object(#"{"labelExpressionInfo":{"expression":"var = 5"}}"#))
        #expect(LabelText(definition, scripts: ArcadeScripts()).unsupportedReason?.contains("line 1, column 5") == true)
    }
}
