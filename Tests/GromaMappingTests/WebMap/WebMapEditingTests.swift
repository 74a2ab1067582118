// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaCodecs
import GromaFeatures
import GromaGeometry
import GromaMapping
import Testing

@Suite("Making and changing web maps")
@MainActor
struct WebMapEditingTests {
    @Test(
        "an address says what kind of layer it is",
        arguments: [
            ("https://h/rest/services/a/FeatureServer/3", LayerKind.feature), ("https://h/a/MapServer/", .mapImage),
            ("https://h/a/MapServer/2?x=1", .feature), ("https://h/a/ImageServer", .imageService),
            ("https://h/a/VectorTileServer", .vectorTiled), ("https://h/t/{level}/{row}/{col}", .webTiled),
            ("https://h/x.geojson?v=2", .geoJSON), ("https://h/x.csv", .csv), ("https://h/ows?service=WMS", .wms),
            ("https://h/WMTSCapabilities.xml", .wmts),
        ])
    func kinds(url: String, kind: LayerKind) throws {
        #expect(try WebMapLayer(id: "a", title: "A", url: url).kind == kind)
    }

    @Test("an address that says nothing is refused, unless the kind is named")
    func unknown() throws {
        #expect(throws: MappingError.self) { try WebMapLayer(id: "a", title: "A", url: "https://h/things") }
        #expect(try WebMapLayer(id: "a", title: "A", url: "https://h/things", layerType: "WMS").kind == .wms)
    }

    @Test("new ids meet none of the map's, groups and base map included")
    func ids() throws {
        let map = try WebMap(
            data:
                #"{"operationalLayers":[{"id":"trees","layerType":"GroupLayer","layers":[{"id":"trees-2"}]}],"baseMap":{"baseMapLayers":[{"id":"trees-3"}]}}"#
                .utf8)
        #expect(map.unusedLayerID("Trees") == "trees-4")
        #expect(map.unusedLayerID("Street  Lamps!") == "street-lamps")
        #expect(map.unusedLayerID("") == "layer")
    }

    @Test("a layer is changed wherever it stands, and nothing else is")
    func update() throws {
        let text =
            #"{"operationalLayers":[{"id":"g","layerType":"GroupLayer","layers":[{"id":"in","title":"In","odd":[1]}]},{"id":"m","layerType":"ArcGISMapServiceLayer","layers":[{"id":4,"odd":1}]},{"id":"c","featureCollection":{"layers":[{"layerDefinition":{"name":"n"}}]}}],"tables":[{"id":"t"}],"baseMap":{"baseMapLayers":[{"id":"b"}]},"odd":{"x":1}}"#
        for id in ["in", "m:4", "m:9", "c:0", "t", "b"] {
            var map = try WebMap(data: text.utf8)
            let before = map
            #expect(map.updateLayer(id: id) { $0.popupDefinition = PopupDefinition(title: "Hello {X}") })
            #expect(map != before)
            map.updateLayer(id: id) { $0.popupDefinition = nil }
            if id == "m:9" {
                #expect(map.operationalLayers[1].sublayers.map(\.id) == [4, 9])
            } else {
                #expect(map == before)
            }
        }
        var map = try WebMap(data: text.utf8)
        #expect(!map.updateLayer(id: "nobody") { $0.title = "x" })
        #expect(!map.updateLayer(id: "c:7") { $0.title = "x" })
    }

