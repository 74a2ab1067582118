// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaRaster

extension Canvas {
    /// Lays a text with the left end of its first baseline at a whole pixel: the rim first, the letters over it.
    func stamp(_ text: TextMask, x: Int, y: Int, ink: PixelColor, halo: PixelColor) {
        if let rim = text.halo { stamp(rim, x: x, y: y, color: halo) }
        stamp(text.ink, x: x, y: y, color: ink)
    }

    func stamp(_ mask: GlyphMask, x: Int, y: Int, color: PixelColor) {
        guard mask.width > 0, color.alpha > 0,
            let coverage = try? CoverageMask(width: mask.width, height: mask.height, values: mask.coverage)
        else { return }
        stamp(coverage, x: x + mask.left, y: y + mask.top, color: color)
    }
}
