// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaGeometry
import GromaMapping
import GromaRendering

/// Makes scenes in the background, one at a time: the newest wish counts, and what nobody will see is given up.
@MainActor
final class SceneFactory {
    /// What a scene shall show.
    struct Wish {
        var snapshot: MapSnapshot
        /// Counts changes of the map's content.
        var version: Int
        var viewport: Viewport
        /// True for a scene that is shown while the view moves: larger than the view and drawn quickly.
        var isForMoving: Bool
    }
    /// A scene and what it shows.
    struct Product {
        var scene: MapScene
        var version: Int
        var viewport: Viewport
        var isForMoving: Bool
    }
    /// The newest first.
    private(set) var products: [Product] = []
    /// What is being made; nil for nothing.
    private(set) var current: Wish?
    /// What could not be made; nil once something could.
    private(set) var failed: Wish?
    /// Why the last picture could not be made at all; nil where it could.
    private(set) var error: (any Error)?
    /// Called with every scene that is ready, and with every failure.
    var onChange: () -> Void = {}
    private var task: Task<Void, Never>?
    private let exact: MapRenderer
    private let fast: MapRenderer
    /// Scenes kept: the newest, the one before it, and a far one that fills the edges while one zooms out.
    private static let most = 3

    init(renderer: MapRenderer) {
        exact = renderer
        fast = MapRenderer(sharing: renderer, quality: .fast)
    }

    /// Begins to make a scene, in place of what is under way.
    func make(_ wish: Wish) {
        task?.cancel()
        current = wish
        let renderer = wish.isForMoving ? fast : exact
        task = Task { [weak self] in
            do {
                let scene = try await renderer.scene(of: wish.snapshot, viewport: wish.viewport)
                if wish.isForMoving { await scene.prepareInBackground() }
                guard !Task.isCancelled else { return }
                self?.take(scene, wish)
            } catch {
                guard !Task.isCancelled else { return }
                self?.fail(error, wish)
            }
        }
    }

    private func take(_ scene: MapScene, _ wish: Wish) {
        current = nil
        error = nil
        failed = nil
        let product = Product(
            scene: scene, version: wish.version, viewport: wish.viewport, isForMoving: wish.isForMoving)
        // The farthest of the older ones stays: it fills the edges.
        let older = products.filter { $0.viewport.spatialReference == wish.viewport.spatialReference }
        var kept = [product]
        if let last = older.first { kept.append(last) }
        if let far = older.dropFirst().max(by: { $0.viewport.scale < $1.viewport.scale }) { kept.append(far) }
        products = Array(kept.prefix(Self.most))
        onChange()
    }

    private func fail(_ error: any Error, _ wish: Wish) {
        current = nil
        failed = wish
        self.error = error
        onChange()
    }

    /// Gives up what is under way.
    func stop() {
        task?.cancel()
        task = nil
        current = nil
    }

    /// Forgets all but the newest scene: for a memory warning.
    func trim() { products = Array(products.prefix(1)) }

    /// Forgets everything: another map is to be shown.
    func reset() {
        stop()
        products = []
        error = nil
        failed = nil
    }
}

extension MapScene {
    @concurrent
    fileprivate func prepareInBackground() async { prepareForMoving() }
}
