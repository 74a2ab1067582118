// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaGeometry
import GromaMapping

/// A movement of the view over time: for each moment since its beginning a view, and whether it goes on.
protocol ViewMotion: Sendable {
    /// The view `seconds` after the beginning; nil where the movement is over and has left its last view.
    func viewport(after seconds: Double, from navigator: ViewNavigator) -> (viewport: Viewport, isOver: Bool)
}

/// From one view to another: over a longer way out and in again, so that one sees where one goes (J. van Wijk, W. Nuij,
/// "Smooth and efficient zooming and panning", 2003).
struct ViewpointFlight: ViewMotion {
    private let start: Viewport
    private let end: Viewport
    private let duration: Double
    private let turn: Double
    private let way: SIMD2<Double>
    private let distance: Double
    /// Map units across the view at the beginning and at the end.
    private let width0: Double
    private let width1: Double
    private let r0: Double
    private let length: Double
    /// How much the way out counts beside the way along.
    private static let rho = 1.4

    init(from start: Viewport, to end: Viewport, duration: Double, wrapsAround: Bool) {
        self.start = start
        self.end = end
        self.duration = duration
        turn = ViewNavigator.turn(from: start.rotation, to: end.rotation)
        var way = SIMD2(end.center.x - start.center.x, end.center.y - start.center.y)
        if wrapsAround, let world = start.spatialReference.worldXRange {
            let width = world.upperBound - world.lowerBound
            if abs(way.x) > width / 2 { way.x -= (way.x / width).rounded() * width }
        }
        self.way = way
        distance = (way * way).sum().squareRoot()
        let side = max(start.width, start.height)
        width0 = start.resolution * side
        width1 = end.resolution * side
        let rho2 = Self.rho * Self.rho
        if distance > 1e-3 * min(width0, width1) {
            let (width0, width1, distance) = (width0, width1, distance)
            func r(_ width: Double, _ sign: Double) -> Double {
                let b =
                    (width1 * width1 - width0 * width0 + sign * rho2 * rho2 * distance * distance)
                    / (2 * width * rho2 * distance)
                return -asinh(b)
            }
            let first = r(width0, 1)
            r0 = first
            length = (r(width1, -1) - first) / Self.rho
        } else {
            r0 = .nan
            length = log(width1 / width0) / Self.rho
        }
    }

    func viewport(after seconds: Double, from navigator: ViewNavigator) -> (viewport: Viewport, isOver: Bool) {
        guard seconds < duration, duration > 0 else { return (end, true) }
        let t = max(seconds, 0) / duration
        let eased = t < 0.5 ? 4 * t * t * t : 1 - pow(2 - 2 * t, 3) / 2
        let s = eased * length
        var share = eased
        var scale: Double
        if r0.isNaN {
            scale = start.scale * exp(Self.rho * s)
        } else {
            let rho = Self.rho
            let u = width0 / (rho * rho) * (cosh(r0) * tanh(rho * s + r0) - sinh(r0))
            share = u / distance
            scale = start.scale * cosh(r0) / cosh(rho * s + r0)
        }
        if !scale.isFinite || scale <= 0 { scale = end.scale }
        var view = start
        view.center.x = start.center.x + way.x * share
        view.center.y = start.center.y + way.y * share
        view.scale = scale
        view.rotation = ViewNavigator.normalized(start.rotation + turn * eased)
        return (navigator.constrained(view), false)
    }
}

/// Closer or farther, and turned, with a place held under a point of the screen.
struct AnchoredZoom: ViewMotion {
    let start: Viewport
    let anchor: ScreenPoint
    let scale: Double
    /// Degrees to turn clockwise.
    var turn = 0.0
    let duration: Double

    func viewport(after seconds: Double, from navigator: ViewNavigator) -> (viewport: Viewport, isOver: Bool) {
        let t = duration > 0 ? min(max(seconds / duration, 0), 1) : 1
        // Quick at first, so that each notch of a wheel is felt at once.
        let eased = 1 - pow(1 - t, 3)
        var from = navigator
        from.viewport = start
        var view = start
        view.scale = t >= 1 ? scale : start.scale * pow(scale / start.scale, eased)
        view.rotation = ViewNavigator.normalized(start.rotation + turn * (t >= 1 ? 1 : eased))
        return (navigator.constrained(from.placing(start.location(of: anchor), at: anchor, in: view)), t >= 1)
    }
}

/// The way a map goes on after it was let go: each time constant leaves a third of the speed.
struct KineticPan: ViewMotion {
    let start: Viewport
    /// Device-independent pixels a second.
    let velocity: SIMD2<Double>
    private static let timeConstant = 0.325
    /// Below this speed, in pixels a second, the map rests.
    private static let slowest = 14.0
    /// Faster than this no map is thrown.
    private static let fastest = 6_000.0

    /// Nil for a speed at which nothing goes on.
    init?(start: Viewport, velocityX: Double, velocityY: Double) {
        let velocity = SIMD2(velocityX, velocityY)
        let speed = (velocity * velocity).sum().squareRoot()
        guard speed.isFinite, speed > 60 else { return nil }
        self.start = start
        self.velocity = speed > Self.fastest ? velocity * (Self.fastest / speed) : velocity
    }

    func viewport(after seconds: Double, from navigator: ViewNavigator) -> (viewport: Viewport, isOver: Bool) {
        let seconds = max(seconds, 0)
        let left = exp(-seconds / Self.timeConstant)
        let way = velocity * Self.timeConstant * (1 - left)
        var from = navigator
        from.viewport = start
        let speed = (velocity * velocity).sum().squareRoot() * left
        return (from.panned(x: way.x, y: way.y), speed < Self.slowest)
    }
}
