// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaCodecs
import GromaFeatures
import GromaGeometry
import GromaMapping
import GromaRendering
import GromaView
import Testing

@Suite("The mark of what is selected closes in on it", .timeLimit(.minutes(10)))
@MainActor
struct HaloTests {
    private let overlay = GraphicsOverlay()
    private let fixture: ViewFixture
    private let view: MapViewModel
    /// Stands still: however busy the machine is, no answer comes too late to be waited for.
    private let time = HandTurnedTime()

    init() throws {
        fixture = try ViewFixture(resizes: false)
        view = MapViewModel(map: fixture.map, graphicsOverlays: [overlay], time: time.source)
        view.resize(width: 400, height: 300)
        fixture.ground.isVisible = false
        fixture.points.renderer = SimpleRenderer(symbol: SimpleMarkerSymbol(color: Color(hex: 0x0000FF), size: 12))
        view.fadesPictures = true
    }

    /// Brings the view to rest, frames going by, and tells the time.
    private func rest(_ other: MapViewModel? = nil, from now: Duration = .zero) async -> Duration {
        let view = other ?? view
        var now = now
        repeat {
            now += .milliseconds(16)
            _ = view.tick(at: now)
            for _ in 0..<40 { await Task.yield() }
        } while view.drawStatus != .completed
        return now
    }

    /// Pixels from the middle of a point's marker to the middle of the ring round it; nil where it has none.
    private func ring(_ x: Double, _ y: Double) -> Double? {
        let location = Point(x: x, y: y, spatialReference: .webMercator)
        guard let place = view.screenPoint(fromLocation: location), let image = view.frame()?.picture.image else {
            return nil
        }
        let marked = (0..<18).filter { image[Int(place.x), Int(place.y) - $0] == (0xC6, 0x46, 0, 255) }
        return marked.isEmpty ? nil : Double(marked.reduce(0, +)) / Double(marked.count)
    }

    /// Lets frames begin at a moment until there is a ring.
    private func appears(_ x: Double, _ y: Double, at now: Duration) async {
        while true {
            _ = view.tick(at: now)
            if ring(x, y) != nil { return }
            await Task.yield()
        }
    }

    @Test("a feature's ring comes three pixels further out and is where it stays after 150 ms; then nothing moves")
    func feature() async throws {
        let before = await rest()
        #expect(ring(40, 40) == nil)
        fixture.points.selectFeatures([7])
        let start = before + .seconds(1)
        await appears(40, 40, at: start)
        // A marker 16 pixels wide, half the ring's 7.2, and three more.
        #expect(abs(try #require(ring(40, 40)) - 14.6) < 0.8)
        expect(view.drawStatus == .inProgress && view.frame()?.isComplete == false)
        var last = 15.4
        for milliseconds in [30, 60, 100] {
            expect(view.tick(at: start + .milliseconds(milliseconds)))
            let now = try #require(ring(40, 40))
            #expect(now <= last)
            last = now
        }
        expect(view.tick(at: start + .milliseconds(149)))
        expect(!view.tick(at: start + .milliseconds(150)))
        expect(view.drawStatus == .completed)
        #expect(abs(try #require(ring(40, 40)) - 11.6) < 0.8)
        let frame = try #require(view.frame())
        #expect(frame.isComplete)
        #expect(frame.picture.image == (try await view.exportImage()))
        expect(!view.tick(at: start + .seconds(1)))
    }

    @Test("a mark that is there stays as it is when another is made, and one that is taken away is gone at once")
    func another() async throws {
        fixture.points.selectFeatures([7])
        let before = await rest()
        let own = try #require(ring(40, 40))
        fixture.points.selectFeatures([9])
        await appears(120, 40, at: before + .seconds(1))
        #expect(ring(40, 40) == own)
        #expect(try #require(ring(120, 40)) > own + 2)
        // While it moves: it goes on where it was, and the first is gone.
        expect(view.tick(at: before + .milliseconds(1_060)))
        let halfWay = try #require(ring(120, 40))
        fixture.points.unselectFeatures([7])
        while ring(40, 40) != nil {
            _ = view.tick(at: before + .milliseconds(1_060))
            await Task.yield()
        }
        #expect(ring(120, 40) == halfWay)
        expect(!view.tick(at: before + .milliseconds(1_150)))
        let exported = try await view.exportImage()
        expect(view.frame()?.picture.image == exported)
    }

