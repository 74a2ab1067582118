// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
internal import CGtk

/// Light or dark windows.
public enum Appearance: Sendable, Hashable, CaseIterable {
    /// As the desktop prefers.
    case system
    case light
    case dark

    /// What all windows of the program have now. Setting `system` follows the desktop again.
    @MainActor public static var current: Appearance {
        get { unsafe adw_style_manager_get_dark(adw_style_manager_get_default()) != 0 ? .dark : .light }
        set {
            MainLoop.prepare()
            let scheme: AdwColorScheme =
                switch newValue {
                case .system: ADW_COLOR_SCHEME_DEFAULT
                case .light: ADW_COLOR_SCHEME_FORCE_LIGHT
                case .dark: ADW_COLOR_SCHEME_FORCE_DARK
                }
            unsafe adw_style_manager_set_color_scheme(adw_style_manager_get_default(), scheme)
        }
    }
}
