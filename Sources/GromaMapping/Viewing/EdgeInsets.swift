// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// Parts of a view that something covers, in device-independent pixels from each edge: panels, bars, sheets.
public struct EdgeInsets: Sendable, Hashable {
    /// From the upper edge.
    public var top: Double
    /// From the left edge.
    public var left: Double
    /// From the lower edge.
    public var bottom: Double
    /// From the right edge.
    public var right: Double

    /// Makes insets; values that are no positive number are taken as 0.
    public init(top: Double = 0, left: Double = 0, bottom: Double = 0, right: Double = 0) {
        func bounded(_ value: Double) -> Double { value > 0 && value.isFinite ? value : 0 }
        self.top = bounded(top)
        self.left = bounded(left)
        self.bottom = bounded(bottom)
        self.right = bounded(right)
    }

    /// Nothing is covered.
    public static let zero = EdgeInsets()
}
