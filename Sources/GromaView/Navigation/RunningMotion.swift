// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaMapping

/// A movement that runs, and who waits for its end.
@MainActor
final class RunningMotion {
    let motion: any ViewMotion
    let cause: ViewpointChangeCause
    /// The frame clock's time at the first frame; nil before it.
    private var start: Duration?
    private var waiting: CheckedContinuation<Bool, Never>?

    init(_ motion: any ViewMotion, cause: ViewpointChangeCause) {
        self.motion = motion
        self.cause = cause
    }

    func wait(_ continuation: CheckedContinuation<Bool, Never>) { waiting = continuation }

    /// Tells who waits whether the movement came to its end; later calls tell nobody.
    func finish(_ isComplete: Bool) {
        waiting?.resume(returning: isComplete)
        waiting = nil
    }

    func viewport(at now: Duration, from navigator: ViewNavigator) -> (viewport: Viewport, isOver: Bool) {
        let begin = start ?? now
        start = begin
        let way = (now - begin).components
        return motion.viewport(
            after: Double(way.seconds) + Double(way.attoseconds) * 1e-18, from: navigator)
    }
}

/// What moved a view.
public enum ViewpointChangeCause: Sendable, Hashable {
    /// The person dragged the map, or threw it.
    case pan
    /// The person came closer or went farther away: pinch, wheel, double tap, buttons.
    case zoom
    /// The person turned the map.
    case rotation
    /// The app asked for a viewpoint.
    case viewpoint
    /// The map follows the device's position.
    case location
    /// The view's size or insets changed.
    case layout
}

/// What a gesture under way remembers.
struct GestureState {
    /// Gestures that have begun and not ended.
    var count = 0
    /// Factor and degrees of the pinch so far.
    var pinchScale = 1.0
    var pinchTurn = 0.0
    /// True once two fingers have turned far enough that turning is meant.
    var isTurning = false
}
