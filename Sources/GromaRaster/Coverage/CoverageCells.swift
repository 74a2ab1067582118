// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// Signed areas of the edges that were added, one cell a pixel of a window of the picture.
///
/// A cell holds how much the coverage changes from the pixel to the left to this one, in 1/131072; the sum along a row
/// is the winding number times the covered part of the pixel. Whole numbers throughout: the two edges that neighbours
/// share cancel exactly. A bit for every eight columns tells which cells were touched, so that a sweep reads only those.
final class CoverageCells {
    /// One pixel entirely covered once.
    static let full: Int32 = 1 << 17
    let width: Int
    /// Rows there are cells for.
    let capacity: Int
    let stride: Int, words: Int
    let cells: UnsafeMutablePointer<Int32>
    let touched: UnsafeMutablePointer<UInt64>

    init(width: Int, height: Int) {
        self.width = width
        capacity = height
        // Edges may touch two columns beyond the last; blocks of eight are read whole.
        stride = (width + 2 + 8 + 15) & ~15
        words = (stride / 8 + 63) / 64
        cells = .allocate(capacity: stride * height)
        cells.initialize(repeating: 0, count: stride * height)
        touched = .allocate(capacity: words * height)
        touched.initialize(repeating: 0, count: words * height)
    }

    deinit {
        cells.deallocate()
        touched.deallocate()
    }

    /// A writer for `rows` rows whose first pixel is (x, y) on the global grid.
    func writer(x: Int, y: Int, rows: Int) -> EdgeWriter {
        EdgeWriter(
            cells: cells, touched: touched, stride: stride, words: words, left: Int32(truncatingIfNeeded: x) &<< 8,
            top: Int32(truncatingIfNeeded: y) &<< 8, right: Int32(truncatingIfNeeded: width) &<< 8,
            bottom: Int32(truncatingIfNeeded: min(rows, capacity)) &<< 8)
    }
}

/// Adds edges to the cells of a window; valid while the cells are.
///
/// An edge is walked from its upper to its lower end; where it crosses row r is computed from its ends alone, never from
/// the crossing of the row before, so that a window that begins further down finds the same crossings.
struct EdgeWriter {
    let cells: UnsafeMutablePointer<Int32>
    let touched: UnsafeMutablePointer<UInt64>
    let stride: Int, words: Int
    /// Global place of the window's top left corner, and its size, in 1/256 pixel.
    let left: Int32, top: Int32, right: Int32, bottom: Int32

    /// Longer edges are walked in 64 bits: a Float could not tell 1/256 pixel apart.
    private static let longEdge: Int32 = 1 << 21

    /// Adds the edge between two places on the global grid.
    @inline(__always) func add(_ a: PixelPoint, _ b: PixelPoint) {
        let rise = b.y &- a.y
        if rise == 0 { return }
        // Edges go up as often as down: exchanged by masks, since a branch would be guessed wrong half of the time.
        let up = rise >> 31, exchangedX = (a.x ^ b.x) & up, exchangedY = (a.y ^ b.y) & up
        let ay = (a.y ^ exchangedY) &- top, by = (b.y ^ exchangedY) &- top
        if by <= 0 || ay >= bottom { return }
        addDown((a.x ^ exchangedX) &- left, ay, (b.x ^ exchangedX) &- left, by, up | 1)
    }

    /// An edge that goes down, relative to the window; `direction` says which way it went before.
    @inline(__always) private func addDown(_ ax: Int32, _ ay: Int32, _ bx: Int32, _ by: Int32, _ direction: Int32) {
        let lowest = min(ax, bx), highest = max(ax, bx)
        if lowest < 0 || highest > right {
            if lowest >= right &+ 256 { return }
            if highest < 0 { return addLeft(max(ay, 0), min(by, bottom), direction) }
            return addClipped(ax, ay, bx, by, direction)
        }
        let dy = by &- ay
        if ay < 0 || by > bottom || dy >= Self.longEdge || highest &- lowest >= Self.longEdge {
            return addClipped(ax, ay, bx, by, direction)
        }
        let row = Int(ay >> 8), lastRow = Int((by &- 1) >> 8)
        var p = cells + row &* stride, t = touched + row &* words
        if lastRow == row { return Self.span(p, t, ax, bx, dy &* direction) }
        let slope = Float(bx &- ax) / Float(dy)
        var k = 256 &- (ay & 255)
        var x = ax &+ int32(slope * Float(k))
        Self.span(p, t, ax, x, k &* direction)
        let step = direction &<< 8
        var r = row &+ 1
        while r < lastRow {
            p += stride
            t += words
            k &+= 256
            let next = ax &+ int32(slope * Float(k))
            Self.span(p, t, x, next, step)
            x = next
            r &+= 1
        }
        p += stride
        t += words
        Self.span(p, t, x, bx, (dy &- k) &* direction)
    }

    /// An edge left of the window: all of the window's columns lie to its right.
    @inline(never) private func addLeft(_ ay: Int32, _ by: Int32, _ direction: Int32) {
        var y = ay
        while y < by {
            let next = min(by, (y | 255) &+ 1), row = Int(y >> 8)
            cells[row &* stride] &+= ((next &- y) &* direction) &<< 9
            touched[row &* words] |= 1
            y = next
        }
    }

    /// An edge that leaves the window somewhere: the same crossings, and only what falls into the window is written.
    @inline(never) private func addClipped(
        _ ax: Int32, _ ay: Int32, _ bx: Int32, _ by: Int32, _ direction: Int32
    ) {
        let dx = bx &- ax, dy = by &- ay, lastColumn = Int(right >> 8)
        let isLong = dy >= Self.longEdge || abs(dx) >= Self.longEdge
        let slope = Float(dx) / Float(dy)
        func crossing(_ y: Int32) -> Int32 {
            if y <= ay { return ax }
            if y >= by { return bx }
            let k = y &- ay
            return isLong
                ? ax &+ Int32(truncatingIfNeeded: Int64(dx) * Int64(k) / Int64(dy)) : ax &+ int32(slope * Float(k))
        }
        var y = max(ay, 0)
        let end = min(by, bottom)
        var x = crossing(y)
        while y < end {
            let nextY = min(end, (y | 255) &+ 1), nextX = crossing(nextY), row = Int(y >> 8)
            Self.clippedSpan(
                cells + row &* stride, touched + row &* words, x, nextX, (nextY &- y) &* direction, lastColumn)
            y = nextY
            x = nextX
        }
    }
}
