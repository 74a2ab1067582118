// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaCodecs
import GromaFeatures
import GromaGeometry
import TestSupport
import Testing

@Suite struct GeoJSONTests {
    private func set(_ text: String) throws -> FeatureSet { try FeatureSet(geoJSON: Array(text.utf8)) }
    private func feature(_ geometry: String) throws -> FeatureSet {
        try set("{\"type\":\"Feature\",\"properties\":{},\"geometry\":\(geometry)}")
    }
    /// The geometry of the first feature as we write it.
    private func written(_ set: FeatureSet) throws -> JSONValue {
        try JSONValue(parsing: set.geoJSON())["features"]?[0]?["geometry"] ?? "nothing"
    }

    @Test(
        "what is no GeoJSON is refused with its place",
        arguments: [
            "", "[]", "{}", #"{"type":"Feature"}"#, #"{"features":[{"geometry":{"type":"Ball","coordinates":[]}}]}"#,
            #"{"type":"Point","coordinates":[1]}"#, #"{"type":"Point","coordinates":[null,1]}"#,
            #"{"type":"LineString","coordinates":[1,2]}"#, #"{"geometry":{"type":"Point"}}"#, #"{"geometry":{}}"#,
            #"{"type":"GeometryCollection","geometries":[]}"#,
            #"{"geometry":{"type":"GeometryCollection","geometries":[]}}"#,
            #"{"crs":{"type":"name","properties":{"name":"urn:moon"}},"features":[]}"#,
            #"{"features":[{"geometry":{"type":"Point","coordinates":[1,2]}},{"geometry":{"type":"LineString","coordinates":[]}}]}"#,
        ])
    func refused(text: String) throws {
        let error = try #require(throws: FeatureError.self) { try set(text) }
        #expect(error.place != nil, "\(error)")
    }

