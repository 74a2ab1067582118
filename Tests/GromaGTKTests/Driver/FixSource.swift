// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaGeometry
import GromaLocation

/// A receiver whose fixes and troubles a test tells, as often as it is started.
final class FixSource: LocationProvider {
    let name = "the test"
    private let events: AsyncStream<@Sendable (LocationFeed) -> Void>.Continuation
    private let hub: Hub
    /// Thrown at each start, where there is one.
    private let refusal: LocationError?

    /// Hands what is told to the run that goes on now.
    private actor Hub {
        private var feed: LocationFeed?
        func use(_ feed: LocationFeed?) { self.feed = feed }
        func tell(_ event: @Sendable (LocationFeed) -> Void) { if let feed { event(feed) } }
    }

    init(refuses refusal: LocationError? = nil) {
        self.refusal = refusal
        let (stream, events) = AsyncStream.makeStream(of: (@Sendable (LocationFeed) -> Void).self)
        self.events = events
        let hub = Hub()
        self.hub = hub
        Task { for await event in stream { await hub.tell(event) } }
    }

    deinit { events.finish() }

    func run(into feed: LocationFeed) async throws {
        if let refusal { throw refusal }
        await hub.use(feed)
        feed.begin()
        // Until the run is cancelled.
        for await _ in AsyncStream<Never>.makeStream().stream {}
        await hub.use(nil)
    }

    /// Tells a fix at metres of web mercator; nothing where the source is stopped.
    func fix(x: Double, y: Double) {
        let degrees = 180 / (Double.pi * 6_378_137)
        let place = Point(latitude: y * degrees, longitude: x * degrees)
        events.yield { $0.report(Location(position: place, horizontalAccuracy: 5)) }
    }
    /// Tells many fixes as fast as they can be told, ten thousand to a second by their own clock: to the east, a centimetre each. Between them stand
    /// as many that lie: nowhere, at the other end of the world, and before the one that came last.
    func flood(_ count: Int, from start: (x: Double, y: Double)) {
        let degrees = 180 / (Double.pi * 6_378_137)
        let begin = Date(timeIntervalSinceReferenceDate: 800_000_000)
        events.yield { feed in
            for number in 0..<count {
                let time = begin + Double(number) * 1e-4
                let place = Point(
                    latitude: start.y * degrees, longitude: (start.x + Double(number + 1) * 0.01) * degrees)
                feed.report(Location(position: place, horizontalAccuracy: 5, timestamp: time))
                let lie: Location =
                    switch number % 3 {
                    case 0: Location(position: Point(latitude: .nan, longitude: 8), timestamp: time)
                    case 1: Location(position: Point(latitude: 40, longitude: -100), timestamp: time)
                    default: Location(position: place, timestamp: begin - 3_600)
                    }
                feed.report(lie)
            }
        }
    }
    func trouble(_ error: LocationError) { events.yield { $0.report(error) } }
}
