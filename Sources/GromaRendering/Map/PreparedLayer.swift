// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
package import GromaMapping
import GromaRaster

/// A layer with everything at hand that drawing it needs.
struct PreparedLayer: Sendable {
    enum Content: Sendable {
        case nothing
        case vectors(DisplayList)
        case pictures([PlacedPicture])
        case group([PreparedLayer])
    }
    var content = Content.nothing
    var opacity = 1.0
    var blendMode = BlendMode.normal
    var failures: [LayerFailure] = []
    /// What was not drawn and why, before the layer's name is put to it.
    var complaints: [String] = []
    var attribution = ""
    var labels: [LabelCandidate] = []
    /// Where markers and lines lie that labels keep off.
    var obstacles: [ObstacleSource] = []
    /// What of the layer was just selected; nil for nothing.
    var arriving: ArrivingMarks?
    /// The layer's id, for those that say something of themselves.
    var layerID = ""
    /// What could not be had, though the rest could; put to the layer's name where that is known.
    var trouble: (any Error)?
    /// True where something of the layer is still on its way.
    var isPending = false
    /// True where the layer could not be had, and may be by and by.
    var mayRecover = false
    /// Tiles that are to be asked for.
    var wishes: [TileWish] = []
    /// True for a layer of names and borders above the others.
    var isReference = false
    /// True for a layer of the base map, below the others or above.
    var isOfBasemap = false
    var isPictures: Bool {
        if case .pictures(let pictures) = content { !pictures.isEmpty } else { false }
    }

    /// One layer of what several copies of the world show of it.
    static func joining(_ copies: [PreparedLayer]) -> PreparedLayer {
        guard copies.count != 1 else { return copies[0] }
        var joined = PreparedLayer(
            content: .group(copies.map { PreparedLayer(content: $0.content, arriving: $0.arriving) }))
        for copy in copies {
            // What failed for one copy failed for all, in the same words.
            let known = joined.failures.map { "\($0.error)" }
            joined.failures += copy.failures.filter { !known.contains("\($0.error)") }
            joined.labels += copy.labels
            joined.obstacles += copy.obstacles
            if joined.attribution.isEmpty { joined.attribution = copy.attribution }
            joined.trouble = joined.trouble ?? copy.trouble
            joined.isPending = joined.isPending || copy.isPending
            joined.mayRecover = joined.mayRecover || copy.mayRecover
            joined.wishes += copy.wishes
        }
        return joined
    }

    /// Calls `body` for every layer, groups before their members.
    static func forEach(in layers: [PreparedLayer], _ body: (PreparedLayer) -> Void) {
        for layer in layers {
            body(layer)
            if case .group(let members) = layer.content { forEach(in: members, body) }
        }
    }
}

/// Tiles of a source to ask for, the most wanted first.
package struct TileWish: Sendable {
    var source: any TileSource
    var keys: [TileKey]

    package init(source: any TileSource, keys: [TileKey]) {
        self.source = source
        self.keys = keys
    }
}

/// A decoded picture and where its pixels go on the grid.
struct PlacedPicture: Sendable {
    var picture: PixelBuffer
    var transform: PixelAffine
}
