// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaGeometry
public import GromaMapping

/// What the view calls.
extension LocationDisplay {
    /// Brings map and symbol to where they belong now. The view calls it once before each frame; it asks for further frames by itself.
    public func advance() {
        let now = time.now()
        guard let host, let viewport = host.followedViewport, let mapLocation, isStarted else {
            if !graphics.isEmpty { graphics = [] }
            return
        }
        if mapLocation.spatialReference != viewport.spatialReference {
            projectLocation(at: now)
            considerPlace()
        }
        turnMarker(at: now)
        var shown = viewport
        if let viewpoint = nextViewpoint(in: viewport, at: now) {
            host.follow(viewpoint)
            shown = host.followedViewport ?? viewport
        }
        draw(in: shown, at: now)
        if follow.isMoving(at: now) || marker.isMoving(at: now) { host.requestFrame() }
    }

    /// The person or the app changes what is shown. The display's own moves are not told to it.
    public func viewpointChanges(by change: ViewpointChange) {
        guard mode != .off else { return }
        if change == .zoom { follow.personZooms() }
        if change == .pan || autoPanEndsOn == .anyViewpointChange {
            autoPanMode = .off
        } else if change == .rotation, mode.turnsMap {
            // Turning is the map's own doing in these modes; whoever turns it by hand wants the place, not the direction.
            autoPanMode = .recenter
        }
    }

    /// Size, insets, pixel ratio, map or reference of the view are others now.
    public func viewDidChange() {
        guard location != nil else { return }
        projectLocation(at: time.now())
        considerPlace()
        changeLooks()
    }

    /// True where a tap meets the symbol: within `tolerance` device-independent pixels of it.
    public func isSymbol(at point: ScreenPoint, tolerance: Double = 22) -> Bool {
        guard showsLocation, isStarted, let viewport = host?.followedViewport, let place = marker.place(at: time.now())
        else { return false }
        let symbol = viewport.screenPoint(
            of: Point(x: place.x, y: place.y, spatialReference: viewport.spatialReference))
        return abs(symbol.x - point.x) <= tolerance && abs(symbol.y - point.y) <= tolerance
    }

    /// What a tap on the symbol shows; nil beside the symbol, without a provider, or when that has nothing to say.
    public func calloutContent(at point: ScreenPoint, tolerance: Double = 22) -> CalloutContent? {
        guard let calloutProvider, let location, isSymbol(at: point, tolerance: tolerance) else { return nil }
        return calloutProvider(location, point)
    }

    /// Symbol and circle as a layer to lay above all others.
    public func snapshot() -> LayerSnapshot {
        LayerSnapshot(
            id: "dev.groma.location", name: "", isVisible: true, opacity: opacity, minScale: 0, maxScale: 0,
            content: .graphics(graphics))
    }

    /// Lets the follow logic decide about the place as it is known now.
    func considerPlace(entersMode: Bool = false) {
        guard mode != .off, let host, let viewport = host.followedViewport, let mapLocation, isStarted else { return }
        let now = time.now()
        follow.consider(mapLocation, in: viewport, insets: host.followedInsets, at: now)
        if entersMode, mode.turnsMap { follow.enter(from: viewport, at: now) }
        host.requestFrame()
    }

    /// The direction the mode goes by, damped.
    private func turnMarker(at now: Duration) {
        let bearing = mode == .compassNavigation ? heading?.followedDegrees : marker.course(at: now)
        marker.turn(to: bearing, of: mode, at: now)
    }

    private func nextViewpoint(in viewport: Viewport, at now: Duration) -> Viewpoint? {
        guard mode != .off, let mapLocation, let host else { return nil }
        var place = mapLocation
        if mode.turnsMap, let eased = marker.place(at: now) {
            place.x = eased.x
            place.y = eased.y
        }
        let rotation = mode.turnsMap ? marker.bearing(at: now).map { Angle.turned(-$0) } : nil
        return follow.viewpoint(
            for: place, rotation: rotation, in: viewport, insets: host.followedInsets, at: now)
    }

    private func draw(in viewport: Viewport, at now: Duration) {
        guard showsLocation, let location, let place = marker.place(at: now) else {
            if !graphics.isEmpty { graphics = [] }
            return
        }
        let looks = MarkerLooks(
            kind: markerKind(at: now), angle: markerAngle(in: viewport, at: now), x: place.x, y: place.y,
            radius: showsAccuracy ? location.horizontalAccuracy.flatMap { $0 > 0 ? $0 : nil } : nil, viewport: viewport)
        guard marker.looksChanged || marker.looks != looks else { return }
        marker.looks = looks
        marker.looksChanged = false
        let point = Point(x: place.x, y: place.y, spatialReference: viewport.spatialReference)
        var drawn: [GraphicSnapshot] = []
        if let radius = looks.radius,
            let circle = AccuracyCircle.polygon(round: point, radius: radius, in: viewport)
        {
            drawn.append(
                GraphicSnapshot(geometry: circle, symbol: accuracySymbol ?? SymbolPictures.accuracy(isStale: isStale)))
        }
        drawn.append(GraphicSnapshot(geometry: point, symbol: symbol(looks, pixelRatio: viewport.pixelRatio)))
        graphics = drawn
    }

    private func markerKind(at now: Duration) -> MarkerKind {
        if isStale { return .acquiring }
        if mode == .compassNavigation { return .heading }
        return usesCourseSymbolOnMovement && marker.course(at: now) != nil ? .course : .plain
    }

    /// Degrees clockwise on the screen.
    private func markerAngle(in viewport: Viewport, at now: Duration) -> Double {
        guard markerKind(at: now) == .course, !mode.turnsMap, let bearing = marker.bearing(at: now) else { return 0 }
        return Angle.turned(bearing + viewport.rotation)
    }

    private func symbol(_ looks: MarkerLooks, pixelRatio: Double) -> any Symbol {
        let own: (any Symbol)? =
            switch looks.kind {
            case .plain: defaultSymbol
            case .course: courseSymbol
            case .heading: headingSymbol
            case .acquiring: acquiringSymbol
            }
        let symbol = own ?? pictures.symbol(looks.kind, from: symbolResources, pixelRatio: pixelRatio)
        return looks.angle == 0 ? symbol : SymbolPictures.turned(symbol, clockwise: looks.angle)
    }
}

extension Heading {
    /// What the compass mode turns the map by: magnetic where it can be had, so that declination is never counted at all.
    package var followedDegrees: Double { magneticHeading ?? degrees }
}
