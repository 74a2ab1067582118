// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaCodecs
import GromaGeometry
import GromaMapping
import TestSupport
import Testing

@Suite("Web maps")
struct WebMapTests {
    private func map(_ text: String) throws -> WebMap { try WebMap(data: text.utf8) }

    @Test(
        "what is no web map is refused, and said why",
        arguments: [
            ("", "could not be read"), ("<html>", "could not be read"),
            ("{\"operationalLayers\":[", "could not be read"),
            ("[]", "a list"), ("null", "null"), ("{}", "neither"), (#"{"layers":[]}"#, "layers"),
            (#"{"error":{"code":498,"message":"Invalid token."}}"#, "Invalid token"),
            (#"{"operationalLayers":{}}"#, "operationalLayers"), (#"{"baseMap":[]}"#, "baseMap"),
            (#"{"operationalLayers":[],"tables":5}"#, "tables"),
            (#"{"operationalLayers":[],"version":"3.0"}"#, "version 3"),
        ])
    func refused(text: String, reason: String) {
        #expect { try WebMap(data: text.utf8) } throws: {
            ($0 as? MappingError)?.message.contains(reason) == true
        }
    }

    @Test("a broken document's error has line and column")
    func place() {
        #expect { try WebMap(data: "{\"baseMap\":\n {,}}".utf8) } throws: { "\($0)".contains("line 2") }
    }

    @Test("nesting and numbers of layers are bounded")
    func bounded() {
        let deep = String(repeating: #"{"operationalLayers":[{"layerType":"GroupLayer","layers":["#, count: 60_000)
        #expect { try WebMap(data: deep.utf8) } throws: { ($0 as? MappingError)?.code == .tooLarge }
        let many = #"{"operationalLayers":[\#(String(repeating: "{},", count: 20_001))null]}"#
        #expect { try WebMap(data: many.utf8) } throws: { ($0 as? MappingError)?.code == .tooLarge }
    }

    @Test("members of wrong kinds read as absent, at every level")
    func wrongKinds() throws {
        let map = try map(
            #"{"operationalLayers":[null,5,{"id":7,"title":null,"opacity":"0.5","visibility":0,"layers":3,"popupInfo":[],"layerDefinition":{"drawingInfo":{"renderer":[],"labelingInfo":{}}}}],"baseMap":{"baseMapLayers":"x"},"initialState":[],"bookmarks":[{"name":3}],"spatialReference":"x"}"#
        )
        let layer = try #require(map.operationalLayers.first)
        #expect(map.operationalLayers.count == 1)
        #expect(layer.id == "7")
        #expect(layer.opacity == 0.5)
        #expect(!layer.isVisible)
        #expect(layer.popupDefinition == nil)
        #expect(layer.layerDefinition?.drawingInfo?.renderer == nil)
        #expect(map.bookmarks.first?.viewpoint == nil)
        #expect(map.initialViewpoint == nil)
        #expect(map.spatialReference == nil)
    }

    @Test("elements that are no layers stay in the list when a layer changes")
    func foreignElements() throws {
        var map = try map(#"{"operationalLayers":[null,{"id":"a"},5,{"id":"b"}]}"#)
        map.operationalLayers[1].title = "B"
        #expect(
            JSONValue.object(map.json).text() == #"{"operationalLayers":[null,{"id":"a"},5,{"id":"b","title":"B"}]}"#)
        map.operationalLayers.append(WebMapLayer(id: "c", title: "C", featureLayerURL: "http://x/FeatureServer/0"))
        #expect(map.operationalLayers.map(\.id) == ["a", "b", "c"])
    }

    @Test(
        "layers without a type are what their address says",
        arguments: [
            (#"{"url":"http://x/rest/services/A/MapServer"}"#, LayerKind.mapImage, LayerKind.tiled),
            (#"{"url":"http://x/rest/services/A/MapServer/3"}"#, .feature, .feature),
            (#"{"url":"http://x/rest/services/A/FeatureServer/0?token=1"}"#, .feature, .feature),
            (#"{"url":"http://x/rest/services/A/ImageServer"}"#, .imageService, .tiledImageService),
            (#"{"type":"OpenStreetMap"}"#, .openStreetMap, .openStreetMap),
            (#"{"styleUrl":"http://x/root.json"}"#, .vectorTiled, .vectorTiled),
            (#"{"featureCollection":{"layers":[]}}"#, .featureCollection, .featureCollection),
            (#"{"layerType":"WebTiledLayer","wmtsInfo":{}}"#, .wmts, .wmts),
            (#"{"layerType":"Hologram"}"#, .unknown("Hologram"), .unknown("Hologram")),
            (#"{}"#, .unknown(""), .unknown("")),
        ])
    func kinds(text: String, operational: LayerKind, base: LayerKind) throws {
        let json = try #require(JSONValue(parsing: text).object)
        #expect(LayerKind(layer: json) == operational)
        #expect(LayerKind(layer: json, role: .basemap) == base)
    }

    @Test("scales are written where the document keeps them")
    func scales() throws {
        var map = try map(
            #"{"operationalLayers":[{"layerType":"ArcGISFeatureLayer"},{"layerType":"ArcGISTiledMapServiceLayer"},{"layerType":"ArcGISTiledMapServiceLayer","layerDefinition":{"minScale":5}}]}"#
        )
        for index in 0..<3 { map.operationalLayers[index].minScale = 1_000 }
        #expect(map.operationalLayers[0].json["layerDefinition"]?["minScale"] == 1000)
        #expect(map.operationalLayers[1].json["minScale"] == 1000)
        #expect(map.operationalLayers[2].json["layerDefinition"]?["minScale"] == 1000)
        #expect(map.operationalLayers[2].json["minScale"] == nil)
    }

    @Test("setting a viewpoint keeps what else stands beside it")
    func viewpoint() throws {
        var map = try map(
            #"{"baseMap":{},"initialState":{"timeExtent":[1,2],"viewpoint":{"camera":{},"scale":5,"targetGeometry":{"x":1,"y":2}}}}"#
        )
        map.initialViewpoint = Viewpoint(center: Point(x: 3, y: 4), scale: 10, rotation: 5)
        #expect(map.initialViewpoint?.targetScale == 10)
        #expect(map.json["initialState"]?["timeExtent"] == [1, 2])
        #expect(map.json["initialState"]?["viewpoint"]?["camera"]?.object != nil)
        map.background = .red
        #expect(map.json["background"] == ["color": [255, 0, 0, 255]])
    }

    @Test("layers in groups are found with their paths, however deep")
    func allLayers() throws {
        var text = #"{"id":"leaf"}"#
        for _ in 0..<50 { text = #"{"layerType":"GroupLayer","layers":[\#(text)]}"# }
        let all = try map(#"{"operationalLayers":[\#(text)]}"#).allLayers
        #expect(all.count == 33)
        let two = try map(#"{"operationalLayers":[{"layerType":"GroupLayer","layers":[{"id":"x"}]},{"id":"y"}]}"#)
            .allLayers
        #expect(two.map(\.path) == ["operationalLayers[0]", "operationalLayers[0].layers[0]", "operationalLayers[1]"])
    }

    @Test("a map made in code is a web map again")
    func made() throws {
        var map = WebMap(basemap: WebMapBasemap(title: "Streets", layers: []))
        map.operationalLayers.append(WebMapLayer(id: "a", title: "A", featureLayerURL: "http://x/FeatureServer/0"))
        map.bookmarks.append(
            Bookmark(name: "B", viewpoint: Viewpoint(boundingGeometry: Envelope(xMin: 0, yMin: 0, xMax: 1, yMax: 1))))
        let again = try WebMap(data: JSONValue.object(map.json).serialized())
        #expect(again == map)
        #expect(again.operationalLayers[0].kind == .feature)
        #expect(again.bookmarks[0].viewpoint?.targetGeometry.extent.xMax == 1)
    }

    @Test(
        "the sample maps say what they hold", .enabled(if: SharedData.isAvailable, "GROMA_SHARED_DATA names no folder"))
    func sample() throws {
        let map = try WebMap(data: RealDocuments.bytes("sample/webmaps/stormwater-inspection.json"))
        #expect(map.operationalLayers.count == 10)
        #expect(map.operationalLayers[4].kind == .group)
        #expect(map.operationalLayers[4].layers.count == 3)
        #expect(map.tables.count == 3)
        #expect(map.bookmarks.count == 5)
        #expect(map.bookmarks[2].viewpoint?.rotation == 20)
        #expect(map.basemap.layers.map(\.isReference) == [false, true])
        #expect(map.timeZone == "UTC")
        #expect(map.spatialReference?.isWebMercator == true)
        #expect(map.background == Color(red: 243, green: 242, blue: 231))
    }
}
