// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaGeometry
import GromaMapping
import GromaRendering
import Observation

/// Keeps the graphics of one overlay, or of the device's position, ready to be drawn, and makes them ready again when something
/// of them changes.
@MainActor
final class OverlayTracker {
    /// Whose graphics they are.
    let owner: ObjectIdentifier
    private let read: @MainActor () -> LayerSnapshot
    /// What is drawn now; nil before the first time.
    private(set) var prepared: SceneOverlay?
    /// True where the overlay has changed since `prepared` was made.
    private(set) var isPending = true
    /// Why the last change could not be shown; nil where it could.
    private(set) var error: (any Error)?
    /// Called when the graphics are ready, and with false when they are about to be made ready.
    private var onChange: (_ isReady: Bool) -> Void
    private let renderer: MapRenderer
    private var task: Task<Void, Never>?
    private var reference: SpatialReference
    private var pixelRatio: Double
    private var version = 0

    init(
        of owner: AnyObject, renderer: MapRenderer, reference: SpatialReference, pixelRatio: Double,
        read: @escaping @MainActor () -> LayerSnapshot, onChange: @escaping (Bool) -> Void
    ) {
        self.owner = ObjectIdentifier(owner)
        self.read = read
        self.renderer = renderer
        self.reference = reference
        self.pixelRatio = pixelRatio
        self.onChange = onChange
        refresh()
    }

    /// Makes the graphics ready for another map or screen; does nothing where both are as they were.
    func adapt(reference: SpatialReference, pixelRatio: Double) {
        guard reference != self.reference || pixelRatio != self.pixelRatio else { return }
        self.reference = reference
        self.pixelRatio = pixelRatio
        refresh()
    }

    private func refresh() {
        task?.cancel()
        isPending = true
        version += 1
        let version = version
        let layer = withObservationTracking {
            read()
        } onChange: { [weak self] in
            // What changes is still the old value now; it is read once the change has been made.
            Task { @MainActor in
                guard let self, self.version == version else { return }
                self.refresh()
                self.onChange(false)
            }
        }
        let renderer = renderer, reference = reference, pixelRatio = pixelRatio
        task = Task { [weak self] in
            do {
                let made = try await renderer.overlay(layer, spatialReference: reference, pixelRatio: pixelRatio)
                guard !Task.isCancelled else { return }
                self?.take(made, nil)
            } catch {
                guard !Task.isCancelled else { return }
                self?.take(nil, error)
            }
        }
    }

    private func take(_ made: SceneOverlay?, _ error: (any Error)?) {
        prepared = made
        self.error = error
        isPending = false
        onChange(true)
    }

    func stop() {
        task?.cancel()
        version += 1
        onChange = { _ in }
    }
}
