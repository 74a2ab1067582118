// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import GromaLocation
public import GromaMapping

extension MapViewModel: ViewpointHost {
    /// What is shown now, for the location display.
    public var followedViewport: Viewport? { viewport }
    /// What of the view is covered, for the location display.
    public var followedInsets: EdgeInsets { contentInsets }
    /// Loads the map where that is still to be done.
    public func waitUntilMapIsLoaded() async throws { try await map.load() }
    /// Asks the host for one more frame.
    public func requestFrame() { askForRedraw() }

    /// Shows what the location display wants, at once; insets are counted in already. Ends every other movement.
    public func follow(_ viewpoint: Viewpoint) {
        guard let navigator, let reference = map.spatialReference else { return }
        // A following map is moved by one hand only.
        stopMotion()
        var free = navigator
        free.insets = .zero
        move(to: free.viewport(showing: viewpoint, in: reference), cause: .location)
    }

    func locationDisplayWasReplaced(_ old: LocationDisplay?) {
        if old?.host === self { old?.host = nil }
        locationDisplay?.host = self
        overlaysChanged()
    }

    /// What a tap on the device's symbol says; nil beside it, and where nothing is provided.
    public func locationCallout(at point: ScreenPoint, tolerance: Double = 22) -> Callout? {
        guard let display = locationDisplay, let content = display.calloutContent(at: point, tolerance: tolerance),
            let place = display.mapLocation
        else { return nil }
        return Callout(at: .location(place), content: content)
    }
}

extension ViewpointChangeCause {
    /// What a location display wants to know; nil for its own moves and for the window's.
    var ofPersonOrApp: ViewpointChange? {
        switch self {
        case .pan: .pan
        case .zoom: .zoom
        case .rotation: .rotation
        case .viewpoint: .program
        case .location, .layout: nil
        }
    }
}
