// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaGeometry
public import GromaMapping

/// Ways of the arrow keys.
public enum PanDirection: Sendable, Hashable, CaseIterable {
    /// The view moves to the left, the ground to the right.
    case left
    /// The view moves to the right.
    case right
    /// The view moves up.
    case up
    /// The view moves down.
    case down
}

/// What a person does to the map, in words that do not depend on a device. Points and ways are device-independent pixels.
extension MapViewModel {
    // MARK: - Panning

    /// A finger or button went down and moves the map from now on; a movement under way ends.
    public func beginPan() { beginGesture() }

    /// The ground was dragged along by a way.
    public func pan(byX x: Double, y: Double) {
        guard let navigator else { return }
        stopMotion()
        move(to: navigator.panned(x: x, y: y), cause: .pan)
    }

    /// The finger left the map at a speed (pixels a second), with which the ground goes on until it comes to rest.
    public func endPan(velocityX: Double = 0, velocityY: Double = 0) {
        endGesture()
        guard animatesGestures, let viewport, gesture.count == 0,
            let glide = KineticPan(start: viewport, velocityX: velocityX, velocityY: velocityY)
        else { return }
        begin(glide, cause: .pan)
    }

    /// An arrow key: a quarter of the free view, or 10 pixels.
    public func pan(_ direction: PanDirection, isFine: Bool = false) {
        guard let navigator else { return }
        let free = navigator.freeSize
        let x = isFine ? 10 : max(free.width, 0) / 4
        let y = isFine ? 10 : max(free.height, 0) / 4
        let end =
            switch direction {
            case .left: navigator.panned(x: x, y: 0)
            case .right: navigator.panned(x: -x, y: 0)
            case .up: navigator.panned(x: 0, y: y)
            case .down: navigator.panned(x: 0, y: -y)
            }
        go(to: end, milliseconds: 150, cause: .pan)
    }

    // MARK: - Zooming and turning at once

    /// `factor` times closer, at once; the place under `anchor` stays, else the middle.
    public func zoom(by factor: Double, anchor: ScreenPoint? = nil) {
        guard let navigator else { return }
        stopMotion()
        move(to: navigator.zoomed(by: factor, anchor: anchor), cause: .zoom)
    }

    /// Clockwise by degrees, at once; the place under `anchor` stays, else the middle.
    public func rotate(by degrees: Double, anchor: ScreenPoint? = nil) {
        guard isRotationEnabled, let navigator else { return }
        stopMotion()
        move(to: navigator.rotated(by: degrees, anchor: anchor), cause: .rotation)
    }

    // MARK: - Two fingers

    /// Two fingers went down.
    public func beginPinch() {
        beginGesture()
        gesture.pinchScale = 1
        gesture.pinchTurn = 0
        gesture.isTurning = false
    }

    /// How far the fingers have spread (1 at the beginning) and turned (degrees clockwise) since they went down, and the
    /// point in their middle. Turning begins at 12 degrees, so that nobody turns the map by zooming.
    public func pinch(scale: Double, rotation: Double = 0, anchor: ScreenPoint) {
        guard var navigator, scale.isFinite, scale > 0, rotation.isFinite else { return }
        stopMotion()
        var view = navigator.zoomed(by: scale / gesture.pinchScale, anchor: anchor)
        gesture.pinchScale = scale
        var cause = ViewpointChangeCause.zoom
        if isRotationEnabled, isPinchRotationEnabled {
            if !gesture.isTurning, abs(rotation) >= 12 {
                gesture.isTurning = true
                // The way to here was taken to see what is meant; it is not made up for.
                gesture.pinchTurn = rotation
            } else if gesture.isTurning {
                navigator.viewport = view
                view = navigator.rotated(by: rotation - gesture.pinchTurn, anchor: anchor)
                gesture.pinchTurn = rotation
                cause = .rotation
            }
        }
        move(to: view, cause: cause)
    }

    /// The fingers left the map. Within 8 degrees of north the map goes on to north.
    public func endPinch(anchor: ScreenPoint? = nil) {
        let hasTurned = gesture.isTurning
        endGesture()
        if hasTurned { snapToNorth(anchor: anchor) }
    }