    @Test("marks of graphics close in as well: rings, and lines that are wider at first")
    func graphics() async throws {
        func place(_ x: Double, _ y: Double) -> Point { Point(x: x, y: y, spatialReference: .webMercator) }
        let line = Graphic(
            geometry: Polyline(points: [place(-80, 100), place(240, 100)], spatialReference: .webMercator),
            symbol: SimpleLineSymbol(color: .black, width: 1))
        let dot = Graphic(geometry: place(60, 20), symbol: SimpleMarkerSymbol(color: .black, size: 12))
        overlay.addGraphics([line, dot])
        let before = await rest()
        let row = try #require(view.screenPoint(fromLocation: place(100, 100)))
        /// Pixels that the line's mark is high.
        func width() throws -> Int {
            let image = try #require(view.frame()).picture.image
            return (-10...10).count { image[Int(row.x), Int(row.y) + $0] == (0xC6, 0x46, 0, 255) }
        }
        line.isSelected = true
        dot.isSelected = true
        let start = before + .seconds(1)
        await appears(60, 20, at: start)
        expect(view.drawStatus == .inProgress)
        let first = (ring: try #require(ring(60, 20)), width: try width())
        expect(view.tick(at: start + .milliseconds(75)))
        expect(!view.tick(at: start + .milliseconds(150)))
        expect(view.drawStatus == .completed)
        #expect(abs(first.ring - (try #require(ring(60, 20))) - 3) < 0.6)
        let last = try width()
        #expect((2...3).contains(first.width - last))
        let overlays = try await fixture.map.snapshot(overlays: [overlay])
        let viewport = try #require(view.viewport)
        var wrapped = overlays
        wrapped.wrapsAround = view.wrapsAround
        let drawn = try await MapRenderer().image(of: wrapped, viewport: viewport)
        expect(view.frame()?.picture.image == drawn)
    }

    @Test("a map that is moved meanwhile shows the mark where it stays")
    func moved() async throws {
        let before = await rest()
        fixture.points.selectFeatures([7])
        await appears(40, 40, at: before + .seconds(1))
        view.pan(byX: 4, y: 0)
        #expect(abs(try #require(ring(40, 40)) - 11.6) < 0.8)
    }

    @Test("those who want no movement see it at once")
    func atOnce() async throws {
        view.fadesPictures = false
        let before = await rest()
        fixture.points.selectFeatures([7])
        await appears(40, 40, at: before + .seconds(1))
        expect(!view.tick(at: before + .seconds(2)) && view.drawStatus == .completed)
        let exported = try await view.exportImage()
        expect(view.frame()?.picture.image == exported)
    }

    @Test("many at a time are marked at once: drawing them anew for each frame would take longer than the movement")
    func many() async throws {
        let fixture = try ViewFixture(count: 400, resizes: false)
        let view = MapViewModel(map: fixture.map, time: time.source)
        view.resize(width: 400, height: 300)
        view.fadesPictures = true
        // All of them in view.
        await view.setViewpoint(
            Viewpoint(center: Point(x: 80, y: 1_580, spatialReference: .webMercator), scale: 60_000))
        var now = await rest(view)
        fixture.points.selectFeatures(1...400)
        await changed(view)
        var moves = false
        while view.drawStatus != .completed {
            now += .milliseconds(16)
            if view.tick(at: now) { moves = true }
            await Task.yield()
        }
        #expect(!moves)
        let exported = try await view.exportImage()
        expect(view.frame()?.picture.image == exported)
    }
}
