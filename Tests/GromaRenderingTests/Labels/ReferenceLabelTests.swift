// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaCodecs
import GromaFeatures
import GromaGeometry
import GromaMapping
import GromaRendering
import Testing

@Suite("Labels and reference layers")
struct ReferenceLabelTests {
    /// One tile of 256 pixels, green where `isName` says so and transparent elsewhere.
    private final class Names: TileSource {
        private let bytes: [UInt8]

        init(isName: (_ x: Int, _ y: Int) -> Bool) throws {
            var pixels: [UInt8] = []
            for y in 0..<256 { for x in 0..<256 { pixels += isName(x, y) ? [0, 128, 0, 255] : [0, 0, 0, 0] } }
            bytes = try Image(width: 256, height: 256, pixels: pixels).encoded(as: .png())
        }
        func tileLayerInfo() async throws -> TileLayerInfo {
            TileLayerInfo(name: "Names", tileInfo: .webMercator(levels: 0...0))
        }
        func tile(at key: TileKey) async throws -> [UInt8]? {
            key == TileKey(level: 0, row: 0, column: 0) ? bytes : nil
        }
    }

    /// The world on 256 pixels, a point in its middle with a label above right, and names on top.
    private func picture(_ names: Names, isReference: Bool = true, ratio: Double = 1) async throws -> MapPicture {
        let info = FeatureLayerInfo(
            id: 0, name: "Points", geometryType: .point,
            fields: [Field(name: "OBJECTID", type: .oid), Field(name: "NAME", type: .string)],
            objectIDFieldName: "OBJECTID", spatialReference: .webMercator)
        let rows = try FeatureSet(
            records: [
                FeatureRecord(
                    attributes: ["OBJECTID": 1, "NAME": "Weir"],
                    geometry: Point(x: 0, y: 0, spatialReference: .webMercator))
            ], fields: info.fields, geometryType: .point, spatialReference: .webMercator,
            objectIDFieldName: "OBJECTID")
        let label = LabelDefinition(json: [
            "labelExpression": "[NAME]", "labelPlacement": "esriServerPointLabelPlacementAboveRight",
            "symbol": ["type": "esriTS", "color": [200, 0, 0, 255], "font": ["family": "Noto Sans", "size": 12]],
        ])
        let symbol = SimpleMarkerSymbol(style: .circle, color: .black, size: 6)
        let content = FeatureContent(
            table: try FeatureCollectionTable(info: info, rows: rows), layerInfo: info,
            renderer: SimpleRenderer(symbol: symbol), labelDefinitions: [label])
        var reference = LayerSnapshot(id: "names", name: "Names", content: .tiles(names))
        reference.isReference = isReference
        let snapshot = MapSnapshot(
            spatialReference: .webMercator,
            layers: [LayerSnapshot(id: "points", name: "Points", content: .features(content)), reference])
        let world = TileInfo.webMercator(levels: 0...0)
        let viewport = Viewport(
            width: 256, height: 256, center: Point(x: 0, y: 0, spatialReference: .webMercator),
            scale: world.levelOfDetail(0)?.scale ?? 1)
        return try await MapRenderer(threads: 1).picture(of: snapshot, viewport: viewport)
    }

    /// Pixels of the label's red in a part of the picture.
    private func redPixels(_ picture: MapPicture, _ x: Range<Int>, _ y: Range<Int>) -> Int {
        var count = 0
        for row in y {
            for column in x {
                let pixel = picture.image[column, row]
                if pixel.red > 150, pixel.green < 110, pixel.blue < 110 { count += 1 }
            }
        }
        return count
    }

    @Test("a label that would hide a name takes another place")
    func moves() async throws {
        let free = try await picture(try Names { _, _ in false })
        #expect(redPixels(free, 128..<256, 0..<128) > 20)
        let names = try Names { x, y in x >= 128 && x < 200 && y >= 96 && y < 128 }
        let moved = try await picture(names)
        #expect(redPixels(moved, 128..<256, 0..<124) == 0)
        #expect(redPixels(moved, 0..<256, 0..<256) > 20)
        #expect(moved.labelCounts.placed == 1)
        let ordinary = try await picture(names, isReference: false)
        #expect(redPixels(ordinary, 128..<256, 0..<128) > 20, "other layers keep nothing off")
    }

    @Test("a label without a free place is left out; thin lines and whole coverings keep nothing off")
    func leftOut() async throws {
        let crowded = try await picture(try Names { x, y in abs(x - 128) < 70 && abs(y - 128) < 50 })
        #expect(crowded.labelCounts.placed == 0 && crowded.labelCounts.dropped == 1)
        let lines = try await picture(try Names { x, _ in x == 140 })
        #expect(redPixels(lines, 128..<256, 0..<128) > 20)
        let covering = try await picture(try Names { _, _ in true })
        #expect(covering.labelCounts.placed == 1)
    }
}
