// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
internal import CGtk
internal import GromaFeatures
public import GromaGeometry
internal import GromaLocation
internal import GromaMapping
public import GromaPopups
internal import GromaView

/// What a map view does with one feature: mark it, go there, keep it in sight.
extension MapView {
    /// Marks a popup's feature and nothing else; nil marks nothing.
    public func select(_ popup: Popup?) {
        model.clearSelection()
        if let graphic = popup?.geoElement as? Graphic { graphic.isSelected = true }
        guard let feature = popup?.geoElement as? Feature, let table = feature.table else { return }
        for case let layer as FeatureLayer in map.allLayers where layer.featureTable === table {
            layer.selectFeatures([feature])
        }
    }

    /// Goes to a shape: as close as a street for a point, whole for anything else.
    @discardableResult
    public func zoom(to geometry: any Geometry) async -> Bool {
        if let place = geometry as? Point {
            let scale = min(model.viewport?.scale ?? 2_000, 2_000)
            return await model.setViewpointCenter(place, scale: scale, duration: .milliseconds(400))
        }
        return await setViewpointGeometry(geometry, padding: 40, duration: .milliseconds(400))
    }

    /// Does what a press on the button of the device's location does; nothing where the map has none.
    public func pressLocationButton() { corners?.locationButton?.press() }

    /// Offers, with each error of the device's location, a way to choose another source.
    public func onLocationPreferences(_ action: @escaping @MainActor () -> Void) {
        corners?.locationButton?.onPreferences = action
    }

    /// Offers, where several layers can't be shown, a way to see which, in place of asking for all of them again.
    public func onLayerTroubles(_ action: @escaping @MainActor () -> Void) { troubleWays.details = action }

    /// Offers, where the whole map can't be opened, a way to another one.
    public func onChooseMap(_ action: @escaping @MainActor () -> Void) { troubleWays.otherMap = action }

    /// Moves the map as little as shows the middle of a shape beside what panels cover. Never while the map follows the device.
    public func reveal(_ geometry: any Geometry) async {
        if let display = model.locationDisplay, display.autoPanMode != .off { return }
        guard let point = geometry.extent.center.isEmpty ? nil : geometry.extent.center,
            let place = model.screenPoint(fromLocation: point), let middle = model.viewpoint?.targetGeometry as? Point,
            let center = model.screenPoint(fromLocation: middle)
        else { return }
        let insets = model.contentInsets, size = model.viewSize
        func way(_ value: Double, _ low: Double, _ high: Double) -> Double {
            value < low ? value - low : (value > high ? value - high : 0)
        }
        let x = way(place.x, insets.left + 40, size.width - insets.right - 40)
        let y = way(place.y, insets.top + 40, size.height - insets.bottom - 40)
        guard x != 0 || y != 0,
            let target = model.location(fromScreenPoint: ScreenPoint(x: center.x + x, y: center.y + y))
        else { return }
        await model.setViewpointCenter(target, duration: .milliseconds(250))
    }
}
