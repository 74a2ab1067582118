// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

extension Canvas {
    /// Lays a picture onto the window with its top left corner at a whole pixel, its colours mixed with those below.
    ///
    /// The picture must have the buffer's format. `opacity` is 0…1; NaN counts as 1. Modes that take away what lies below act
    /// on the picture's rectangle only.
    public func draw(_ image: PixelBuffer, x: Int, y: Int, opacity: Double, blendMode: BlendMode) {
        guard blendMode != .normal else { return draw(image, x: x, y: y, opacity: opacity) }
        let area = window.intersection(PixelRect(x: x, y: y, width: image.width, height: image.height))
        let share = Float(opacity.isNaN ? 1 : min(max(opacity, 0), 1))
        let blender = PixelBlender(mode: blendMode)
        for line in area.y..<max(area.y, area.maxY) {
            let target = row(line) + (area.x - window.x)
            let source = image.pixels + (line - y) * image.width + (area.x - x)
            for index in 0..<area.width { target[index] = blender.blend(source[index], onto: target[index], share) }
        }
        withExtendedLifetime(image) {}
    }
}

/// Mixes two premultiplied pixels; the order of the channels does not matter to all but the modes of hue and light.
struct PixelBlender {
    let mode: BlendMode

    private typealias Colour = SIMD3<Float>

    func blend(_ source: UInt32, onto below: UInt32, _ opacity: Float) -> UInt32 {
        let sa = Float(source >> 24) / 255 * opacity, ba = Float(below >> 24) / 255
        let s = channels(source) * opacity, b = channels(below)
        if let (fs, fb) = factors(sa, ba) {
            return packed(s * fs + b * fb, sa * fs + ba * fb)
        }
        switch mode {
        case .plus, .lighter: return packed(s + b, sa + ba)
        case .minus: return packed((b - s).clamped(lowerBound: Colour.zero, upperBound: Colour.one), max(ba, sa))
        default: break
        }
        guard sa > 0 else { return below }
        guard ba > 0 else { return packed(s, sa) }
        let mixed = mix(s / sa, b / ba)
        return packed(s * (1 - ba) + b * (1 - sa) + mixed * (sa * ba), sa + ba - sa * ba)
    }

    /// Shares of source and ground for the modes of Porter and Duff.
    private func factors(_ sa: Float, _ ba: Float) -> (Float, Float)? {
        switch mode {
        case .sourceAtop: (ba, 1 - sa)
        case .sourceIn: (ba, 0)
        case .sourceOut: (1 - ba, 0)
        case .destinationAtop: (1 - ba, sa)
        case .destinationIn: (0, sa)
        case .destinationOut: (0, 1 - sa)
        case .destinationOver: (1 - ba, 1)
        case .xor: (1 - ba, 1 - sa)
        default: nil
        }
    }

    private func channels(_ pixel: UInt32) -> Colour {
        Colour(Float(pixel & 255), Float(pixel >> 8 & 255), Float(pixel >> 16 & 255)) / 255
    }

    private func packed(_ colour: Colour, _ alpha: Float) -> UInt32 {
        let a = min(max(alpha, 0), 1)
        let c = colour.clamped(lowerBound: Colour.zero, upperBound: Colour(repeating: a)) * 255 + 0.5
        return UInt32(a * 255 + 0.5) << 24 | UInt32(c.z) << 16 | UInt32(c.y) << 8 | UInt32(c.x)
    }

    /// The mixed colour of two opaque ones, `s` above `b`.
    private func mix(_ s: Colour, _ b: Colour) -> Colour {
        switch mode {
        case .hue: return light(b, saturated(b, s))
        case .saturation: return light(b, saturated(s, b))
        case .color: return light(b, s)
        case .luminosity: return light(s, b)
        default: return Colour(mix(s.x, b.x), mix(s.y, b.y), mix(s.z, b.z))
        }
    }

    private func mix(_ s: Float, _ b: Float) -> Float {
        switch mode {
        case .multiply: s * b
        case .screen: s + b - s * b
        case .overlay: hardLight(b, s)
        case .hardLight: hardLight(s, b)
        case .darken: min(s, b)
        case .lighten: max(s, b)
        case .colorDodge: dodge(s, b)
        case .colorBurn: burn(s, b)
        case .vividLight: s <= 0.5 ? burn(2 * s, b) : dodge(2 * s - 1, b)
        case .softLight: softLight(s, b)
        case .difference: abs(s - b)
        case .exclusion: s + b - 2 * s * b
        case .average: (s + b) / 2
        case .invert: 1 - b
        case .reflect: s >= 1 ? 1 : min(1, b * b / (1 - s))
        default: s
        }
    }

    private func hardLight(_ s: Float, _ b: Float) -> Float {
        s <= 0.5 ? 2 * s * b : 2 * s - 1 + b - (2 * s - 1) * b
    }
    private func dodge(_ s: Float, _ b: Float) -> Float { b == 0 ? 0 : s >= 1 ? 1 : min(1, b / (1 - s)) }
    private func burn(_ s: Float, _ b: Float) -> Float { b >= 1 ? 1 : s <= 0 ? 0 : 1 - min(1, (1 - b) / s) }
    private func softLight(_ s: Float, _ b: Float) -> Float {
        if s <= 0.5 { return b - (1 - 2 * s) * b * (1 - b) }
        let d = b <= 0.25 ? ((16 * b - 12) * b + 4) * b : b.squareRoot()
        return b + (2 * s - 1) * (d - b)
    }

    // MARK: - Hue and light; blue is x, red is z

    private func luminosity(_ c: Colour) -> Float { 0.3 * c.z + 0.59 * c.y + 0.11 * c.x }

    /// The colour of `c` in the light of `of`.
    private func light(_ of: Colour, _ c: Colour) -> Colour {
        var result = c + (luminosity(of) - luminosity(c))
        let l = luminosity(result), low = result.min(), high = result.max()
        if low < 0 { result = Colour(repeating: l) + (result - l) * (l / (l - low)) }
        if high > 1 { result = Colour(repeating: l) + (result - l) * ((1 - l) / (high - l)) }
        return result
    }

    /// `c` as saturated as `like`.
    private func saturated(_ like: Colour, _ c: Colour) -> Colour {
        let wanted = like.max() - like.min(), low = c.min(), range = c.max() - low
        return range > 0 ? (c - low) * (wanted / range) : .zero
    }
}
