// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
internal import CGtk
internal import GromaMapping
internal import GromaView
import Observation

/// Whether windows are dark, and whether the person asked for strong contrasts: what maps have to follow. Observable.
@MainActor @Observable
final class DesktopStyle {
    static let shared = DesktopStyle()
    private(set) var isDark = false
    private(set) var isHighContrast = false

    private init() {
        read()
        guard let manager = unsafe adw_style_manager_get_default() else { return }
        // Both live as long as the program.
        for property in ["notify::dark", "notify::high-contrast"] {
            unsafe UnsafeMutableRawPointer(manager).on(property) { [unowned self] _ in read() }
        }
    }

    private func read() {
        guard let manager = unsafe adw_style_manager_get_default() else { return }
        isDark = unsafe adw_style_manager_get_dark(manager) != 0
        isHighContrast = unsafe adw_style_manager_get_high_contrast(manager) != 0
    }
}

extension MapView {
    /// Marks what is selected so that it stands out from the ground as well as from the window's own colours.
    func watchStyle() {
        watch { view in
            guard let view = view as? MapView else { return }
            let style = DesktopStyle.shared
            view.setClass("high-contrast", style.isHighContrast)
            switch (style.isHighContrast, style.isDark) {
            case (true, _): (view.model.selectionColor, view.model.selectionCasingColor) = (Color(hex: 0), nil)
            case (false, true):
                view.model.selectionColor = Color(hex: 0xFF_A348)
                view.model.selectionCasingColor = Color(hex: 0)
            case (false, false): (view.model.selectionColor, view.model.selectionCasingColor) = (nil, nil)
            }
        }
    }
}
