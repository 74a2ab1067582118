// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
package import GromaMapping
package import GromaRaster

/// A label that wants a place.
package struct LabelCandidate: Sendable {
    /// What the label is put to, in pixels of the grid.
    package enum Anchor: Sendable {
        /// Beside a marker that covers a box round the place; of no size where nothing is drawn.
        case point(x: Double, y: Double, marker: MarkerSprite.InkBox)
        /// Along a line; x and y in turn.
        case line([Double])
        /// Inside of an area, the best place first.
        case area([AreaPlace])
    }
    /// A place inside of an area, and about how many pixels the area is wide there.
    package struct AreaPlace: Sendable {
        package var x: Double
        package var y: Double
        package var width: Double

        package init(x: Double, y: Double, width: Double) {
            self.x = x
            self.y = y
            self.width = width
        }
    }
    package var anchor: Anchor
    package var text: String
    package var style: TextStyle
    package var ink: PixelColor
    package var halo: PixelColor
    package var placement: LabelPlacement?
    /// Lower numbers are placed first.
    package var priority: Double
    /// Among equals: smaller is first. Stable for one feature whatever the view.
    package var order: Int64
    /// Pixels between repetitions along a line.
    package var repeatDistance: Double
    /// False for a line that is named once, however long it is.
    package var repeats = true
    /// True for a label that may be longer than its line.
    package var overruns = false
    /// False for a text that is not broken between words to fit into its area.
    package var isStacked = true
    /// True for a label that lies over others rather than being left out.
    package var isForced = false
    /// True for a name of the base map: the map's own labels come first, and their markers stay free.
    package var isOfBasemap = false
    /// Which labels of the same text this one is not drawn beside, and how many pixels round it; 0 for the whole view.
    package var duplicates = LabelDefinition.DuplicateRemoval.none
    package var duplicateDistance = 0.0
    /// The layer that the label comes from, and its class in it; by their numbers in the map.
    package var layer = 0
    package var labelClass = 0
    /// Pixels that the labelled line itself is wide.
    package var lineWidth: Double
    /// Pixels added by the symbol's offsets, right and down.
    package var offsetX: Double
    package var offsetY: Double

    package init(
        anchor: Anchor, text: String, style: TextStyle, ink: PixelColor, halo: PixelColor = .clear,
        placement: LabelPlacement? = nil, priority: Double = 0, order: Int64 = 0, repeatDistance: Double = 260,
        lineWidth: Double = 0, offsetX: Double = 0, offsetY: Double = 0
    ) {
        self.anchor = anchor
        self.text = text
        self.style = style
        self.ink = ink
        self.halo = halo
        self.placement = placement
        self.priority = priority
        self.order = order
        self.repeatDistance = repeatDistance
        self.lineWidth = lineWidth
        self.offsetX = offsetX
        self.offsetY = offsetY
    }
}

/// A label with its place.
package struct PlacedLabel: Sendable {
    /// One piece of the label: the whole text, or one cluster of a text along a line.
    package struct Piece: Sendable {
        package var cluster: TextCluster?
        package var x: Int
        package var y: Int
        package var degrees: Double
        /// Quarters of a pixel that a cluster lies farther right and down, 0 to 3.
        package var quarter: SIMD2<Int>
        /// The text as it is drawn, where placing had to have it already.
        var mask: TextMask?

        init(
            cluster: TextCluster?, x: Int, y: Int, degrees: Double, quarter: SIMD2<Int> = [0, 0], mask: TextMask? = nil
        ) {
            self.cluster = cluster
            self.x = x
            self.y = y
            self.degrees = degrees
            self.quarter = quarter
            self.mask = mask
        }
    }
    package var text: String
    package var style: TextStyle
    package var ink: PixelColor
    package var halo: PixelColor
    /// 0 for texts in one line.
    package var maximumWidth: Double
    package var pieces: [Piece]

    func draw(on canvas: Canvas, text engine: TextEngine) {
        if pieces.count == 1, let mask = pieces[0].mask {
            return canvas.stamp(mask, x: pieces[0].x, y: pieces[0].y, ink: ink, halo: halo)
        }
        let masks = pieces.map { piece in
            piece.mask
                ?? piece.cluster.map {
                    engine.mask(of: $0, in: text, style: style, degrees: piece.degrees, quarter: piece.quarter)
                }
                ?? engine.mask(of: text, style: style, degrees: piece.degrees, maximumWidth: maximumWidth)
        }
        // All rims before all letters: a letter's rim must not cover its neighbour.
        for (piece, mask) in zip(pieces, masks) {
            if let rim = mask.halo { canvas.stamp(rim, x: piece.x, y: piece.y, color: halo) }
        }
        for (piece, mask) in zip(pieces, masks) { canvas.stamp(mask.ink, x: piece.x, y: piece.y, color: ink) }
    }
}
