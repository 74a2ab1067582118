// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// Where the pictures of a sprite have pixels, so that stamping passes over what is empty: a round marker fills half of its square.
final class SpriteInk: @unchecked Sendable {  // nothing changes after it is made
    /// Columns of a row in fours: from `first` up to, not including, `end`; none where they are equal.
    struct Span {
        var first: UInt16
        var end: UInt16
    }
    /// A span for each row of the sheet.
    let rows: UnsafeMutablePointer<Span>
    /// The first row with pixels in any picture, and the row behind the last.
    let first: Int
    let end: Int

    init(_ sheet: PixelBuffer, side: Int) {
        rows = .allocate(capacity: max(1, sheet.height))
        var (top, bottom) = (side, 0)
        for line in 0..<sheet.height {
            let pixels = sheet.pixels + line * side
            guard let left = (0..<side).first(where: { pixels[$0] != 0 }),
                let right = (0..<side).last(where: { pixels[$0] != 0 })
            else {
                rows[line] = Span(first: 0, end: 0)
                continue
            }
            let width = (right - left + 4) & ~3
            // Fours that would reach into the next row begin further left.
            let begin = min(left, side - width)
            rows[line] = Span(first: UInt16(begin), end: UInt16(begin + width))
            top = min(top, line % side)
            bottom = max(bottom, line % side + 1)
        }
        (first, end) = (top, bottom)
    }

    deinit { rows.deallocate() }
}
