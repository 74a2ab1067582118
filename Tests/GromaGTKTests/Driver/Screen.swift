// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaGTK
import ScreenSupport

extension Screen {
    /// Shows a window at a size and waits until it is drawn.
    static func show(_ window: Window, width: Int, height: Int) async throws {
        window.setDefaultSize(width: width, height: height)
        window.present()
        try await wait(for: "the window") { window.size.width > 0 && window.isDrawn }
        Pointer.shared.focus(window)
        await settle()
    }
}
