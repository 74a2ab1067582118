// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaMapping

/// A whole base map made ready for one view: what stays beneath the other layers until another one is there.
package struct PreparedBasemap: Sendable {
    private let layers: [PreparedLayer]
    private let view: MapGrid.Signature

    /// The base map among prepared layers; nil where there is none, or something of it is still on its way.
    init?(of prepared: [PreparedLayer], on grid: MapGrid) {
        layers = prepared.filter(\.isOfBasemap)
        view = grid.signature
        if layers.isEmpty || PreparedLayer.isAnyPending(of: layers) { return nil }
    }

    /// Other layers with this base map in place of their own; nil for another view than its own.
    func beneath(_ others: [PreparedLayer], on grid: MapGrid) -> [PreparedLayer]? {
        guard grid.signature == view else { return nil }
        return layers.filter { !$0.isReference } + others.filter { !$0.isOfBasemap } + layers.filter(\.isReference)
    }
}

/// What a scene begins from: the one before it.
package struct SceneBeginning: Sendable {
    /// The base map that stays until the map's own is whole; nil for none.
    package var basemap: PreparedBasemap?
    /// True while layers of the map's own base map are still to be loaded, and so are not even in its snapshot.
    package var awaitsBasemap = false
    /// Object ids, by layer, of what has been selected since: their marks are to grow in.
    package var arriving: [String: Set<Int64>] = [:]
    /// Counts the scenes of a view, so that one whose place was taken asks for nothing any more.
    package var turn = 0

    /// Begins from nothing.
    package init() {}

    /// The layers to draw where the earlier base map stays; nil where the map's own does.
    func keepingBasemap(in prepared: [PreparedLayer], on grid: MapGrid) -> [PreparedLayer]? {
        guard let basemap, awaitsBasemap || PreparedLayer.isAnyPending(of: prepared.filter(\.isOfBasemap)) else {
            return nil
        }
        return basemap.beneath(prepared, on: grid)
    }
}

/// A scene as it was made, with what only those need who make the next one.
package struct MadeScene: Sendable {
    /// What is shown.
    package let scene: MapScene
    /// The base map in it; nil where it is not whole.
    package let basemap: PreparedBasemap?
    /// True where the earlier base map is in it, since the map's own is still on its way.
    package let keepsBasemap: Bool
    /// True where something of what it shows is still to come.
    package let hasGaps: Bool
    /// Marks that are to grow in; nil for none.
    package let halo: ArrivingHalo?
}

extension PreparedLayer {
    /// True where something of the layers, or of their members, is still on its way.
    static func isAnyPending(of layers: [PreparedLayer]) -> Bool {
        var isAny = false
        forEach(in: layers) { isAny = isAny || $0.isPending }
        return isAny
    }
}
