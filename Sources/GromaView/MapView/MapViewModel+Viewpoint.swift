// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaFeatures
public import GromaGeometry
import GromaLocation
public import GromaMapping

/// How a viewpoint is told.
public enum ViewpointKind: Sendable, Hashable {
    /// The place in the middle and the scale.
    case centerAndScale
    /// The box round what is seen.
    case boundingGeometry
}

extension MapViewModel {
    /// The place in the middle of what is free of insets, the scale and the rotation; nil while there is no view.
    public var viewpoint: Viewpoint? { currentViewpoint(.centerAndScale) }

    /// The view as a person would tell it; nil while there is none.
    public func currentViewpoint(_ kind: ViewpointKind) -> Viewpoint? {
        guard let navigator else { return nil }
        let view = navigator.viewport
        return switch kind {
        case .centerAndScale:
            Viewpoint(center: navigator.center, scale: view.scale, rotation: view.rotation)
        case .boundingGeometry: Viewpoint(boundingGeometry: navigator.freeExtent, rotation: view.rotation)
        }
    }

    /// What of the ground is free of insets, as a polygon in the map's reference; nil while there is no view.
    public var visibleArea: Polygon? { navigator?.freeArea }

    /// Map units a device-independent pixel; nil while there is no view.
    public var unitsPerPoint: Double? { viewport?.resolution }

    /// The place under a point of the view, in the map's reference; east and west of the world's ends it is the place that is
    /// seen there. Nil while there is no view.
    public func location(fromScreenPoint point: ScreenPoint) -> Point? {
        guard let viewport else { return nil }
        var place = viewport.location(of: point)
        if wrapsAround, let world = viewport.spatialReference.worldXRange {
            let width = world.upperBound - world.lowerBound
            if !world.contains(place.x) {
                place.x -= ((place.x - world.lowerBound) / width).rounded(.down) * width
            }
        }
        return place
    }

    /// Where a place, of any reference, lies in the view, also outside of it; of a world that repeats the copy nearest the
    /// middle. Nil while there is no view, and for a place that the map's reference does not have.
    public func screenPoint(fromLocation location: Point) -> ScreenPoint? {
        guard let viewport else { return nil }
        let reference = viewport.spatialReference
        let projected =
            location.spatialReference == nil ? location : try? GeometryEngine.project(location, into: reference)
        guard var place = projected, place.x.isFinite, place.y.isFinite else { return nil }
        if wrapsAround, let world = reference.worldXRange {
            let width = world.upperBound - world.lowerBound
            place.x += ((viewport.center.x - place.x) / width).rounded() * width
        }
        return viewport.screenPoint(of: place)
    }

    /// Shows a viewpoint, at once or over a time, and tells whether it came there: false where a gesture, another viewpoint
    /// or the end of the task came in between.
    ///
    /// A shape is shown whole in what is free of insets. Time is that of the host's frames. Before the map is loaded and the
    /// view has a size, the viewpoint takes the place of the map's own beginning. A viewpoint that the map's reference does
    /// not have changes nothing and gives false.
    @discardableResult
    public func setViewpoint(_ viewpoint: Viewpoint, duration: Duration = .zero) async -> Bool {
        await setViewpoint(viewpoint, duration: duration, cause: .viewpoint)
    }

    /// Puts a place into the middle, at a scale's denominator; nil keeps the present one.
    @discardableResult
    public func setViewpointCenter(_ center: Point, scale: Double? = nil, duration: Duration = .zero) async -> Bool {
        let now = viewport
        return await setViewpoint(
            Viewpoint(center: center, scale: scale ?? now?.scale ?? .nan, rotation: now?.rotation ?? 0),
            duration: duration)
    }

    /// Shows a shape whole, with `padding` device-independent pixels round it. The rotation is kept.
    @discardableResult
    public func setViewpointGeometry(
        _ geometry: any Geometry, padding: Double = 0, duration: Duration = .zero
    ) async -> Bool {
        await setViewpoint(
            Viewpoint(boundingGeometry: geometry, rotation: viewport?.rotation ?? 0), padding: padding,
            duration: duration, cause: .viewpoint)
    }

