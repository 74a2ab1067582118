// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
internal import CGtk
internal import GromaView

/// Whether somebody can see the map: without, it asks for nothing, draws nothing, and the device's location rests.
@MainActor @safe
final class MapPresence {
    private let model: MapViewModel
    private let failed: @MainActor (any Error) -> Void
    private var work: Task<Void, Never>?
    /// The window that is listened to; only compared.
    private var surface: UnsafeMutableRawPointer?
    private var wasSeen = true
    /// Whether the map's window is shown and the map in it.
    var isMapped = false { didSet { update() } }
    /// Whether the window is only an entry in the desktop's list.
    private var isMinimized = false { didSet { update() } }

    init(_ model: MapViewModel, failed: @escaping @MainActor (any Error) -> Void) {
        self.model = model
        self.failed = failed
    }

    /// Hears from now on when the desktop minimises the window.
    func follow(_ window: Window) {
        guard let found = unsafe gtk_native_get_surface(window.pointer.opaque) else { return }
        let native = unsafe UnsafeMutableRawPointer(found)
        guard unsafe native != surface, unsafe cgtk_is_a(native, gdk_toplevel_get_type()) != 0 else { return }
        unsafe surface = unsafe native
        unsafe native.on("notify::state") { [weak self] signal in
            guard let self, let toplevel = unsafe signal.object(0), unsafe toplevel == surface else { return }
            let state = unsafe gdk_toplevel_get_state(toplevel.opaque).rawValue
            isMinimized = state & GDK_TOPLEVEL_STATE_MINIMIZED.rawValue != 0
        }
    }

    private func update() {
        let isSeen = isMapped && !isMinimized
        guard isSeen != wasSeen else { return }
        wasSeen = isSeen
        // One after the other: what is stopped has come to its end before it starts again.
        let before = work
        work = Task { [weak self] in
            await before?.value
            guard let self, wasSeen == isSeen else { return }
            if !isSeen { return await model.suspend() }
            do { try await model.resume() } catch { failed(error) }
        }
    }
}
