// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaCodecs
import GromaFeatures
import GromaGeometry
import GromaMapping
import TestSupport
import Testing

@Suite("Live maps")
@MainActor
struct MapTests {
    private struct Away: Error {}

    /// Tiles of one scheme without any bytes.
    private final class Tiles: TileSource {
        let info: TileInfo
        init(_ info: TileInfo) { self.info = info }
        func tileLayerInfo() async throws -> TileLayerInfo {
            let closest = info.levelsOfDetail.map(\.scale).min() ?? 0
            return TileLayerInfo(name: "Tiles", tileInfo: info, minScale: 1e8, maxScale: closest)
        }
        func tile(at key: TileKey) async throws -> [UInt8]? { nil }
    }

    /// Answers by the last parts of an address; "away" is a server that does not answer.
    private struct Services: ServiceLoader {
        func featureTable(at url: URL) async throws -> any FeatureTable {
            if url.absoluteString.contains("away") { throw Away() }
            var info = FeatureLayerInfo(
                id: 0, name: "Points", geometryType: .point, fields: [Field(name: "OBJECTID", type: .oid)],
                objectIDFieldName: "OBJECTID", spatialReference: .webMercator)
            info.drawingInfo = [
                "renderer": ["type": "simple", "symbol": ["type": "esriSMS", "size": 11]], "transparency": 50,
            ]
            info.unknownJSON["minScale"] = 5000
            return try FeatureCollectionTable(info: info)
        }
        func tileSource(at url: URL) async throws -> any TileSource { Tiles(.wgs84()) }
    }

    private func map(_ text: String) throws -> Map { Map(webMap: try WebMap(data: text.utf8), services: Services()) }

    @Test("a snapshot has the visible layers from the bottom up, with what service and document say")
    func snapshot() async throws {
        let map = try map(
            """
            {"operationalLayers":[{"id":"a","layerType":"ArcGISFeatureLayer","url":"http://x/FeatureServer/0","opacity":0.5},
            {"id":"off","layerType":"ArcGISFeatureLayer","url":"http://away/FeatureServer/0","visibility":false},
            {"id":"b","layerType":"ArcGISFeatureLayer","url":"http://x/FeatureServer/0","title":"B",
            "layerDefinition":{"minScale":9000,"definitionExpression":"A=1","drawingInfo":{"renderer":{"type":"simple","symbol":{"type":"esriSMS","size":3}}}}}],
            "baseMap":{"title":"Base","baseMapLayers":[{"id":"names","layerType":"ArcGISTiledMapServiceLayer","url":"http://x/MapServer","isReference":true},
            {"id":"base","layerType":"ArcGISTiledMapServiceLayer","url":"http://x/MapServer"}]},"spatialReference":{"wkid":102100}}
            """)
        let overlay = GraphicsOverlay(id: "pins")
        let snapshot = try await map.snapshot(overlays: [overlay])
        #expect(snapshot.layers.map(\.id) == ["base", "a", "b", "names", "pins"])
        #expect(snapshot.failures.isEmpty)
        #expect(snapshot.layers[1].opacity == 0.25)
        #expect(snapshot.layers[1].minScale == 5_000)
        #expect(snapshot.layers[1].name == "Points")
        #expect(snapshot.layers[2].opacity == 1)
        #expect(snapshot.layers[2].minScale == 9_000)
        #expect(snapshot.layers[0].minScale == 1e8)
        #expect(snapshot.layers[0].maxScale == 0, "closer than the last level its tiles are stretched")
        #expect(snapshot.layers.map(\.isReference) == [false, false, false, true, false])
        guard case .features(let content) = snapshot.layers[2].content else {
            Issue.record("no features")
            return
        }
        #expect(content.definitionExpression == "A=1")
        #expect((content.renderer as? SimpleRenderer)?.symbol?.json["size"] == 3)
    }

