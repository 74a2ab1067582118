// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaCodecs
import GromaFeatures
import GromaGeometry
import GromaMapping
import GromaRendering
import Synchronization
import Testing

/// Statements about maps, layers and features that go across rooms.
@Suite("Statements: maps")
@MainActor
struct MapStatementsTests {
    /// Web mercator tiles of one grey; the first one asked for fails where that is wanted.
    private final class Tiles: TileSource {
        struct Away: Error {}
        let fails: Bool
        let asked = Mutex(0)
        init(fails: Bool) { self.fails = fails }
        func tileLayerInfo() async throws -> TileLayerInfo { TileLayerInfo(name: "Grey", tileInfo: .webMercator()) }
        func tile(at key: TileKey) async throws -> [UInt8]? {
            let isFirst = asked.withLock { count in
                count += 1
                return count == 1
            }
            if fails, isFirst { throw Away() }
            return try Image(width: 256, height: 256, red: 90, green: 90, blue: 90, alpha: 255).encoded()
        }
    }

    private func points(_ count: Int, popup: Bool = false) throws -> FeatureLayer {
        let info = FeatureLayerInfo(
            id: 0, name: "Points", geometryType: .point,
            fields: [Field(name: "OBJECTID", type: .oid), Field(name: "N", type: .integer)],
            objectIDFieldName: "OBJECTID", spatialReference: .webMercator)
        let rows = try FeatureSet(
            records: (0..<count).map { index in
                FeatureRecord(
                    attributes: ["OBJECTID": .integer(Int64(index + 1)), "N": .integer(Int64(index))],
                    geometry: Point(x: Double(index) * 10, y: 0, spatialReference: .webMercator))
            }, fields: info.fields, geometryType: .point, spatialReference: .webMercator, objectIDFieldName: "OBJECTID")
        let layer = FeatureLayer(featureTable: try FeatureCollectionTable(info: info, rows: rows), name: "Points")
        layer.popupDefinition = popup ? PopupDefinition(title: "{N}") : nil
        return layer
    }

    private let viewport = Viewport(
        width: 300, height: 200, center: Point(x: 0, y: 0, spatialReference: .webMercator), scale: 5_000)

    @Test("a tile that fails is told, and the rest of the map is drawn")
    func failingTile() async throws {
        let map = Map(layers: [ArcGISTiledLayer(tileSource: Tiles(fails: true), name: "Ground"), try points(3)])
        let picture = try await MapRenderer().picture(of: map.snapshot(), viewport: viewport)
        #expect(picture.failures.map(\.layerName) == ["Ground"])
        #expect(picture.image.pixels.contains { $0 != 255 }, "the points are there")
    }

    @Test("a layer that is off, or out of its scales, asks for no tile")
    func noRequests() async throws {
        let hidden = Tiles(fails: false), far = Tiles(fails: false), near = Tiles(fails: false)
        let layers = [hidden, far, near].map { ArcGISTiledLayer(tileSource: $0) }
        layers[0].isVisible = false
        layers[1].minScale = 2_500
        layers[2].minScale = 10_000
        let map = Map(layers: layers)
        _ = try await MapRenderer().image(of: map.snapshot(), viewport: viewport)
        #expect(hidden.asked.withLock { $0 } == 0 && far.asked.withLock { $0 } == 0)
        #expect(near.asked.withLock { $0 } > 0)
    }

    @Test("the same map gives the same picture twice, byte for byte")
    func twice() async throws {
        let map = Map(layers: [ArcGISTiledLayer(tileSource: Tiles(fails: false)), try points(40)])
        let first = try await MapRenderer().image(of: map.snapshot(), viewport: viewport)
        let second = try await MapRenderer(threads: 1).image(of: map.snapshot(), viewport: viewport)
        #expect(first == second)
    }

    @Test("layers draw in the order they were added, graphics above them all")
    func order() async throws {
        let map = Map(layers: [ArcGISTiledLayer(tileSource: Tiles(fails: false))])
        map.addOperationalLayer(try points(1))
        let pins = GraphicsOverlay()
        pins.addGraphic(
            Graphic(
                geometry: Point(x: 0, y: 0, spatialReference: .webMercator),
                symbol: SimpleMarkerSymbol(style: .square, color: Color(hex: 0xFF0000), size: 20)))
        let image = try await MapRenderer().image(of: map.snapshot(overlays: [pins]), viewport: viewport)
        #expect(image[150, 100] == (255, 0, 0, 255))
        pins.removeAllGraphics()
        let without = try await MapRenderer().image(of: map.snapshot(overlays: [pins]), viewport: viewport)
        #expect(without[150, 100] == (0x5B, 0x93, 0xB8, 255), "the layer's marker lies over the tile")
        #expect(without[10, 10] == (90, 90, 90, 255))
    }

    @Test("of two layers of one name the lower one is found by it, and ids tell them apart")
    func sameName() throws {
        let lower = try points(1), upper = try points(2)
        let map = Map(layers: [lower, upper])
        #expect(map.layer(named: "Points") === lower)
        #expect(lower.id != upper.id && map.layer(id: upper.id) === upper)
    }