    /// Goes to north up where less than 8 degrees are missing: after a turn by any device.
    public func snapToNorth(anchor: ScreenPoint? = nil) {
        guard let viewport else { return }
        let missing = ViewNavigator.turn(from: viewport.rotation, to: 0)
        guard missing != 0, abs(missing) < 8 else { return }
        turn(by: missing, anchor: anchor, milliseconds: 200)
    }

    // MARK: - Steps

    /// Closer by levels, each of which halves the scale's denominator; negative goes farther away. A notch of a wheel is half a
    /// level, a double tap one. Steps that follow quickly add up.
    public func zoom(levels: Double, anchor: ScreenPoint? = nil) {
        guard let navigator, levels.isFinite, levels != 0 else { return }
        let anchor = anchor ?? navigator.visualCenter
        var goal = navigator.viewport.scale
        if let running = motion?.motion as? AnchoredZoom { goal = running.scale }
        goal = constraints.scale(goal * exp2(-levels))
        guard animatesGestures else {
            stopMotion()
            return move(to: navigator.zoomed(to: goal, anchor: anchor), cause: .zoom)
        }
        begin(
            AnchoredZoom(start: navigator.viewport, anchor: anchor, scale: goal, duration: 0.2), cause: .zoom)
    }

    /// Turns the map by a step; the place under `anchor` stays, else the middle.
    public func turn(by degrees: Double, anchor: ScreenPoint? = nil, milliseconds: Double = 200) {
        guard isRotationEnabled, let navigator, degrees.isFinite else { return }
        let anchor = anchor ?? navigator.visualCenter
        guard animatesGestures else {
            stopMotion()
            return move(to: navigator.rotated(by: degrees, anchor: anchor), cause: .rotation)
        }
        begin(
            AnchoredZoom(
                start: navigator.viewport, anchor: anchor, scale: navigator.viewport.scale, turn: degrees,
                duration: milliseconds / 1_000), cause: .rotation)
    }

    /// One level closer at a place: a double tap.
    public func doubleTap(at point: ScreenPoint) { zoom(levels: 1, anchor: point) }

    /// One level farther away: a tap with two fingers.
    public func twoFingerTap(at point: ScreenPoint) { zoom(levels: -1, anchor: point) }

    /// Shows what a rectangle on the screen holds.
    public func zoom(toRectangleFrom start: ScreenPoint, to end: ScreenPoint) {
        guard let navigator, abs(start.x - end.x) >= 4, abs(start.y - end.y) >= 4 else { return }
        let middle = navigator.viewport.location(of: ScreenPoint(x: (start.x + end.x) / 2, y: (start.y + end.y) / 2))
        let free = navigator.freeSize
        let factor = min(
            max(free.width, 1) / abs(start.x - end.x), max(free.height, 1) / abs(start.y - end.y))
        go(
            to: navigator.viewport(
                center: middle, scale: navigator.viewport.scale / factor, rotation: navigator.viewport.rotation),
            milliseconds: 300, cause: .zoom)
    }

    /// North up: what a press on the compass does.
    public func turnNorth() {
        guard let viewport else { return }
        let missing = ViewNavigator.turn(from: viewport.rotation, to: 0)
        if missing != 0 { turn(by: missing, milliseconds: 300) }
    }

    /// The place where the map begins; the world where it does not say.
    public func showWholeMap() {
        guard let navigator, let reference = map.spatialReference else { return }
        let world = Envelope(xMin: -180, yMin: -85, xMax: 180, yMax: 85, spatialReference: .wgs84)
        let wish = map.initialViewpoint ?? Viewpoint(boundingGeometry: world)
        guard let target = try? wish.projected(into: reference) else { return }
        go(to: navigator.viewport(showing: target, in: reference), milliseconds: 400, cause: .zoom)
    }

    // MARK: - Inside

    private func beginGesture() {
        stopMotion()
        gesture.count += 1
        updateNavigating()
    }

    private func endGesture() {
        gesture.count = max(0, gesture.count - 1)
        updateNavigating()
    }

    private func go(to end: Viewport, milliseconds: Double, cause: ViewpointChangeCause) {
        guard let viewport else { return }
        guard animatesGestures else {
            stopMotion()
            return move(to: end, cause: cause)
        }
        begin(
            ViewpointFlight(from: viewport, to: end, duration: milliseconds / 1_000, wrapsAround: wrapsAround),
            cause: cause)
    }
}