    @Test("layers that are away or not drawn are told, and the rest is drawn")
    func failures() async throws {
        let map = try map(
            """
            {"operationalLayers":[{"id":"gone","title":"Gone","layerType":"ArcGISFeatureLayer","url":"http://away/FeatureServer/0"},
            {"id":"image","layerType":"ArcGISMapServiceLayer","url":"http://x/MapServer"},{"id":"odd","layerType":"Hologram"},
            {"id":"bad","layerType":"ArcGISFeatureLayer","url":"{{template.url}}"},
            {"id":"group","layerType":"GroupLayer","layers":[{"id":"in","layerType":"ArcGISFeatureLayer","url":"http://away/FeatureServer/1"},
            {"id":"ok","layerType":"ArcGISFeatureLayer","url":"http://x/FeatureServer/1"}]}],"baseMap":{}}
            """)
        let snapshot = try await map.snapshot()
        #expect(snapshot.failures.map(\.layerID) == ["gone", "image", "odd", "bad", "in"])
        #expect(snapshot.failures[0].error is Away)
        #expect(map.layer(id: "gone")?.loadStatus == .failed)
        guard case .group(let inner)? = snapshot.layers.first?.content else {
            Issue.record("no group")
            return
        }
        #expect(inner.map(\.id) == ["ok"])
    }

    @Test("without a reference of its own a map takes its base map's, and its start is in it")
    func reference() async throws {
        let map = try map(
            #"{"baseMap":{"baseMapLayers":[{"url":"http://x/MapServer"}]},"initialState":{"viewpoint":{"targetGeometry":{"xmin":0,"ymin":0,"xmax":111319.49079327358,"ymax":1,"spatialReference":{"wkid":102100}}}}}"#
        )
        try await map.load()
        #expect(map.spatialReference?.isWGS84 == true)
        #expect(abs(try #require(map.initialViewpoint?.targetGeometry.extent.xMax) - 1) < 1e-9)
    }

    @Test("features in the document are drawn and found")
    func collections() async throws {
        let map = try map(
            """
            {"baseMap":{},"operationalLayers":[{"id":"notes","title":"Notes","featureCollection":{"layers":[{"layerDefinition":{"name":"Points",
            "geometryType":"esriGeometryPoint","objectIdField":"FID","fields":[{"name":"FID","type":"esriFieldTypeOID"},{"name":"N","type":"esriFieldTypeString"}],
            "drawingInfo":{"renderer":{"type":"simple","symbol":{"type":"esriSMS"}}}},"featureSet":{"geometryType":"esriGeometryPoint","features":[
            {"attributes":{"FID":1,"N":"b"},"geometry":{"x":1,"y":2,"spatialReference":{"wkid":4326}}},
            {"attributes":{"FID":2,"N":"a"},"geometry":{"x":3,"y":4}},{"attributes":{"FID":3,"N":null},"geometry":null}]}}]}}]}
            """)
        let layer = try #require(map.layer(id: "notes:0") as? FeatureLayer)
        try await layer.load()
        let table = try #require(layer.featureTable)
        var query = QueryParameters()
        query.orderByFields = [OrderBy(fieldName: "N")]
        #expect(try await table.queryObjectIDs(using: query) == [1, 2, 3])
        #expect(try await table.queryFeatures(using: query).records.map { $0.attributes["FID"] } == [3, 2, 1])
        query.whereClause = "N = 'a'"
        #expect(try await table.queryFeatureCount(using: query) == 1)
        query.whereClause = ""
        query.geometry = Envelope(xMin: 0, yMin: 0, xMax: 2, yMax: 3, spatialReference: .wgs84)
        query.outSpatialReference = .webMercator
        let near = try await table.queryFeatures(using: query)
        #expect(near.count == 1)
        #expect(abs(near.extent.xMin - 111_319.49) < 0.01)
        query.whereClause = "NOPE = 1"
        await #expect(throws: (any Error).self) { try await table.queryFeatures(using: query) }
    }

    @Test("features in the document that carry no object ids are numbered")
    func collectionsWithoutObjectIDs() async throws {
        let map = try map(
            """
            {"baseMap":{},"operationalLayers":[{"id":"notes","featureCollection":{"layers":[{"layerDefinition":{"name":"Points",
            "geometryType":"esriGeometryPoint","fields":[{"name":"N","type":"esriFieldTypeString"}]},
            "featureSet":{"geometryType":"esriGeometryPoint","features":[
            {"attributes":{"N":"b"},"geometry":{"x":1,"y":2}},{"attributes":{"N":"a"},"geometry":{"x":3,"y":4}}]}}]}}]}
            """)
        let layer = try #require(map.layer(id: "notes:0") as? FeatureLayer)
        try await layer.load()
        let table = try #require(layer.featureTable)
        #expect(try await table.queryObjectIDs(using: QueryParameters()) == [1, 2])
    }

