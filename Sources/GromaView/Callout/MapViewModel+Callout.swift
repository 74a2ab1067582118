// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import GromaMapping

extension MapViewModel {
    /// Where the callout's tip is now; nil without a callout, or with one whose place is nowhere. A feature that moves takes
    /// the callout along: ask with each frame.
    public var calloutTip: ScreenPoint? {
        guard let callout, let place = callout.location, let point = screenPoint(fromLocation: place) else {
            return nil
        }
        return ScreenPoint(x: point.x + callout.leaderOffset.x, y: point.y + callout.leaderOffset.y)
    }

    /// Where a bubble of a size goes for the callout, inside of what insets leave free; nil where nothing is to be shown.
    public func calloutPlacement(width: Double, height: Double, leader: Double = 10) -> CalloutPlacement? {
        guard let tip = calloutTip, let size else { return nil }
        let free = CalloutPlacement.Box(
            x: contentInsets.left, y: contentInsets.top,
            width: max(size.width - contentInsets.left - contentInsets.right, 0),
            height: max(size.height - contentInsets.top - contentInsets.bottom, 0))
        return CalloutPlacement(tip: tip, width: width, height: height, within: free, leader: leader)
    }
}
