// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaCodecs
import GromaGeometry
import GromaMapping
import GromaRendering
import GromaView
import Observation
import Synchronization
import Testing

/// Tiles of one grey that come when a test opens the gate.
private final class GatedTiles: TileSource {
    private struct State {
        var isOpen: Bool
        var waiting: [CheckedContinuation<Void, Never>] = []
    }
    private let state: Mutex<State>
    private let grey: UInt8
    /// False for a source that says what it is only when the gate is opened.
    private let isDescribed: Bool
    init(grey: UInt8, isOpen: Bool, isDescribed: Bool = true) {
        state = Mutex(State(isOpen: isOpen && isDescribed))
        self.grey = grey
        self.isDescribed = isDescribed
    }
    var isAsked: Bool { state.withLock { !$0.waiting.isEmpty } }
    func open() {
        let waiting = state.withLock { state in
            state.isOpen = true
            defer { state.waiting = [] }
            return state.waiting
        }
        for one in waiting { one.resume() }
    }
    func tileLayerInfo() async throws -> TileLayerInfo {
        if !isDescribed { await opening() }
        return TileLayerInfo(name: "Gated", tileInfo: .webMercator())
    }
    func tile(at key: TileKey) async throws -> [UInt8]? {
        await opening()
        return try Image(width: 256, height: 256, red: grey, green: grey, blue: grey, alpha: 255).encoded()
    }
    private func opening() async {
        await withCheckedContinuation { continuation in
            let isOpen = state.withLock { state in
                if !state.isOpen { state.waiting.append(continuation) }
                return state.isOpen
            }
            if isOpen { continuation.resume() }
        }
    }
}

@Suite("What comes later grows into the picture", .timeLimit(.minutes(10)))
@MainActor
struct FadeTests {
    private let time = HandTurnedTime()

    private func view(of map: Map, width: Double = 400, height: Double = 300) -> MapViewModel {
        let view = MapViewModel(map: map, time: time.source)
        view.fadesPictures = true
        view.resize(width: width, height: height)
        return view
    }
    private func map(_ basemap: Basemap, _ layers: [Layer] = []) -> Map {
        let map = Map(
            basemap: basemap,
            initialViewpoint: Viewpoint(center: Point(x: 80, y: 60, spatialReference: .webMercator), scale: 4_000),
            spatialReference: .webMercator)
        for layer in layers { map.addOperationalLayer(layer) }
        return map
    }
    private func basemap(_ tiles: GatedTiles, _ name: String) -> Basemap {
        Basemap(name: name, baseLayers: [ArcGISTiledLayer(tileSource: tiles, name: name)])
    }
    private func until(_ condition: () -> Bool) async {
        while !condition() { await Task.yield() }
    }
    private func grey(_ view: MapViewModel) -> Int {
        Int(view.frame()?.picture.image[5, 5].red ?? 0)
    }
    /// Brings a view to rest, frames going by.
    private func rest(_ view: MapViewModel, from now: Duration = .zero) async -> Duration {
        var now = now
        while view.drawStatus != .completed {
            now += .milliseconds(16)
            _ = view.tick(at: now)
            for _ in 0..<20 { await Task.yield() }
        }
        return now
    }

    /// A view at ten seconds whose ground, of grey 55, has just come: the first frame with it begins at what was there before. The view
    /// lies within one tile: several may come one after the other, and each then grows in from its own moment.
    private func arriving() async -> MapViewModel {
        let tiles = GatedTiles(grey: 55, isOpen: false)
        let view = view(of: map(basemap(tiles, "Ground")), width: 60, height: 40)
        await until { tiles.isAsked && grey(view) == 255 }
        tiles.open()
        await until { view.tick(at: .seconds(10)) }
        #expect(grey(view) == 255)
        return view
    }

    @Test("tiles that arrive take 120 ms from what was there to what is there, and then nothing moves")
    func arrival() async throws {
        let view = await arriving()
        expect(view.drawStatus == .inProgress)
        expect(view.tick(at: .milliseconds(10_030)))
        #expect(abs(grey(view) - 205) <= 2)
        expect(view.tick(at: .milliseconds(10_090)))
        #expect(abs(grey(view) - 105) <= 2)
        expect(view.drawStatus == .inProgress && view.frame()?.isComplete == false)
        expect(!view.tick(at: .milliseconds(10_120)))
        expect(view.drawStatus == .completed)
        let frame = try #require(view.frame())
        #expect(frame.isComplete)
        #expect(frame.picture.image == (try await view.exportImage()))
        expect(!view.tick(at: .seconds(11)))
    }

    @Test("another base map: the old picture stays until the new one is whole, then goes over in 200 ms")
    func basemap() async throws {
        let streets = GatedTiles(grey: 200, isOpen: true), imagery = GatedTiles(grey: 40, isOpen: false)
        let fixture = try ViewFixture(resizes: false)
        let map = map(basemap(streets, "Streets"), [fixture.points])
        let view = view(of: map)
        let start = await rest(view)
        #expect(grey(view) == 200)
        map.basemap = basemap(imagery, "Imagery")
        await until { imagery.isAsked }
        // A slow server: still the old one after five seconds.
        time.advance(by: .seconds(5))
        for _ in 0..<300 { await Task.yield() }
        _ = view.tick(at: start + .seconds(5))
        #expect(grey(view) == 200)
        imagery.open()
        let begin = start + .seconds(6)
        await until { view.tick(at: begin) }
        #expect(grey(view) == 200)
        expect(view.tick(at: begin + .milliseconds(100)))
        #expect(abs(grey(view) - 120) <= 2)
        expect(view.tick(at: begin + .milliseconds(199)))
        expect(!view.tick(at: begin + .milliseconds(200)))
        expect(view.drawStatus == .completed)
        let exported = try await view.exportImage()
        expect(view.frame()?.picture.image == exported)
    }

