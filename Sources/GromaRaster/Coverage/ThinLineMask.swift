// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// Coverage of lines up to 1.5 pixels wide, 8 bits a pixel, summed up to full.
///
/// Twice as fast as the outline, and as good except at corners and crossings of the same path. A segment is walked along
/// its longer axis; in each column (or row) it covers a short run of pixels whose ends follow from the segment alone.
final class ThinLineMask {
    static let guardRows = 4
    let width: Int, capacity: Int
    let stride: Int
    private let storage: UnsafeMutablePointer<UInt8>

    init(width: Int, height: Int) {
        self.width = width
        capacity = height
        // Guard columns left and right take what a steep line covers beyond the border.
        stride = (width + 8 + 16 + 15) & ~15
        let count = stride * (height + 2 * Self.guardRows)
        storage = .allocate(capacity: count)
        storage.initialize(repeating: 0, count: count)
    }

    deinit { storage.deallocate() }

    /// A writer for `rows` rows whose first pixel is (x, y) on the global grid.
    func writer(x: Int, y: Int, rows: Int) -> ThinLineWriter {
        ThinLineWriter(
            rows: storage + stride * Self.guardRows + 8, stride: stride, left: Int32(truncatingIfNeeded: x) &<< 8,
            top: Int32(truncatingIfNeeded: y) &<< 8, width: Int32(truncatingIfNeeded: width),
            height: Int32(truncatingIfNeeded: min(rows, capacity)))
    }
}

/// Adds thin lines to the mask of a window; valid while the mask is.
struct ThinLineWriter {
    /// First row of the window; the guard rows lie before and after.
    let rows: UnsafeMutablePointer<UInt8>
    let stride: Int
    /// Global place of the window's top left corner, in 1/256 pixel, and its size in pixels.
    let left: Int32, top: Int32, width: Int32, height: Int32

    /// Adds a segment `width` (in 1/256 pixel, at most 384) wide, with flat ends.
    func add(_ a: PixelPoint, _ b: PixelPoint, width lineWidth: Float) {
        let ax = a.x &- left, ay = a.y &- top
        let bx = b.x &- left, by = b.y &- top
        let dx = bx &- ax, dy = by &- ay
        if dx == 0 && dy == 0 { return }
        // Long lines cross many windows: most of their segments lie four pixels and more outside of this one.
        let beyond: Int32 = 1_024
        if max(ay, by) <= 0 &- beyond || min(ay, by) >= height &<< 8 &+ beyond
            || max(ax, bx) <= 0 &- beyond || min(ax, bx) >= self.width &<< 8 &+ beyond
        {
            return
        }
        // Steep or flat, forward or back: chosen by masks, since a branch would be guessed wrong half of the time.
        let steep: Int32 = magnitude(dy) > magnitude(dx) ? -1 : 0
        let a0 = ax ^ ((ax ^ ay) & steep), b0 = bx ^ ((bx ^ by) & steep)
        let a1 = ay ^ ((ax ^ ay) & steep), b1 = by ^ ((bx ^ by) & steep)
        let backward = (b0 &- a0) >> 31
        let steepWord = Int(steep), turned = (1 ^ stride) & steepWord
        let sizes = (self.width ^ height) & steep
        ThinWalk(
            from: a0 ^ ((a0 ^ b0) & backward), to: b0 ^ ((a0 ^ b0) & backward),
            start: a1 ^ ((a1 ^ b1) & backward), end: b1 ^ ((a1 ^ b1) & backward), lineWidth
        ).columns(
            rows, alongStep: 1 ^ turned, acrossStep: stride ^ turned, along: self.width ^ sizes, across: height ^ sizes)
    }

    @inline(__always) private func magnitude(_ value: Int32) -> Int32 { (value ^ value >> 31) &- value >> 31 }

    /// Lays `source` onto the pixels of a box of the window and clears the mask there.
    @inline(__always)
    func sweep<Source: SpanSource>(
        rows box: Range<Int>, columns: Range<Int>, into target: SweepTarget, source: Source
    ) {
        for row in box {
            let mask = rows + row &* stride, pixels = target.pixels + row &* target.pitch
            let y = Int(top >> 8) &+ row
            var x = columns.lowerBound
            while x &+ 16 <= columns.upperBound {
                let at = UnsafeMutableRawPointer(mask + x)
                let values = at.loadUnaligned(as: SIMD16<UInt8>.self)
                let words = unsafeBitCast(values, to: SIMD2<UInt64>.self)
                if words[0] | words[1] != 0 {
                    lay8(values.lowHalf, words[0], pixels, x, y, source)
                    lay8(values.highHalf, words[1], pixels, x &+ 8, y, source)
                    at.storeBytes(of: SIMD2<UInt64>.zero, as: SIMD2<UInt64>.self)
                }
                x &+= 16
            }
            while x < columns.upperBound {
                let value = UInt32(mask[x])
                if value != 0 {
                    source.lay(pixels + x, x: Int(left >> 8) &+ x, y: y, count: 1, weight: weight(value))
                    mask[x] = 0
                }
                x &+= 1
            }
        }
    }

