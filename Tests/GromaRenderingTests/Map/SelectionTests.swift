// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaCodecs
import GromaFeatures
import GromaGeometry
import GromaMapping
import GromaRendering
import Testing

@Suite("Marks of what is selected")
@MainActor
struct SelectionTests {
    private func place(_ x: Double, _ y: Double) -> Point { Point(x: x, y: y, spatialReference: .webMercator) }
    private let viewport = Viewport(
        width: 300, height: 200, center: Point(x: 0, y: 0, spatialReference: .webMercator), scale: 3_779.52)

    private func layer() throws -> FeatureLayer {
        let info = FeatureLayerInfo(
            id: 0, name: "Points", geometryType: .point, fields: [Field(name: "OBJECTID", type: .oid)],
            objectIDFieldName: "OBJECTID", spatialReference: .webMercator)
        let records = [-80.0, 0, 80].enumerated().map { index, x in
            FeatureRecord(attributes: ["OBJECTID": .integer(Int64(index + 1))], geometry: place(x, 0))
        }
        let rows = try FeatureSet(
            records: records, fields: info.fields, geometryType: .point, spatialReference: .webMercator,
            objectIDFieldName: "OBJECTID")
        let layer = FeatureLayer(featureTable: try FeatureCollectionTable(info: info, rows: rows), name: "Points")
        layer.renderer = SimpleRenderer(symbol: SimpleMarkerSymbol(color: Color(hex: 0x0000FF), size: 12))
        return layer
    }

    private func isMark(_ image: Image, _ x: Int, _ y: Int) -> Bool { image[x, y] == (0xC6, 0x46, 0, 255) }

    @Test("a selected marker has a ring, cased in white, and the others have none; nothing else changes")
    func points() async throws {
        let layer = try layer()
        let map = Map(layers: [layer], spatialReference: .webMercator)
        let plain = try await MapRenderer().image(of: map.snapshot(), viewport: viewport)
        layer.selectFeatures([2])
        let image = try await MapRenderer().image(of: map.snapshot(), viewport: viewport)
        // 16 pixels wide: the ring's middle is 3.6 pixels outside of the marker's edge.
        let rings = (150..<175).filter { isMark(image, $0, 100) }
        #expect(rings.first.map { $0 >= 158 && $0 <= 161 } == true, "\(rings)")
        #expect(image[150, 100] == (0, 0, 255, 255), "the marker itself stays")
        #expect(!(0..<125).contains { isMark(image, $0, 100) } && !(175..<300).contains { isMark(image, $0, 100) })
        layer.clearSelection()
        #expect(try await MapRenderer().image(of: map.snapshot(), viewport: viewport) == plain)
        layer.selectFeatures([1])
        let green = MapRenderer(selectionColor: Color(hex: 0x00AA00))
        let other = try await green.image(of: map.snapshot(), viewport: viewport)
        #expect((60..<90).contains { other[$0, 100] == (0, 0xAA, 0, 255) })
    }

    @Test("a selected line is drawn over, a selected area is tinted and outlined")
    func linesAndAreas() async throws {
        let overlay = GraphicsOverlay()
        let line = Graphic(
            geometry: Polyline(points: [place(-140, 50), place(140, 50)], spatialReference: .webMercator),
            symbol: SimpleLineSymbol(color: .black, width: 1))
        let area = Graphic(
            geometry: Envelope(xMin: -60, yMin: -80, xMax: 60, yMax: 0, spatialReference: .webMercator),
            symbol: SimpleFillSymbol(color: .white))
        overlay.addGraphics([line, area])
        let map = Map(layers: [], spatialReference: .webMercator)
        let before = try await MapRenderer().image(of: map.snapshot(overlays: [overlay]), viewport: viewport)
        #expect(!before.pixels.indices.contains { $0 % 4 == 0 && before.pixels[$0] == 0xC6 })
        line.isSelected = true
        area.isSelected = true
        let image = try await MapRenderer().image(of: map.snapshot(overlays: [overlay]), viewport: viewport)
        #expect(isMark(image, 150, 50) && image[150, 47] == (255, 255, 255, 255))
        #expect(isMark(image, 90, 140) && isMark(image, 150, 100))
        let tint = image[150, 140]
        #expect(tint.red > tint.green && tint.green > tint.blue && tint.blue > 200)
    }
}