    @Test("while another base map is on its way, what is done above it is there at once, with the old ground beneath")
    func editsMeanwhile() async throws {
        let streets = GatedTiles(grey: 200, isOpen: true), imagery = GatedTiles(grey: 40, isOpen: false)
        let fixture = try ViewFixture(resizes: false)
        let map = map(basemap(streets, "Streets"), [fixture.points])
        let view = view(of: map)
        let start = await rest(view)
        let marker = try #require(
            view.screenPoint(fromLocation: Point(x: 40, y: 40, spatialReference: .webMercator)))
        func red() -> UInt8? { view.frame()?.picture.image[Int(marker.x), Int(marker.y)].red }
        let own = red()
        #expect(own != 200)
        map.basemap = basemap(imagery, "Imagery")
        await until { imagery.isAsked }

        fixture.points.isVisible = false
        await until { red() == 200 }
        expect(grey(view) == 200 && view.drawStatus == .inProgress)
        expect(!view.tick(at: start + .milliseconds(1)))
        fixture.points.isVisible = true
        await until { red() == own }
        #expect(grey(view) == 200)

        imagery.open()
        _ = await rest(view, from: start + .seconds(1))
        #expect(grey(view) == 40)
        let exported = try await view.exportImage()
        expect(view.frame()?.picture.image == exported)
    }

    @Test("a base map that is not whole after ten seconds is shown as far as it is", arguments: [false, true])
    func longWait(isMoved: Bool) async throws {
        let streets = GatedTiles(grey: 200, isOpen: true), imagery = GatedTiles(grey: 40, isOpen: false)
        let map = map(basemap(streets, "Streets"))
        let view = view(of: map)
        let start = await rest(view)
        map.basemap = basemap(imagery, "Imagery")
        await until { imagery.isAsked }
        for _ in 0..<300 { await Task.yield() }
        #expect(grey(view) == 200)
        // Elsewhere the old one is not at hand.
        if isMoved { view.pan(byX: 8, y: 0) } else { time.advance(by: .seconds(10)) }
        var now = start
        await until {
            now += .milliseconds(50)
            _ = view.tick(at: now)
            return grey(view) == 255
        }
        imagery.open()
        _ = await rest(view, from: now)
        #expect(grey(view) == 40)
    }

    @Test("the old ground stays while the layers of the next one are still being loaded")
    func slowDescription() async throws {
        let streets = GatedTiles(grey: 200, isOpen: true)
        let imagery = GatedTiles(grey: 40, isOpen: true, isDescribed: false)
        let fixture = try ViewFixture(resizes: false)
        let map = map(basemap(streets, "Streets"), [fixture.points])
        let view = view(of: map)
        let start = await rest(view)
        map.basemap = basemap(imagery, "Imagery")
        await until { imagery.isAsked }
        let marker = try #require(
            view.screenPoint(fromLocation: Point(x: 40, y: 40, spatialReference: .webMercator)))
        fixture.points.isVisible = false
        await until { view.frame()?.picture.image[Int(marker.x), Int(marker.y)].red == 200 }
        expect(grey(view) == 200 && view.drawStatus == .inProgress)
        imagery.open()
        _ = await rest(view, from: start)
        #expect(grey(view) == 40)
    }

    @Test("a map that is moved meanwhile shows at once what has come")
    func moved() async throws {
        let view = await arriving()
        view.pan(byX: 8, y: 0)
        #expect(Int(view.frame()?.picture.image[20, 5].red ?? 0) == 55)
        _ = await rest(view, from: .seconds(11))
        #expect(grey(view) == 55)
    }

    @Test("what a person has just done is there with the next frame; so is everything for those who want no movement")
    func atOnce() async throws {
        let tiles = GatedTiles(grey: 55, isOpen: true)
        let fixture = try ViewFixture(resizes: false)
        let view = view(of: map(basemap(tiles, "Ground"), [fixture.points]))
        let now = await rest(view)
        let marker = try #require(
            view.screenPoint(fromLocation: Point(x: 40, y: 40, spatialReference: .webMercator)))
        func red() -> UInt8? { view.frame()?.picture.image[Int(marker.x), Int(marker.y)].red }
        #expect(red() != 55)
        fixture.points.isVisible = false
        await until { red() == 55 }
        expect(!view.tick(at: now + .milliseconds(1)) && view.drawStatus == .completed)

        let late = GatedTiles(grey: 90, isOpen: false)
        let still = self.view(of: map(basemap(late, "Late")))
        still.fadesPictures = false
        await until { late.isAsked && grey(still) == 255 }
        late.open()
        var seen: Set<Int> = []
        await until {
            seen.insert(grey(still))
            return still.drawStatus == .completed
        }
        #expect(seen.isSubset(of: [255, 90]) && grey(still) == 90)
    }

    @Test("tiles that come one after the other grow in one above the other, never through to the bare ground")
    func oneAfterTheOther() async throws {
        let layers = (0..<6).map { GatedTiles(grey: UInt8(100 - $0), isOpen: false) }
        let view = view(of: map(Basemap(), layers.map { ArcGISTiledLayer(tileSource: $0) }))
        await until { layers.allSatisfy(\.isAsked) && grey(view) == 255 }
        var now = Duration.seconds(10), last = 255
        for tiles in layers {
            tiles.open()
            for _ in 0..<30 {
                now += .milliseconds(1)
                _ = view.tick(at: now)
                let grey = grey(view)
                // Blending rounds each of them by at most one.
                #expect(grey <= last + 2)
                last = grey
                for _ in 0..<40 { await Task.yield() }
            }
        }
        _ = await rest(view, from: now)
        #expect(grey(view) == 95)
    }
}
