// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// A paint in the form that sweeps take, for buffers of one pixel format.
package enum ResolvedPaint: Sendable {
    case none
    case opaque(UInt32)
    case translucent(UInt32)
    case pattern(Pattern, opacity: UInt32)
    case gradient(ResolvedGradient)

    /// Packs the paint's colour; a pattern is taken as it is.
    package init(_ paint: Paint, format: PixelFormat) {
        switch paint {
        case .color(let colour):
            switch colour.alpha {
            case 0: self = .none
            case 255: self = .opaque(colour.packed(format))
            default: self = .translucent(colour.packed(format))
            }
        case .pattern(let pattern):
            self =
                pattern.opacity > 0
                ? .pattern(pattern, opacity: UInt32((min(1, pattern.opacity) * 256).rounded())) : .none
        case .gradient(let gradient):
            self = paint.isInvisible ? .none : .gradient(ResolvedGradient(gradient, format: format))
        }
    }

    /// The paint for a shape in that box.
    package func placed(in box: PixelBox) -> ResolvedPaint {
        if case .gradient(let gradient) = self { return .gradient(gradient.placed(in: box)) }
        return self
    }

    /// True when a pixel it covers entirely shows nothing of what was there before.
    package var isOpaque: Bool {
        if case .opaque = self { return true }
        return false
    }
}

extension PatternSource {
    init(_ pattern: Pattern, opacity: UInt32) {
        self.init(
            pixels: pattern.image.pixels, width: pattern.image.width, height: pattern.image.height,
            originX: pattern.originX, originY: pattern.originY, opacity: opacity)
    }
}
