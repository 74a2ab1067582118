// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// A position in a view: device-independent pixels (1/96 inch) from its upper left corner, y down.
public struct ScreenPoint: Sendable, Hashable {
    /// To the right.
    public var x: Double
    /// Down.
    public var y: Double
    /// Makes a point, x before y.
    public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }
}
