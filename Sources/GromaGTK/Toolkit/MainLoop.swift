// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
internal import CGtk
import Dispatch

/// GLib's loop, with the main actor on it.
@MainActor
package enum MainLoop {
    private static var isReady = false
    private static var hasDisplay = false

    /// Makes GTK ready once: the display, the style, the icons of this library, the main actor's queue on GLib's loop.
    /// - Returns: false where there is no display.
    @discardableResult
    package static func prepare() -> Bool {
        guard !isReady else { return hasDisplay }
        isReady = true
        // A second gtk_init_check would say yes without a display.
        hasDisplay = unsafe gtk_init_check() != 0 && gdk_display_get_default() != nil
        _ = cgtk_attach_main_queue(0)
        guard hasDisplay else { return false }
        adw_init()
        Theme.install()
        return true
    }

    /// Waits at most so long for something to do, then does what is due. For tests and pictures; the app's loop runs by itself.
    package static func iterate(milliseconds: UInt32) { cgtk_iterate(milliseconds) }
}
