// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaCodecs
import GromaFeatures
import GromaMapping
import Testing

@Suite("Visual variables")
struct SymbolAdjusterTests {
    private func renderer(_ variables: String) throws -> SimpleRenderer {
        SimpleRenderer(
            json: try #require(JSONValue(parsing: #"{"type":"simple","visualVariables":[\#(variables)]}"#).object))
    }
    private func adjust(
        _ variables: String, _ attributes: [String: AttributeValue], scale: Double = 1_000
    ) throws -> SymbolAdjustments {
        SymbolAdjuster(try renderer(variables)).adjustments(for: attributes, scale: scale)
    }

    @Test(
        "a size follows a field between two ends and is clamped at them",
        arguments: [(250.0, 0.9), (2400, 5.5), (1325, 3.2), (0, 0.9), (9999, 5.5)])
    func size(value: Double, expected: Double) throws {
        let sizes = try adjust(
            #"{"type":"sizeInfo","field":"D","minDataValue":250,"maxDataValue":2400,"minSize":0.9,"maxSize":5.5}"#,
            ["d": .double(value)]
        ).sizes
        #expect(abs(try #require(sizes?.first) - expected) < 1e-9)
    }

    @Test("null, text and absent fields leave the symbol's own size")
    func noValue() throws {
        let variable = #"{"type":"sizeInfo","field":"D","stops":[{"value":0,"size":1},{"value":1,"size":2}]}"#
        for attributes: [String: AttributeValue] in [[:], ["D": nil], ["D": "x"]] {
            #expect(try adjust(variable, attributes).sizes?.first?.isNaN == true)
        }
    }

    @Test("a size follows the scale", arguments: [(1_000.0, 9.0), (2_750, 7.5), (9_000, 3.5), (1e9, 3.5)])
    func scale(scale: Double, expected: Double) throws {
        let variable =
            #"{"type":"sizeInfo","valueExpression":"$view.scale","stops":[{"value":1000,"size":9},{"value":4500,"size":6},{"value":9000,"size":3.5}]}"#
        #expect(try adjust(variable, [:], scale: scale).sizes == [expected])
    }

    @Test("a size on the ground becomes points at the scale")
    func ground() throws {
        let diameter = #"{"type":"sizeInfo","field":"W","valueUnit":"meters","valueRepresentation":"diameter"}"#
        let points = try #require(try adjust(diameter, ["W": 25.4], scale: 1_000).sizes?.first)
        #expect(abs(points - 72) < 1e-9)
        let radius = #"{"type":"sizeInfo","field":"W","valueUnit":"feet","valueRepresentation":"radius"}"#
        #expect(abs(try #require(try adjust(radius, ["W": 1], scale: 12).sizes?.first) - 144) < 1e-9)
    }

    @Test("sizes at the ends may themselves follow the scale; the outline may be meant")
    func nested() throws {
        let variable =
            #"{"type":"sizeInfo","target":"outline","field":"V","minDataValue":0,"maxDataValue":1,"minSize":{"type":"sizeInfo","expression":"view.scale","stops":[{"value":100,"size":4},{"value":200,"size":2}]},"maxSize":10}"#
        let result = try adjust(variable, ["V": 0], scale: 150)
        #expect(result.outlineWidths == [3])
        #expect(result.sizes == nil)
    }

    @Test("colours and transparency are mixed between stops in any order")
    func mixed() throws {
        let result = try adjust(
            #"""
            {"type":"colorInfo","valueExpression":"$feature.A / $feature.B","stops":[{"value":1,"color":[255,0,0,255]},{"value":0,"color":[0,0,0,255]}]},
            {"type":"transparencyInfo","valueExpression":"IIf($feature.S == 'DONE', 1, 0)","stops":[{"value":0,"transparency":0},{"value":1,"transparency":65}]}
            """#, ["A": 1, "B": 2, "S": "DONE"])
        #expect(result.colors == [Color(red: 128, green: 0, blue: 0)])
        #expect(abs(try #require(result.opacities?.first) - 0.35) < 1e-9)
    }

    @Test("rotation is clockwise from north, whichever way the document counts")
    func rotation() throws {
        #expect(try adjust(#"{"type":"rotationInfo","field":"H"}"#, ["H": 30]).rotations == [30])
        #expect(
            try adjust(#"{"type":"rotationInfo","field":"H","rotationType":"arithmetic"}"#, ["H": 30]).rotations == [60]
        )
        let old = SimpleRenderer(
            json: try #require(JSONValue(parsing: #"{"type":"simple","rotationExpression":"[H]"}"#).object))
        #expect(SymbolAdjuster(old).adjustments(for: ["H": 5], scale: 1).rotations == [5])
    }

    @Test("what cannot be acted on is said")
    func unsupported() throws {
        let adjuster = SymbolAdjuster(
            try renderer(#"{"type":"mystery"},{"type":"sizeInfo","valueExpression":"var a = 1; return a"}"#))
        #expect(adjuster.unsupportedReasons.count == 2)
        #expect(adjuster.isEmpty)
    }

    @Test("columns get what single features get")
    func columns() throws {
        let adjuster = SymbolAdjuster(
            try renderer(
                #"{"type":"sizeInfo","field":"V","normalizationField":"N","minDataValue":0,"maxDataValue":10,"minSize":1,"maxSize":11},{"type":"rotationInfo","valueExpression":"$feature.V * 2"}"#
            ))
        let records = [(1.0, 1.0), (4, 2), (3, 0)].map {
            FeatureRecord(attributes: ["V": .double($0.0), "N": .double($0.1)])
        }
        let set = try FeatureSet(
            records: records, fields: [Field(name: "V", type: .double), Field(name: "N", type: .double)])
        let all = adjuster.adjustments(for: set, scale: 1)
        #expect(Array(try #require(all.sizes).prefix(2)) == [2, 3])
        #expect(all.sizes?.last?.isNaN == true)
        #expect(all.rotations == [2, 8, 6])
        #expect(adjuster.adjustments(for: records[1].attributes, scale: 1).sizes == [3])
    }
}
