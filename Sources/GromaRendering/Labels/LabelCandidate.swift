// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaMapping
import GromaRaster

/// A label that wants a place.
struct LabelCandidate: Sendable {
    /// What the label is put to, in pixels of the grid.
    enum Anchor: Sendable {
        /// Beside a marker that covers a box round the place; of no size where nothing is drawn.
        case point(x: Double, y: Double, marker: MarkerSprite.InkBox)
        /// Along a line; x and y in turn.
        case line([Double])
        /// Inside of an area, the best place first.
        case area([AreaPlace])
    }
    /// A place inside of an area, and about how many pixels the area is wide there.
    struct AreaPlace: Sendable {
        var x: Double
        var y: Double
        var width: Double
    }
    var anchor: Anchor
    var text: String
    var style: TextStyle
    var ink: PixelColor
    var halo: PixelColor
    var placement: LabelPlacement?
    /// Lower numbers are placed first.
    var priority: Double
    /// Among equals: smaller is first. Stable for one feature whatever the view.
    var order: Int64
    /// Pixels between repetitions along a line.
    var repeatDistance: Double
    /// Pixels added by the symbol's offsets, right and down.
    var offsetX: Double
    var offsetY: Double
}

/// A marker that labels should not cover where that can be avoided.
struct LabelObstacle: Sendable {
    var x: Double
    var y: Double
    var marker: MarkerSprite.InkBox
}

/// A label with its place.
struct PlacedLabel: Sendable {
    /// One piece of the label: the whole text, or one cluster of a text along a line.
    struct Piece: Sendable {
        var cluster: TextCluster?
        var x: Int
        var y: Int
        var degrees: Double
    }
    var text: String
    var style: TextStyle
    var ink: PixelColor
    var halo: PixelColor
    /// 0 for texts in one line.
    var maximumWidth: Double
    var pieces: [Piece]

    func draw(on canvas: Canvas, text engine: TextEngine) {
        let masks = pieces.map { piece in
            piece.cluster.map { engine.mask(of: $0, in: text, style: style, degrees: piece.degrees) }
                ?? engine.mask(of: text, style: style, degrees: piece.degrees, maximumWidth: maximumWidth)
        }
        // All rims before all letters: a letter's rim must not cover its neighbour.
        for (piece, mask) in zip(pieces, masks) {
            if let rim = mask.halo { canvas.stamp(rim, x: piece.x, y: piece.y, color: halo) }
        }
        for (piece, mask) in zip(pieces, masks) { canvas.stamp(mask.ink, x: piece.x, y: piece.y, color: ink) }
    }
}