    @Test("null, absent and empty shapes stay apart, types unknown or not")
    func emptyShapes() throws {
        let set = try set(
            #"""
            {"features":[{"geometry":null},{},{"geometry":{"type":"Polygon","coordinates":[]}},
             {"geometry":{"coordinates":[[[0,0],[1,0],[1,1],[0,0]]],"type":"Polygon"}}]}
            """#)
        #expect(set.count == 4 && set.geometryType == .polygon)
        #expect(set.geometry(at: 0) == nil && set.geometry(at: 1) == nil && set.geometry(at: 2)?.isEmpty == true)
        let back = try FeatureSet(geoJSON: set.geoJSON())
        #expect(back.geometry(at: 0) == nil && back.geometry(at: 2)?.isEmpty == true && back.count == 4)
        #expect(try self.set(#"{"features":[]}"#).count == 0)
        #expect(try self.set(#"{"features":[{"geometry":null,"properties":null}]}"#).geometries == nil)
    }

    @Test("outer rings are turned clockwise, holes the other way, and back again on writing")
    func winding() throws {
        let polygon: JSONValue = [
            "type": "Polygon",
            "coordinates": [
                [[0, 0], [10, 0], [10, 10], [0, 10], [0, 0]], [[2, 2], [2, 4], [4, 4], [4, 2], [2, 2]],
            ],
        ]
        let set = try feature(polygon.text())
        let shapes = try #require(set.geometries)
        #expect(shapes.coordinates.signedArea(of: 0..<5) < 0 && shapes.coordinates.signedArea(of: 5..<10) > 0)
        #expect(try written(set) == polygon)
        let inverted = try feature(
            #"{"type":"Polygon","coordinates":[[[0,0],[0,10],[10,10],[10,0],[0,0]],[[2,2],[4,2],[4,4],[2,4],[2,2]]]}"#)
        #expect(inverted.geometries?.coordinates.signedArea(of: 0..<5) ?? 1 < 0)
    }

    @Test("rings of a polygon are gathered into areas, each hole in its outer ring")
    func areas() throws {
        let multi = try feature(
            #"""
            {"type":"MultiPolygon","coordinates":[[[[0,0],[9,0],[9,9],[0,9],[0,0]],[[1,1],[1,2],[2,2],[2,1],[1,1]]],
             [[[20,0],[29,0],[29,9],[20,9],[20,0]],[[21,1],[21,2],[22,2],[22,1],[21,1]]]]}
            """#)
        #expect(multi.geometries?.partRange(ofRow: 0).count == 4)
        let areas = try #require(written(multi)["coordinates"]?.array)
        #expect(areas.count == 2 && areas.allSatisfy { $0.array?.count == 2 })
    }

    @Test("degenerate rings and paths are left out")
    func degenerate() throws {
        let polygon = try FeatureSet(
            esriJSON: Array(#"{"rings":[[[0,0],[1,1],[0,0]],[[0,0],[1,1],[2,2],[0,0]]]}"#.utf8))
        #expect(try written(polygon) == ["type": "Polygon", "coordinates": []])
        let line = try FeatureSet(esriJSON: Array(#"{"paths":[[[0,0]],[[0,0],["NaN",1],[2,2]]]}"#.utf8))
        #expect(try written(line) == ["type": "LineString", "coordinates": [[0, 0], [2, 2]]])
    }

    @Test(
        "every type of geometry comes back as it was",
        arguments: [
            #"{"type":"Point","coordinates":[1.5,2.5]}"#, #"{"type":"Point","coordinates":[1,2,3]}"#,
            #"{"type":"MultiPoint","coordinates":[[1,2],[3,4]]}"#,
            #"{"type":"LineString","coordinates":[[1,2,0],[3,4,1]]}"#,
            #"{"type":"MultiLineString","coordinates":[[[1,2],[3,4]],[[5,6],[7,8]]]}"#,
            #"{"type":"Polygon","coordinates":[[[0,0,1],[1,0,2],[1,1,3],[0,0,1]]]}"#,
            #"{"type":"LineString","coordinates":[]}"#, "null",
        ])
    func roundTrip(text: String) throws {
        #expect(try written(feature(text)) == JSONValue(parsing: text))
        if text != "null" { #expect(try written(set(text)) == JSONValue(parsing: text)) }
    }

    @Test("points mix with multipoints, and a height of some rows is kept to them")
    func mixed() throws {
        let set = try set(
            #"{"features":[{"geometry":{"type":"Point","coordinates":[1,2]}},{"geometry":{"type":"MultiPoint","coordinates":[[3,4,5]]}}]}"#
        )
        #expect(
            set.geometryType == .multipoint && set.geometry(at: 0)?.hasZ == false && set.geometry(at: 1)?.hasZ == true)
    }

    @Test("whole-number ids become object ids, in the property that repeats them or a field of their own")
    func ids() throws {
        let twin = try set(#"{"features":[{"id":7,"properties":{"a":"x","FID":7}},{"id":9,"properties":{"FID":9}}]}"#)
        #expect(twin.objectIDFieldName == "FID" && twin.objectID(at: 1) == 9 && twin.fields.count == 2)
        let own = try set(#"{"features":[{"id":7,"properties":{"OBJECTID":"x"}}]}"#)
        #expect(own.objectIDFieldName == "OBJECTID_1" && own.objectID(at: 0) == 7)
        let text = try set(#"{"features":[{"id":"abc","properties":{"b":1}}]}"#)
        #expect(text.objectIDFieldName == nil && text.value(at: 0, field: "id") == "abc")
        let json = try JSONValue(parsing: own.geoJSON())
        #expect(json["features"]?[0]?["id"] == 7)
    }

    @Test("coordinates of another reference are projected to longitude and latitude")
    func projection() throws {
        let set = try FeatureSet(
            esriJSON: Array(
                #"{"spatialReference":{"wkid":102100},"features":[{"geometry":{"x":-13046165.5,"y":4036527.2}}]}"#.utf8)
        )
        let point = try #require(written(set)["coordinates"]?.array)
        #expect(abs((point[0].double ?? 0) + 117.1954) < 1e-3 && abs((point[1].double ?? 0) - 34.0567) < 1e-2)
        let mercator = try JSONValue(parsing: set.geoJSON(spatialReference: .webMercator))
        #expect(mercator["crs"]?["properties"]?["name"] == "EPSG:3857")
        #expect(mercator["features"]?[0]?["geometry"]?["coordinates"] == [-13046165.5, 4036527.2])
        let again = try FeatureSet(geoJSON: set.geoJSON(spatialReference: .webMercator))
        #expect(again.spatialReference?.isWebMercator == true)
    }

    @Test(
        "the names a crs member may hold",
        arguments: [
            ("EPSG:3857", 3857), ("urn:ogc:def:crs:EPSG::25832", 25832), ("urn:ogc:def:crs:EPSG:4301", 4301),
            ("urn:ogc:def:crs:OGC:1.3:CRS84", 4326), ("EPSG:4326", 4326),
        ])
    func crs(name: String, id: Int) throws {
        let set = try set(#"{"features":[],"crs":{"type":"name","properties":{"name":"\#(name)"}}}"#)
        #expect(set.spatialReference?.resolvedWKID == id)
    }

    @Test(
        "a page limit is read at both places and written",
        arguments: [
            #"{"properties":{"exceededTransferLimit":true},"features":[]}"#,
            #"{"features":[],"exceededTransferLimit":true}"#,
        ])
    func pageLimit(text: String) throws {
        let set = try set(text)
        #expect(set.exceededTransferLimit)
        #expect(try FeatureSet(geoJSON: set.geoJSON()).exceededTransferLimit)
    }

    @Test(
        "real documents are read with the same counts, types and coordinates",
        .enabled(if: SharedData.isAvailable, "GROMA_SHARED_DATA names no folder"),
        arguments: RealDocuments.geoJSON)
    func real(name: String) throws {
        let bytes = try RealDocuments.bytes(name)
        if name.hasSuffix("empty-geoms.geojson") {
            #expect(throws: FeatureError.self) { try FeatureSet(geoJSON: bytes) }
            return
        }
        let tree = try JSONValue(parsing: bytes)
        let set = try FeatureSet(geoJSON: bytes)
        let features = tree["features"]?.array ?? [tree]
        #expect(set.count == features.count)
        let back = try JSONValue(parsing: set.geoJSON(spatialReference: set.spatialReference ?? .wgs84))
        for (row, feature) in features.enumerated() {
            for (key, value) in feature["properties"]?.object?.members ?? [] {
                let read = set.value(at: row, field: key)?.json
                #expect(read == value || read?.double == value.double, "\(key)")
            }
            let geometry = feature["geometry"] ?? feature
            let rewritten = back["features"]?[row]?["geometry"]
            #expect(rewritten?["type"] == geometry["type"])
            #expect(Set(vertices(rewritten?["coordinates"])) == Set(vertices(geometry["coordinates"])))
        }
    }

    private func vertices(_ json: JSONValue?) -> [[Double]] {
        guard let elements = json?.array else { return [] }
        if elements.first?.double != nil { return [elements.compactMap(\.double)] }
        return elements.flatMap { vertices($0) }
    }

    @Test(
        "real Esri JSON converts to GeoJSON with as many features",
        .enabled(if: SharedData.isAvailable, "GROMA_SHARED_DATA names no folder"),
        arguments: RealDocuments.esriJSON)
    func converted(name: String) throws {
        let set = try FeatureSet(esriJSON: RealDocuments.bytes(name))
        let back = try FeatureSet(geoJSON: set.geoJSON())
        #expect(back.count == set.count && back.geometryType == set.geometryType)
        for row in 0..<set.count {
            #expect(back.geometry(at: row)?.isEmpty == set.geometry(at: row)?.isEmpty)
            for (key, value) in set.record(at: row).attributes {
                #expect(
                    back.value(at: row, field: key)?.json == value.json
                        || value.json.double == back.value(at: row, field: key)?.json.double)
            }
        }
    }

    @Test(
        "texts of several documents in a row are refused with line and column",
        .enabled(if: SharedData.isAvailable, "GROMA_SHARED_DATA names no folder"),
        arguments: RealDocuments.unenclosed)
    func unenclosed(name: String) throws {
        let error = try #require(throws: FeatureError.self) { try FeatureSet(geoJSON: RealDocuments.bytes(name)) }
        #expect(error.place != nil)
    }
}
