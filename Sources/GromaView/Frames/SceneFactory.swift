// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaGeometry
import GromaLocation
import GromaMapping
import GromaRendering

/// How a scene comes into the picture.
struct Fade {
    let duration: Duration
    /// The frame clock's time at the first frame with it; nil before.
    var start: Duration?
    /// What the scene has of the picture, 0…1.
    var opacity = 0.0
}

/// Makes scenes in the background, one at a time: the newest wish counts, and what nobody will see is given up.
@MainActor
final class SceneFactory {
    /// What a scene shall show.
    struct Wish {
        var snapshot: MapSnapshot
        /// Counts changes of the map's content.
        var version: Int
        var viewport: Viewport
        /// Which base map the content has.
        var basemap: ObjectIdentifier
        /// True while that base map's layers are still being loaded.
        var awaitsBasemap: Bool
        /// True for a scene that is shown while the view moves: larger than the view and drawn quickly.
        var isForMoving: Bool
    }
    /// A scene and what it shows.
    struct Product {
        var scene: MapScene
        var version: Int
        var viewport: Viewport
        /// Which base map it shows: the content's, or the one before while that is on its way.
        var basemap: ObjectIdentifier
        var isForMoving: Bool
        /// The base map that it shows, to stay if another is chosen; nil where it is not whole, and in older scenes.
        var ground: PreparedBasemap?
        /// True where it shows the base map before the content's.
        var keepsBasemap: Bool
        /// True where something of what it shows is still to come.
        var hasGaps: Bool
        /// How far it has come into the picture; nil once it is there.
        var fade: Fade?
        /// What is selected in it, by layer.
        var selection: [String: Set<Int64>]
        /// Marks that close in on what was selected after the scene before it, and what that was; nil once they rest.
        var halo: (marks: ArrivingHalo, objectIDs: [String: Set<Int64>], movement: HaloMovement)?
        /// Counts arrivals of what was still to come; a scene that began before the last of them can be made better.
        var arrivals: Int
        /// True where nothing would be better.
        var isComplete: Bool { scene.pendingLayerIDs.isEmpty && !keepsBasemap }
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
    /// Scenes begun so far.
    private var turns = 0
    private var listening: Task<Void, Never>?
    private var holding: Task<Void, Never>?
    /// The base map that is waited for while the one before it stays, whether it has been for too long, and who looks at the time.
    private var awaited: (basemap: ObjectIdentifier, isOverdue: Bool, alarm: Task<Void, Never>)?
    private let time: TimeSource
    private static let longestHold = Duration.seconds(1)
    private static let longestStayOfBasemap = Duration.seconds(10)
    /// Whether scenes come into the picture by and by.
    var fades = false {
        didSet { if !fades { endFades() } }
    }
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
        let beginning = beginning(of: wish)
        task = Task { [weak self] in
            do {
                let made = try await renderer.scene(of: wish.snapshot, viewport: wish.viewport, after: beginning)
                if wish.isForMoving { await made.scene.prepareInBackground() }
                guard !Task.isCancelled else { return }
                self?.take(made, wish, arrivals, selected: beginning.arriving)
            } catch {
                guard !Task.isCancelled else { return }
                self?.fail(error, wish)
            }
        }
    }

    private func take(_ made: MadeScene, _ wish: Wish, _ arrivals: Int, selected: [String: Set<Int64>]) {
        let scene = made.scene
        current = nil
        error = nil
        failed = nil
        // The first moving frame shall not have to make smaller sizes of the picture.
        if !wish.isForMoving { Task(priority: .utility) { await scene.prepareInBackground() } }
        var product = Product(
            scene: scene, version: wish.version, viewport: wish.viewport, basemap: wish.basemap,
            isForMoving: wish.isForMoving, ground: wish.isForMoving ? nil : made.basemap,
            keepsBasemap: made.keepsBasemap, hasGaps: made.hasGaps, selection: wish.snapshot.selection,
            arrivals: arrivals)
        // What is still moving goes on where it is.
        product.halo = made.halo.map { ($0, selected, products.first?.halo?.movement ?? HaloMovement()) }
        if product.keepsBasemap, let old = products.first { product.basemap = old.basemap }
        if product.basemap == wish.basemap { forgetAwaited() }
        if let shown = products.first, shown.version < product.version, shown.viewport == product.viewport,
            !shown.hasGaps, product.hasGaps
        {
            hold(product)
        } else {
            held = nil
            holding?.cancel()
            holding = nil
            show(product)
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
            self.show(product)
            self.onChange()
        }
    }

    private func show(_ product: Product) {
        var product = product
        product.fade = fade(for: product)
        if product.fade != nil || !fades { product.halo = nil }
        for index in products.indices {
            products[index].ground = nil
            products[index].halo = nil
        }
        var kept = [product]
        if product.fade != nil {
            // What it fades from stays, down to the first that is wholly there.
            let base = products.firstIndex { $0.fade == nil } ?? products.count
            kept += products.prefix(min(base + 1, Self.most))
            kept[kept.count - 1].fade = nil
        }
        // The farthest of the older ones stays: it fills the edges.
        let older = products.filter { old in
            old.viewport.spatialReference == product.viewport.spatialReference && old.viewport != product.viewport
                && !kept.contains { $0.scene === old.scene }
        }
        let last = product.fade == nil ? older.first : nil
        if let last { kept.append(last) }
        if let far = older.dropFirst(last == nil ? 0 : 1).max(by: { $0.viewport.scale < $1.viewport.scale }) {
            kept.append(far)
        }
        products = kept
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
        forgetAwaited()
    }

