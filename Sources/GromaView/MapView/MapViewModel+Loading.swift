// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaFeatures
import GromaGeometry
import GromaLocation
public import GromaMapping
import GromaRendering
import Observation

extension MapViewModel {
    /// Loads the map again after a failure.
    public func retryLoad() {
        mapRetry?.waiting?.cancel()
        mapRetry = nil
        startLoading(retries: true)
    }

    /// Loads a layer again, or asks again for what of it could not be had.
    public func retry(_ layer: Layer) {
        layerFailures[layer.id] = nil
        forgetRetry(of: layer)
        if layer.loadStatus == .failed { load(layer, retries: true) }
        contentChanged()
    }

    /// The window is hidden: nothing is asked for or drawn, and the device's position rests, until `resume()`. What is known stays.
    public func suspend() async {
        guard !isSuspended else { return }
        isSuspended = true
        stopMotion()
        scenes.endFades()
        for tracker in trackers { tracker.endMovement() }
        updateDrawStatus()
        scenes.stop()
        await locationDisplay?.suspend()
    }

    /// The window is shown again: what was drawn is there at once, what is missing is asked for.
    public func resume() async throws {
        guard isSuspended else { return }
        isSuspended = false
        retryWhatIsDue()
        contentChanged()
        askForRedraw()
        try await locationDisplay?.resume()
    }

    /// What is selected is marked in other colours from now on.
    func selectionStyleChanged() {
        renderer = MapRenderer(marking: selectionColor, casing: selectionCasingColor, like: renderer)
        scenes.use(renderer)
        for tracker in trackers { tracker.stop() }
        trackers = []
        overlaysChanged()
        contentChanged()
    }

    /// Asks all layers again: their data may have changed. Edits through a table that the map shows need no such call.
    public func refresh() { contentChanged() }

    /// Reads the map again when a table that it shows was edited, by whomever in this process.
    func listenToTables() {
        tableListener = TableNotices.shared.listen { [weak self] table in
            Task { @MainActor in
                guard let self, self.isShowing(table) else { return }
                self.contentChanged()
            }
        }
    }

    private func isShowing(_ table: ObjectIdentifier) -> Bool {
        map.allLayers.contains { layer in
            (layer as? FeatureLayer)?.featureTable.map { ObjectIdentifier($0) == table } ?? false
        }
    }

    func mapWasReplaced() {
        motion?.finish(false)
        motion = nil
        for task in layerLoads.values { task.cancel() }
        layerLoads = [:]
        forgetRetries()
        layerFailures = [:]
        loadingLayerIDs = []
        attributions = []
        scenes.reset()
        snapshot = nil
        viewport = nil
        wishedViewpoint = nil
        callout = nil
        error = nil
        drawStatus = .inProgress
        startLoading()
    }

    func startLoading(retries: Bool = false) {
        loading?.cancel()
        let map = map
        loading = Task { [weak self] in
            do {
                if retries { try await map.retryLoad() } else { try await map.load() }
                guard !Task.isCancelled, let self, self.map === map else { return }
                self.error = nil
                self.mapRetry = nil
                self.placeFirst()
            } catch is CancellationError {
            } catch {
                guard !Task.isCancelled, let self, self.map === map else { return }
                self.error = error
                self.drawStatus = .completed
                self.planRetryOfMap(error)
                self.askForRedraw()
            }
        }
    }

    /// The first view, once both map and size are known.
    func placeFirst() {
        guard viewport == nil, map.loadStatus == .loaded, let size, let reference = map.spatialReference else { return }
        let wish = wishedViewpoint ?? map.initialViewpoint
        wishedViewpoint = nil
        let world = Envelope(xMin: -180, yMin: -85, xMax: 180, yMax: 85, spatialReference: .wgs84)
        let start =
            (try? wish?.projected(into: reference))
            ?? (try? Viewpoint(boundingGeometry: world).projected(into: reference))
            ?? Viewpoint(
                center: Point(x: 0, y: 0, spatialReference: reference), scale: 100_000_000)
        let first = Viewport(
            width: size.width, height: size.height, fitting: start, pixelRatio: pixelRatio)
        let navigator = ViewNavigator(
            viewport: first, insets: contentInsets, constraints: constraints, wrapsAround: wrapsAround)
        viewport = navigator.viewport(showing: start, in: reference)
        overlaysChanged()
        contentChanged()
        viewChanged(.layout)
        locationDisplay?.viewDidChange()
    }

    /// Reads the map as far as it is loaded, and is told when that would give something else.
    func contentChanged() {
        guard viewport != nil else { return }
        contentVersion += 1
        let version = contentVersion
        let (read, report) = withObservationTracking {
            map.presentSnapshot()
        } onChange: { [weak self] in
            Task { @MainActor in
                // A later look at the map has its own watch.
                guard let self, self.contentVersion == version else { return }
                self.contentChanged()
            }
        }
        var current = read
        current.wrapsAround = wrapsAround
        current.generation = contentVersion
        snapshot = current
        var failures = layerFailures.filter { entry in
            scenes.products.first?.scene.failures.contains { $0.layerID == entry.key } ?? false
        }
        for failure in current.failures { failures[failure.layerID] = failure }
        setFailures(failures)
        loadWhatIsPending(report.pending)
        awaitsBasemap = report.pendingOfBasemap.contains { loadingLayerIDs.contains($0.id) }
        requestScene()
    }

    func setFailures(_ failures: [String: LayerFailure]) {
        let old = layerFailures.mapValues { "\($0.error)" }
        if failures.mapValues({ "\($0.error)" }) != old { layerFailures = failures }
    }

    /// Starts to load visible layers that apply at this scale; the others wait until they do.
    func loadWhatIsPending(_ pending: [Layer]) {
        guard let scale = viewport?.scale else { return }
        for layer in pending where layer.applies(atScale: scale) { load(layer, retries: false) }
        let ids = Set(pending.filter { layerLoads[ObjectIdentifier($0)] != nil }.map(\.id))
        if ids != loadingLayerIDs { loadingLayerIDs = ids }
    }

    func load(_ layer: Layer, retries: Bool) {
        let key = ObjectIdentifier(layer)
        guard layerLoads[key] == nil else { return }
        layerLoads[key] = Task { [weak self] in
            // Its failure is the layer's state, which the next look at the map reads.
            if retries { try? await layer.retryLoad() } else { try? await layer.load() }
            guard !Task.isCancelled, let self else { return }
            self.layerLoads[key] = nil
            if layer.loadStatus == .failed { self.planRetry(of: layer) } else { self.forgetRetry(of: layer) }
            self.contentChanged()
        }
    }
}