    @inline(__always)
    private func lay8<Source: SpanSource>(
        _ values: SIMD8<UInt8>, _ word: UInt64, _ pixels: UnsafeMutablePointer<UInt32>, _ x: Int, _ y: Int,
        _ source: Source
    ) {
        if word == 0 { return }
        let wide = Pixels8(truncatingIfNeeded: values)
        source.lay8(pixels + x, x: Int(left >> 8) &+ x, y: y, weights: wide &+ wide &>> 7)
    }

    /// Clears what lines left in the guard rows and columns of the window.
    func clearGuards() {
        let guardRows = ThinLineMask.guardRows, height = Int(height), width = Int(width)
        for row in -guardRows..<height + guardRows {
            let at = rows + row * stride
            if row < 0 || row >= height {
                (at - 8).update(repeating: 0, count: stride)
            } else {
                (at - 8).update(repeating: 0, count: 8)
                (at + width).update(repeating: 0, count: 16)
            }
        }
    }
}

/// A thin segment seen along its longer axis.
private struct ThinWalk {
    /// Ends along the longer axis, rising, and where the first lies across it.
    private let from: Int32, to: Int32, start: Int32
    /// Change across for each step along, and half the extent across.
    private let slope: Float
    private let half: Int32

    @inline(__always) init(from: Int32, to: Int32, start: Int32, end: Int32, _ width: Float) {
        self.from = from
        self.to = to
        self.start = start
        slope = Float(end &- start) / Float(to &- from)
        half = rounded(0.5 * width * (1 + slope * slope).squareRoot())
    }

    @inline(__always)
    func columns(
        _ mask: UnsafeMutablePointer<UInt8>, alongStep: Int, acrossStep: Int, along: Int32, across: Int32
    ) {
        var first = max(from >> 8, 0), end = min((to &+ 255) >> 8, along)
        narrow(&first, &end, across)
        let low: Int32 = -4
        var column = first
        while column < end {
            let l = max(from, column &<< 8), r = min(to, (column &+ 1) &<< 8)
            let centre = start &+ int32(slope * 0.5 * Float(l &+ r &- from &- from))
            let top = centre &- half, bottom = centre &+ half
            let row = top >> 8
            if row >= low && row < across {
                let run = (r &- l) &* 255
                let at = mask + (Int(column) &* alongStep &+ Int(row) &* acrossStep)
                let edge = (row &+ 1) &<< 8
                // Three pixels in any case; a fourth only under lines wider than a pixel.
                add(at, (min(bottom, edge) &- top) &* run)
                add(at + acrossStep, max(0, min(bottom &- edge, 256)) &* run)
                add(at + 2 &* acrossStep, max(0, min(bottom &- edge &- 256, 256)) &* run)
                if bottom > edge &+ 512 { add(at + 3 &* acrossStep, (bottom &- edge &- 512) &* run) }
            }
            column &+= 1
        }
    }

    /// Leaves out columns in which a steepish line is certainly beyond the window; two columns more on either side.
    @inline(__always)
    private func narrow(_ first: inout Int32, _ end: inout Int32, _ across: Int32) {
        if slope.magnitude * Float(to &- from) < 4096 { return }
        let toLow = (Float(-1024 &- start) / slope), toHigh = (Float((across &+ 4) &<< 8 &- start) / slope)
        let least = min(toLow, toHigh), most = max(toLow, toHigh)
        let limit = Float(pixelPointLimit)
        first = max(first, (from &+ int32(max(-limit, min(limit, least)))) >> 8 &- 2)
        end = min(end, (from &+ int32(max(-limit, min(limit, most)))) >> 8 &+ 3)
    }

    /// `area` is 255 times an area in 1/65536 pixel. Saturates without a branch.
    @inline(__always) private func add(_ at: UnsafeMutablePointer<UInt8>, _ area: Int32) {
        let sum = Int32(at.pointee) &+ (area &+ 32_768) >> 16
        at.pointee = UInt8(truncatingIfNeeded: sum | (255 &- sum) >> 31)
    }
}
