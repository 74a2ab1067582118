// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaFeatures
import GromaGeometry
import Testing

@Suite("Documents of others lose nothing in silence") struct ForeignDocumentsTests {
    private func geoJSON(_ features: String) throws -> FeatureSet {
        try FeatureSet(geoJSON: Array("{\"type\":\"FeatureCollection\",\"features\":[\(features)]}".utf8))
    }
    private func feature(_ value: String) -> String {
        "{\"type\":\"Feature\",\"geometry\":null,\"properties\":{\"a\":\(value)}}"
    }

    @Test(
        "what is no feature is refused among features",
        arguments: [
            "{\"type\":\"Point\",\"coordinates\":[1,2]}", "{\"type\":\"FeatureCollection\",\"features\":[]}",
            "{\"coordinates\":[],\"type\":\"GeometryCollection\"}",
        ])
    func noFeatures(text: String) throws {
        let error = try #require(throws: FeatureError.self) { try geoJSON(feature("1") + "," + text) }
        #expect(error.message.contains("Feature 2 is a"), "\(error)")
    }

    @Test("fields whose names differ in their case alone keep their own values, in any order")
    func namesInTwoCases() throws {
        let text = """
            {"fields":[{"name":"Name","type":"esriFieldTypeInteger"},{"name":"name","type":"esriFieldTypeInteger"}],
            "features":[{"attributes":{"name":2,"Name":1}},{"attributes":{"Name":3,"name":4}},{"attributes":{"NAME":5}}]}
            """
        let set = try FeatureSet(esriJSON: Array(text.utf8))
        #expect(set.value(at: 0, field: 0) == .integer(1) && set.value(at: 0, field: 1) == .integer(2))
        #expect(set.value(at: 1, field: 0) == .integer(3) && set.value(at: 1, field: 1) == .integer(4))
        #expect(set.value(at: 2, field: 1) == .integer(5))
    }

    @Test("a second list of features is refused")
    func twoLists() {
        #expect(throws: FeatureError.self) {
            try FeatureSet(geoJSON: Array("{\"features\":[\(feature("1"))],\"features\":[]}".utf8))
        }
    }

    @Test("whole numbers keep all digits, as texts where no number type does")
    func longNumbers() throws {
        #expect(try geoJSON(feature("12345678901234567890")).value(at: 0, field: 0) == .string("12345678901234567890"))
        #expect(try geoJSON(feature("100000000000000000000")).value(at: 0, field: 0) == .double(1e20))
        let mixed = try geoJSON(feature("9007199254740993") + "," + feature("0.5"))
        #expect(mixed.value(at: 0, field: 0) == .string("9007199254740993"))
        #expect(try geoJSON(feature("9007199254740993")).value(at: 0, field: 0) == .integer(9_007_199_254_740_993))
    }

    @Test("properties of few features stand in their rows")
    func sparse() throws {
        let set = try geoJSON(
            ["{\"b\":1}", "{}", "{\"a\":2}", "{\"a\":null,\"b\":3}", "{\"c\":\"x\"}", "{}"].map {
                "{\"type\":\"Feature\",\"geometry\":null,\"properties\":\($0)}"
            }.joined(separator: ","))
        #expect(set.fields.map(\.name) == ["b", "a", "c"])
        #expect((0..<6).map { set.value(at: $0, field: 0) } == [1, .null, .null, 3, .null, .null])
        #expect((0..<6).map { set.value(at: $0, field: 1) } == [.null, .null, 2, .null, .null, .null])
        #expect((0..<6).map { set.value(at: $0, field: 2) } == [.null, .null, .null, .null, "x", .null])
    }

    @Test("attributes that the fields do not name get fields of their own, wherever the fields stand")
    func unnamedAttributes() throws {
        let fields = "\"fields\":[{\"name\":\"A\",\"type\":\"esriFieldTypeInteger\"}]"
        let features = "\"features\":[{\"attributes\":{\"a\":1}},{\"attributes\":{\"B\":\"x\",\"A\":2}}]"
        for text in ["{\(fields),\(features)}", "{\(features),\(fields)}"] {
            let set = try FeatureSet(esriJSON: Array(text.utf8))
            #expect(set.fields.map(\.name) == ["A", "B"] && set.fields[1].type == .string)
            #expect(set.value(at: 1, field: "A") == 2 && set.value(at: 1, field: "B") == "x")
            #expect(set.value(at: 0, field: "A") == 1 && set.value(at: 0, field: "B") == .null)
        }
    }

    @Test(
        "a spatial reference that is none is refused",
        arguments: ["[4326]", "true", "{\"wkid\":4326.5}", "{\"wkid\":\"x\"}", "{\"latestWkid\":{}}", "\"WGS84\""])
    func badReference(text: String) throws {
        let error = try #require(throws: FeatureError.self) {
            try FeatureSet(esriJSON: Array("{\"spatialReference\":\(text),\"features\":[]}".utf8))
        }
        #expect(error.message.contains("spatialReference"))
    }

    @Test("a spatial reference may be unknown", arguments: ["null", "{}", "{\"wkid\":null}", "{\"wkt\":\"\"}"])
    func unknownReference(text: String) throws {
        let set = try FeatureSet(esriJSON: Array("{\"spatialReference\":\(text),\"features\":[]}".utf8))
        #expect(set.spatialReference == nil)
    }

    @Test("a layer's description is no feature set")
    func description() {
        let text =
            "{\"id\":0,\"geometryType\":\"esriGeometryPoint\",\"fields\":[{\"name\":\"a\",\"type\":\"esriFieldTypeOID\"}]}"
        #expect(throws: FeatureError.self) { try FeatureSet(esriJSON: Array(text.utf8)) }
    }
}
