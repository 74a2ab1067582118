// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

extension EdgeWriter {
    /// Adds the part of an edge that lies within one row; `dy` is signed, at most 256.
    ///
    /// Area to the right of the edge, in column i, is what the cells up to i sum to.
    @inline(__always) static func span(
        _ cells: UnsafeMutablePointer<Int32>, _ touched: UnsafeMutablePointer<UInt64>, _ xa: Int32, _ xb: Int32,
        _ dy: Int32
    ) {
        let low = min(xa, xb), high = max(xa, xb)
        let first = Int(low >> 8), last = Int(high >> 8)
        let total = dy &<< 9
        if last > first &+ 1 { return wideSpan(cells, touched, low, high, dy) }
        // One column and two are equally common: both are computed and the right one taken, without a branch.
        let isOne = last == first
        let rest = dy &* ((xa & 255) &+ (xb & 255))
        let inFirst = 256 &- (low & 255), inLast = high & 255
        let perWidth = Float(dy) / Float(max(1, high &- low))
        let start = int32(perWidth * Float(inFirst &* inFirst)), end = int32(perWidth * Float(inLast &* inLast))
        let before = isOne ? total &- rest : start, after = isOne ? 0 : end
        let at = cells + first
        at[0] &+= before
        at[1] &+= total &- before &- after
        at[2] &+= after
        let a = first >> 3, b = (first &+ 2) >> 3
        if a >> 6 == b >> 6 {
            touched[a >> 6] |= 1 &<< UInt64(truncatingIfNeeded: a & 63) | 1 &<< UInt64(truncatingIfNeeded: b & 63)
        } else {
            touched[a >> 6] |= 1 &<< UInt64(truncatingIfNeeded: a & 63)
            touched[b >> 6] |= 1 &<< UInt64(truncatingIfNeeded: b & 63)
        }
    }

    /// Three columns and more.
    @inline(never) private static func wideSpan(
        _ cells: UnsafeMutablePointer<Int32>, _ touched: UnsafeMutablePointer<UInt64>,
        _ low: Int32, _ high: Int32, _ dy: Int32
    ) {
        let first = Int(low >> 8), last = Int(high >> 8)
        let area = ColumnArea(low: low, high: high, dy: dy)
        var sum = area.inFirst
        cells[first] &+= sum
        var column = first &+ 1
        while column < last {
            let next = area.middle(Int32(truncatingIfNeeded: column))
            cells[column] &+= next &- sum
            sum = next
            column &+= 1
        }
        cells[last] &+= area.inLast &- sum
        cells[last &+ 1] &+= area.total &- area.inLast
        touch(touched, first, last &+ 1)
    }

    /// The same where parts may lie left of column 0 (counted there) or right of `lastColumn` (left out).
    static func clippedSpan(
        _ cells: UnsafeMutablePointer<Int32>, _ touched: UnsafeMutablePointer<UInt64>, _ xa: Int32, _ xb: Int32,
        _ dy: Int32, _ lastColumn: Int
    ) {
        let low = min(xa, xb), high = max(xa, xb)
        let first = Int(low >> 8), last = Int(high >> 8)
        if first > lastColumn { return }
        if first >= 0 && last <= lastColumn { return span(cells, touched, xa, xb, dy) }
        let area = ColumnArea(low: low, high: high, dy: dy)
        if last &+ 1 < 0 {
            cells[0] &+= area.total
            touched[0] |= 1
            return
        }
        let from = max(first, 0), to = min(last &+ 1, lastColumn)
        var sum: Int32 = 0
        var column = from
        while column <= to {
            let next: Int32
            if column > last {
                next = area.total
            } else if first == last {
                next = area.total &- dy &* ((xa & 255) &+ (xb & 255))
            } else if column == first {
                next = area.inFirst
            } else if column == last {
                next = area.inLast
            } else {
                next = area.middle(Int32(truncatingIfNeeded: column))
            }
            cells[column] &+= next &- sum
            sum = next
            column &+= 1
        }
        touch(touched, from, to)
    }

    @inline(__always) private static func touch(_ touched: UnsafeMutablePointer<UInt64>, _ first: Int, _ last: Int) {
        var block = first >> 3
        while block <= last >> 3 {
            touched[block >> 6] |= 1 &<< UInt64(truncatingIfNeeded: block & 63)
            block &+= 1
        }
    }
}

/// Area right of an edge that crosses several columns of one row, column by column; each from the edge's ends alone.
private struct ColumnArea {
    let total: Int32, inFirst: Int32, inLast: Int32
    private let low: Int32, depth: Float

    @inline(__always) init(low: Int32, high: Int32, dy: Int32) {
        self.low = low
        total = dy &<< 9
        let width = Float(high &- low), perWidth = Float(dy) / width
        depth = Float(total) / width
        let head = 256 &- (low & 255), tail = high & 255
        inFirst = int32(perWidth * Float(head &* head))
        inLast = total &- int32(perWidth * Float(tail &* tail))
    }

    /// The mean depth of the edge over the column: its depth in the column's middle.
    @inline(__always) func middle(_ column: Int32) -> Int32 {
        // Written from the edge's own end, so that the same edge moved by whole pixels gives the same area.
        int32(depth * Float((column &<< 8) &+ 128 &- low))
    }
}
