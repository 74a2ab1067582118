// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// Draws into a window of a picture, in painter's order.
///
/// Coordinates are pixels on a global grid; `origin` says which of its pixels the buffer's top left one is, so that a
/// tile is drawn with the coordinates of the whole map. Pixel (0, 0) reaches from 0 to 1 in both directions. Nothing
/// outside of the window is touched. A canvas belongs to one task at a time; for several threads give each its own canvas
/// on the same buffer and windows that do not overlap. The bytes do not depend on windows, tiles or band heights.
public final class Canvas {
    /// What is drawn into.
    public let buffer: PixelBuffer
    /// The global place of the buffer's top left pixel.
    public let originX: Int
    public let originY: Int
    /// The pixels that may change, on the global grid.
    public private(set) var window: PixelRect

    /// Rows that are rasterised at a time; working memory is 4 to 5 bytes times this times the window's width.
    let bandHeight: Int
    private var cellStore: CoverageCells?
    private var thinStore: ThinLineMask?
    var dashScratch: [PixelPoint] = []

    /// Makes a canvas for a buffer, or the part of it that lies in `window`.
    ///
    /// `origin` is clamped to two million pixels either way.
    public init(
        _ buffer: PixelBuffer, originX: Int = 0, originY: Int = 0, window: PixelRect? = nil, bandHeight: Int = 64
    ) {
        self.buffer = buffer
        let limit = Int(pixelPointLimit >> 8)
        self.originX = min(max(originX, -limit), limit)
        self.originY = min(max(originY, -limit), limit)
        self.bandHeight = min(max(bandHeight, 1), 4096)
        self.window = PixelRect(x: 0, y: 0, width: 0, height: 0)
        clip(to: window ?? PixelRect(x: self.originX, y: self.originY, width: buffer.width, height: buffer.height))
    }

    /// Limits drawing to the pixels of `rect` (on the global grid) that the buffer has; replaces the window before.
    public func clip(to rect: PixelRect) {
        let old = window
        window = rect.intersection(
            PixelRect(x: originX, y: originY, width: buffer.width, height: buffer.height))
        if window.x != old.x || window.width != old.width {
            cellStore = nil
            thinStore = nil
        }
    }

    /// Sets every pixel of the window to `color`, transparent ones included.
    public func clear(_ color: PixelColor) {
        let pixel = color.packed(buffer.format)
        for y in window.y..<max(window.y, window.maxY) {
            row(y).update(repeating: pixel, count: window.width)
        }
    }

    /// The address of the window's first pixel in the global row `y`.
    @inline(__always) func row(_ y: Int) -> UnsafeMutablePointer<UInt32> {
        buffer.pixels + ((y &- originY) &* buffer.width &+ (window.x &- originX))
    }

    /// The cells, placed at the rows from `y` on.
    func cells(at y: Int, rows: Int) -> CoverageCells {
        let cells = cellStore ?? CoverageCells(width: window.width, height: min(bandHeight, max(1, buffer.height)))
        cellStore = cells
        cells.originX = Int32(truncatingIfNeeded: window.x)
        cells.originY = Int32(truncatingIfNeeded: y)
        cells.height = min(rows, cells.capacity)
        return cells
    }

    /// The thin line mask, placed at the rows from `y` on.
    func thinLines(at y: Int, rows: Int) -> ThinLineMask {
        let mask = thinStore ?? ThinLineMask(width: window.width, height: min(bandHeight, max(1, buffer.height)))
        thinStore = mask
        mask.originX = Int32(truncatingIfNeeded: window.x)
        mask.originY = Int32(truncatingIfNeeded: y)
        mask.height = min(rows, mask.capacity)
        return mask
    }

    /// True once a thin line was drawn: its guard rows want clearing.
    var thinIsUsed: Bool { thinStore != nil }

    /// Calls `body` with the first row and the row count of each band of the window that meets `rows`.
    @inline(__always) func forEachBand(_ rows: Range<Int>, _ body: (Int, Int) -> Void) {
        if window.isEmpty { return }
        var y = window.y
        while y < window.maxY {
            let count = min(bandHeight, window.maxY - y)
            if y < rows.upperBound && y + count > rows.lowerBound { body(y, count) }
            y += count
        }
    }

    /// Lays what the cells hold onto the window.
    func sweep(_ cells: CoverageCells, rows: Range<Int>, _ paint: ResolvedPaint, _ rule: FillRule) {
        let target = SweepTarget(pixels: row(Int(cells.originY)), pitch: buffer.width)
        switch paint {
        case .none: cells.sweep(rows: rows, into: target, source: TranslucentSource(pixel: 0), rule: rule)
        case .opaque(let pixel): cells.sweep(rows: rows, into: target, source: OpaqueSource(pixel), rule: rule)
        case .translucent(let pixel):
            cells.sweep(rows: rows, into: target, source: TranslucentSource(pixel: pixel), rule: rule)
        case .pattern(let pattern, let opacity):
            cells.sweep(rows: rows, into: target, source: PatternSource(pattern, opacity: opacity), rule: rule)
            withExtendedLifetime(pattern) {}
        }
    }

    /// Lays what the thin line mask holds onto the window.
    func sweep(_ mask: ThinLineMask, rows: Range<Int>, columns: Range<Int>, _ paint: ResolvedPaint) {
        let target = SweepTarget(pixels: row(Int(mask.originY)), pitch: buffer.width)
        switch paint {
        case .none:
            mask.sweep(rows: rows, columns: columns, into: target, source: TranslucentSource(pixel: 0))
        case .opaque(let pixel): mask.sweep(rows: rows, columns: columns, into: target, source: OpaqueSource(pixel))
        case .translucent(let pixel):
            mask.sweep(rows: rows, columns: columns, into: target, source: TranslucentSource(pixel: pixel))
        case .pattern(let pattern, let opacity):
            mask.sweep(rows: rows, columns: columns, into: target, source: PatternSource(pattern, opacity: opacity))
            withExtendedLifetime(pattern) {}
        }
    }
}