    @Test("popups are found by layer and by address, in any spelling")
    func popups() throws {
        let map = try map(
            """
            {"baseMap":{},"tables":[{"url":"http://x/rest/services/T/FeatureServer/9","popupInfo":{"title":"table"}}],"operationalLayers":[
            {"id":"a","layerType":"ArcGISFeatureLayer","url":"http://X/rest/services/A/FeatureServer/3","popupInfo":{"title":"layer"}},
            {"id":"i","layerType":"ArcGISMapServiceLayer","url":"http://x/rest/services/M/MapServer/","layers":[{"id":2,"popupInfo":{"title":"sub"}}]},
            {"id":"d","layerType":"ArcGISFeatureLayer","url":"http://x/rest/services/D/FeatureServer/0","disablePopup":true,"popupInfo":{"title":"off"}}]}
            """)
        func title(_ url: String, _ id: Int) throws -> String? {
            map.popupDefinition(forServiceAt: try #require(URL(string: url)), sublayerID: id)?.title
        }
        #expect(try title("https://x/rest/services/A/FeatureServer/", 3) == "layer")
        #expect(try title("http://x/rest/services/M/MapServer?f=json", 2) == "sub")
        #expect(try title("http://x/rest/services/T/FeatureServer", 9) == "table")
        #expect(try title("http://x/rest/services/D/FeatureServer", 0) == nil)
        #expect(try title("http://x/rest/services/A/FeatureServer", 4) == nil)
        #expect(map.popupDefinition(for: try #require(map.layer(id: "a")))?.title == "layer")
        #expect(map.popupDefinition(for: try #require(map.layer(id: "d"))) == nil)
    }

    @Test("exclusive groups show their uppermost layer that is on, inheriting ones all")
    func groups() async throws {
        for (mode, expected) in [("exclusive", ["b"]), ("inherited", ["a", "b", "c"]), ("independent", ["a", "b"])] {
            let map = try map(
                """
                {"baseMap":{},"operationalLayers":[{"id":"g","layerType":"GroupLayer","visibilityMode":"\(mode)","layers":[
                {"id":"a","layerType":"ArcGISFeatureLayer","url":"http://x/FeatureServer/0"},{"id":"b","layerType":"ArcGISFeatureLayer","url":"http://x/FeatureServer/0"},
                {"id":"c","layerType":"ArcGISFeatureLayer","url":"http://x/FeatureServer/0","visibility":false}]}]}
                """)
            guard case .group(let inner)? = try await map.snapshot().layers.first?.content else {
                Issue.record("no group")
                continue
            }
            #expect(inner.map(\.id) == expected)
        }
    }

    @Test("graphics are drawn with their own symbol, or their overlay's, by their index")
    func graphics() {
        let overlay = GraphicsOverlay(renderer: SimpleRenderer(symbol: SimpleMarkerSymbol(size: 4)))
        let point = Point(latitude: 1, longitude: 2)
        let top = Graphic(geometry: point, symbol: SimpleMarkerSymbol(size: 9))
        top.zIndex = 1
        let hidden = Graphic(geometry: point)
        hidden.isVisible = false
        overlay.addGraphics([top, hidden, Graphic(geometry: point), Graphic()])
        guard case .graphics(let drawn) = overlay.snapshot().content else {
            Issue.record("no graphics")
            return
        }
        #expect(drawn.map { ($0.symbol as? SimpleMarkerSymbol)?.size } == [4, 9])
        overlay.removeAllGraphics()
        #expect(overlay.graphics.isEmpty)
    }

    @Test(
        "every real document becomes a map, without network",
        .enabled(if: SharedData.isAvailable, "GROMA_SHARED_DATA names no folder"))
    func real() async throws {
        for path in RealDocuments.webMaps + RealDocuments.sampleWebMaps {
            let document = try WebMap(data: RealDocuments.bytes(path))
            let map = Map(webMap: document, services: Services())
            #expect(map.operationalLayers.count == document.operationalLayers.count, "\(path)")
            let snapshot = try await map.snapshot()
            #expect(snapshot.layers.count + snapshot.failures.count > 0, "\(path)")
        }
    }
}
