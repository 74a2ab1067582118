// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// Reads a picture along rows of the global grid. Places are whole numbers of 2^-32 pixel, each computed from the row and
/// column alone, so that windows and tiles read the same values.
struct ImageSampler {
    private let pixels: UnsafeMutablePointer<UInt32>
    private let width: Int, height: Int
    private let stepX: Int64, stepY: Int64
    private let back: PixelAffine

    init(image: PixelBuffer, back: PixelAffine) {
        pixels = image.pixels
        width = image.width
        height = image.height
        self.back = back
        stepX = Self.fixed(back.a)
        stepY = Self.fixed(back.b)
    }

    private static func fixed(_ value: Double) -> Int64 {
        Int64(min(max(value * 4_294_967_296, -4e18), 4e18).rounded())
    }

    /// The place in the picture of a pixel's centre.
    @inline(__always) private func place(_ column: Int, _ start: (x: Int64, y: Int64)) -> (x: Int64, y: Int64) {
        (start.x &+ stepX &* Int64(column), start.y &+ stepY &* Int64(column))
    }

    private func start(_ row: Int) -> (x: Int64, y: Int64) {
        let y = Double(row) + 0.5
        return (
            Self.fixed(back.a * 0.5 + back.c * y + back.tx), Self.fixed(back.b * 0.5 + back.d * y + back.ty)
        )
    }

    /// The columns of a row whose centres fall into the picture; they are one run, since the picture is convex.
    func columns(row: Int, within range: Range<Int>) -> Range<Int>? {
        let start = start(row)
        let right = Int64(width) << 32, bottom = Int64(height) << 32
        func isInside(_ column: Int) -> Bool {
            let at = place(column, start)
            return at.x >= 0 && at.x < right && at.y >= 0 && at.y < bottom
        }
        // A first guess by arithmetic, then to the exact ends: rounding can't move them by more than a column or two.
        var low = Double(range.lowerBound), high = Double(range.upperBound - 1)
        for (origin, step, size) in [(start.x, stepX, right), (start.y, stepY, bottom)] where step != 0 {
            let a = -Double(origin) / Double(step), b = Double(size - origin) / Double(step)
            low = max(low, min(a, b).rounded(.down) - 2)
            high = min(high, max(a, b).rounded(.up) + 2)
        }
        guard low <= high else { return nil }
        var first = Int(low), last = Int(high)
        while first <= last, !isInside(first) { first += 1 }
        while last >= first, !isInside(last) { last -= 1 }
        return first <= last ? first..<last + 1 : nil
    }

    func readNearest(row: Int, columns: Range<Int>, into target: UnsafeMutablePointer<UInt32>) {
        let start = start(row)
        for column in columns {
            let at = place(column, start)
            target[column &- columns.lowerBound] = pixels[Int(at.y >> 32) &* width &+ Int(at.x >> 32)]
        }
    }

    func readBilinear(row: Int, columns: Range<Int>, into target: UnsafeMutablePointer<UInt32>) {
        let start = start(row)
        let inside = inner(columns, start)
        for column in columns.lowerBound..<inside.lowerBound {
            target[column &- columns.lowerBound] = bilinear(column, start)
        }
        var column = inside.lowerBound
        while column &+ 8 <= inside.upperBound {
            store8(target + (column &- columns.lowerBound), bilinear8(column, start))
            column &+= 8
        }
        for column in column..<columns.upperBound {
            target[column &- columns.lowerBound] = bilinear(column, start)
        }
    }

    /// The columns all of whose four neighbours are in the picture: places go along a line, so they are one run.
    private func inner(_ columns: Range<Int>, _ start: (x: Int64, y: Int64)) -> Range<Int> {
        let half: Int64 = 1 << 31
        func isInner(_ column: Int) -> Bool {
            let at = place(column, start)
            let x = (at.x &- half) >> 32, y = (at.y &- half) >> 32
            return x >= 0 && y >= 0 && x < width &- 1 && y < height &- 1
        }
        var first = columns.lowerBound, end = columns.upperBound
        while first < end, !isInner(first) { first += 1 }
        while end > first, !isInner(end - 1) { end -= 1 }
        return first..<end
    }

    private func bilinear(_ column: Int, _ start: (x: Int64, y: Int64)) -> UInt32 {
        let half: Int64 = 1 << 31, lastX = width &- 1, lastY = height &- 1
        let at = place(column, start)
        let x = at.x &- half, y = at.y &- half
        let fx = UInt32(truncatingIfNeeded: x >> 24) & 255, fy = UInt32(truncatingIfNeeded: y >> 24) & 255
        let x0 = Int(x >> 32), y0 = Int(y >> 32)
        let left = max(0, x0), right = min(lastX, x0 &+ 1)
        let above = pixels + max(0, y0) &* width, below = pixels + min(lastY, y0 &+ 1) &* width
        let upper = mixed(above[left], above[right], fx), lower = mixed(below[left], below[right], fx)
        return mixed(upper, lower, fy)
    }

    /// Eight columns at a time, none of them at the picture's edge.
    @inline(__always) private func bilinear8(_ column: Int, _ start: (x: Int64, y: Int64)) -> Pixels8 {
        let half: Int64 = 1 << 31
        var at = place(column, start)
        at.x &-= half
        at.y &-= half
        var upperLeft = Pixels8(), upperRight = Pixels8(), lowerLeft = Pixels8(), lowerRight = Pixels8()
        var fx = Pixels8(), fy = Pixels8()
        for index in 0..<8 {
            let above = pixels + (Int(at.y >> 32) &* width &+ Int(at.x >> 32)), below = above + width
            upperLeft[index] = above[0]
            upperRight[index] = above[1]
            lowerLeft[index] = below[0]
            lowerRight[index] = below[1]
            fx[index] = UInt32(truncatingIfNeeded: at.x >> 24) & 255
            fy[index] = UInt32(truncatingIfNeeded: at.y >> 24) & 255
            at.x &+= stepX
            at.y &+= stepY
        }
        return between8(between8(upperLeft, upperRight, fx), between8(lowerLeft, lowerRight, fx), fy)
    }
}
