// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// A small picture on a button: one of ours or of the system's icon theme.
public struct Icon: Sendable, Hashable {
    /// The name in the icon theme.
    public var name: String

    /// An icon of the system's theme, by its name there.
    public init(named name: String) { self.name = name }

    /// A crosshair: the device's location.
    public static let locate = Icon(named: "groma-location-symbolic")
    /// Throw away.
    public static let delete = Icon(named: "user-trash-symbolic")
    /// A stack of sheets: the map's layers.
    public static let layers = Icon(named: "groma-layers-symbolic")
    /// What the map stands on.
    public static let basemap = Icon(named: "groma-basemap-symbolic")
    /// What signs mean.
    public static let legend = Icon(named: "groma-legend-symbolic")
    /// A folded map.
    public static let map = Icon(named: "groma-map-symbolic")
    /// A server.
    public static let server = Icon(named: "network-server-symbolic")
    /// A file.
    public static let file = Icon(named: "text-x-generic-symbolic")
    /// A menu of everything else.
    public static let menu = Icon(named: "open-menu-symbolic")
    /// One thing more.
    public static let add = Icon(named: "list-add-symbolic")
    /// One thing less.
    public static let remove = Icon(named: "list-remove-symbolic")
    /// Nearer.
    public static let zoomIn = Icon(named: "list-add-symbolic")
    /// Further away.
    public static let zoomOut = Icon(named: "list-remove-symbolic")
    /// Close what is open.
    public static let close = Icon(named: "window-close-symbolic")
    /// Back to what was before.
    public static let back = Icon(named: "go-previous-symbolic")
    /// On to the next.
    public static let next = Icon(named: "go-next-symbolic")
    /// To the very first.
    public static let first = Icon(named: "go-first-symbolic")
    /// To the very last.
    public static let last = Icon(named: "go-last-symbolic")
    /// Once more.
    public static let retry = Icon(named: "view-refresh-symbolic")
    /// Something is wrong.
    public static let warning = Icon(named: "dialog-warning-symbolic")
    /// The panel at the start side.
    public static let sidebar = Icon(named: "sidebar-show-symbolic")
    /// What a person wants of the app.
    public static let settings = Icon(named: "preferences-system-symbolic")
    /// Look for something.
    public static let search = Icon(named: "system-search-symbolic")
    /// Show a place on the map.
    public static let zoomTo = Icon(named: "find-location-symbolic")
    /// Columns and rows.
    public static let table = Icon(named: "view-list-symbolic")
    /// Copy as text.
    public static let copy = Icon(named: "edit-copy-symbolic")
    /// A marked place.
    public static let bookmark = Icon(named: "user-bookmarks-symbolic")
}
