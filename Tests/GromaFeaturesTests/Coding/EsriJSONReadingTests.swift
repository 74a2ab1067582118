// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaCodecs
import GromaFeatures
import GromaGeometry
import Testing

@Suite struct EsriJSONReadingTests {
    private func set(_ text: String) throws -> FeatureSet { try FeatureSet(esriJSON: Array(text.utf8)) }

    @Test(
        "what is no feature set is refused with its place",
        arguments: [
            ("", 1, 1), ("[]", 1, 1), ("{\"features\":[{]}", 1, 15), ("{\"features\":[1]}", 1, 14),
            ("{\"features\":[{\"geometry\":{\"x\":1,\"y\":\"a\"}}]}", 1, 40),
            ("{\"geometryType\":\"esriGeometryBall\",\"features\":[]}", 1, 17),
            ("{\"features\":[{\"geometry\":{\"rings\":[[[1]]]}}]}", 1, 40),
            ("{\"features\":[{\"geometry\":{\"rings\":[[1,2]]}}]}", 1, 37),
            ("{\"features\":[{\"attributes\":{\"\":1}}]}", 1, 32),
            (
                "{\"fields\":[{\"name\":\"a\",\"type\":\"esriFieldTypeInteger\"}],\n\"features\":[{\"attributes\":{\"a\":\"x\"}}]}",
                2, 32
            ),
            ("{}", 1, 1), ("{\"fields\":[1],\"features\":[]}", 1, 12),
            ("{\"geometryType\":\"esriGeometryPoint\",\"features\":[{\"geometry\":{\"paths\":[]}}]}", 1, 70),
        ])
    func refused(text: String, line: Int, column: Int) throws {
        let error = try #require(throws: FeatureError.self) { try set(text) }
        #expect(error.place?.line == line, "\(text): \(error)")
        #expect(error.place?.column == column, "\(text): \(error)")
    }

    @Test(
        "two lists of rows or of fields are refused: nobody can tell which was meant",
        arguments: [
            #"{"fields":[{"name":"a","type":"esriFieldTypeInteger"}],"features":[{"attributes":{"a":1}}],"features":[]}"#,
            #"{"features":[{},{"attributes":{"a":1}}],"features":[{"attributes":{"a":1}}]}"#,
            #"{"geometries":[{"x":1,"y":2}],"features":[]}"#,
            #"{"fields":[{"name":"a","type":"esriFieldTypeInteger"}],"fields":[{"name":"a","type":"esriFieldTypeInteger"}],"features":[]}"#,
        ])
    func twice(text: String) throws {
        let error = try #require(throws: FeatureError.self) { try set(text) }
        #expect(error.message.contains("second list"), "\(error)")
    }

