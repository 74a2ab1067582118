// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaGeometry
import GromaLocation
import GromaMapping
import Observation

/// A view of a fixed size without a screen.
@MainActor
final class TestHost: ViewpointHost {
    var viewport: Viewport
    var insets = EdgeInsets.zero
    var moves: [Viewpoint] = []
    var frameRequests = 0
    /// Nil for a map that has not loaded.
    var isLoaded = true
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(
        width: Double = 600, height: Double = 400, center: Point = Point(x: 0, y: 0, spatialReference: .webMercator),
        scale: Double = 10_000, rotation: Double = 0
    ) {
        viewport = Viewport(width: width, height: height, center: center, scale: scale, rotation: rotation)
    }

    var followedViewport: Viewport? { isLoaded ? viewport : nil }
    var followedInsets: EdgeInsets { insets }
    func waitUntilMapIsLoaded() async throws {
        if isLoaded { return }
        await withCheckedContinuation { waiting.append($0) }
    }
    func load() {
        isLoaded = true
        for continuation in waiting { continuation.resume() }
        waiting = []
    }
    func follow(_ viewpoint: Viewpoint) {
        moves.append(viewpoint)
        guard let center = viewpoint.targetGeometry as? Point else { return }
        viewport.center = center
        viewport.scale = viewpoint.targetScale
        viewport.rotation = viewpoint.rotation
    }
    func requestFrame() { frameRequests += 1 }
}

/// A source that a test tells what to say.
struct ScriptedProvider: LocationProvider {
    let name = "the scripted source"
    let events: Broadcast<@Sendable (LocationFeed) -> Void>
    let fails: LocationError?

    func run(into feed: LocationFeed) async throws {
        if let fails { throw fails }
        let events = events.values
        feed.begin()
        for await event in events { event(feed) }
    }
}

/// A display with a view, a source and a time, all in a test's hand.
@MainActor
final class Stage {
    let time = ManualTime()
    let host: TestHost
    let display: LocationDisplay
    let source: CustomLocationDataSource
    private let events = Broadcast<@Sendable (LocationFeed) -> Void>()
    private var seconds = 0.0
    nonisolated static let epoch = Date(timeIntervalSince1970: 1_700_000_000)

    init(host: TestHost? = nil, fails: LocationError? = nil) {
        source = CustomLocationDataSource(provider: ScriptedProvider(events: events, fails: fails))
        display = LocationDisplay(dataSource: source, time: time.source)
        self.host = host ?? TestHost()
        display.symbolResources = .none
        display.host = self.host
    }

    /// Sends a fix at metres from (0, 0) of web mercator, waits until the display knows it, and draws frames until all is at rest.
    func fix(
        x: Double, y: Double, speed: Double? = nil, course: Double? = nil, accuracy: Double? = 5, settles: Bool = true
    ) async {
        seconds += 1
        time.advance(by: .seconds(1))
        await fix(
            Location(
                position: Point(
                    latitude: WebMercator.latitude(y: y), longitude: WebMercator.longitude(x: x)),
                horizontalAccuracy: accuracy, speed: speed, course: course,
                timestamp: Self.epoch.addingTimeInterval(seconds)))
        if settles { settle() }
    }

    func fix(_ location: Location) async {
        var fixes = display.locations.makeAsyncIterator()
        events.send { $0.report(location) }
        _ = await fixes.next()
    }

    func heading(_ heading: Heading) async {
        var headings = display.headings.makeAsyncIterator()
        events.send { $0.report(heading) }
        _ = await headings.next()
        settle()
    }

    /// Anything else the source says.
    func tell(_ event: @escaping @Sendable (LocationFeed) -> Void) { events.send(event) }

    /// Frames of a tenth of a second for two seconds: longer than any animation.
    func settle() {
        for _ in 0..<20 {
            display.advance()
            time.advance(by: .milliseconds(100))
        }
        display.advance()
    }

    /// Where the symbol is on the screen.
    var symbol: ScreenPoint? {
        guard let point = display.graphics.last?.geometry as? Point else { return nil }
        return host.viewport.screenPoint(of: point)
    }
    /// Degrees clockwise by which the symbol is turned.
    var symbolAngle: Double? {
        (display.graphics.last?.symbol as? PictureMarkerSymbol).map { Angle.turned(-$0.angle) }
    }
    var symbolWidth: Double? { (display.graphics.last?.symbol as? PictureMarkerSymbol)?.width }
}

/// Returns when a claim about observable things holds.
@MainActor
func until(_ claim: @escaping @MainActor @Sendable () -> Bool) async {
    for await holds in Observations({ claim() }) where holds { return }
}
