// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

extension Canvas {
    /// Stamps a marker at a place in pixels; NaN and infinite places are left out.
    public func stamp(_ sprite: MarkerSprite, x: Double, y: Double) {
        guard x.isFinite, y.isFinite else { return }
        stamp(sprite, at: PixelPoint(fixed(x), fixed(y)))
    }

    /// Stamps a marker at each place, in order.
    public func stamp(_ sprite: MarkerSprite, at places: [PixelPoint]) {
        for place in places { stamp(sprite, at: place) }
    }

    /// Stamps a marker at a place on the grid.
    public func stamp(_ sprite: MarkerSprite, at place: PixelPoint) {
        stamp(sprite, quarter: SIMD2(quarter(place.x), quarter(place.y)))
    }

    /// Stamps a marker at a place in quarter pixels.
    package func stamp(_ sprite: MarkerSprite, quarter place: SIMD2<Int32>) {
        let side = sprite.side
        let left = Int(place.x >> 2) &- sprite.reach, top = Int(place.y >> 2) &- sprite.reach
        let phase = Int((place.y & 3) &* 4 &+ (place.x & 3))
        let source = sprite.sheet.pixels + phase &* side &* side
        let from = max(top, window.y), to = min(top &+ side, window.maxY)
        if from >= to || left >= window.maxX || left &+ side <= window.x { return }
        let pitch = buffer.width
        if left >= window.x && left &+ side <= window.maxX {
            let ink = sprite.ink.rows + phase &* side
            var line = max(from, top &+ sprite.ink.first)
            let last = min(to, top &+ sprite.ink.end)
            var target = row(line) + (left &- window.x)
            var pixels = source + (line &- top) &* side
            while line < last {
                let span = ink[line &- top]
                var x = Int(span.first)
                let end = Int(span.end)
                while x < end {
                    store8(target + x, over8(load8(target + x), load8(pixels + x)))
                    x &+= 8
                }
                target += pitch
                pixels += side
                line &+= 1
            }
        } else {
            let first = max(left, window.x), last = min(left &+ side, window.maxX)
            for line in from..<to {
                let target = row(line), pixels = source + (line &- top) &* side
                for x in first..<last {
                    target[x &- window.x] = over(target[x &- window.x], pixels[x &- left])
                }
            }
        }
    }

    /// A place in 1/256 pixel to the nearest quarter pixel.
    @inline(__always) package func quarter(_ value: Int32) -> Int32 { (value &+ 32) >> 6 }

    /// Lays a colour through a mask whose top left corner lies at a whole pixel: glyphs, halos.
    public func stamp(_ mask: CoverageMask, x: Int, y: Int, color: PixelColor) {
        let area = window.intersection(PixelRect(x: x, y: y, width: mask.width, height: mask.height))
        if area.isEmpty || color.alpha == 0 { return }
        let source = TranslucentSource(pixel: color.packed(buffer.format))
        mask.values.withUnsafeBufferPointer { values in
            for line in area.y..<area.maxY {
                let target = row(line) + (area.x - window.x)
                let from = (line - y) * mask.width + (area.x - x)
                var i = 0
                while i + 8 <= area.width {
                    let eight = UnsafeRawBufferPointer(values).loadUnaligned(
                        fromByteOffset: from + i, as: SIMD8<UInt8>.self)
                    if unsafeBitCast(eight, to: UInt64.self) != 0 {
                        let wide = Pixels8(truncatingIfNeeded: eight)
                        source.lay8(target + i, x: 0, y: 0, weights: wide &+ wide &>> 7)
                    }
                    i += 8
                }
                while i < area.width {
                    let value = UInt32(values[from + i])
                    if value != 0 { source.lay(target + i, x: 0, y: 0, count: 1, weight: weight(value)) }
                    i += 1
                }
            }
        }
    }
}
