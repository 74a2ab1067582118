// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import GromaMapping

/// The view a location display moves: what it has to know, and the one thing it does.
///
/// In return the view calls `LocationDisplay.advance()` once before each frame it was asked for, `viewpointChanges(by:)` when a person or the app moves
/// the map, `viewDidChange()` after a new size, insets, pixel ratio or map, and draws `LocationDisplay.graphics` above everything else.
@MainActor
public protocol ViewpointHost: AnyObject {
    /// What is shown now, in the map's reference; nil before there is a size and a map that has loaded.
    var followedViewport: Viewport? { get }
    /// What of the view is covered; following goes by what remains.
    var followedInsets: EdgeInsets { get }
    /// Returns when the map has loaded; throws when it cannot.
    func waitUntilMapIsLoaded() async throws
    /// Shows a place, scale and rotation at once, in the map's reference. Neither a change by a person nor by the app: the view must not report it back.
    func follow(_ viewpoint: Viewpoint)
    /// Asks for one more frame, with `advance()` before it.
    func requestFrame()
}
