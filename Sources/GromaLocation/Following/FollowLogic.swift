// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
package import GromaGeometry
package import GromaMapping

/// How a view follows a place: pure, from what is shown, where the symbol is, and the time.
package struct FollowLogic: Sendable {
    /// How long the map takes to come to the symbol.
    package static let glideTime = Duration.milliseconds(300)
    /// How long the first zoom takes.
    package static let zoomTime = Duration.milliseconds(400)

    package var mode = AutoPanMode.off
    package var wanderExtentFactor = 0.5
    package var navigationPointHeightFactor = 0.125
    package var compassNavigationPointHeightFactor = 0.5
    /// The scale to zoom to at the first fix; 0 keeps the scale.
    package var initialZoomScale = 10_000.0
    /// True until the first fix after a following mode was chosen.
    package private(set) var zoomIsDue = false

    private struct Glide: Sendable {
        var stretch: Stretch
        var from: Viewport
        /// Nil keeps whatever scale there is.
        var scale: Double?
    }
    private var glide: Glide?

    package init() {}

    /// A mode is chosen. The first zoom becomes due where following begins.
    package mutating func choose(_ mode: AutoPanMode) {
        guard mode != self.mode else { return }
        if self.mode == .off { zoomIsDue = true }
        if mode == .off { zoomIsDue = false }
        self.mode = mode
        glide = nil
    }

    /// A fix came, or the view changed its size: decides whether the map has to come to the symbol.
    package mutating func consider(_ place: Point, in viewport: Viewport, insets: EdgeInsets, at time: Duration) {
        guard mode != .off else { return }
        if zoomIsDue {
            zoomIsDue = false
            let scale = initialZoomScale >= 1 && initialZoomScale.isFinite ? initialZoomScale : nil
            glide = Glide(stretch: Stretch(start: time, length: Self.zoomTime), from: viewport, scale: scale)
        } else if mode == .recenter, glide?.scale == nil,
            !wanderRectangle(viewport, insets).contains(viewport.screenPoint(of: place))
        {
            glide = Glide(stretch: Stretch(start: time, length: Self.glideTime), from: viewport, scale: nil)
        }
    }
    /// A turning mode begins while the place is known already: the map comes softly.
    package mutating func enter(from viewport: Viewport, at time: Duration) {
        guard mode != .off, glide == nil else { return }
        glide = Glide(stretch: Stretch(start: time, length: Self.glideTime), from: viewport, scale: nil)
    }
    /// The person zooms: the first zoom is not fought over.
    package mutating func personZooms() { glide?.scale = nil }

    /// Where the view belongs now; nil to leave it where it is. `rotation` is the map's rotation a turning mode wants, nil for the present one.
    package mutating func viewpoint(
        for place: Point, rotation: Double?, in viewport: Viewport, insets: EdgeInsets, at time: Duration
    ) -> Viewpoint? {
        guard mode != .off, mode.turnsMap || glide != nil else { return nil }
        var target = viewport
        if mode.turnsMap, let rotation { target.rotation = rotation }
        let share = glide?.stretch.softShare(at: time) ?? 1
        if let glide, let scale = glide.scale {
            // Zooming looks even when the scale changes by equal factors in equal times.
            target.scale = glide.from.scale * pow(scale / glide.from.scale, share)
        }
        target.center = Self.center(putting: place, at: anchor(viewport, insets), of: target)
        if let glide, share < 1 {
            let from = glide.from.center
            target.center.x = from.x + (target.center.x - from.x) * share
            target.center.y = from.y + (target.center.y - from.y) * share
            if mode.turnsMap {
                let turn = Angle.difference(from: glide.from.rotation, to: target.rotation)
                target.rotation = Angle.turned(glide.from.rotation + turn * share)
            }
        }
        if share >= 1 { glide = nil }
        let isThere =
            target.center == viewport.center && target.scale == viewport.scale
            && Angle.difference(from: target.rotation, to: viewport.rotation) == 0
        return isThere ? nil : target.viewpoint
    }

    /// True while the map is on its way.
    package func isMoving(at time: Duration) -> Bool { glide != nil }

    /// Where on the screen the symbol belongs.
    package func anchor(_ viewport: Viewport, _ insets: EdgeInsets) -> ScreenPoint {
        let visible = ScreenRectangle(visibleIn: viewport, insets)
        return switch mode {
        case .off, .recenter: visible.center
        case .navigation:
            ScreenPoint(x: visible.center.x, y: visible.bottom - navigationPointHeightFactor * visible.height)
        case .compassNavigation:
            ScreenPoint(x: visible.center.x, y: visible.bottom - compassNavigationPointHeightFactor * visible.height)
        }
    }

    /// What the symbol may wander in before the map comes after it. Being of the screen, it turns with the map's rotation.
    package func wanderRectangle(_ viewport: Viewport, _ insets: EdgeInsets) -> ScreenRectangle {
        ScreenRectangle(visibleIn: viewport, insets).scaled(by: wanderExtentFactor)
    }

    /// The centre that brings a place to a point of the screen, with the view's scale and rotation.
    package static func center(putting place: Point, at anchor: ScreenPoint, of viewport: Viewport) -> Point {
        var moved = viewport
        moved.center = place
        // What lies as far beyond the middle as the anchor before it.
        return moved.location(of: ScreenPoint(x: viewport.width - anchor.x, y: viewport.height - anchor.y))
    }
}

/// A part of a view, in device-independent pixels.
package struct ScreenRectangle: Sendable, Hashable {
    package var left: Double
    package var top: Double
    package var right: Double
    package var bottom: Double

    /// What insets leave of a view; where they leave nothing, the whole view.
    package init(visibleIn viewport: Viewport, _ insets: EdgeInsets) {
        let fits = insets.left + insets.right < viewport.width && insets.top + insets.bottom < viewport.height
        left = fits ? insets.left : 0
        top = fits ? insets.top : 0
        right = viewport.width - (fits ? insets.right : 0)
        bottom = viewport.height - (fits ? insets.bottom : 0)
    }

    package var width: Double { right - left }
    package var height: Double { bottom - top }
    package var center: ScreenPoint { ScreenPoint(x: (left + right) / 2, y: (top + bottom) / 2) }

    package func contains(_ point: ScreenPoint) -> Bool {
        // A hundredth of a pixel is rounding, not a place.
        point.x >= left - 0.01 && point.x <= right + 0.01 && point.y >= top - 0.01 && point.y <= bottom + 0.01
    }
    package func scaled(by factor: Double) -> ScreenRectangle {
        var result = self
        result.left = center.x - width * factor / 2
        result.right = center.x + width * factor / 2
        result.top = center.y - height * factor / 2
        result.bottom = center.y + height * factor / 2
        return result
    }
}