    /// Turns the map: degrees by which north lies clockwise from the upper edge.
    @discardableResult
    public func setViewpointRotation(_ degrees: Double, duration: Duration = .zero) async -> Bool {
        guard let navigator else { return false }
        return await setViewpoint(
            Viewpoint(center: navigator.center, scale: navigator.viewport.scale, rotation: degrees),
            duration: duration)
    }

    /// Changes the scale's denominator; the middle stays.
    @discardableResult
    public func setViewpointScale(_ scale: Double, duration: Duration = .zero) async -> Bool {
        guard let navigator else { return false }
        return await setViewpoint(
            Viewpoint(center: navigator.center, scale: scale, rotation: navigator.viewport.rotation),
            duration: duration)
    }

    /// Goes to a bookmark of the map. False also for one without a viewpoint.
    @discardableResult
    public func setBookmark(_ bookmark: Bookmark, duration: Duration = .milliseconds(500)) async -> Bool {
        guard let viewpoint = bookmark.viewpoint else { return false }
        return await setViewpoint(viewpoint, duration: duration)
    }

    /// The same for all who move the view: the cause tells those who listen.
    package func setViewpoint(
        _ viewpoint: Viewpoint, padding: Double = 0, duration: Duration, cause: ViewpointChangeCause
    ) async -> Bool {
        guard let navigator, let reference = map.spatialReference else {
            wishedViewpoint = viewpoint
            placeFirst()
            return true
        }
        guard let target = try? viewpoint.projected(into: reference),
            let end = navigator.viewport(showing: target, in: reference, padding: padding)
        else { return false }
        guard duration > .zero else {
            stopMotion()
            move(to: end, cause: cause)
            return true
        }
        let parts = duration.components
        let seconds = Double(parts.seconds) + Double(parts.attoseconds) * 1e-18
        let flight = ViewpointFlight(
            from: navigator.viewport, to: end, duration: seconds, wrapsAround: wrapsAround)
        let running = begin(flight, cause: cause)
        return await withTaskCancellationHandler {
            await withCheckedContinuation { running.wait($0) }
        } onCancel: {
            Task { @MainActor in
                if self.motion === running { self.stopMotion() }
            }
        }
    }

    /// Calls `body` with the cause of each change of the view, until the number it gives is told to `stopListening`.
    package func listen(_ body: @escaping (ViewpointChangeCause) -> Void) -> Int {
        listenerCount += 1
        viewpointListeners[listenerCount] = body
        return listenerCount
    }
    /// Ends what `listen` began.
    package func stopListening(_ number: Int) { viewpointListeners[number] = nil }

    // MARK: - Movement over time

    /// Moves the view on to a moment of the host's frame clock, which may begin anywhere. True while more frames are wanted.
    ///
    /// The location display, where there is one, is brought to this moment too; it asks for its own further frames.
    public func tick(at now: Duration) -> Bool {
        // Who ticks has heard the wish for a frame; a wish from now on is a new one.
        redrawIsAskedFor = false
        defer { locationDisplay?.advance() }
        let wasGrowing = isGrowing
        _ = scenes.advanceFades(to: now)
        for tracker in trackers { tracker.advance(to: now) }
        if wasGrowing, !isGrowing { updateDrawStatus() }
        guard let running = motion, let navigator else { return isGrowing }
        let (view, isOver) = running.viewport(at: now, from: navigator)
        if isOver {
            motion = nil
            updateNavigating()
        }
        move(to: view, cause: running.cause)
        if isOver { running.finish(true) }
        return motion != nil || isGrowing
    }

    /// True while a picture, or the mark of something selected, grows in.
    private var isGrowing: Bool { scenes.isFading || trackers.contains(where: \.isMoving) }

