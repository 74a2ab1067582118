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
    /// What is marked in `prepared`; nil before the first time.
    private var marked: Set<ObjectIdentifier>?
    /// What of it was marked last, and how its marks move; nil once they rest.
    private var halo: (graphics: Set<ObjectIdentifier>, movement: HaloMovement)?
    /// Whether marks close in on what is selected.
    var movesMarks = false {
        didSet { if !movesMarks { endMovement() } }
    }
    /// True while marks move.
    var isMoving: Bool { halo != nil }

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
        let selected = layer.selectedGraphics
        let rests = marked?.subtracting(halo?.graphics ?? [])
        let arriving = movesMarks ? rests.map(selected.subtracting) ?? [] : []
        task = Task { [weak self] in
            do {
                let made = try await renderer.overlay(
                    layer, spatialReference: reference, pixelRatio: pixelRatio, arriving: arriving)
                guard !Task.isCancelled else { return }
                self?.take(made, selected, arriving)
            } catch {
                guard !Task.isCancelled else { return }
                self?.take(nil, [], [], error)
            }
        }
    }

    private func take(
        _ made: SceneOverlay?, _ selected: Set<ObjectIdentifier>, _ arriving: Set<ObjectIdentifier>,
        _ error: (any Error)? = nil
    ) {
        prepared = made
        self.error = error
        isPending = false
        marked = selected
        // What is still moving goes on where it is.
        halo = arriving.isEmpty || !movesMarks ? nil : (arriving, halo?.movement ?? HaloMovement())
        prepared?.haloSpread = halo?.movement.spread ?? 0
        onChange(true)
    }

    /// Brings marks to a moment of the frame clock.
    func advance(to now: Duration) {
        guard halo != nil else { return }
        halo?.movement.advance(to: now)
        if halo?.movement.isOver == true { halo = nil }
        prepared?.haloSpread = halo?.movement.spread ?? 0
    }

    /// Marks are where they stay at once.
    func endMovement() {
        halo = nil
        prepared?.haloSpread = 0
    }

    func stop() {
        task?.cancel()
        version += 1
        onChange = { _ in }
    }
}

extension LayerSnapshot {
    /// The graphics that are marked.
    fileprivate var selectedGraphics: Set<ObjectIdentifier> {
        guard case .graphics(let graphics) = content else { return [] }
        return Set(graphics.lazy.filter(\.isSelected).compactMap(\.id))
    }
}
