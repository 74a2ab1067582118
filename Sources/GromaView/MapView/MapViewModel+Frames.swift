// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import GromaCodecs
import GromaFeatures
import GromaGeometry
import GromaLocation
import GromaMapping
public import GromaRendering

extension MapViewModel {
    /// The picture of this moment, made at once from what is there; nil before there is anything to show.
    ///
    /// While the view moves it is the last picture moved along, with the overlays at their places and sizes. At rest, once
    /// `drawStatus` is completed, its bytes are those that `MapRenderer` makes of the same map and view.
    public func frame() -> RenderedFrame? {
        redrawIsAskedFor = false
        guard let viewport, let snapshot else { return nil }
        let picture = renderer.frame(
            of: scenes.shown, overlays: trackers.compactMap(\.prepared), viewport: viewport,
            background: snapshot.background, wrapsAround: wrapsAround)
        return picture.map {
            RenderedFrame(picture: $0, viewport: viewport, isComplete: drawStatus == .completed)
        }
    }

    /// The map as a picture at this view, drawn anew and patiently: every layer has its time. What is missing is listed in
    /// the picture's failures. Throws the map's own trouble, `RenderingError`, and `CancellationError`.
    public func exportPicture(pixelScale: Double? = nil) async throws -> MapPicture {
        try await map.load()
        placeFirst()
        guard var view = viewport else {
            throw ViewError(.notReady, "The view has no size yet; tell it by resize(width:height:pixelScale:).")
        }
        if let pixelScale { view.pixelRatio = pixelScale }
        var content = try await map.snapshot(overlays: graphicsOverlays)
        if let locationDisplay { content.layers.append(locationDisplay.snapshot()) }
        content.wrapsAround = wrapsAround
        return try await renderer.picture(of: content, viewport: view)
    }

    /// The same without the list of what is missing.
    public func exportImage(pixelScale: Double? = nil) async throws -> Image {
        try await exportPicture(pixelScale: pixelScale).image
    }

    /// Forgets pictures and tiles that only save time: for a memory warning.
    public func reduceMemoryUse() { scenes.trim() }

    /// Bytes of decoded tiles in memory.
    public var tileMemoryUse: Int { scenes.tileByteCount }

    func askForRedraw() {
        guard !redrawIsAskedFor else { return }
        redrawIsAskedFor = true
        onRedrawNeeded?()
    }

    func sceneChanged() {
        if let product = scenes.newest {
            var failures = Dictionary(
                product.scene.failures.map { ($0.layerID, $0) }, uniquingKeysWith: { first, _ in first })
            for failure in snapshot?.failures ?? [] { failures[failure.layerID] = failure }
            setFailures(failures)
            if product.scene.attributions != attributions { attributions = product.scene.attributions }
        }
        if scenes.error != nil || (error != nil && map.loadStatus == .loaded) { error = scenes.error }
        requestScene()
        askForRedraw()
    }

    func viewChanged(_ cause: ViewpointChangeCause) {
        for listener in viewpointListeners.values { listener(cause) }
        // What moves is not blended as well.
        scenes.endFades()
        if let change = cause.ofPersonOrApp { locationDisplay?.viewpointChanges(by: change) }
        requestScene()
        askForRedraw()
    }

    /// Has a scene made where the newest one does not do.
    func requestScene() {
        guard let viewport, let snapshot, !isSuspended else { return }
        let moving = isNavigating
        updateDrawStatus()
        if let product = scenes.newest, product.version == contentVersion {
            let isNewest =
                (!product.scene.mayImprove || product.arrivals == scenes.arrivals) && !scenes.isBasemapOverdue
            if isNewest, !product.isForMoving, product.viewport == viewport { return }
            if isNewest, moving, product.scene.covers(viewport), isNear(product.viewport, viewport) { return }
        }
        if let failed = scenes.failed, failed.version == contentVersion,
            failed.viewport == wish(for: viewport, moving: moving)
        {
            return
        }
        if let current = scenes.current, current.version == contentVersion {
            if current.isForMoving == moving, current.viewport == wish(for: viewport, moving: moving) { return }
            // While one moves, a scene that is under way is worth waiting for if it will still show something.
            if moving, current.isForMoving, isNear(current.viewport, viewport), overlap(current.viewport, viewport) {
                return
            }
        }
        scenes.make(
            SceneFactory.Wish(
                snapshot: snapshot, version: contentVersion, viewport: wish(for: viewport, moving: moving),
                basemap: ObjectIdentifier(map.basemap), awaitsBasemap: awaitsBasemap, isForMoving: moving))
    }

    /// A view half as large again while one moves, so that its edges do not run bare at once.
    private func wish(for viewport: Viewport, moving: Bool) -> Viewport {
        guard moving else { return viewport }
        var larger = viewport
        larger.width = (viewport.width * 1.5).rounded(.up)
        larger.height = (viewport.height * 1.5).rounded(.up)
        return larger
    }

    private func isNear(_ a: Viewport, _ b: Viewport) -> Bool {
        let ratio = a.scale / b.scale
        return ratio > 0.7 && ratio < 1.45
    }

    private func overlap(_ a: Viewport, _ b: Viewport) -> Bool { a.extent.intersects(b.extent) }

    /// What of the picture is still to come.
    func updateDrawStatus() {
        guard let viewport else { return }
        let product = scenes.products.first
        let isDrawn =
            product.map {
                $0.version == contentVersion && !$0.isForMoving && $0.viewport == viewport && $0.isComplete
                    && $0.fade == nil && $0.halo == nil
            } ?? false
        let isComplete =
            !isNavigating && (isDrawn || (scenes.error != nil && scenes.current == nil)) && loadingLayerIDs.isEmpty
            && !trackers.contains { $0.isPending || $0.isMoving }
        let status: DrawStatus = isComplete ? .completed : .inProgress
        if status != drawStatus { drawStatus = status }
    }

    // MARK: - Overlays

    func overlaysChanged() {
        guard let reference = map.spatialReference, viewport != nil else { return }
        var known = Dictionary(trackers.map { ($0.owner, $0) }, uniquingKeysWith: { $1 })
        func tracker(_ owner: AnyObject, _ read: @escaping @MainActor () -> LayerSnapshot) -> OverlayTracker {
            if let tracker = known.removeValue(forKey: ObjectIdentifier(owner)) { return tracker }
            return OverlayTracker(
                of: owner, renderer: renderer, reference: reference, pixelRatio: pixelRatio, read: read
            ) { [weak self] isReady in
                self?.updateDrawStatus()
                if isReady { self?.askForRedraw() }
            }
        }
        trackers = graphicsOverlays.map { overlay in tracker(overlay) { overlay.snapshot() } }
        if let display = locationDisplay { trackers.append(tracker(display) { display.snapshot() }) }
        for tracker in known.values { tracker.stop() }
        for tracker in trackers { tracker.movesMarks = fadesPictures }
        adaptOverlays()
        updateDrawStatus()
        askForRedraw()
    }

    func adaptOverlays() {
        guard let reference = map.spatialReference else { return }
        for tracker in trackers { tracker.adapt(reference: reference, pixelRatio: pixelRatio) }
    }
}
