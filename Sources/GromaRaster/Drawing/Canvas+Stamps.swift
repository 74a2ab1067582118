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
        Stamp(sprite, on: self).lay(at: place)
        withExtendedLifetime(sprite) {}
    }

    /// Stamps a marker at those of `places`, in quarter pixels, that `entries` names, in their order.
    package func stamp(_ sprite: MarkerSprite, quarters places: [SIMD2<Int32>], entries: ArraySlice<Int32>) {
        let stamp = Stamp(sprite, on: self)
        places.withUnsafeBufferPointer { places in
            entries.withUnsafeBufferPointer { entries in
                for entry in entries { stamp.lay(at: places[Int(entry)]) }
            }
        }
        withExtendedLifetime(sprite) {}
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
                    if value != 0 { target[i] = over(target[i], scaled(source.pixel, weight(value))) }
                    i += 1
                }
            }
        }
    }
}

/// A marker and the window it is stamped on, as plain memory: a loop over many places then looks nothing up. Valid while both are.
private struct Stamp {
    private let sheet: UnsafeMutablePointer<UInt32>
    private let ink: UnsafeMutablePointer<SpriteInk.Span>
    private let firstInked: Int, endInked: Int
    private let side: Int, reach: Int
    /// The window's first pixel.
    private let corner: UnsafeMutablePointer<UInt32>
    private let pitch: Int
    private let x: Int, y: Int, maxX: Int, maxY: Int

    @inline(__always) init(_ sprite: MarkerSprite, on canvas: Canvas) {
        sheet = sprite.sheet.pixels
        ink = sprite.ink.rows
        (firstInked, endInked) = (sprite.ink.first, sprite.ink.end)
        (side, reach) = (sprite.side, sprite.reach)
        let window = canvas.window
        corner = canvas.row(window.y)
        pitch = canvas.buffer.width
        (x, y, maxX, maxY) = (window.x, window.y, window.maxX, window.maxY)
    }

    @inline(__always) func lay(at place: SIMD2<Int32>) {
        let left = Int(place.x >> 2) &- reach, top = Int(place.y >> 2) &- reach
        let phase = Int((place.y & 3) &* 4 &+ (place.x & 3))
        if left >= x && left &+ side <= maxX {
            var line = max(max(top, y), top &+ firstInked)
            let last = min(min(top &+ side, maxY), top &+ endInked)
            var span = ink + (phase &* side &+ line &- top)
            var target = corner + ((line &- y) &* pitch &+ left &- x)
            var pixels = sheet + (phase &* side &+ line &- top) &* side
            while line < last {
                var column = Int(span.pointee.first)
                let end = Int(span.pointee.end)
                while column &+ 8 <= end {
                    store8(target + column, over8(load8(target + column), load8(pixels + column)))
                    column &+= 8
                }
                if column < end {
                    store4(target + column, over4(load4(target + column), load4(pixels + column)))
                }
                span += 1
                target += pitch
                pixels += side
                line &+= 1
            }
        } else {
            layCut(left, top, sheet + phase &* side &* side)
        }
    }

    /// A marker that the window's left or right side cuts, pixel by pixel.
    private func layCut(_ left: Int, _ top: Int, _ source: UnsafeMutablePointer<UInt32>) {
        let from = max(top, y), to = min(top &+ side, maxY), first = max(left, x), last = min(left &+ side, maxX)
        if from >= to || first >= last { return }
        for line in from..<to {
            let target = corner + (line &- y) &* pitch, pixels = source + (line &- top) &* side
            for column in first..<last { target[column &- x] = over(target[column &- x], pixels[column &- left]) }
        }
    }
}
