// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
internal import CGtk
import Foundation
internal import GromaLocation
internal import GromaMapping
internal import GromaView

/// What fingers, mouse, wheel and touchpad do on the map, said to the view model.
@MainActor
final class MapGestures {
    private unowned let canvas: MapCanvas
    private var model: MapViewModel { canvas.model }
    /// A tap or click; `isSecondary` for the other button and for a long press.
    var tapped: @MainActor (ScreenPoint, _ isSecondary: Bool, _ isTouch: Bool) -> Void = { _, _, _ in }
    /// A second tap followed: the first one was no tap of its own.
    var tapWasDouble: @MainActor () -> Void = {}
    /// Where the pointer was last.
    private(set) var pointerPlace: ScreenPoint?

    private enum Drag { case none, waiting, panning, rectangle, turning }
    private var drag = Drag.none
    private var start = ScreenPoint(x: 0, y: 0)
    private var last = (x: 0.0, y: 0.0)
    private var trail: [(x: Double, y: Double, time: Double)] = []
    private var isPinching = false

    init(canvas: MapCanvas) {
        self.canvas = canvas
        addDrag()
        addClicks()
        addPinch()
        addScroll()
        addMotion()
    }

    private func add(_ controller: OpaquePointer?) -> UnsafeMutableRawPointer? {
        guard let controller = unsafe controller else { return nil }
        unsafe gtk_widget_add_controller(canvas.pointer.as(), controller)
        return unsafe UnsafeMutableRawPointer(controller)
    }
    private func modifiers(_ signal: SignalArguments) -> UInt32 {
        guard let controller = unsafe signal.object(0) else { return 0 }
        return unsafe gtk_event_controller_get_current_event_state(controller.opaque).rawValue
    }
    private func isOn(_ modifier: GdkModifierType, _ state: UInt32) -> Bool { state & modifier.rawValue != 0 }
    private func claim(_ signal: SignalArguments) {
        if let gesture = unsafe signal.object(0) {
            unsafe gtk_gesture_set_state(gesture.opaque, GTK_EVENT_SEQUENCE_CLAIMED)
        }
    }

    // MARK: Drag

    private func addDrag() {
        guard let gesture = unsafe add(gtk_gesture_drag_new()) else { return }
        unsafe gtk_gesture_single_set_button(gesture.opaque, 0)
        unsafe gesture.on("drag-begin") { [weak self] signal in
            guard let self else { return }
            start = ScreenPoint(x: signal.double(1), y: signal.double(2))
            last = (0, 0)
            trail = []
            drag = .waiting
            // A finger on a map that glides stops it.
            if model.isNavigating, !isPinching {
                model.beginPan()
                model.endPan()
            }
        }
        unsafe gesture.on("drag-update") { [weak self] signal in self?.dragged(signal) }
        unsafe gesture.on("drag-end") { [weak self] signal in self?.endDrag(signal) }
        unsafe gesture.on("cancel") { [weak self] _ in self?.cancelDrag() }
    }

    private func dragged(_ signal: SignalArguments) {
        guard let controller = unsafe signal.object(0), !isPinching else { return }
        let offset = (x: signal.double(1), y: signal.double(2))
        if drag == .waiting {
            guard abs(offset.x) > 8 || abs(offset.y) > 8 else { return }
            let button = unsafe gtk_gesture_single_get_current_button(controller.opaque)
            if button == 3 {
                drag = .turning
            } else {
                drag = isOn(GDK_SHIFT_MASK, modifiers(signal)) ? .rectangle : .panning
            }
            claim(signal)
            if drag == .panning { model.beginPan() }
        }
        switch drag {
        case .panning:
            let time = unsafe Double(gtk_event_controller_get_current_event_time(controller.opaque)) / 1_000
            model.pan(byX: offset.x - last.x, y: offset.y - last.y)
            trail.append((offset.x, offset.y, time))
            trail.removeAll { $0.time < time - 0.1 }
        case .rectangle:
            canvas.rectangle = (start, ScreenPoint(x: start.x + offset.x, y: start.y + offset.y))
        case .turning:
            model.rotate(by: (offset.x - last.x) / 2, anchor: canvas.reticle)
        case .none, .waiting: break
        }
        last = offset
    }

    private func endDrag(_ signal: SignalArguments) {
        defer { drag = .none }
        switch drag {
        case .panning:
            let time = unsafe signal.object(0).map {
                unsafe Double(gtk_event_controller_get_current_event_time($0.opaque)) / 1_000
            }
            let speed = speed(at: time ?? 0)
            model.endPan(velocityX: speed.x, velocityY: speed.y)
        case .rectangle:
            if let rectangle = canvas.rectangle {
                model.zoom(toRectangleFrom: rectangle.from, to: rectangle.to)
            }
            canvas.rectangle = nil
        case .turning: model.snapToNorth()
        case .none, .waiting: break
        }
    }

    private func cancelDrag() {
        if drag == .panning { model.endPan() }
        canvas.rectangle = nil
        drag = .none
    }

    /// Pixels a second over the last tenth of a second; none where the finger rested before it left.
    private func speed(at time: Double) -> (x: Double, y: Double) {
        guard let first = trail.first, let end = trail.last, time - end.time < 0.06, end.time - first.time > 0.01 else {
            return (0, 0)
        }
        let span = end.time - first.time
        return ((end.x - first.x) / span, (end.y - first.y) / span)
    }

    // MARK: Taps

