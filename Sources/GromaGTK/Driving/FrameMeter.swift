// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
internal import CGtk
import Foundation

/// Measures how long the display's frames of a window keep the main thread: input, layout, drawing, and handing over to the display.
@MainActor
package final class FrameMeter {
    /// One frame's milliseconds, from the clock's first phase to the end of its last.
    package private(set) var milliseconds: [Double] = []
    /// What of it the main thread has worked itself, and not waited for another: the same on a machine that is busy otherwise.
    package private(set) var worked: [Double] = []
    private var begin: ContinuousClock.Instant?
    private var workedBefore = 0.0
    private let clock = ContinuousClock()

    /// Measures from now on. Nil for a window that is not shown.
    package init?(_ window: Window) {
        guard let found = unsafe gtk_widget_get_frame_clock(window.pointer.as()) else { return nil }
        let frameClock = unsafe UnsafeMutableRawPointer(found)
        unsafe frameClock.on("before-paint") { [weak self] _ in
            guard let self else { return }
            begin = clock.now
            workedBefore = Self.threadTime()
        }
        unsafe frameClock.on("after-paint") { [weak self] _ in
            guard let self, let begin else { return }
            let parts = begin.duration(to: clock.now).components
            worked.append((Self.threadTime() - workedBefore) * 1_000)
            milliseconds.append(Double(parts.seconds) * 1_000 + Double(parts.attoseconds) * 1e-15)
        }
    }

    /// Forgets what was measured.
    package func reset() {
        milliseconds = []
        worked = []
    }

    /// Seconds that this thread has worked.
    private static func threadTime() -> Double {
        var now = timespec()
        unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now)
        return Double(now.tv_sec) + Double(now.tv_nsec) / 1e9
    }
}

extension Window {
    /// The kind of renderer that the toolkit draws the window with: `GskCairoRenderer`; empty before the window is shown.
    package var rendererName: String {
        guard let renderer = unsafe gtk_native_get_renderer(pointer.opaque) else { return "" }
        return unsafe cgtk_type_name(UnsafeMutableRawPointer(renderer))?.text ?? ""
    }

    /// Runs `body` once a frame until it answers false, and comes back then.
    package func eachFrame(_ body: @escaping @MainActor () -> Bool) async {
        await withCheckedContinuation { continuation in
            unsafe pointer.onTick { _ in
                if body() { return true }
                continuation.resume()
                return false
            }
        }
    }
}
