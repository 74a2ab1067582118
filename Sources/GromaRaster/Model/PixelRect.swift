// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// A rectangle of whole pixels: columns `x ..< x + width`, rows `y ..< y + height`; empty when a side is 0 or less.
public struct PixelRect: Sendable, Hashable {
    /// The first column.
    public var x: Int
    /// The first row, counted downwards.
    public var y: Int
    /// Columns; never negative once made.
    public var width: Int
    /// Rows; never negative once made.
    public var height: Int

    /// Makes a rectangle.
    public init(x: Int, y: Int, width: Int, height: Int) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// The column after the last.
    public var maxX: Int { x + width }
    /// The row after the last.
    public var maxY: Int { y + height }
    /// True when there is no pixel in it.
    public var isEmpty: Bool { width <= 0 || height <= 0 }

    /// The pixels in both; empty when there are none.
    public func intersection(_ other: PixelRect) -> PixelRect {
        let left = max(x, other.x), top = max(y, other.y)
        return PixelRect(
            x: left, y: top, width: max(0, min(maxX, other.maxX) - left), height: max(0, min(maxY, other.maxY) - top))
    }
}
