// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaFeatures
public import GromaMapping
public import GromaPopups

extension MapViewModel {
    /// Where the callout's tip is now; nil without a callout, or with one whose place is nowhere. A feature that moves takes
    /// the callout along: ask with each frame.
    public var calloutTip: ScreenPoint? {
        guard let callout, let place = callout.location, let point = screenPoint(fromLocation: place) else {
            return nil
        }
        return ScreenPoint(x: point.x + callout.leaderOffset.x, y: point.y + callout.leaderOffset.y)
    }

    /// What a tap on the device's symbol or on a graphic with a `calloutProvider` says; nil where nothing is provided.
    public func callout(at point: ScreenPoint, tolerance: Double = 10) -> Callout? {
        if let callout = locationCallout(at: point) { return callout }
        let found = try? identifyGraphicsOverlays(
            screenPoint: point, tolerance: min(max(tolerance.isNaN ? 0 : tolerance, 0), 100),
            maximumResultsPerOverlay: 100)
        for graphic in (found ?? []).flatMap(\.graphics) {
            guard let content = graphic.calloutProvider?(graphic) else { continue }
            return Callout(at: .geoElement(graphic), content: content)
        }
        return nil
    }

    /// The popup of what the callout points at, for its accessory; nil for a place.
    public var calloutPopup: Popup? {
        guard case .geoElement(let element) = callout?.anchor else { return nil }
        let table = (element as? Feature)?.table
        let layer = map.allLayers.first { layer in
            table != nil && (layer as? FeatureLayer)?.featureTable === table
        }
        return Popup(geoElement: element, definition: layer.flatMap { map.popupDefinition(for: $0) })
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