    @Test(
        "half a point and a reference that is none are no geometry; a point without numbers is an empty one",
        arguments: [
            (#"{"x":1}"#, false), (#"{"x":null,"y":5}"#, false), (#"{"x":"NaN","y":5}"#, false),
            (#"{"x":1,"y":2,"spatialReference":"foo"}"#, false), (#"{"x":null,"y":null}"#, true),
            (#"{"x":"NaN"}"#, true),
            (#"{"x":1,"y":2,"spatialReference":null}"#, true),
        ])
    func points(text: String, isOne: Bool) throws {
        let json = try JSONValue(parsing: text)
        if isOne {
            _ = try #require(try json.geometry() as? Point)
        } else {
            #expect(throws: FeatureError.self) { try json.geometry() }
        }
    }

    @Test("a service's error is said as such")
    func errorEnvelope() throws {
        let error = try #require(throws: FeatureError.self) {
            try set(#"{"error":{"code":400,"message":"Invalid query","details":[]}}"#)
        }
        #expect(error.message.contains("400") && error.message.contains("Invalid query"))
    }

    @Test("null, absent and empty shapes stay apart")
    func emptyShapes() throws {
        let set = try set(
            #"""
            {"geometryType":"esriGeometryPoint","features":[{"geometry":null},{},{"geometry":{"x":null,"y":null}},
             {"geometry":{"x":"NaN","y":"NaN"}},{"geometry":{"x":NaN,"y":NaN}},{"geometry":{}},{"geometry":{"x":1,"y":2,"z":null}}]}
            """#)
        #expect(set.count == 7)
        #expect(set.geometry(at: 0) == nil && set.geometry(at: 1) == nil)
        for row in 2..<6 { #expect(set.geometry(at: row)?.isEmpty == true) }
        #expect(set.geometry(at: 6)?.extent == Envelope(xMin: 1, yMin: 2, xMax: 1, yMax: 2))
    }

    @Test(
        "empty parts make an empty shape",
        arguments: ["{\"rings\":[]}", "{\"rings\":[[]]}", "{\"paths\":[]}", "{\"points\":[]}", "{\"curveRings\":[]}"])
    func emptyParts(geometry: String) throws {
        let set = try set("{\"features\":[{\"geometry\":\(geometry)}]}")
        #expect(set.geometry(at: 0)?.isEmpty == true && set.geometries?.coordinates.count == 0)
    }

    @Test("a set without features is empty and knows its fields")
    func empty() throws {
        let set = try set(
            #"{"geometryType":"esriGeometryPolygon","fields":[{"name":"A","type":"esriFieldTypeOID"}],"features":[]}"#)
        #expect(set.count == 0 && set.fields.count == 1 && set.geometryType == .polygon && set.columns[0].count == 0)
    }

    @Test("members may stand in any order")
    func anyOrder() throws {
        let set = try set(
            #"""
            {"features":[{"geometry":{"paths":[[[0,0,1],[1,1,null]]]},"attributes":{"a":1}}],"hasM":true,
             "fields":[{"name":"A","type":"esriFieldTypeDouble","alias":"The A"}],"spatialReference":{"wkid":102100},
             "geometryType":"esriGeometryPolyline"}
            """#)
        #expect(set.value(at: 0, field: "A") == .double(1) && set.fields[0].alias == "The A")
        #expect(set.geometries?.coordinates.z == nil && set.geometries?.coordinates.m?[0] == 1)
        #expect(set.geometries?.coordinates.m?[1].isNaN == true && set.spatialReference == .webMercator)
    }

    @Test("flags that come after the features count as well")
    func lateFlags() throws {
        let set = try set(
            #"""
            {"geometryType":"esriGeometryPolyline","fields":[{"name":"A","type":"esriFieldTypeDouble"}],
             "features":[{"geometry":{"paths":[[[0,0,1],[1,1,2]]]}}],"hasM":true}
            """#)
        #expect(set.geometries?.coordinates.z == nil && set.geometries?.coordinates.m == [1, 2] && set.count == 1)
    }

    @Test(
        "the third and the fourth number are z and m as the flags say",
        arguments: [
            ("", "[1,2,3]", 3, nil), (#""hasZ":true,"#, "[1,2,3]", 3, nil), (#""hasM":true,"#, "[1,2,3]", nil, 3),
            (#""hasZ":true,"hasM":true,"#, "[1,2,3,4]", 3, 4), ("", "[1,2,3,4,5]", 3, 4), ("", "[1,2]", nil, nil),
            (#""hasZ":true,"#, "[1,2]", nil, nil),
        ] as [(String, String, Double?, Double?)])
    func dimensions(flags: String, vertex: String, z: Double?, m: Double?) throws {
        let set = try set("{\"features\":[{\"geometry\":{\(flags)\"points\":[\(vertex)]}}]}")
        let coordinates = set.geometries?.coordinates
        #expect(coordinates?.xy == [1, 2] && coordinates?.z?.first == z && coordinates?.m?.first == m)
    }

    @Test("every field type is read, names in any case, unknown names passed over")
    func types() throws {
        let fields = FieldType.allCases.map { "{\"name\":\"\($0)\",\"type\":\"\($0.rawValue)\"}" }.joined(
            separator: ",")
        let set = try set(
            """
            {"fields":[\(fields)],"features":[{"attributes":{"OID":1,"SMALLINTEGER":-2,"integer":3.0,"bigInteger":9007199254740993,
             "single":1.5,"double":1e300,"string":"é","date":-86400000,"dateOnly":"2024-03-31","timeOnly":"14:05:09",
             "timestampOffset":"2024-03-31T14:05:09+02:00","guid":"{A}","globalID":"{B}","blob":"AQI=","xml":"<a/>","nope":[1,{}]}},
             {"attributes":{"double":"NaN","integer":"7","date":"12","string":5}},{"attributes":null},{}]}
            """)
        #expect(set.count == 4)
        #expect(set.value(at: 0, field: "oid") == 1 && set.value(at: 0, field: "smallInteger") == -2)
        #expect(set.value(at: 0, field: "integer") == 3)
        #expect(set.value(at: 0, field: "bigInteger") == 9_007_199_254_740_993)
        #expect(set.value(at: 0, field: "double") == 1e300 && set.value(at: 0, field: "string") == "é")
        #expect(
            set.value(at: 0, field: "date") == .date(-86_400_000) && set.value(at: 0, field: "blob") == .blob([1, 2]))
        #expect(
            set.value(at: 0, field: "dateOnly") == .dateOnly("2024-03-31")
                && set.value(at: 0, field: "guid") == .guid("{A}"))
        #expect(set.value(at: 0, field: "timestampOffset") == .timestampOffset("2024-03-31T14:05:09+02:00"))
        #expect(set.value(at: 1, field: "double") == .null && set.value(at: 1, field: "integer") == 7)
        #expect(set.value(at: 1, field: "date") == .date(12) && set.value(at: 1, field: "string") == "5")
        for field in set.fields { #expect(set.value(at: 3, field: field.name) == .null) }
        #expect(set.objectIDFieldName == "oid" && set.globalIDFieldName == "globalID")
    }

    @Test("without fields the types are found from the values")
    func inferred() throws {
        let set = try set(
            #"""
            {"objectIdFieldName":"id","features":[{"attributes":{"id":1,"a":1,"b":1,"c":null,"d":3000000000,"e":true,"f":{"x":[1]}}},
             {"attributes":{"id":2,"b":1.5,"a":"x","g":2}}]}
            """#)
        #expect(
            set.fields.map(\.type) == [.oid, .string, .double, .string, .bigInteger, .integer, .string, .integer])
        #expect(set.value(at: 0, field: "a") == "1" && set.value(at: 1, field: "a") == "x")
        #expect(set.value(at: 0, field: "f") == #"{"x":[1]}"# && set.value(at: 0, field: "g") == .null)
        #expect(set.value(at: 0, field: "b") == .double(1) && set.objectID(at: 1) == 2)
    }

    @Test("a repeated attribute keeps its first value and no row is out of step")
    func repeatedKey() throws {
        let set = try set(
            #"{"fields":[{"name":"a","type":"esriFieldTypeInteger"}],"features":[{"attributes":{"a":1,"A":2}},{"attributes":{"a":3}}]}"#
        )
        #expect(set.value(at: 0, field: "a") == 1 && set.value(at: 1, field: "a") == 3 && set.columns[0].count == 2)
    }

    @Test("open rings are closed, with their z and m")
    func openRing() throws {
        let set = try set(#"{"rings":[[[0,0,5],[0,1,6],[1,1,7]]]}"#)
        #expect(
            set.geometries?.coordinates.xy == [0, 0, 0, 1, 1, 1, 0, 0] && set.geometries?.coordinates.z == [5, 6, 7, 5])
    }

    @Test("quantised coordinates are put back to their place, part by part")
    func quantised() throws {
        let set = try set(
            #"""
            {"geometryType":"esriGeometryPolygon","transform":{"originPosition":"upperLeft","scale":[0.5,0.5],"translate":[100,200]},
             "features":[{"geometry":{"rings":[[[10,20],[4,0],[0,4],[-4,-4]],[[30,60],[2,0],[0,2],[-2,-2]]]}}]}
            """#)
        #expect(
            set.geometries?.coordinates.xy
                == [105, 190, 107, 190, 107, 188, 105, 190, 115, 170, 116, 170, 116, 169, 115, 170])
        #expect(set.geometries?.partStarts == [0, 4, 8])
    }
}
