// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

extension GlyphMask {
    /// The mask without its empty border.
    func trimmed() -> GlyphMask {
        var x0 = width, x1 = -1, y0 = height, y1 = -1
        for y in 0..<height {
            for x in 0..<width where coverage[y * width + x] != 0 {
                x0 = min(x0, x)
                x1 = max(x1, x)
                y0 = min(y0, y)
                y1 = max(y1, y)
            }
        }
        guard x1 >= x0 else { return .empty }
        var cut = [UInt8]()
        cut.reserveCapacity((x1 - x0 + 1) * (y1 - y0 + 1))
        for y in y0...y1 { cut += coverage[(y * width + x0)...(y * width + x1)] }
        return GlyphMask(width: x1 - x0 + 1, height: y1 - y0 + 1, left: left + x0, top: top + y0, coverage: cut)
    }

    /// The mask grown by `radius` pixels on all sides: the rim of a text, with the text itself.
    ///
    /// Each pixel takes the strongest neighbour within reach, weaker over the last pixel, so that the rim's edge is smooth.
    func widened(by radius: Double) -> GlyphMask {
        guard width > 0, radius > 0 else { return self }
        let radius = min(radius, 32)
        let reach = Int(radius.rounded(.up))
        var brush: [(dx: Int, dy: Int, weight: Int)] = []
        for dy in -reach...reach {
            for dx in -reach...reach {
                let weight = min(1, radius + 0.5 - Double(dx * dx + dy * dy).squareRoot())
                if weight > 0 { brush.append((dx, dy, Int(weight * 256))) }
            }
        }
        let wide = width + 2 * reach
        let high = height + 2 * reach
        var grown = [UInt8](repeating: 0, count: wide * high)
        for y in 0..<height {
            for x in 0..<width {
                let ink = Int(coverage[y * width + x])
                if ink == 0 { continue }
                for (dx, dy, weight) in brush {
                    let place = (y + reach + dy) * wide + x + reach + dx
                    grown[place] = UInt8(truncatingIfNeeded: max(Int(grown[place]), (ink * weight) >> 8))
                }
            }
        }
        return GlyphMask(width: wide, height: high, left: left - reach, top: top - reach, coverage: grown)
    }
}
