// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaCodecs
import GromaFeatures
import GromaGeometry
import GromaMapping
import GromaRendering
import GromaView
import Synchronization
import Testing

@Suite("Frames", .timeLimit(.minutes(10)))
@MainActor
struct FrameTests {
    private func pins() -> GraphicsOverlay {
        let overlay = GraphicsOverlay(id: "pins")
        for index in 0..<8 {
            overlay.addGraphic(
                Graphic(
                    geometry: Point(x: Double(index) * 13, y: 20, spatialReference: .webMercator),
                    symbol: SimpleMarkerSymbol(
                        color: Color(hex: 0xFF0000), size: 9, outline: SimpleLineSymbol(color: .white, width: 1))))
        }
        let line = Polyline(
            points: [
                Point(x: -20, y: 0, spatialReference: .webMercator),
                Point(x: 150, y: 90, spatialReference: .webMercator),
            ], spatialReference: .webMercator)
        overlay.addGraphic(
            Graphic(geometry: line, symbol: SimpleLineSymbol(style: .dash, color: Color(hex: 0x0044CC), width: 3)))
        let area = Envelope(xMin: 20, yMin: 60, xMax: 120, yMax: 110, spatialReference: .webMercator)
        overlay.addGraphic(
            Graphic(geometry: area, symbol: SimpleFillSymbol(style: .diagonalCross, color: Color(hex: 0x228822))))
        return overlay
    }

