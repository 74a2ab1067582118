// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
internal import CGtk
internal import GromaMapping
internal import GromaView
import Observation

/// Whether windows are dark, and whether the person asked for strong contrasts or for less movement: what maps have to follow.
/// Observable.
@MainActor @Observable
final class DesktopStyle {
    static let shared = DesktopStyle()
    private(set) var isDark = false
    private(set) var isHighContrast = false
    private(set) var animates = true

    private init() {
        read()
        guard let manager = unsafe adw_style_manager_get_default() else { return }
        // Both live as long as the program.
        for property in ["notify::dark", "notify::high-contrast"] {
            unsafe UnsafeMutableRawPointer(manager).on(property) { [unowned self] _ in read() }
        }
        guard let settings = unsafe gtk_settings_get_default() else { return }
        unsafe UnsafeMutableRawPointer(settings).on("notify::gtk-enable-animations") { [unowned self] _ in read() }
    }

    private func read() {
        guard let manager = unsafe adw_style_manager_get_default() else { return }
        isDark = unsafe adw_style_manager_get_dark(manager) != 0
        isHighContrast = unsafe adw_style_manager_get_high_contrast(manager) != 0
        guard let settings = unsafe gtk_settings_get_default() else { return }
        // The property brings its own type along.
        var value = GValue()
        unsafe g_object_get_property(UnsafeMutableRawPointer(settings).as(), "gtk-enable-animations", &value)
        animates = unsafe g_value_get_boolean(&value) != 0
        unsafe g_value_unset(&value)
    }
}

extension MapView {
    /// Marks what is selected so that it stands out from the ground as well as from the window's own colours.
    func watchStyle() {
        watch { view in
            guard let view = view as? MapView else { return }
            let style = DesktopStyle.shared
            switch (style.isHighContrast, style.isDark) {
            case (true, _): (view.model.selectionColor, view.model.selectionCasingColor) = (Color(hex: 0), nil)
            case (false, true):
                view.model.selectionColor = Color(hex: 0xFF_A348)
                view.model.selectionCasingColor = Color(hex: 0)
            case (false, false): (view.model.selectionColor, view.model.selectionCasingColor) = (nil, nil)
            }
        }
    }

    /// Nothing glides or grows in for people who asked for less movement.
    func watchMotion() {
        watch { view in
            guard let view = view as? MapView else { return }
            let animates = DesktopStyle.shared.animates
            view.model.animatesGestures = animates
            view.model.fadesPictures = animates
        }
    }
}
