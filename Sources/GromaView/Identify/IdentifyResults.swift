// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import GromaFeatures
public import GromaMapping
public import GromaPopups

/// What a tap found in one layer.
public struct IdentifyLayerResult {
    /// The layer of the map.
    public let layer: Layer
    /// The sublayer's number, for what a map service draws; nil for a layer of its own.
    public let sublayerID: Int?
    /// Features, the uppermost of the nearest first, in the map's reference.
    public let geoElements: [any GeoElement]
    /// A popup for each of them; empty where the layer has none.
    public let popups: [Popup]
    /// Why the layer could not be asked; nil where it could.
    public let error: (any Error)?
}

/// What a tap found in one overlay.
public struct IdentifyGraphicsOverlayResult {
    /// The overlay of the view.
    public let graphicsOverlay: GraphicsOverlay
    /// Graphics, the uppermost first.
    public let graphics: [Graphic]
    /// A popup for each of them; empty where the overlay has none.
    public let popups: [Popup]
}
