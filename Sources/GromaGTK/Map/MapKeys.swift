// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
internal import CGtk
internal import GromaMapping
internal import GromaView

/// What keys do while the map has the keyboard.
@MainActor
final class MapKeys {
    private unowned let canvas: MapCanvas
    private var model: MapViewModel { canvas.model }
    /// Enter: what a tap in the middle does; the menu key: what the other button does.
    var tapped: @MainActor (ScreenPoint, _ isSecondary: Bool) -> Void = { _, _ in }
    /// A key that the map itself does not use; true where it was dealt with.
    var others: @MainActor (MapKey) -> Bool = { _ in false }
    /// Where Enter and the menu key look in place of the middle; nil for the middle.
    var place: @MainActor () -> ScreenPoint? = { nil }

    init(canvas: MapCanvas) {
        self.canvas = canvas
        guard let controller = unsafe gtk_event_controller_key_new() else { return }
        unsafe gtk_widget_add_controller(canvas.pointer.as(), controller)
        unsafe UnsafeMutableRawPointer(controller).on("key-pressed") { [weak self] signal in
            guard let self else { return }
            let modifiers = signal.flags(3)
            let isPlain = modifiers & (GDK_CONTROL_MASK.rawValue | GDK_ALT_MASK.rawValue) == 0
            guard isPlain else { return signal.answer(false) }
            signal.answer(press(Int32(signal.uint(1)), isShift: modifiers & GDK_SHIFT_MASK.rawValue != 0))
        }
    }

    private func press(_ key: Int32, isShift: Bool) -> Bool {
        switch key {
        case GDK_KEY_Left, GDK_KEY_KP_Left: model.pan(.left, isFine: isShift)
        case GDK_KEY_Right, GDK_KEY_KP_Right: model.pan(.right, isFine: isShift)
        case GDK_KEY_Up, GDK_KEY_KP_Up: model.pan(.up, isFine: isShift)
        case GDK_KEY_Down, GDK_KEY_KP_Down: model.pan(.down, isFine: isShift)
        case GDK_KEY_plus, GDK_KEY_KP_Add, GDK_KEY_equal: model.zoom(levels: 1)
        case GDK_KEY_minus, GDK_KEY_KP_Subtract: model.zoom(levels: -1)
        case GDK_KEY_n, GDK_KEY_N: model.turnNorth()
        case GDK_KEY_0, GDK_KEY_KP_0: model.showWholeMap()
        case GDK_KEY_Return, GDK_KEY_KP_Enter: tapped(place() ?? canvas.reticle, false)
        case GDK_KEY_Menu: tapped(place() ?? canvas.reticle, true)
        case GDK_KEY_F10 where isShift: tapped(place() ?? canvas.reticle, true)
        case GDK_KEY_Escape: return others(.escape)
        case GDK_KEY_period: return others(.nextFeature)
        case GDK_KEY_comma: return others(.previousFeature)
        case GDK_KEY_l, GDK_KEY_L: return others(.location)
        case GDK_KEY_b, GDK_KEY_B: return others(.basemap)
        default: return false
        }
        return true
    }
}

/// Keys that belong to what stands on the map.
enum MapKey { case escape, nextFeature, previousFeature, location, basemap }