    /// Forgets all but the newest scene: for a memory warning.
    func trim() {
        endFades()
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

extension SceneFactory {
    /// What of the scene that is shown stays in the next one: the base map below all else, for a time, where another is chosen.
    private func beginning(of wish: Wish) -> SceneBeginning {
        var beginning = SceneBeginning()
        turns += 1
        beginning.turn = turns
        beginning.arriving = arriving(in: wish)
        guard !wish.isForMoving, let shown = products.first, shown.viewport == wish.viewport,
            shown.basemap != wish.basemap, let ground = shown.ground
        else {
            forgetAwaited()
            return beginning
        }
        if awaited?.basemap != wish.basemap { beginWaiting(for: wish.basemap) }
        if awaited?.isOverdue != true {
            beginning.basemap = ground
            beginning.awaitsBasemap = wish.awaitsBasemap
        }
        return beginning
    }

    /// What is selected in a wish and was not in the scene that is shown, or is still on its way there.
    private func arriving(in wish: Wish) -> [String: Set<Int64>] {
        guard fades, !wish.isForMoving, let shown = products.first, shown.viewport == wish.viewport else { return [:] }
        return wish.snapshot.selection.reduce(into: [:]) { arriving, entry in
            let rests = (shown.selection[entry.key] ?? []).subtracting(shown.halo?.objectIDs[entry.key] ?? [])
            let new = entry.value.subtracting(rests)
            if !new.isEmpty { arriving[entry.key] = new }
        }
    }

    /// A base map that is not whole by then is shown as far as it is.
    private func beginWaiting(for basemap: ObjectIdentifier) {
        forgetAwaited()
        let end = time.now() + Self.longestStayOfBasemap
        let alarm = Task { [weak self, time] in
            guard (try? await time.sleep(end)) != nil, !Task.isCancelled, let self else { return }
            self.awaited?.isOverdue = true
            self.onChange()
        }
        awaited = (basemap, false, alarm)
    }

    private func forgetAwaited() {
        awaited?.alarm.cancel()
        awaited = nil
    }

    /// True where a scene made now would no longer wait for the base map.
    var isBasemapOverdue: Bool { awaited?.isOverdue == true && newest?.keepsBasemap == true }

    /// What a frame shows, the newest uppermost.
    var shown: [ShownScene] {
        products.map { product in
            ShownScene(
                product.scene, opacity: product.fade?.opacity ?? 1,
                halo: product.halo.map { ($0.marks, $0.movement.spread) })
        }
    }

    /// True while a scene, or a mark in it, is coming into the picture.
    var isFading: Bool { products.contains { $0.fade != nil || $0.halo != nil } }

    /// How long a scene takes to come; nil for at once: there is nothing before it, or somebody waits for what they have just done.
    func fade(for product: Product) -> Fade? {
        guard fades, !product.isForMoving, let old = products.first,
            old.viewport.spatialReference == product.viewport.spatialReference
        else { return nil }
        if old.basemap != product.basemap { return Fade(duration: .milliseconds(200)) }
        // Tiles of a base map that is not shown yet change nothing.
        if product.keepsBasemap, !old.hasGaps { return nil }
        return old.version == product.version ? Fade(duration: .milliseconds(120)) : nil
    }

    /// Brings fading scenes to a moment of the frame clock. True where one is not yet there.
    func advanceFades(to now: Duration) -> Bool {
        guard isFading else { return false }
        for index in products.indices {
            products[index].halo?.movement.advance(to: now)
            if products[index].halo?.movement.isOver == true { products[index].halo = nil }
            guard var fade = products[index].fade else { continue }
            let start = fade.start ?? now
            fade.start = start
            fade.opacity = min(1, max(0, (now - start) / fade.duration))
            products[index].fade = fade.opacity < 1 ? fade : nil
        }
        forgetWhatIsCovered()
        return isFading
    }

    /// What is coming is there at once.
    func endFades() {
        guard isFading else { return }
        for index in products.indices {
            products[index].fade = nil
            products[index].halo = nil
        }
        forgetWhatIsCovered()
    }

    /// Scenes of a view that a newer one, wholly there, shows too are seen no more.
    private func forgetWhatIsCovered() {
        guard let top = products.firstIndex(where: { $0.fade == nil }) else { return }
        let view = products[top].viewport
        products = products.prefix(top + 1) + products.dropFirst(top + 1).filter { $0.viewport != view }
    }
}

extension MapSnapshot {
    /// Object ids of what is selected, by layer.
    fileprivate var selection: [String: Set<Int64>] {
        func gather(_ layers: [LayerSnapshot], _ found: inout [String: Set<Int64>]) {
            for layer in layers {
                switch layer.content {
                case .features(let content) where !content.selectedObjectIDs.isEmpty:
                    found[layer.id] = content.selectedObjectIDs
                case .group(let members): gather(members, &found)
                default: break
                }
            }
        }
        var found: [String: Set<Int64>] = [:]
        gather(layers, &found)
        return found
    }
}

extension MapScene {
    @concurrent
    fileprivate func prepareInBackground() async { prepareForMoving() }
}
