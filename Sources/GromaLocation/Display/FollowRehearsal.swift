// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
package import GromaMapping
import Synchronization

/// A view without a screen that a location display moves: what it would show after each fix, when all motion is over.
@MainActor
package final class FollowRehearsal: ViewpointHost {
    /// What is shown.
    package private(set) var viewport: Viewport
    package let display: LocationDisplay
    private let clock = Mutexed(Duration.zero)

    /// Begins with a view, in a mode.
    package init(viewport: Viewport, mode: AutoPanMode) {
        self.viewport = viewport
        let time = TimeSource(now: { [clock] in clock.value }, sleep: { _ in throw CancellationError() })
        display = LocationDisplay(dataSource: CustomLocationDataSource(provider: SilentProvider()), time: time)
        display.symbolResources = .none
        display.host = self
        display.isStarted = true
        display.autoPanMode = mode
    }

    package var followedViewport: Viewport? { viewport }
    package var followedInsets: EdgeInsets { .zero }
    package func waitUntilMapIsLoaded() async throws {}
    package func follow(_ viewpoint: Viewpoint) {
        viewport = Viewport(
            width: viewport.width, height: viewport.height, fitting: viewpoint, pixelRatio: viewport.pixelRatio)
    }
    package func requestFrame() {}

    /// The view after a fix came so long after the beginning.
    package func take(_ fix: Location, at time: Duration) {
        clock.value = max(clock.value, time)
        display.take(fix)
        settle()
    }
    /// The view after a heading came.
    package func take(_ heading: Heading) {
        display.take(heading)
        settle()
    }

    /// Looks at the beginning of all motion, and at its end.
    private func settle() {
        display.advance()
        clock.value += .seconds(1)
        display.advance()
        clock.value -= .seconds(1)
    }
}

/// A source that says nothing.
private struct SilentProvider: LocationProvider {
    let name = "nothing"
    func run(into feed: LocationFeed) async throws {}
}

/// A value behind a lock.
private final class Mutexed<Value: Sendable>: Sendable {
    private let storage: Mutex<Value>
    init(_ value: Value) { storage = Mutex(value) }
    var value: Value {
        get { storage.withLock { $0 } }
        set { storage.withLock { $0 = newValue } }
    }
}
