// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
internal import CGtk
import Dispatch
import Foundation

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
        chooseRenderer()
        // A second gtk_init_check would say yes without a display.
        hasDisplay = unsafe gtk_init_check() != 0 && gdk_display_get_default() != nil
        _ = cgtk_attach_main_queue(0)
        guard hasDisplay else { return false }
        adw_init()
        Theme.install()
        return true
    }

    /// Without a graphics card the toolkit's own drawing is the quick one: its other way has the card's work computed on the processor,
    /// for twenty times the time. GSK_RENDERER overrules.
    private static func chooseRenderer() {
        let surroundings = ProcessInfo.processInfo.environment
        guard surroundings["GSK_RENDERER"] == nil, surroundings["GDK_BACKEND"] != "broadway" else { return }
        let devices = (try? FileManager.default.contentsOfDirectory(atPath: "/dev/dri")) ?? []
        guard surroundings["LIBGL_ALWAYS_SOFTWARE"] == "1" || !devices.contains(where: { $0.hasPrefix("renderD") })
        else { return }
        unsafe setenv("GSK_RENDERER", "cairo", 0)
    }

    /// Waits at most so long for something to do, then does what is due. For tests and pictures; the app's loop runs by itself.
    package static func iterate(milliseconds: UInt32) { cgtk_iterate(milliseconds) }
}