    @Test("an envelope round a place far north is in degrees and seen whole")
    func degreesInTheNorth() throws {
        let place = Point(latitude: 60, longitude: 10)
        let box = Envelope(center: place, width: 0.1, height: 0.1)
        for reference in [SpatialReference.wgs84, .webMercator] {
            let shown = try GeometryEngine.project(box, into: reference)
            let view = Viewport(width: 400, height: 300, fitting: Viewpoint(boundingGeometry: shown))
            let seen = try GeometryEngine.project(view.extent, into: .wgs84)
            #expect(seen.xMin < 9.95 + 1e-9 && seen.xMax > 10.05 - 1e-9)
            #expect(seen.yMin < 59.95 + 1e-9 && seen.yMax > 60.05 - 1e-9)
        }
    }

    @Test("layers of unknown kinds are written back as they were, also when another one changes")
    func unknownKinds() throws {
        let odd = #"{"id":"odd","layerType":"Hologram","depth":3.0,"inner":{"b":1,"a":[null]}}"#
        var map = try WebMap(
            data: #"{"operationalLayers":[{"id":"a","layerType":"ArcGISFeatureLayer"},\#(odd)],"baseMap":{}}"#.utf8)
        map.operationalLayers[0].isVisible = false
        #expect(JSONValue.object(map.json).text().contains(odd))
        #expect(map.operationalLayers.count == 2)
    }

    @Test("three fields without a class of their own take the default symbol")
    func threeFields() {
        let one = SimpleMarkerSymbol(size: 1), other = SimpleMarkerSymbol(size: 9)
        let renderer = UniqueValueRenderer(
            fieldNames: ["A", "B", "C"],
            uniqueValues: [UniqueValue(label: "", symbol: one, values: ["1", "x", "y"])], defaultSymbol: other)
        func size(_ values: [String: AttributeValue]) -> Double? {
            (renderer.symbol(for: values) as? SimpleMarkerSymbol)?.size
        }
        #expect(size(["A": 1, "B": "x", "C": "y"]) == 1)
        #expect(size(["A": 1, "B": "x", "C": "z"]) == 9)
        #expect(size(["A": 1, "B": .null, "C": "y"]) == 9)
    }

    @Test("a label whose text cannot be made for one feature is left out for that one only")
    func labelOfOne() throws {
        let definition = LabelDefinition(
            json: try #require(
                JSONValue(parsing: #"{"labelExpressionInfo":{"expression":"Round($feature.N / $feature.D, 1)"}}"#)
                    .object))
        let rows = try FeatureSet(
            records: [FeatureRecord(attributes: ["N": 3, "D": 2]), FeatureRecord(attributes: ["N": 3, "D": 0])],
            fields: [Field(name: "N", type: .integer), Field(name: "D", type: .integer)])
        let text = LabelText(definition)
        try #require(text.unsupportedReason == nil)
        #expect(text.texts(for: rows).map(\.isEmpty) == [false, true])
    }

    @Test("a query adds to a selection, takes from it, or makes it new; another view leaves it")
    func selection() async throws {
        let layer = try points(6)
        func find(_ clause: String, _ mode: SelectionMode) async throws {
            var query = QueryParameters()
            query.whereClause = clause
            try await layer.selectFeatures(using: query, mode: mode)
        }
        try await find("N < 3", .new)
        #expect(layer.selectedObjectIDs == [1, 2, 3])
        try await find("N >= 4", .add)
        #expect(layer.selectedObjectIDs == [1, 2, 3, 5, 6])
        try await find("N > 1 AND N < 5", .subtract)
        #expect(layer.selectedObjectIDs == [1, 2, 6])
        let map = Map(layers: [layer])
        for scale in [1_000.0, 90_000] {
            let view = Viewport(width: 50, height: 50, center: viewport.center, scale: scale)
            _ = try await MapRenderer().image(of: map.snapshot(), viewport: view)
        }
        #expect(layer.selectedObjectIDs == [1, 2, 6])
        try await find("N = 0", .new)
        #expect(layer.selectedObjectIDs == [1])
        layer.clearSelection()
        #expect(layer.selectedObjectIDs.isEmpty)
        layer.selectFeatures([4, 5])
        layer.unselectFeatures([5])
        #expect(layer.selectedObjectIDs == [4])
    }

    @Test("identify that wants popups leaves out layers that have none")
    func popupsOnly() async throws {
        let map = Map(layers: [try points(1), try points(1, popup: true)])
        let snapshot = try await map.snapshot()
        func found(_ only: Bool) async throws -> [String] {
            try await MapIdentifier(returnsPopupsOnly: only)
                .identify(at: ScreenPoint(x: 150, y: 100), in: snapshot, viewport: viewport).results.map(\.layerID)
        }
        #expect(try await found(false) == map.operationalLayers.reversed().map(\.id))
        #expect(try await found(true) == [map.operationalLayers[1].id])
    }

    @Test("a template used twice makes two features with equal values and no shape")
    func templates() throws {
        let layer = try points(0)
        let table = try #require(layer.featureTable)
        let template = FeatureTemplate(name: "Seven", prototypeAttributes: ["N": 7])
        let first = table.makeFeature(template: template), second = table.makeFeature(template: template)
        #expect(first !== second && first.attributes == ["N": 7] && second.attributes == first.attributes)
        #expect(first.geometry == nil && first.objectID == nil)
    }
}
