// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
internal import CGtk
internal import GromaLocation
internal import GromaMapping
internal import GromaView

/// The controls at a map's edges: where they are, and how they keep clear of what covers the map.
@MainActor
final class MapCorners {
    private unowned let view: MapView
    private let bottomStart = Stack(.vertical, spacing: 6)
    private let bottomEnd = Stack(.vertical, spacing: 12)
    private let topEnd = Stack(.vertical, spacing: 12)
    private let bottom = Stack(.vertical, spacing: 12)
    private(set) var locationButton: LocationButton?
    private var watch: Watch?

    init(_ view: MapView, _ furniture: MapView.Furniture) {
        self.view = view
        if furniture.contains(.scaleBar) { bottomStart.append(ScaleBarView(view)) }
        if furniture.contains(.attribution) { bottomStart.append(AttributionBar(view)) }
        if furniture.contains(.compass) { topEnd.append(Compass(view)) }
        if furniture.contains(.zoomButtons) { bottomEnd.append(ZoomButtons(view)) }
        if furniture.contains(.locationButton) {
            let button = LocationButton(view.locationDisplay)
            locationButton = button
            bottomEnd.append(button)
            bottom.append(RecenterChip(view.locationDisplay, button: button))
            view.keyHandlers.append { [weak button] key in
                guard key == .location, let button else { return false }
                button.press()
                return true
            }
        }
        view.overlay.add(bottomStart, at: .bottomStart)
        view.overlay.add(bottom, at: .bottom)
        view.overlay.add(bottomEnd, at: .bottomEnd)
        view.overlay.add(topEnd, at: .topEnd)
        // Between controls the map is what is pressed.
        for corner in [bottomStart, bottom, bottomEnd, topEnd] {
            unsafe gtk_widget_set_overflow(corner.pointer.as(), GTK_OVERFLOW_VISIBLE)
        }
    }

    /// Keeps clear of the window's panels from now on.
    func follow(_ window: Window) {
        watch = Watch { [weak self, weak window] in
            guard let self, let window else { return }
            let covered = window.shell.covered
            view.setCovered(
                EdgeInsets(top: covered.top, left: covered.left, bottom: covered.bottom, right: covered.right))
            let low = 12 + Int(covered.bottom), left = 12 + Int(covered.left), right = 12 + Int(covered.right)
            bottomStart.setMargins(top: 12, bottom: low, start: left, end: 12)
            // Above the place where toasts come up.
            bottom.setMargins(top: 12, bottom: low + 54, start: left, end: right)
            bottomEnd.setMargins(top: 12, bottom: low, start: 12, end: right)
            topEnd.setMargins(top: 12, bottom: 12, start: 12, end: right)
        }
    }
}