    @Test("at rest a frame has the bytes of the map drawn without a screen", arguments: [0.0, 25])
    func sameAsHeadless(rotation: Double) async throws {
        let overlay = pins()
        let fixture = try ViewFixture(overlays: [overlay])
        let names = try #require(
            JSONValue(
                parsing: #"""
                    {"labelExpressionInfo":{"expression":"$feature.NAME"},
                    "symbol":{"type":"esriTS","color":[0,0,0,255],"font":{"size":10}}}
                    """#
            ).object)
        fixture.points.labelDefinitions = [LabelDefinition(json: names)]
        await fixture.placed()
        await fixture.view.setViewpointRotation(rotation)
        await fixture.settled()
        let frame = try #require(fixture.view.frame())
        #expect(frame.isComplete)
        var snapshot = try await fixture.map.snapshot(overlays: [overlay])
        snapshot.wrapsAround = true
        let picture = try await MapRenderer().picture(of: snapshot, viewport: frame.viewport)
        #expect(picture.labelCounts.placed > 3)
        #expect(frame.picture.image == picture.image)
        let exported = try await fixture.view.exportImage()
        #expect(exported == picture.image)
    }

    @Test("a moving view shows the last picture moved along, and the overlay's marker at its place and size")
    func moving() async throws {
        let overlay = GraphicsOverlay()
        let place = Point(x: 0, y: 0, spatialReference: .webMercator)
        overlay.addGraphic(
            Graphic(geometry: place, symbol: SimpleMarkerSymbol(style: .square, color: Color(hex: 0xFF0000), size: 12)))
        let fixture = try ViewFixture(overlays: [overlay])
        await fixture.placed()
        await fixture.settled()
        let view = fixture.view
        view.beginPan()
        view.pan(byX: 37, y: 11)
        view.zoom(by: 1.7, anchor: ScreenPoint(x: 200, y: 250))
        let frame = try #require(view.frame())
        #expect(!frame.isComplete)
        let image = frame.picture.image
        let at = try #require(view.screenPoint(fromLocation: place))
        let x = Int(at.x), y = Int(at.y)
        #expect(image[x, y] == (255, 0, 0, 255))
        #expect(image[x + 6, y] == (255, 0, 0, 255) && image[x - 6, y] == (255, 0, 0, 255), "16 pixels wide as ever")
        #expect(image[x + 10, y] != (255, 0, 0, 255))
        // A feature's marker, which is part of the picture, is where it belongs.
        let feature = try #require(
            view.screenPoint(fromLocation: Point(x: 40, y: 40, spatialReference: .webMercator)))
        #expect(image[Int(feature.x), Int(feature.y)] == (0x5B, 0x93, 0xB8, 255))
        view.endPan()
        await fixture.settled()
        #expect(view.frame()?.isComplete == true)
    }

    @Test("what changes on the map asks for a frame, once, and shows in it")
    func changes() async throws {
        let overlay = pins()
        let fixture = try ViewFixture(overlays: [overlay])
        await fixture.placed()
        await fixture.settled()
        var wishes = 0
        fixture.view.onRedrawNeeded = { wishes += 1 }
        let before = try #require(fixture.view.frame()).picture.image
        overlay.removeAllGraphics()
        #expect(overlay.graphics.isEmpty && fixture.view.graphicsOverlays.count == 1)
        while wishes == 0 { await Task.yield() }
        await fixture.settled()
        let without = try #require(fixture.view.frame()).picture.image
        #expect(without != before)
        #expect(wishes >= 1)
        fixture.points.isVisible = false
        await changed(fixture.view)
        await fixture.settled()
        let bare = try #require(fixture.view.frame()).picture.image
        #expect(bare[200, 150] == (200, 200, 200, 255))
        #expect(Set(stride(from: 0, to: bare.pixels.count, by: 4).map { bare.pixels[$0] }) == [200])
    }

    @Test("a hidden layer asks for nothing; shown, it does")
    func hiddenLayers() async throws {
        let hidden = PlainTiles(grey: 10)
        let fixture = try ViewFixture(resizes: false)
        let layer = ArcGISTiledLayer(tileSource: hidden)
        layer.isVisible = false
        fixture.map.addOperationalLayer(layer)
        fixture.view.resize(width: 200, height: 200)
        await fixture.placed()
        await fixture.settled()
        #expect(hidden.asked.withLock { $0.isEmpty } && layer.loadStatus == .notLoaded)
        #expect(fixture.tiles.asked.withLock { !$0.isEmpty })
        layer.isVisible = true
        await changed(fixture.view)
        await fixture.settled()
        #expect(hidden.asked.withLock { !$0.isEmpty })
        #expect(fixture.view.frame()?.picture.image[3, 3].red == 10)
    }

    @Test("beside the world's end the world is drawn again")
    func wrapAround() async throws {
        let overlay = GraphicsOverlay()
        let place = Point(latitude: 0, longitude: -179)
        overlay.addGraphic(
            Graphic(geometry: place, symbol: SimpleMarkerSymbol(style: .square, color: Color(hex: 0xFF0000), size: 12)))
        let fixture = try ViewFixture(overlays: [overlay])
        await fixture.placed()
        await fixture.view.setViewpointCenter(Point(latitude: 0, longitude: 179), scale: 10_000_000)
        await fixture.settled()
        let image = try #require(fixture.view.frame()).picture.image
        let at = try #require(fixture.view.screenPoint(fromLocation: place))
        #expect(at.x > 200 && at.x < 400)
        #expect(image[Int(at.x), Int(at.y)] == (255, 0, 0, 255))
        #expect(image[390, 20] == (200, 200, 200, 255), "tiles on the far side")
        #expect(
            fixture.tiles.asked.withLock { keys in
                keys.allSatisfy { $0.column < 1 << $0.level }
            }, "no tile beyond the world is asked for")
    }

    @Test("another map starts anew, at its own place, and is loaded once")
    func replacingTheMap() async throws {
        let fixture = try ViewFixture()
        await fixture.placed()
        await fixture.settled()
        let other = Map(
            layers: [ArcGISTiledLayer(tileSource: PlainTiles(grey: 77))],
            initialViewpoint: Viewpoint(
                center: Point(x: 9_000, y: 0, spatialReference: .webMercator), scale: 50_000))
        fixture.view.map = other
        #expect(fixture.view.viewport == nil && fixture.view.drawStatus == .inProgress)
        await fixture.placed()
        #expect(fixture.view.viewport?.scale == 50_000)
        await fixture.settled()
        #expect(fixture.view.frame()?.picture.image[1, 1].red == 77)
    }
}
