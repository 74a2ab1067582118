// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// What a shape is filled or stroked with.
public enum Paint: Sendable {
    /// One colour.
    case color(PixelColor)
    /// A picture repeated in both directions.
    case pattern(Pattern)
    /// Colours that change over each shape.
    case gradient(Gradient)

    /// True when nothing shows through where the shape covers a pixel entirely.
    public var isOpaque: Bool {
        if case .color(let colour) = self { return colour.alpha == 255 }
        return false
    }

    /// True when it leaves no trace.
    public var isInvisible: Bool {
        switch self {
        case .color(let colour): colour.alpha == 0
        case .pattern(let pattern): !(pattern.opacity > 0)
        case .gradient(let gradient): gradient.colors.allSatisfy { $0.alpha == 0 }
        }
    }
}

/// A picture repeated over the plane, pixel by pixel: a hatch or a picture fill.
public struct Pattern: Sendable {
    /// One repeat, in the buffer format of what it is drawn into. Make it at the size it shall have on the screen.
    public var image: PixelBuffer
    /// A pixel of the global grid where a repeat begins; the same for all tiles of a map, so that they fit together.
    public var originX: Int
    /// The row of that pixel.
    public var originY: Int
    /// 0…1, on top of the picture's own alpha.
    public var opacity: Double

    /// Makes a pattern.
    public init(image: PixelBuffer, originX: Int = 0, originY: Int = 0, opacity: Double = 1) {
        self.image = image
        self.originX = originX
        self.originY = originY
        self.opacity = opacity
    }
}
