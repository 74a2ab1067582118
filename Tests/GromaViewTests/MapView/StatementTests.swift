// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaCodecs
import GromaFeatures
import GromaGeometry
import GromaMapping
import GromaPopups
import GromaRendering
import GromaStorage
import GromaView
import Observation
import Synchronization
import Testing

/// Promises about the map on the screen that go across rooms.
@Suite("Statements: the map in a view", .timeLimit(.minutes(10)))
@MainActor
struct ViewStatementsTests {
    private final class PatternTiles: TileSource {
        let scheme: TileInfo
        let name: String?
        let asked = Mutex(0)
        let isAway = Mutex(false)
        struct Away: Error {}
        init(_ scheme: TileInfo, name: String? = nil) {
            self.scheme = scheme
            self.name = name
        }
        var keepingName: String? { name }
        func tileLayerInfo() async throws -> TileLayerInfo { TileLayerInfo(name: "Pattern", tileInfo: scheme) }
        func tile(at key: TileKey) async throws -> [UInt8]? {
            asked.withLock { $0 += 1 }
            if isAway.withLock({ $0 }) { throw Away() }
            return try ViewStatementsTests.patternBytes(key)
        }
    }
    /// A tile whose every pixel is different from its neighbours.
    nonisolated private static func patternBytes(_ key: TileKey) throws -> [UInt8] {
        var image = Image(width: 256, height: 256, red: 0, green: 0, blue: 0, alpha: 255)
        for y in 0..<256 {
            for x in 0..<256 {
                image[x, y] = (
                    UInt8(x), UInt8(y), UInt8(truncatingIfNeeded: x * 7 + y * 13 + key.row + key.column), 255
                )
            }
        }
        return try image.encoded()
    }
    private func settled(_ view: MapViewModel) async {
        for await status in Observations({ view.drawStatus }) where status == .completed { break }
    }

    @Test("tiles in WGS 84 are drawn in it, pixel for pixel at the scales of their levels", arguments: [2, 7, 13])
    func geographicTiles(level: Int) async throws {
        let scheme = TileInfo.wgs84(levels: 0...15)
        let key = TileKey(level: level, row: 1 << (level - 1), column: 3 << (level - 2))
        let ground = try #require(scheme.extent(of: key))
        let scale = try #require(scheme.levelOfDetail(level)).scale
        let layer = ArcGISTiledLayer(tileSource: PatternTiles(scheme))
        let view = MapViewModel(
            map: Map(layers: [layer], initialViewpoint: Viewpoint(center: ground.center, scale: scale)))
        view.resize(width: 256, height: 256)
        await settled(view)
        #expect(view.map.spatialReference == .wgs84)
        #expect(view.frame()?.picture.image == (try Image(decoding: try Self.patternBytes(key))))
    }

    @Test("a picture marker's middle lies on its point; with an offset its tip does, at every scale and rotation")
    func pictureMarkers() async throws {
        let picture = try Image(width: 20, height: 30, red: 255, green: 0, blue: 0, alpha: 255).encoded()
        var symbol = PictureMarkerSymbol(image: .data(picture, contentType: "image/png"))
        symbol.width = 15
        symbol.height = 22.5
        let pin = Graphic(geometry: Point(x: 0, y: 0, spatialReference: .webMercator), symbol: symbol)
        let view = MapViewModel(
            map: Map(
                layers: [], initialViewpoint: Viewpoint(latitude: 0, longitude: 0, scale: 10_000),
                spatialReference: .webMercator), graphicsOverlays: [GraphicsOverlay(graphics: [pin])])
        view.resize(width: 200, height: 160)
        for offset in [0.0, 11.25] {
            symbol.offsetY = offset
            pin.symbol = symbol
            await changed(view)
            for (scale, rotation) in [(10_000.0, 0.0), (500, 33), (2_000_000, 200)] {
                await view.setViewpoint(
                    Viewpoint(
                        center: Point(x: 0, y: 0, spatialReference: .webMercator), scale: scale, rotation: rotation))
                await settled(view)
                let image = try #require(view.frame()).picture.image
                var box = (left: 999, top: 999, right: -1, bottom: -1)
                for y in 0..<160 {
                    for x in 0..<200 where image[x, y] == (255, 0, 0, 255) {
                        box = (min(box.left, x), min(box.top, y), max(box.right, x), max(box.bottom, y))
                    }
                }
                #expect(abs(Double(box.left + box.right + 1) / 2 - 100) <= 0.5)
                let middle = Double(box.top + box.bottom + 1) / 2
                #expect(abs((offset == 0 ? middle : Double(box.bottom + 1)) - 80) <= 1, "\(offset) \(scale) \(box)")
                #expect(abs(box.right - box.left - 19) <= 1 && abs(box.bottom - box.top - 29) <= 1)
            }
        }
    }

