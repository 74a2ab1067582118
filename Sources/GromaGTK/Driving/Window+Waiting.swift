// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
internal import CGtk
package import GromaMapping

/// What tours and tests wait for: frames of the display, not time.
extension Window {
    /// Comes back when `condition` is true, looked at once a frame; false when it is not after so many seconds.
    package func wait(seconds: Double, until condition: @escaping @MainActor () -> Bool) async -> Bool {
        let deadline = ContinuousClock.now + .seconds(seconds)
        return await withCheckedContinuation { continuation in
            unsafe pointer.onTick { _ in
                let isTrue = condition()
                guard isTrue || ContinuousClock.now > deadline else { return true }
                continuation.resume(returning: isTrue)
                return false
            }
        }
    }

    /// Comes back after so many frames, when what has changed is drawn.
    package func frames(_ count: Int) async {
        var left = count
        _ = await wait(seconds: 10) {
            left -= 1
            return left < 0
        }
    }

    /// Frames of windows as a desktop with a compositor draws them, for pictures from a display that has none.
    package func prepareForPictures() {
        Theme.removeFrames()
        watch { window in
            guard let window = window as? Window else { return }
            unsafe adw_header_bar_set_show_end_title_buttons(window.header.pointer.opaque, window.isNarrow ? 0 : 1)
        }
    }

    /// Takes the window off the display, as a desktop does with one that is put away; `present()` brings it back.
    package func hide() { unsafe gtk_widget_set_visible(pointer.as(), 0) }

    /// Makes the window that is shown larger or smaller, where the desktop lets it.
    package func resize(width: Int, height: Int) async {
        setDefaultSize(width: width, height: height)
        _ = await wait(seconds: 5) { [weak self] in self?.size.width == width && self?.size.height == height }
        await frames(3)
    }
}

extension MapView {
    /// What a tap at a point does.
    package func tap(at place: ScreenPoint) { tapped(place, isSecondary: false, tolerance: 6) }
    /// What a long press at a point does.
    package func longPress(at place: ScreenPoint) { tapped(place, isSecondary: true, tolerance: 6) }
    /// The button of the device's location; nil without one.
    package var locationButton: LocationButton? { corners?.locationButton }
}
