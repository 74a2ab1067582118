// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
internal import CGtk
import Foundation

/// Styles and icons of this library, added to the display once.
@MainActor
enum Theme {
    static func install() {
        guard let display = unsafe gdk_display_get_default() else { return }
        add(css, priority: 600)
        followContrast()
        if let folder = ResourceFolder.icons {
            unsafe gtk_icon_theme_add_search_path(gtk_icon_theme_get_for_display(display), folder.path)
        }
    }

    /// Takes away the edge that windows have where nothing draws shadows.
    static func removeFrames() {
        add("window.solid-csd { padding: 0; border: none; box-shadow: none; }", priority: 800)
    }

    private static func add(_ text: String, priority: UInt32) {
        guard let display = unsafe gdk_display_get_default() else { return }
        let provider = unsafe gtk_css_provider_new()
        unsafe gtk_css_provider_load_from_data(provider, text, -1)
        unsafe gtk_style_context_add_provider_for_display(display, OpaquePointer(provider), priority)
        unsafe g_object_unref(UnsafeMutableRawPointer(provider))
    }

    // MARK: Strong contrasts

    /// What is added to the styles for those who asked for strong contrasts: empty for everybody else.
    private static let contrastProvider = unsafe gtk_css_provider_new()
    private static var contrastWatch: Watch?

    /// Holds for all that is on the display, whichever widget of this library stands in whichever window.
    private static func followContrast() {
        guard let display = unsafe gdk_display_get_default() else { return }
        unsafe gtk_style_context_add_provider_for_display(display, OpaquePointer(contrastProvider), 601)
        contrastWatch = Watch {
            let text = DesktopStyle.shared.isHighContrast ? contrastCSS : ""
            unsafe gtk_css_provider_load_from_data(contrastProvider, text, -1)
        }
    }

    /// Sizes are those of the design: a grid of 6, controls over the map of 48 on a phone and 36 with a pointer.
    /// Nothing above the map has a soft shadow: the toolkit blurs it anew for each frame of the map below it, which costs more than
    /// the map.
    private static let css = """
        .groma-round, .groma-pill {
          background-color: @popover_bg_color; color: @popover_fg_color; border-radius: 9999px; padding: 0;
          box-shadow: 0 0 0 1px alpha(black, 0.1), 0 1px 0 1px alpha(black, 0.1); min-width: 36px; min-height: 36px;
        }
        .narrow .groma-round, .narrow .groma-pill button { min-width: 48px; min-height: 48px; }
        .groma-pill > button { border-radius: 0; padding: 0; min-width: 36px; min-height: 36px; }
        .groma-pill > button:first-child { border-radius: 9999px 9999px 0 0; }
        .groma-pill > button:last-child { border-radius: 0 0 9999px 9999px; border-top: 1px solid alpha(currentColor, 0.12); }
        .groma-round:hover { background-color: mix(@popover_bg_color, @popover_fg_color, 0.07); }
        .groma-round.following { background-color: @accent_bg_color; color: @accent_fg_color; }
        .groma-round.stopped > image { opacity: 0.6; }
        .groma-badge {
          background-color: @error_bg_color; color: @error_fg_color; border-radius: 9999px; min-width: 16px; min-height: 16px;
          font-size: 11px; font-weight: bold; padding: 0 2px;
        }
        .groma-chip {
          background-color: @popover_bg_color; color: @popover_fg_color; border-radius: 9999px; padding: 0 16px;
          min-height: 36px; box-shadow: 0 0 0 1px alpha(black, 0.1), 0 1px 0 1px alpha(black, 0.1);
        }
        .groma-attribution {
          background-color: alpha(@popover_bg_color, 0.75); color: @popover_fg_color; border-radius: 9999px;
          padding: 2px 9px; font-size: 11px; min-height: 0; font-weight: normal;
        }
        .groma-scale-text {
          font-size: 11px; font-weight: bold; color: #222; margin-left: 2px;
          text-shadow: 1px 0 white, -1px 0 white, 0 1px white, 0 -1px white, 1px 1px white, -1px -1px white;
        }
        .groma-plain image.expander-row-arrow { opacity: 0; -gtk-icon-size: 1px; margin: 0; }
        row.groma-away label.title { opacity: 0.6; }
        row.groma-failed label.subtitle { color: @error_color; }
        .groma-callout {
          background-color: @popover_bg_color; color: @popover_fg_color; border-radius: 12px; padding: 12px;
        }
        .groma-sheet {
          background-color: @window_bg_color; border-radius: 15px 15px 0 0; box-shadow: 0 0 0 1px alpha(black, 0.15);
        }
        .groma-sheet.whole { border-radius: 0; }
        .groma-side { background-color: @window_bg_color; }
        .groma-side.start { border-right: 1px solid @borders; }
        .groma-side.end { border-left: 1px solid @borders; }
        .groma-grabber { background-color: alpha(currentColor, 0.3); border-radius: 2px; min-width: 42px; min-height: 4px; }
        .groma-bottom-bar { background-color: @headerbar_bg_color; border-top: 1px solid @borders; padding: 3px 6px; }
        .groma-bottom-bar > button.flat { min-height: 48px; padding: 0; }
        .groma-bar-button image { margin-bottom: 2px; }
        .groma-progress { min-height: 2px; }
        .groma-progress trough, .groma-progress progress { min-height: 2px; border-radius: 0; }
        .groma-progress trough { background: none; border: none; }
        .groma-tile { padding: 3px; border-radius: 12px; }
        .groma-tile > box > picture, .groma-thumb { border-radius: 9px; }
        .groma-tile:checked { background: none; box-shadow: inset 0 0 0 3px @accent_bg_color; }
        .groma-field { padding: 9px 12px; }
        .groma-dot { min-width: 8px; min-height: 8px; border-radius: 9999px; padding: 0; background-color: alpha(currentColor, 0.25); }
        .groma-dot.current { background-color: alpha(currentColor, 0.75); min-width: 10px; min-height: 10px; }
        .menu-item { font-weight: normal; padding: 6px 12px; }
        .groma-toolbar { background-color: @headerbar_bg_color; border-top: 1px solid @borders; padding: 6px; }
        """

    private static let contrastCSS = """
        .groma-round, .groma-pill, .groma-chip, .groma-callout, .groma-attribution {
          background-color: @popover_bg_color; color: @popover_fg_color; box-shadow: 0 0 0 1px alpha(@popover_fg_color, 0.6);
        }
        .groma-round.following { background-color: @accent_bg_color; color: @accent_fg_color; }
        .groma-round.stopped > image, row.groma-away label.title { opacity: 0.9; }
        .groma-scale-bar { background-color: white; padding: 3px; box-shadow: 0 0 0 1px alpha(black, 0.6); }
        """
}
