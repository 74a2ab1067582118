// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// How a map follows the device.
public enum AutoPanMode: String, Sendable, Hashable, CaseIterable {
    /// The map stays; the symbol may leave the view.
    case off
    /// The map is centred on the symbol when that leaves the wander extent. Scale and rotation stay.
    case recenter
    /// The symbol stands at the navigation point, and the map turns so that the direction of travel is up.
    case navigation
    /// The symbol stands at the compass's navigation point, and the map turns so that where the device points is up, by magnetic north.
    case compassNavigation

    /// True where the map turns with the device.
    public var turnsMap: Bool { self == .navigation || self == .compassNavigation }
}

/// What ends following by itself.
public enum AutoPanEnd: String, Sendable, Hashable, CaseIterable {
    /// The person moves the map. Taps, zooming and what the app does leave the mode as it is.
    case pan
    /// Any change of the viewpoint that is not the location display's own.
    case anyViewpointChange
}

/// Why a map's viewpoint changes, as a view tells its location display.
public enum ViewpointChange: String, Sendable, Hashable, CaseIterable {
    /// The person moves the map.
    case pan
    /// The person zooms: wheel, pinch, keys, buttons, double tap.
    case zoom
    /// The person turns the map.
    case rotation
    /// The app, a bookmark, a search result.
    case program
}
