// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaGeometry
import GromaMapping

/// The arithmetic of moving a view: pure values in, a viewport within the constraints out.
struct ViewNavigator: Sendable {
    /// The view as it is.
    var viewport: Viewport
    var insets = EdgeInsets.zero
    var constraints = ViewpointConstraints()
    /// True lets the world close upon itself, where its reference has such a one.
    var wrapsAround = true

    /// The middle of what the insets leave free; the view's own where they leave nothing.
    var visualCenter: ScreenPoint {
        let free = freeSize
        guard free.width > 1, free.height > 1 else {
            return ScreenPoint(x: viewport.width / 2, y: viewport.height / 2)
        }
        return ScreenPoint(x: insets.left + free.width / 2, y: insets.top + free.height / 2)
    }
    /// The size of what the insets leave free.
    var freeSize: (width: Double, height: Double) {
        (viewport.width - insets.left - insets.right, viewport.height - insets.top - insets.bottom)
    }
    /// The place in the middle of what is free.
    var center: Point { viewport.location(of: visualCenter) }

    /// The view with a place in the middle of what is free.
    func viewport(center: Point, scale: Double, rotation: Double) -> Viewport {
        var view = viewport
        view.scale = constraints.scale(scale)
        view.rotation = Self.normalized(rotation)
        return constrained(placing(center, at: visualCenter, in: view))
    }

    /// The view that shows a shape's box whole in what is free, less `padding` on each side.
    func viewport(showing extent: Envelope, padding: Double = 0, rotation: Double) -> Viewport {
        let free = freeSize
        let most = max(0, min(free.width, free.height) / 2 - 1)
        let margin = 2 * min(max(padding.isFinite ? padding : 0, 0), most)
        let fitting = Viewport(
            width: max(free.width - margin, 1), height: max(free.height - margin, 1), extent: extent,
            rotation: rotation)
        return viewport(center: extent.center, scale: fitting.scale, rotation: rotation)
    }

    /// The view after the ground has been dragged along by a way on the screen.
    func panned(x: Double, y: Double) -> Viewport {
        guard x.isFinite, y.isFinite else { return viewport }
        var view = viewport
        view.center = viewport.location(of: ScreenPoint(x: viewport.width / 2 - x, y: viewport.height / 2 - y))
        return constrained(view)
    }

    /// The view `factor` times closer, with the place under `anchor` staying there.
    func zoomed(by factor: Double, anchor: ScreenPoint? = nil) -> Viewport {
        guard factor.isFinite, factor > 0 else { return viewport }
        return zoomed(to: viewport.scale / factor, anchor: anchor)
    }
    func zoomed(to scale: Double, anchor: ScreenPoint? = nil) -> Viewport {
        let anchor = anchor ?? visualCenter
        var view = viewport
        view.scale = constraints.scale(scale)
        return constrained(placing(viewport.location(of: anchor), at: anchor, in: view))
    }

    /// The view turned clockwise by degrees, with the place under `anchor` staying there.
    func rotated(by degrees: Double, anchor: ScreenPoint? = nil) -> Viewport {
        guard degrees.isFinite else { return viewport }
        let anchor = anchor ?? visualCenter
        var view = viewport
        view.rotation = Self.normalized(viewport.rotation + degrees)
        return constrained(placing(viewport.location(of: anchor), at: anchor, in: view))
    }

    /// The view of another size, with the same place in the middle of what is free.
    func resized(width: Double, height: Double, pixelRatio: Double, insets: EdgeInsets) -> ViewNavigator {
        let center = center
        var next = self
        next.insets = insets
        next.viewport = Viewport(
            width: width, height: height, center: viewport.center, scale: viewport.scale, rotation: viewport.rotation,
            pixelRatio: pixelRatio)
        next.viewport = next.viewport(center: center, scale: viewport.scale, rotation: viewport.rotation)
        return next
    }

    /// `view` moved so that a place lies under a point of the screen.
    func placing(_ place: Point, at point: ScreenPoint, in view: Viewport) -> Viewport {
        var view = view
        view.center = place
        // What lies opposite of the point, seen from the middle, comes into the middle.
        view.center = view.location(of: ScreenPoint(x: view.width - point.x, y: view.height - point.y))
        return view
    }

    /// 0 up to 360.
    static func normalized(_ degrees: Double) -> Double {
        guard degrees.isFinite else { return 0 }
        let turned = degrees.truncatingRemainder(dividingBy: 360)
        let positive = turned < 0 ? turned + 360 : turned
        return positive >= 360 ? 0 : positive
    }

    /// The way from one angle to another, -180 to 180.
    static func turn(from start: Double, to end: Double) -> Double {
        let way = normalized(end - start)
        return way > 180 ? way - 360 : way
    }

    /// The nearest view that is allowed.
    func constrained(_ view: Viewport) -> Viewport {
        var view = view
        view.scale = constraints.scale(view.scale)
        let reference = view.spatialReference
        if let limit = constraints.maxExtent.flatMap({ try? GeometryEngine.project($0, into: reference) }),
            !limit.isEmpty
        {
            let seen = view.extent
            view.center.x = Self.held(view.center.x, half: seen.width / 2, in: limit.xMin...limit.xMax)
            view.center.y = Self.held(view.center.y, half: seen.height / 2, in: limit.yMin...limit.yMax)
        }
        guard let world = reference.worldXRange else { return view }
        // Past the poles there is nothing to come back from.
        let top = reference.isWGS84 ? 90 : world.upperBound
        view.center.y = min(max(view.center.y, -top), top)
        if wrapsAround, constraints.maxExtent == nil {
            let width = world.upperBound - world.lowerBound
            if view.center.x < world.lowerBound || view.center.x > world.upperBound {
                view.center.x -= ((view.center.x - world.lowerBound) / width).rounded(.down) * width
            }
        } else {
            view.center.x = min(max(view.center.x, world.lowerBound), world.upperBound)
        }
        return view
    }

    private static func held(_ center: Double, half: Double, in range: ClosedRange<Double>) -> Double {
        guard range.upperBound - range.lowerBound > 2 * half else { return (range.lowerBound + range.upperBound) / 2 }
        return min(max(center, range.lowerBound + half), range.upperBound - half)
    }
}
