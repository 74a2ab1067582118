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
    /// The global row of that pixel.
    public let originY: Int
    /// The pixels that may change, on the global grid.
    public private(set) var window: PixelRect

    /// Rows that are rasterised at a time; working memory is 4 to 5 bytes times this times the window's width.
    let bandHeight: Int
    private var cellStore: CoverageCells?
    private var thinStore: ThinLineMask?

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

    /// The rows from `y` on, ready to be drawn into; one band at a time.
    package func band(y: Int, rows: Int, takesThinLines: Bool = false) -> RasterBand {
        let height = min(bandHeight, max(1, buffer.height))
        let cells = cellStore ?? CoverageCells(width: window.width, height: height)
        cellStore = cells
        if takesThinLines && thinStore == nil { thinStore = ThinLineMask(width: window.width, height: height) }
        return RasterBand(
            canvas: self, y: y, rows: min(rows, height), cells: cells, mask: takesThinLines ? thinStore : nil)
    }

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
}
