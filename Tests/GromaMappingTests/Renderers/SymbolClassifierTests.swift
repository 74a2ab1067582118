// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaCodecs
import GromaFeatures
import GromaMapping
import TestSupport
import Testing

@Suite("Renderers choose symbols")
struct SymbolClassifierTests {
    private let symbols = (0..<6).map { SimpleMarkerSymbol(size: Double($0 + 1)) }

    private func size(_ renderer: any Renderer, _ attributes: [String: AttributeValue]) -> Double? {
        (renderer.symbol(for: attributes) as? SimpleMarkerSymbol)?.size
    }
    private func unique(_ fields: [String], _ values: [[String]], fallback: Bool = true) -> UniqueValueRenderer {
        UniqueValueRenderer(
            fieldNames: fields,
            uniqueValues: values.enumerated().map {
                UniqueValue(label: "", symbol: symbols[$0.offset], values: $0.element)
            },
            defaultSymbol: fallback ? symbols[5] : nil)
    }

    @Test("one symbol for all, or none")
    func simple() throws {
        #expect(size(SimpleRenderer(symbol: symbols[2]), [:]) == 3)
        #expect(SimpleRenderer(json: JSONObject()).symbol(for: [:]) == nil)
    }

    @Test(
        "unique values are compared by meaning",
        arguments: [
            (AttributeValue.integer(5), 1.0), (.double(5), 1), (.string("5"), 1), (.string("red"), 2),
            (.double(2.5), 3),
            (.null, 4), (.string(""), 4), (.string("RED"), 6), (.integer(6), 6), (.date(5), 1),
        ])
    func values(value: AttributeValue, expected: Double) {
        #expect(size(unique(["F"], [["5"], ["red"], ["2.50"], ["<Null>"]]), ["f": value]) == expected)
    }