    private func addClicks() {
        guard let click = unsafe add(gtk_gesture_click_new()) else { return }
        unsafe gtk_gesture_single_set_button(click.opaque, 0)
        var pressed = ScreenPoint(x: 0, y: 0)
        unsafe click.on("pressed") { [weak self] signal in
            guard let self else { return }
            pressed = ScreenPoint(x: signal.double(2), y: signal.double(3))
            unsafe gtk_widget_grab_focus(canvas.pointer.as())
        }
        unsafe click.on("released") { [weak self] signal in
            guard let self else { return }
            let place = ScreenPoint(x: signal.double(2), y: signal.double(3))
            guard let controller = unsafe signal.object(0), abs(place.x - pressed.x) <= 8, abs(place.y - pressed.y) <= 8
            else { return }
            let button = unsafe gtk_gesture_single_get_current_button(controller.opaque)
            let isTouch = unsafe isTouch(controller)
            switch (button, signal.int(1)) {
            case (1, 1): tapped(place, false, isTouch)
            case (1, 2):
                tapWasDouble()
                model.doubleTap(at: place)
            case (3, _): tapped(place, true, isTouch)
            default: break
            }
        }
        guard let long = unsafe add(gtk_gesture_long_press_new()) else { return }
        unsafe gtk_gesture_single_set_touch_only(long.opaque, 1)
        unsafe long.on("pressed") { [weak self] signal in
            guard let self else { return }
            claim(signal)
            tapped(ScreenPoint(x: signal.double(1), y: signal.double(2)), true, true)
        }
    }

    private func isTouch(_ controller: UnsafeMutableRawPointer) -> Bool {
        guard let device = unsafe gtk_event_controller_get_current_event_device(controller.opaque) else { return false }
        return unsafe gdk_device_get_source(device) == GDK_SOURCE_TOUCHSCREEN
    }

    // MARK: Two fingers

    private func addPinch() {
        guard let zoom = unsafe add(gtk_gesture_zoom_new()), let rotate = unsafe add(gtk_gesture_rotate_new()) else {
            return
        }
        unsafe gtk_gesture_group(zoom.opaque, rotate.opaque)
        unsafe zoom.on("begin") { [weak self] _ in
            guard let self, !isPinching else { return }
            cancelDrag()
            isPinching = true
            pinch = Pinch()
            model.beginPinch()
        }
        unsafe zoom.on("scale-changed") { [weak self] signal in
            self?.pinch.scale = signal.double(1)
            self?.movePinch(signal)
        }
        unsafe rotate.on("angle-changed") { [weak self] signal in
            self?.pinch.turn = signal.double(2) * 180 / .pi
            self?.movePinch(signal)
        }
        unsafe zoom.on("end") { [weak self] _ in
            guard let self, isPinching else { return }
            isPinching = false
            model.endPinch(anchor: pinch.middle)
        }
    }

    /// How far two fingers have come since they went down, and the point between them.
    private struct Pinch {
        var scale = 1.0
        var turn = 0.0
        var middle: ScreenPoint?
    }
    private var pinch = Pinch()

    private func movePinch(_ signal: SignalArguments) {
        guard isPinching, let gesture = unsafe signal.object(0) else { return }
        var x = 0.0, y = 0.0
        guard unsafe gtk_gesture_get_bounding_box_center(gesture.opaque, &x, &y) != 0 else { return }
        // The ground goes with the fingers also where they neither spread nor turn; a map that follows the device keeps following.
        if let middle = pinch.middle, (model.locationDisplay?.autoPanMode ?? .off) == .off {
            model.pan(byX: x - middle.x, y: y - middle.y)
        }
        let middle = ScreenPoint(x: x, y: y)
        pinch.middle = middle
        model.pinch(scale: pinch.scale, rotation: pinch.turn, anchor: middle)
    }

    // MARK: Wheel and pointer

    private func addScroll() {
        guard let scroll = unsafe add(gtk_event_controller_scroll_new(GTK_EVENT_CONTROLLER_SCROLL_VERTICAL)) else {
            return
        }
        unsafe scroll.on("scroll") { [weak self] signal in
            guard let self else { return }
            guard let controller = unsafe signal.object(0) else { return }
            let state = modifiers(signal)
            let isSmooth = unsafe gtk_event_controller_scroll_get_unit(controller.opaque) == GDK_SCROLL_UNIT_SURFACE
            // A smooth scroll of 40 pixels is as much as one notch.
            let notches = signal.double(2) / (isSmooth ? 40 : 1)
            let anchor = pointerPlace ?? canvas.reticle
            if isOn(GDK_SHIFT_MASK, state) {
                model.turn(by: notches * 15, anchor: anchor)
            } else {
                let levels = -notches * (isOn(GDK_CONTROL_MASK, state) ? 0.125 : 0.5)
                if isSmooth {
                    model.zoom(by: exp2(levels), anchor: anchor)
                } else {
                    model.zoom(levels: levels, anchor: anchor)
                }
            }
            signal.answer(true)
        }
    }

    private func addMotion() {
        guard let motion = unsafe add(gtk_event_controller_motion_new()) else { return }
        unsafe motion.on("motion") { [weak self] signal in
            guard let self else { return }
            pointerPlace = ScreenPoint(x: signal.double(1), y: signal.double(2))
        }
        unsafe motion.on("enter") { [weak self] signal in
            guard let self else { return }
            pointerPlace = ScreenPoint(x: signal.double(1), y: signal.double(2))
        }
        unsafe motion.on("leave") { [weak self] _ in self?.pointerPlace = nil }
    }
}