    @Test("a map tells once that it is loaded, and another map once more")
    func loadedOnce() async throws {
        let loads = Mutex(0)
        struct Loader: MapLoader {
            let count: @Sendable () -> Void
            func loadMap() async throws -> MapDocument {
                count()
                return MapDocument(webMap: try WebMap(data: Array(#"{"operationalLayers":[],"baseMap":{}}"#.utf8)))
            }
        }
        let counter = Mutex(0)
        func map() -> Map { Map(loader: Loader { counter.withLock { $0 += 1 } }, services: NoServices()) }
        let first = map()
        let watching = Task {
            for await status in first.loadStatuses where status == .loaded { loads.withLock { $0 += 1 } }
        }
        let view = MapViewModel(map: first)
        view.resize(width: 100, height: 100)
        await settled(view)
        try await first.load()
        view.resize(width: 120, height: 100)
        await settled(view)
        #expect(counter.withLock { $0 } == 1)
        let second = map()
        view.map = second
        await settled(view)
        #expect(counter.withLock { $0 } == 2 && second.loadStatus == .loaded)
        while loads.withLock({ $0 }) == 0 { await Task.yield() }
        #expect(loads.withLock { $0 } == 1)
        watching.cancel()
    }
    private struct NoServices: ServiceLoader {
        func featureTable(at url: URL) async throws -> any FeatureTable { throw CocoaError(.fileNoSuchFile) }
        func tileSource(at url: URL) async throws -> any TileSource { throw CocoaError(.fileNoSuchFile) }
    }

    @Test("a base map of another reference is refused in words, and the present one stays; one of the same is taken")
    func otherBasemap() async throws {
        let streets = Basemap(name: "Streets", baseLayers: [ArcGISTiledLayer(tileSource: PlainTiles(grey: 100))])
        let map = Map(basemap: streets)
        let degrees = Basemap(name: "Degrees", baseLayers: [ArcGISTiledLayer(tileSource: PlainTiles(.wgs84()))])
        let error = await #expect(throws: MappingError.self) { try await map.setBasemap(degrees) }
        #expect(error?.message.contains("Degrees") == true && error?.message.contains("4326") == true)
        #expect(map.basemap === streets)
        let dark = Basemap(name: "Dark", baseLayers: [ArcGISTiledLayer(tileSource: PlainTiles(grey: 30))])
        try await map.setBasemap(dark)
        #expect(map.basemap === dark && map.spatialReference?.isWebMercator == true)
    }

    @Test("a graphic that nothing is provided for shows nothing when it is tapped")
    func plainGraphic() async throws {
        let overlay = GraphicsOverlay()
        overlay.addGraphic(
            Graphic(
                geometry: Point(x: 900, y: 900, spatialReference: .webMercator), symbol: SimpleMarkerSymbol(size: 20)))
        let fixture = try ViewFixture(overlays: [overlay])
        await fixture.placed()
        await fixture.view.setViewpointCenter(Point(x: 900, y: 900, spatialReference: .webMercator))
        await fixture.settled()
        for await popup in fixture.view.popups(at: ScreenPoint(x: 200, y: 150)) { Issue.record("\(popup.title)") }
        let middle = ScreenPoint(x: 200, y: 150)
        #expect(fixture.view.callout(at: middle) == nil)
        overlay.graphics[0].calloutProvider = { _ in CalloutContent(title: "Pump") }
        #expect(fixture.view.callout(at: middle)?.content?.title == "Pump")
        #expect(fixture.view.callout(at: ScreenPoint(x: 30, y: 30)) == nil)
    }

    @Test("tiles that were kept on the disk are shown without the network, also once they have expired")
    func keptTiles() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "groma-view-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let seconds = Mutex(0.0)
        let cache = try TileDiskCache(
            fileURL: folder.appending(path: "tiles.sqlite"), expiry: .seconds(60), now: { seconds.withLock { $0 } })
        func view(_ tiles: PatternTiles) -> MapViewModel {
            let view = MapViewModel(
                map: Map(
                    layers: [ArcGISTiledLayer(tileSource: tiles)],
                    initialViewpoint: Viewpoint(latitude: 47, longitude: 8, scale: 20_000)), tileKeeper: cache)
            view.resize(width: 300, height: 300)
            return view
        }
        let first = PatternTiles(.webMercator(), name: "pattern")
        let online = view(first)
        await settled(online)
        let picture = try #require(online.frame()).picture.image
        #expect(first.asked.withLock { $0 } > 0)
        await cache.flush()
        let second = PatternTiles(.webMercator(), name: "pattern")
        second.isAway.withLock { $0 = true }
        let offline = view(second)
        await settled(offline)
        #expect(offline.frame()?.picture.image == picture)
        #expect(second.asked.withLock { $0 } == 0)
        seconds.withLock { $0 = 61 }
        let third = PatternTiles(.webMercator(), name: "pattern")
        third.isAway.withLock { $0 = true }
        let expired = view(third)
        await settled(expired)
        #expect(third.asked.withLock { $0 } > 0, "it asks, and shows what it has when nobody answers")
        #expect(expired.frame()?.picture.image == picture)
    }

    @Test("another base map takes over when it is whole; until then the old picture stays")
    func switchingBasemaps() async throws {
        let time = HandTurnedTime()
        let old = ArcGISTiledLayer(tileSource: PlainTiles(grey: 40))
        let view = MapViewModel(
            map: Map(layers: [old], initialViewpoint: Viewpoint(latitude: 47, longitude: 8, scale: 20_000)),
            time: time.source)
        view.resize(width: 100, height: 100)
        await settled(view)
        #expect(view.frame()?.picture.image[50, 50].red == 40)
        let other = ArcGISTiledLayer(tileSource: PlainTiles(grey: 90))
        view.map.basemap.baseLayers = [other]
        old.isVisible = false
        await changed(view)
        #expect(view.frame()?.picture.image[50, 50].red == 40)
        await settled(view)
        #expect(view.frame()?.picture.image[50, 50].red == 90)
    }
}
