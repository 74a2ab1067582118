// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// Features to draw: shapes, the symbols they may have, and which row has which.
public struct VectorLayer: Sendable {
    /// The shapes, in the map's spatial reference.
    public var geometry: DrawableGeometry
    /// The symbols that occur.
    public var symbols: [DrawSymbol]
    /// For each row its index in `symbols`; a number outside of it hides the row. Empty: every row has symbol 0.
    public var symbolIndices: [Int32]
    /// Rows from the bottom up; empty for the order they are in. A row may be missing; a number that is no row is left out.
    public var order: [Int32]
    /// Draws the first symbol layer of all rows, then the second of all rows, and so on: for roads, whose casings shall not
    /// cross the inner lines of others.
    public var drawsBySymbolLayer: Bool

    /// Makes a layer; every row has the first symbol unless told otherwise.
    public init(
        geometry: DrawableGeometry, symbols: [DrawSymbol], symbolIndices: [Int32] = [], order: [Int32] = [],
        drawsBySymbolLayer: Bool = false
    ) {
        self.geometry = geometry
        self.symbols = symbols
        self.symbolIndices = symbolIndices
        self.order = order
        self.drawsBySymbolLayer = drawsBySymbolLayer
    }
}
