// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// A marker drawn beforehand at sixteen sub-pixel places, so that stamping it is one pass of blending.
///
/// Stamps snap to the nearest quarter pixel. Make one sprite for each size, colour and (rounded) angle.
public struct MarkerSprite: Sendable {
    static let phases = 4
    /// Distance from the marker's place to the left and top of the picture, in pixels.
    let reach: Int
    /// Width and height of one picture, a multiple of eight.
    let side: Int
    /// Sixteen pictures below each other: phase x fastest.
    let sheet: PixelBuffer
    /// Where in their rows the pictures have pixels.
    let ink: SpriteInk

    /// How far from its place the marker may draw, in pixels.
    public var radius: Int { reach + 1 }
    /// What the marker covers in fact, in pixels to the right of and below its place; nil where it draws nothing.
    public let inkBox: InkBox?

    /// A box round drawn pixels, sides included.
    public struct InkBox: Sendable, Hashable {
        public var left: Double
        public var top: Double
        public var right: Double
        public var bottom: Double

        /// Makes a box.
        public init(left: Double, top: Double, right: Double, bottom: Double) {
            self.left = left
            self.top = top
            self.right = right
            self.bottom = bottom
        }
    }

    /// Draws the sixteen pictures.
    ///
    /// `radius` (pixels, at most 512) is how far the marker reaches from its place; `draw` is called sixteen times with a
    /// clear canvas and the marker's place on it. Throws `size` for a radius that is negative, NaN or too large.
    public init(
        radius: Double, format: PixelFormat = .bgra, draw: (_ canvas: Canvas, _ x: Double, _ y: Double) -> Void
    ) throws(RasterError) {
        guard radius >= 0, radius <= 512 else {
            throw RasterError(.size, "A marker of radius \(radius) pixels can't be made: use 0 to 512.")
        }
        reach = Int(radius.rounded(.up)) + 1
        side = (2 * reach + 1 + 7) & ~7
        sheet = try PixelBuffer(width: side, height: side * Self.phases * Self.phases, format: format)
        for phase in 0..<Self.phases * Self.phases {
            let x = Double(phase % Self.phases) / Double(Self.phases)
            let y = Double(phase / Self.phases) / Double(Self.phases)
            let top = phase * side
            let canvas = Canvas(
                sheet, originX: -reach, originY: -reach - top,
                window: PixelRect(x: -reach, y: -reach, width: side, height: side))
            draw(canvas, x, y)
        }
        ink = SpriteInk(sheet, side: side)
        inkBox = Self.inkBox(of: sheet, side: side, reach: reach)
    }

    /// The box of the picture of phase 0; pixels that hardly show do not count.
    private static func inkBox(of sheet: PixelBuffer, side: Int, reach: Int) -> InkBox? {
        var (left, top, right, bottom) = (side, side, -1, -1)
        sheet.withPixels { pixels in
            for row in 0..<side {
                for column in 0..<side where pixels[row * side + column] >> 24 >= 32 {
                    left = min(left, column)
                    right = max(right, column)
                    top = min(top, row)
                    bottom = max(bottom, row)
                }
            }
        }
        guard right >= left else { return nil }
        return InkBox(
            left: Double(left - reach), top: Double(top - reach), right: Double(right + 1 - reach),
            bottom: Double(bottom + 1 - reach))
    }

    /// A circle of `diameter` pixels (outline's middle to outline's middle) with an outline.
    public static func circle(
        diameter: Double, fill: PixelColor, outline: PixelColor = .clear, outlineWidth: Double = 0,
        format: PixelFormat = .bgra
    ) throws(RasterError) -> MarkerSprite {
        let line = outline.alpha > 0 && outlineWidth > 0 ? outlineWidth : 0
        return try MarkerSprite(radius: (diameter + line) / 2, format: format) { canvas, x, y in
            var path = PixelPath()
            path.addCircle(x: x, y: y, radius: diameter / 2)
            canvas.fill(path, with: .color(fill))
            canvas.stroke(path, StrokeStyle(width: line, join: .round), with: .color(outline))
        }
    }

    /// A picture centred on the place, turned clockwise and scaled; `offset` moves it, in pixels to the right and down.
    public static func picture(
        _ image: PixelBuffer, width: Double, height: Double, rotation degrees: Double = 0, offsetX: Double = 0,
        offsetY: Double = 0, opacity: Double = 1
    ) throws(RasterError) -> MarkerSprite {
        let diagonal = (width * width + height * height).squareRoot() / 2
        let shift = (offsetX * offsetX + offsetY * offsetY).squareRoot()
        let size = PixelAffine.scale(x: width / Double(image.width), y: height / Double(image.height))
        let pyramid = ImagePyramid(image)
        return try MarkerSprite(radius: diagonal + shift, format: image.format) { canvas, x, y in
            let place = size.then(.translation(x: offsetX - width / 2, y: offsetY - height / 2))
                .then(.rotation(degrees: degrees)).then(.translation(x: x, y: y))
            canvas.draw(pyramid, transform: place, opacity: opacity)
        }
    }
}