    @discardableResult
    func begin(_ movement: any ViewMotion, cause: ViewpointChangeCause) -> RunningMotion {
        stopMotion()
        let running = RunningMotion(movement, cause: cause)
        motion = running
        updateNavigating()
        askForRedraw()
        return running
    }

    /// Ends a movement where it is.
    func stopMotion() {
        guard let running = motion else { return }
        motion = nil
        updateNavigating()
        running.finish(false)
    }

    func move(to view: Viewport, cause: ViewpointChangeCause) {
        guard let old = viewport else { return }
        if view != old { viewport = view }
        viewChanged(cause)
        if view.scale != old.scale { scaleChanged() }
    }

    func updateNavigating() {
        let isMoving = motion != nil || gesture.count > 0
        guard isMoving != isNavigating else { return }
        isNavigating = isMoving
        // At rest the quick picture is replaced by the careful one.
        requestScene()
        askForRedraw()
    }

    /// Layers that waited for their scale may load now.
    private func scaleChanged() {
        guard map.presentSnapshotNeedsLoading else { return }
        loadWhatIsPending(map.presentSnapshot().report.pending)
    }

    func constraintsChanged() {
        guard let navigator else { return }
        stopMotion()
        move(to: navigator.constrained(navigator.viewport), cause: .layout)
    }

    func insetsChanged() {
        guard let viewport, let size else { return }
        // The place that was in the middle of what was free comes into the middle of what is free now.
        var before = ViewNavigator(
            viewport: viewport, insets: lastInsets, constraints: constraints, wrapsAround: wrapsAround)
        lastInsets = contentInsets
        stopMotion()
        before = before.resized(
            width: size.width, height: size.height, pixelRatio: pixelRatio, insets: contentInsets)
        move(to: before.viewport, cause: .layout)
        locationDisplay?.viewDidChange()
    }
}

extension Map {
    /// True where a layer that is on has not been loaded yet.
    fileprivate var presentSnapshotNeedsLoading: Bool {
        allLayers.contains { $0.isVisible && $0.loadStatus == .notLoaded }
    }
}

extension ViewNavigator {
    /// The view that a viewpoint in the map's reference asks for.
    func viewport(showing viewpoint: Viewpoint, in reference: SpatialReference) -> Viewport {
        viewport(showing: viewpoint, in: reference, padding: 0) ?? viewport
    }

    /// The same; nil where its target is nowhere.
    func viewport(showing viewpoint: Viewpoint, in reference: SpatialReference, padding: Double) -> Viewport? {
        if var point = viewpoint.targetGeometry as? Point {
            point.spatialReference = reference
            guard point.x.isFinite, point.y.isFinite else { return nil }
            let scale = viewpoint.targetScale
            return viewport(
                center: point, scale: scale.isFinite && scale > 0 ? scale : viewport.scale, rotation: viewpoint.rotation
            )
        }
        var extent = viewpoint.targetGeometry.extent
        extent.spatialReference = reference
        guard !extent.isEmpty, [extent.xMin, extent.yMin, extent.xMax, extent.yMax].allSatisfy(\.isFinite) else {
            return nil
        }
        return viewport(showing: extent, padding: padding, rotation: viewpoint.rotation)
    }

    /// What of the ground is free of insets.
    var freeArea: Polygon {
        let left = insets.left, top = insets.top
        let right = viewport.width - insets.right, bottom = viewport.height - insets.bottom
        let corners = [(left, top), (right, top), (right, bottom), (left, bottom), (left, top)].map {
            viewport.location(of: ScreenPoint(x: $0.0, y: $0.1))
        }
        return Polygon(points: corners, spatialReference: viewport.spatialReference)
    }

    /// The box that, shown whole, gives this view again.
    var freeExtent: Envelope {
        let free = freeSize
        let resolution = viewport.resolution
        guard viewport.rotation != 0 else {
            return Envelope(
                center: center, width: max(free.width, 1) * resolution, height: max(free.height, 1) * resolution)
        }
        return freeArea.extent
    }
}