    @Test("features can stand in the map itself, and are there when it is read again")
    func embedded() async throws {
        let rows = try FeatureSet(
            geoJSON: Array(
                #"{"type":"FeatureCollection","features":[{"type":"Feature","id":7,"properties":{"NAME":"Oak"},"geometry":{"type":"Point","coordinates":[1,2]}}]}"#
                    .utf8))
        let info = FeatureLayerInfo(
            id: 0, name: "x", geometryType: .point, fields: rows.fields,
            objectIDFieldName: rows.objectIDFieldName ?? "",
            spatialReference: .wgs84)
        var map = WebMap()
        map.operationalLayers = [WebMapLayer(id: "oak", title: "Oaks", features: rows, info: info)]
        let again = try WebMap(data: JSONValue.object(map.json).text().utf8)
        let live = Map(webMap: again, services: NoServices())
        let snapshot = try await live.snapshot()
        #expect(snapshot.failures.isEmpty)
        guard case .group(let members)? = snapshot.layers.first?.content,
            case .features(let content)? = members.first?.content
        else {
            Issue.record("the features are not there")
            return
        }
        #expect(try await content.table.queryFeatures(using: QueryParameters()).count == 1)
    }

    private struct NoServices: ServiceLoader {
        func featureTable(at url: URL) async throws -> any FeatureTable {
            try FeatureCollectionTable(
                info: FeatureLayerInfo(
                    id: 0, name: "Served", geometryType: .point, fields: [Field(name: "OBJECTID", type: .oid)],
                    objectIDFieldName: "OBJECTID", spatialReference: .webMercator))
        }
        func tileSource(at url: URL) async throws -> any TileSource { throw MappingError(.unsupported, "no tiles") }
    }

    @Test("a live map that nobody changed is the document it came from; changes are written, the rest stays")
    func document() async throws {
        let text =
            #"{"operationalLayers":[{"id":"a","layerType":"ArcGISFeatureLayer","url":"http://h/FeatureServer/0","odd":1,"layerDefinition":{"odd":2,"drawingInfo":{"odd":3,"renderer":{"type":"simple","symbol":{"type":"esriSMS","size":3}}}}},{"id":"g","title":"G","layerType":"GroupLayer","layers":[{"id":"k","title":"K","layerType":"KML","url":"http://h/a.kml"}]}],"baseMap":{"title":"B","baseMapLayers":[{"id":"b","title":"T","layerType":"ArcGISTiledMapServiceLayer","url":"http://h/MapServer"}]},"spatialReference":{"wkid":102100},"version":"2.31","odd":{"x":1}}"#
        let original = try WebMap(data: text.utf8)
        let map = Map(webMap: original, services: NoServices())
        map.basemap.name = "B"
        #expect(try map.webMap() == original)
        _ = try await map.snapshot()
        map.layer(id: "a")?.name = ""
        #expect(try map.webMap() == original)

        let layer = try #require(map.layer(id: "a") as? FeatureLayer)
        layer.opacity = 0.5
        layer.definitionExpression = "A = 1"
        map.layer(id: "k")?.isVisible = false
        map.addOperationalLayer(
            FeatureLayer(
                url: try #require(URL(string: "http://h/FeatureServer/9")), name: "New", services: NoServices()))
        let changed = try map.webMap(viewpoint: Viewpoint(latitude: 1, longitude: 2, scale: 3_000))
        #expect(changed.operationalLayers[0].opacity == 0.5)
        #expect(changed.operationalLayers[0].layerDefinition?.definitionExpression == "A = 1")
        #expect(changed.operationalLayers[0].layerDefinition?.json["odd"] == 2)
        #expect(changed.operationalLayers[1].layers[0].isVisible == false)
        #expect(changed.operationalLayers[2].url == "http://h/FeatureServer/9")
        #expect(changed.initialViewpoint?.targetScale == 3_000)
        #expect(changed.json["odd"] == original.json["odd"])
    }

    @Test("a layer without an address cannot be saved, and the error names it")
    func withoutAddress() throws {
        let table = try FeatureCollectionTable(
            info: FeatureLayerInfo(
                id: 0, name: "Sketch", geometryType: .point, fields: [Field(name: "OBJECTID", type: .oid)],
                objectIDFieldName: "OBJECTID", spatialReference: .webMercator))
        let map = Map(layers: [FeatureLayer(featureTable: table, name: "Sketch")])
        #expect {
            try map.webMap()
        } throws: { "\($0)".contains("Sketch") }
    }
}
