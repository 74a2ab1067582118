// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaGeometry
import GromaLocation
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
        /// Counts arrivals of what was still to come; a scene that began before the last of them can be made better.
        var arrivals: Int
        /// True where nothing would be better.
        var isComplete: Bool { scene.pendingLayerIDs.isEmpty }
    }
    /// The newest first.
    private(set) var products: [Product] = []
    /// A scene of changed content that still has gaps, held back for a moment while the old one is whole.
    private var held: Product?
    /// The scene that shows the newest state, shown or held back.
    var newest: Product? { held ?? products.first }
    /// What is being made; nil for nothing.
    private(set) var current: Wish?
    /// What could not be made; nil once something could.
    private(set) var failed: Wish?
    /// Why the last picture could not be made at all; nil where it could.
    private(set) var error: (any Error)?
    /// Called with every scene that is ready, and with every failure.
    var onChange: () -> Void = {}
    /// What has come since the beginning, counted.
    private(set) var arrivals = 0
    private let supply: SceneSupply
    private var task: Task<Void, Never>?
    private var listening: Task<Void, Never>?
    private var holding: Task<Void, Never>?
    private let time: TimeSource
    private static let longestHold = Duration.seconds(1)
    private var exact: MapRenderer
    private var fast: MapRenderer
    /// Scenes kept: the newest, the one before it, and a far one that fills the edges while one zooms out.
    private static let most = 3

    init(renderer: MapRenderer, time: TimeSource, tileMemory: Int, keeper: (any TileKeeper)?) {
        self.time = time
        let signal = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        supply = SceneSupply(
            byteLimit: tileMemory, keeper: keeper, time: WaitingTime(now: time.now, sleep: time.sleep))
        exact = MapRenderer(sharing: renderer, quality: renderer.quality, supply: supply)
        fast = MapRenderer(sharing: renderer, quality: .fast, supply: supply)
        supply.onChange { signal.continuation.yield() }
        listening = Task { [weak self] in
            // Many arrivals at a time are one.
            for await _ in signal.stream { self?.noteArrival() }
        }
    }

    /// Draws scenes as this renderer does from now on.
    func use(_ renderer: MapRenderer) {
        exact = MapRenderer(sharing: renderer, quality: renderer.quality, supply: supply)
        fast = MapRenderer(sharing: renderer, quality: .fast, supply: supply)
    }

    private func noteArrival() {
        arrivals += 1
        onChange()
    }

    /// Begins to make a scene, in place of what is under way.
    func make(_ wish: Wish) {
        task?.cancel()
        current = wish
        let arrivals = arrivals
        let renderer = wish.isForMoving ? fast : exact
        task = Task { [weak self] in
            do {
                let scene = try await renderer.scene(of: wish.snapshot, viewport: wish.viewport)
                if wish.isForMoving { await scene.prepareInBackground() }
                guard !Task.isCancelled else { return }
                self?.take(scene, wish, arrivals)
            } catch {
                guard !Task.isCancelled else { return }
                self?.fail(error, wish)
            }
        }
    }

    private func take(_ scene: MapScene, _ wish: Wish, _ arrivals: Int) {
        current = nil
        error = nil
        failed = nil
        // The first moving frame shall not have to make smaller sizes of the picture.
        if !wish.isForMoving { Task(priority: .utility) { await scene.prepareInBackground() } }
        let product = Product(
            scene: scene, version: wish.version, viewport: wish.viewport, isForMoving: wish.isForMoving,
            arrivals: arrivals)
        if let shown = products.first, shown.version < product.version, shown.viewport == product.viewport,
            shown.isComplete, !product.isComplete
        {
            hold(product)
        } else {
            held = nil
            holding?.cancel()
            holding = nil
            show(product, wish)
        }
        onChange()
    }

    /// Keeps the old picture until the new one is whole, but not for long.
    private func hold(_ product: Product) {
        held = product
        guard holding == nil else { return }
        let end = time.now() + Self.longestHold
        holding = Task { [weak self, time] in
            guard (try? await time.sleep(end)) != nil, !Task.isCancelled, let self, let product = self.held else {
                return
            }
            self.held = nil
            self.holding = nil
            self.products.insert(product, at: 0)
            self.products = Array(self.products.prefix(Self.most))
            self.onChange()
        }
    }

    private func show(_ product: Product, _ wish: Wish) {
        // The farthest of the older ones stays: it fills the edges.
        let older = products.filter {
            $0.viewport.spatialReference == wish.viewport.spatialReference && $0.viewport != wish.viewport
        }
        var kept = [product]
        if let last = older.first { kept.append(last) }
        if let far = older.dropFirst().max(by: { $0.viewport.scale < $1.viewport.scale }) { kept.append(far) }
        products = Array(kept.prefix(Self.most))
    }

    private func fail(_ error: any Error, _ wish: Wish) {
        current = nil
        failed = wish
        self.error = error
        onChange()
    }

    /// Gives up what is under way, requests included.
    func stop() {
        supply.stop()
        task?.cancel()
        task = nil
        current = nil
    }

    /// Forgets all but the newest scene: for a memory warning.
    func trim() {
        products = Array(products.prefix(1))
        supply.trim()
    }

    /// Ends for good.
    func close() {
        stop()
        supply.onChange(nil)
        listening?.cancel()
    }

    /// Bytes of decoded tiles in memory.
    var tileByteCount: Int { supply.tiles.byteCount }

    /// Forgets everything: another map is to be shown.
    func reset() {
        stop()
        products = []
        held = nil
        holding?.cancel()
        holding = nil
        error = nil
        failed = nil
    }
}

extension MapScene {
    @concurrent
    fileprivate func prepareInBackground() async { prepareForMoving() }
}