    @Test("numbers in the document match numbers and texts")
    func numberClasses() throws {
        let json = try #require(
            JSONValue(
                parsing:
                    #"{"type":"uniqueValue","field1":"F","uniqueValueInfos":[{"value":7,"symbol":{"type":"esriSMS","size":9}}]}"#
            ).object)
        let renderer = Renderers.renderer(from: json)
        #expect(size(renderer, ["F": 7]) == 9)
        #expect(size(renderer, ["F": "7"]) == 9)
        #expect(size(renderer, ["F": 8]) == nil)
    }

    @Test("several fields match whatever stands round the delimiter")
    func severalFields() throws {
        let json = try #require(
            JSONValue(
                parsing: """
                    {"type":"uniqueValue","field1":"A","field2":"B","fieldDelimiter":", ","uniqueValueInfos":[
                    {"value":"1, x","symbol":{"type":"esriSMS","size":1}},{"value":"2,y","symbol":{"type":"esriSMS","size":2}},
                    {"value":"3, a, b","symbol":{"type":"esriSMS","size":3}}]}
                    """
            ).object)
        let renderer = Renderers.renderer(from: json)
        #expect(size(renderer, ["A": 1, "B": "x"]) == 1)
        #expect(size(renderer, ["A": 2.0, "B": "y"]) == 2)
        #expect(size(renderer, ["A": 3, "B": "a, b"]) == 3)
        #expect(size(renderer, ["A": 1]) == nil)
    }

    @Test("groups alone decide where there are no single values")
    func groups() throws {
        let json = try #require(
            JSONValue(
                parsing: """
                    {"type":"uniqueValue","field1":"A","field2":"B","uniqueValueGroups":[{"heading":"h","classes":[
                    {"label":"l","symbol":{"type":"esriSMS","size":3},"values":[["a","1"],["b","<Null>"]]}]}]}
                    """
            ).object)
        let renderer = Renderers.renderer(from: json)
        #expect(size(renderer, ["A": "a", "B": 1]) == 3)
        #expect(size(renderer, ["A": "b", "B": nil]) == 3)
        #expect(size(renderer, ["A": "b", "B": 1]) == nil)
    }

    private var breaks: ClassBreaksRenderer {
        ClassBreaksRenderer(
            fieldName: "V",
            classBreaks: [
                ClassBreak(label: "", maxValue: 10, symbol: symbols[0]),
                ClassBreak(label: "", maxValue: 20, symbol: symbols[1]),
                ClassBreak(label: "", minValue: 25, maxValue: 30, symbol: symbols[2]),
            ], minValue: 0, defaultSymbol: symbols[5])
    }

    @Test(
        "a break holds what is above the one before, up to its end",
        arguments: [
            (AttributeValue.integer(0), 1.0), (.double(-0.1), 6), (.integer(10), 1), (.double(10.000001), 2),
            (.integer(20), 2),
            (.integer(22), 6), (.integer(25), 3), (.integer(30), 3), (.integer(31), 6), (.null, 6), (.string("15"), 2),
            (.string("x"), 6),
        ])
    func classBreaks(value: AttributeValue, expected: Double) { #expect(size(breaks, ["v": value]) == expected) }

    @Test("values are normalised by a field, a total or a logarithm")
    func normalization() {
        var renderer = breaks
        renderer.normalizationType = .byField
        renderer.normalizationField = "N"
        #expect(size(renderer, ["V": 40, "N": 2]) == 2)
        #expect(size(renderer, ["V": 40, "N": 0]) == 6)
        #expect(size(renderer, ["V": 40]) == 6)
        renderer.normalizationType = .byPercentOfTotal
        renderer.normalizationTotal = 400
        #expect(size(renderer, ["V": 40]) == 1)
        renderer.normalizationType = .byLog
        #expect(size(renderer, ["V": 1e15]) == 2)
        #expect(size(renderer, ["V": 0]) == 6)
    }

    @Test("scripts within reach decide, others leave the default symbol and say so")
    func expressions() {
        var renderer = unique(["IGNORED"], [["a-1"]])
        renderer.valueExpression = "return $feature.A + '-' + $feature[\"B\"];"
        #expect(size(renderer, ["A": "a", "B": 1]) == 1)
        renderer.valueExpression = "var x = 1; return x"
        #expect(SymbolClassifier(renderer).unsupportedReason?.contains("beyond") == true)
        #expect(size(renderer, ["A": "a"]) == 6)
        let unknown = Renderers.renderer(from: JSONObject([(key: "type", value: "dictionary")]))
        #expect(SymbolClassifier(unknown).unsupportedReason?.contains("dictionary") == true)
        #expect(unknown.symbol(for: [:]) == nil)
        let heat = Renderers.renderer(from: JSONObject([(key: "type", value: "heatmap")]))
        #expect(SymbolClassifier(heat).unsupportedReason == nil)
        #expect(heat.symbol(for: [:]) == nil)
    }

    @Test("rows of a column set get what single features get", arguments: [1, 2, 3])
    func columns(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let fields = [
            Field(name: "N", type: .integer), Field(name: "D", type: .double), Field(name: "S", type: .string),
            Field(name: "T", type: .date),
        ]
        func null(_ value: AttributeValue) -> AttributeValue { Bool.random(using: &random) ? value : .null }
        let records = (0..<200).map { _ in
            FeatureRecord(attributes: [
                "N": null(.integer(.random(in: 0...4, using: &random))),
                "D": null(.double(Double(Int.random(in: 0...60, using: &random)) / 2)),
                "S": null(.string(["", "1", "2", "a"].randomElement(using: &random) ?? "")),
                "T": null(.date(.random(in: 0...3, using: &random))),
            ])
        }
        let set = try FeatureSet(records: records, fields: fields)
        var normalized = breaks
        normalized.fieldName = "d"
        normalized.normalizationField = "N"
        var scripted = unique(["S"], [["1a"], ["2"]])
        scripted.valueExpression = "$feature.N + $feature.S"
        var onField = breaks
        onField.fieldName = "D"
        let renderers: [any Renderer] = [
            SimpleRenderer(symbol: symbols[0]), unique(["n"], [["1"], ["2.0"], ["<Null>"]]),
            unique(["D"], [["1"], ["2.5"]], fallback: false), unique(["S"], [["a"], ["1"]]),
            unique(["T"], [["2"], [""]]),
            unique(["S", "N", "D"], [["a", "1", "0.5"], ["", "2", "<Null>"]]), unique(["MISSING"], [["1"]]), onField,
            normalized, scripted,
        ]
        for renderer in renderers {
            let classifier = SymbolClassifier(renderer)
            let single = records.map { Int32(classifier.symbolIndex(for: $0.attributes) ?? -1) }
            #expect(classifier.symbolIndices(for: set) == single, "seed \(seed), \(renderer.json)")
        }
    }
}
