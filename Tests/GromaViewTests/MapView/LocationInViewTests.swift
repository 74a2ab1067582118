// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaCodecs
import GromaGeometry
import GromaLocation
import GromaMapping
import GromaRendering
import GromaView
import Observation
import Testing

@Suite("The device in a view", .timeLimit(.minutes(10)))
@MainActor
struct LocationInViewTests {
    private struct Provider: LocationProvider {
        let name = "the test's source"
        let fixes: AsyncStream<Location>
        func run(into feed: LocationFeed) async throws {
            feed.begin()
            for await fix in fixes { feed.report(fix) }
        }
    }

    /// A view with a display whose fixes and time a test gives.
    @MainActor
    private final class Stage {
        let time = HandTurnedTime()
        let fixture: ViewFixture
        let display: LocationDisplay
        private let send: AsyncStream<Location>.Continuation
        private var seconds = 0.0
        var view: MapViewModel { fixture.view }

        init() throws {
            let (stream, continuation) = AsyncStream.makeStream(of: Location.self)
            send = continuation
            display = LocationDisplay(
                dataSource: CustomLocationDataSource(provider: Provider(fixes: stream)), time: time.source)
            display.symbolResources = .none
            fixture = try ViewFixture()
            fixture.view.locationDisplay = display
        }

        func fix(x: Double, y: Double) async {
            seconds += 1
            time.advance(by: .seconds(1))
            var fixes = display.locations.makeAsyncIterator()
            send.yield(
                Location(
                    position: Point(latitude: WebMercator.latitude(y: y), longitude: WebMercator.longitude(x: x)),
                    horizontalAccuracy: 5, timestamp: Date(timeIntervalSince1970: 1_700_000_000 + seconds)))
            _ = await fixes.next()
            settle()
        }

        /// Frames for two seconds: longer than any movement.
        func settle() {
            for frame in 0..<120 {
                _ = view.tick(at: .milliseconds(frame * 17) + .seconds(seconds * 10))
                time.advance(by: .milliseconds(17))
            }
        }
    }

    @Test("the symbol stands at its place in the frame, above all, and leaves with the display")
    func symbol() async throws {
        let stage = try Stage()
        await stage.fixture.placed()
        try await stage.display.start()
        await stage.fix(x: 100, y: 60)
        await changed(stage.view)
        await stage.fixture.settled()
        let at = try #require(
            stage.view.screenPoint(fromLocation: Point(x: 100, y: 60, spatialReference: .webMercator)))
        let image = try #require(stage.view.frame()).picture.image
        let pixel = image[Int(at.x), Int(at.y)]
        #expect(pixel.blue > pixel.red, "\(pixel)")
        let exported = try await stage.view.exportImage()
        #expect(exported == image)
        stage.view.locationDisplay = nil
        await changed(stage.view)
        await stage.fixture.settled()
        #expect(try #require(stage.view.frame()).picture.image != image)
        #expect(stage.display.host == nil)
    }

    @Test("the view follows in recenter; zooming, turning, tapping and the app's viewpoints keep it so, a pan ends it")
    func following() async throws {
        let stage = try Stage()
        let view = stage.view
        await stage.fixture.placed()
        stage.display.initialZoomScale = 0
        stage.display.autoPanMode = .recenter
        try await stage.display.start()
        await stage.fix(x: 2_000, y: 0)
        let center = try #require(view.viewport).center
        #expect(abs(center.x - 2_000) < 1 && abs(center.y) < 1)
        view.zoom(by: 1.5)
        view.zoom(levels: 0.5)
        stage.settle()
        view.beginPinch()
        view.pinch(scale: 1.2, rotation: 30, anchor: ScreenPoint(x: 200, y: 150))
        view.endPinch()
        await view.setViewpointScale(3_000)
        _ = try await view.identifyLayers(screenPoint: ScreenPoint(x: 200, y: 150))
        #expect(stage.display.autoPanMode == .recenter)
        view.beginPan()
        view.pan(byX: 12, y: 0)
        view.endPan()
        #expect(stage.display.autoPanMode == .off)
        let left = try #require(view.viewport).center
        await stage.fix(x: 2_060, y: 0)
        #expect(view.viewport?.center == left)
    }

    @Test("where that is chosen any change of the view ends following, but not the display's own")
    func strict() async throws {
        let stage = try Stage()
        await stage.fixture.placed()
        stage.display.initialZoomScale = 0
        stage.display.autoPanEndsOn = .anyViewpointChange
        stage.display.autoPanMode = .recenter
        try await stage.display.start()
        await stage.fix(x: 2_000, y: 0)
        stage.view.contentInsets = EdgeInsets(bottom: 40)
        stage.view.resize(width: 500, height: 400)
        #expect(stage.display.autoPanMode == .recenter)
        stage.view.zoom(by: 2)
        #expect(stage.display.autoPanMode == .off)
    }

    @Test("room taken from the lower edge lifts the place where the device is kept")
    func insets() async throws {
        let stage = try Stage()
        let view = stage.view
        view.resize(width: 400, height: 600)
        await stage.fixture.placed()
        view.contentInsets = EdgeInsets(bottom: 200)
        stage.display.initialZoomScale = 0
        stage.display.wanderExtentFactor = 0
        stage.display.autoPanMode = .recenter
        try await stage.display.start()
        await stage.fix(x: 5_000, y: 700)
        let at = try #require(
            view.screenPoint(fromLocation: Point(x: 5_000, y: 700, spatialReference: .webMercator)))
        #expect(abs(at.x - 200) < 1 && abs(at.y - 200) < 1, "\(at)")
    }
}
