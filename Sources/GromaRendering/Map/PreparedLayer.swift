// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaMapping
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
    var obstacles: [LabelObstacle] = []
    /// True for a layer of names and borders above the others.
    var isReference = false
    var isPictures: Bool {
        if case .pictures(let pictures) = content { !pictures.isEmpty } else { false }
    }

    /// One layer of what several copies of the world show of it.
    static func joining(_ copies: [PreparedLayer]) -> PreparedLayer {
        guard copies.count != 1 else { return copies[0] }
        var joined = PreparedLayer(content: .group(copies.map { PreparedLayer(content: $0.content) }))
        for copy in copies {
            // What failed for one copy failed for all, in the same words.
            let known = joined.failures.map { "\($0.error)" }
            joined.failures += copy.failures.filter { !known.contains("\($0.error)") }
            joined.labels += copy.labels
            joined.obstacles += copy.obstacles
            if joined.attribution.isEmpty { joined.attribution = copy.attribution }
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

/// A decoded picture and where its pixels go on the grid.
struct PlacedPicture: Sendable {
    var picture: PixelBuffer
    var transform: PixelAffine
}
