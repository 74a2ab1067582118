// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import GromaFeatures
public import GromaGeometry
public import Observation

/// A shape with a symbol and attributes that belongs to no table.
@MainActor @Observable
public final class Graphic: GeoElement, Identifiable {
    /// Where and in which form; nil draws nothing.
    public var geometry: (any Geometry)?
    /// Values by name, for popups, and for an overlay whose renderer asks for them.
    public var attributes: [String: AttributeValue]
    /// Nil takes the overlay's renderer.
    public var symbol: (any Symbol)?
    /// Higher is drawn later, so above.
    public var zIndex = 0
    /// False leaves the graphic out of the picture.
    public var isVisible = true
    /// True marks the graphic as selected.
    public var isSelected = false
    /// What a tap on the graphic says in a callout; nil, or a provider that gives nil, says nothing.
    @ObservationIgnored public var calloutProvider: (@MainActor (Graphic) -> CalloutContent?)?

    /// Makes a graphic.
    public init(
        geometry: (any Geometry)? = nil, attributes: [String: AttributeValue] = [:], symbol: (any Symbol)? = nil
    ) {
        self.geometry = geometry
        self.attributes = attributes
        self.symbol = symbol
    }
}
