// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// What a shape is filled or stroked with.
public enum Paint: Sendable {
    /// One colour.
    case color(PixelColor)
    /// A picture repeated in both directions.
    case pattern(Pattern)

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

    /// The directions of hatch lines.
    public enum Hatch: Sendable, Hashable, CaseIterable {
        case horizontal, vertical, forwardDiagonal, backwardDiagonal, cross, diagonalCross
    }

    /// Parallel lines `spacing` pixels apart (2…256, taken to the next whole number along the axes), `lineWidth` pixels wide.
    ///
    /// Diagonals are at 45 degrees: forward from the upper left to the lower right, as in Windows and Esri hatches.
    public static func hatch(
        _ hatch: Hatch, color: PixelColor, lineWidth: Double = 1, spacing: Double = 8, format: PixelFormat = .bgra
    ) throws(RasterError) -> Pattern {
        let isDiagonal = [.forwardDiagonal, .backwardDiagonal, .diagonalCross].contains(hatch)
        let along = spacing.isFinite ? min(max(spacing, 2), 256) * (isDiagonal ? 2.0.squareRoot() : 1) : 8
        let size = Int(along.rounded())
        let image = try PixelBuffer(width: size, height: size, format: format)
        let side = Double(size), style = StrokeStyle(width: lineWidth)
        let canvas = Canvas(image)
        // A line in every neighbouring repeat that reaches into this one.
        for shift in -1...2 {
            let offset = Double(shift) * side
            var path = PixelPath()
            if hatch == .horizontal || hatch == .cross {
                path.move(toX: -side, y: offset + 0.5)
                path.line(toX: 2 * side, y: offset + 0.5)
            }
            if hatch == .vertical || hatch == .cross {
                path.move(toX: offset + 0.5, y: -side)
                path.line(toX: offset + 0.5, y: 2 * side)
            }
            if hatch == .forwardDiagonal || hatch == .diagonalCross {
                path.move(toX: offset - 2 * side, y: -2 * side)
                path.line(toX: offset + 2 * side, y: 2 * side)
            }
            if hatch == .backwardDiagonal || hatch == .diagonalCross {
                path.move(toX: offset + 2 * side, y: -2 * side)
                path.line(toX: offset - 2 * side, y: 2 * side)
            }
            canvas.stroke(path, style, with: .color(color))
        }
        return Pattern(image: image)
    }
}
