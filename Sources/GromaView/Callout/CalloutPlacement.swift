// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import GromaMapping

/// Where a callout's bubble and leader go: above the place where there is room, else below, else beside it, and always
/// inside of the view. Lengths are device-independent pixels.
public struct CalloutPlacement: Sendable, Hashable {
    /// Which side of the place the bubble lies on.
    public enum Side: Sendable, Hashable, CaseIterable {
        /// Over the place.
        case above
        /// Under the place.
        case below
        /// To the left.
        case left
        /// To the right.
        case right
    }
    /// A rectangle in the view.
    public struct Box: Sendable, Hashable {
        /// Left edge.
        public var x: Double
        /// Upper edge.
        public var y: Double
        /// To the right.
        public var width: Double
        /// Down.
        public var height: Double
        /// Makes a rectangle.
        public init(x: Double, y: Double, width: Double, height: Double) {
            self.x = x
            self.y = y
            self.width = width
            self.height = height
        }
        func contains(_ point: ScreenPoint) -> Bool {
            point.x >= x && point.y >= y && point.x <= x + width && point.y <= y + height
        }
    }
    /// The side.
    public let side: Side
    /// The bubble without its leader.
    public let bubble: Box
    /// The leader's tip: the place itself.
    public let tip: ScreenPoint
    /// The middle of the leader's foot, on the bubble's edge.
    public let foot: ScreenPoint

    /// Places a bubble of a size beside `tip`; nil where the place is not inside of `bounds`, so that nothing is to be shown.
    ///
    /// A bubble larger than `bounds` begins at their upper left corner. `cornerRadius` keeps the foot off round corners.
    public init?(
        tip: ScreenPoint, width: Double, height: Double, within bounds: Box, leader: Double = 10, margin: Double = 6,
        cornerRadius: Double = 12
    ) {
        guard bounds.contains(tip), width > 0, height > 0 else { return nil }
        let room: [(side: Side, room: Double, need: Double)] = [
            (.above, tip.y - bounds.y, height + leader + margin),
            (.below, bounds.y + bounds.height - tip.y, height + leader + margin),
            (.right, bounds.x + bounds.width - tip.x, width + leader + margin),
            (.left, tip.x - bounds.x, width + leader + margin),
        ]
        // Where it fits nowhere it goes where least of it is missing.
        let best =
            room.first { $0.room >= $0.need } ?? room.max { $0.room - $0.need < $1.room - $1.need } ?? room[0]
        side = best.side
        self.tip = tip
        func held(_ value: Double, _ low: Double, _ high: Double) -> Double { max(low, min(value, high)) }
        var x: Double
        var y: Double
        switch best.side {
        case .above, .below:
            x = tip.x - width / 2
            y = best.side == .above ? tip.y - leader - height : tip.y + leader
        case .left, .right:
            x = best.side == .left ? tip.x - leader - width : tip.x + leader
            y = tip.y - height / 2
        }
        x = held(x, bounds.x + margin, bounds.x + bounds.width - margin - width)
        y = held(y, bounds.y + margin, bounds.y + bounds.height - margin - height)
        bubble = Box(x: x, y: y, width: width, height: height)
        let inset = min(cornerRadius + leader / 2, min(width, height) / 2)
        switch best.side {
        case .above, .below:
            foot = ScreenPoint(
                x: held(tip.x, x + inset, x + width - inset), y: best.side == .above ? y + height : y)
        case .left, .right:
            foot = ScreenPoint(
                x: best.side == .left ? x + width : x, y: held(tip.y, y + inset, y + height - inset))
        }
    }
}
