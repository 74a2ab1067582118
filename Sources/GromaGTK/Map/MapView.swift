// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
internal import CGtk
import Foundation
public import GromaCodecs
public import GromaGeometry
public import GromaLocation
public import GromaMapping
internal import GromaPopups
public import GromaView

/// The map as a widget: drawn, moved by every usual gesture and key, with controls at its edges.
///
/// ```
/// let mapView = MapView(map: Map(item: item))
/// mapView.onSingleTap { tap in print(tap.location ?? "-") }
/// let window = Window("Town", content: mapView)
/// ```
@MainActor
public final class MapView: Widget {
    /// Controls at the map's edges.
    public struct Furniture: OptionSet, Sendable, Hashable {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }
        /// Closer and farther away.
        public static let zoomButtons = Furniture(rawValue: 1)
        /// A round length on the ground.
        public static let scaleBar = Furniture(rawValue: 2)
        /// Where north is, while it is not up.
        public static let compass = Furniture(rawValue: 4)
        /// Who made what is shown.
        public static let attribution = Furniture(rawValue: 8)
        /// The button that starts the device's location and changes how the map follows it.
        public static let locationButton = Furniture(rawValue: 16)
        /// What a map has that says nothing else.
        public static let standard: Furniture = [.zoomButtons, .scaleBar, .compass, .attribution]
    }

    /// Where somebody tapped or clicked.
    public struct Tap: Sendable {
        /// In the view, device-independent pixels.
        public let screenPoint: ScreenPoint
        /// On the ground, in the map's reference; nil before the map is there.
        public let location: Point?
        /// How far from the point something still counts as meant: larger for fingers. Device-independent pixels.
        public let tolerance: Double
    }

    /// What the map shows and how it moves, without a toolkit.
    public let model: MapViewModel
    let canvas: MapCanvas
    let gestures: MapGestures
    let keys: MapKeys
    let overlay: Overlay
    private(set) var corners: MapCorners?
    private var presence: MapPresence?
    private var steps: FeatureSteps?
    private var tapAction: (@MainActor (Tap) async throws -> Void)?
    private var longPressAction: (@MainActor (Tap) async throws -> Void)?
    private let tapRun = ActionRun()
    private var showsLocationCallout = false
    /// What a tap on the device's symbol shows, in place of what `LocationDisplay.calloutProvider` says.
    public var locationCalloutView: (@MainActor (Location, ScreenPoint) -> Widget?)?
    /// What an app offers where layers, or the whole map, can't be shown.
    var troubleWays: (details: (@MainActor () -> Void)?, otherMap: (@MainActor () -> Void)?) = (nil, nil)
    /// Escape and keys for features and base maps, from those who show them.
    var keyHandlers: [@MainActor (MapKey) -> Bool] = []

    /// Shows a map, with overlays above it from the bottom up.
    public init(map: Map, graphicsOverlays: [GraphicsOverlay] = [], furniture: Furniture = .standard) {
        MainLoop.prepare()
        model = MapViewModel(map: map, graphicsOverlays: graphicsOverlays)
        canvas = MapCanvas(model: model)
        gestures = MapGestures(canvas: canvas)
        keys = MapKeys(canvas: canvas)
        overlay = unsafe Overlay(Widget(sinking: canvas.pointer))
        unsafe super.init(sinking: overlay.pointer)
        kept = [canvas, overlay]
        expand(horizontally: true, vertically: true)
        gestures.tapped = { [weak self] place, isSecondary, isTouch in
            self?.tapped(place, isSecondary: isSecondary, tolerance: isTouch ? 22 : 6)
        }
        gestures.tapWasDouble = { [weak self] in self?.tapRun.cancel() }
        keys.tapped = { [weak self] place, isSecondary in
            self?.tapped(place, isSecondary: isSecondary, tolerance: 15)
        }
        keys.others = { [weak self] key in self?.other(key) ?? false }
        steps = FeatureSteps(self)
        keys.place = { [weak self] in self?.steps?.screenPlace }
        corners = MapCorners(self, furniture)
        watchCallout()
        watchName()
        watchWindow()
        watchTroubles()
        watchStyle()
        watchMotion()
    }

    /// Moves the keyboard to the map itself, whose keys move it.
    public override func focus() { unsafe gtk_widget_grab_focus(canvas.pointer.as()) }

    // MARK: Content

    /// What is shown. Another map starts at its own initial viewpoint.
    public var map: Map {
        get { model.map }
        set { model.map = newValue }
    }
    /// Above the map, from the bottom up.
    public var graphicsOverlays: [GraphicsOverlay] {
        get { model.graphicsOverlays }
        set { model.graphicsOverlays = newValue }
    }
    /// The device on the map, not started; by default with the system's location service.
    public var locationDisplay: LocationDisplay {
        get {
            if let display = model.locationDisplay { return display }
            let display = LocationDisplay(dataSource: SystemLocationDataSource())
            model.locationDisplay = display
            return display
        }
        set { model.locationDisplay = newValue }
    }
    /// A bubble beside a place; nil for none.
    public var callout: Callout? {
        get { model.callout }
        set { model.callout = newValue }
    }
    /// Whether something of the picture is still to come. Observable.
    public var drawStatus: DrawStatus { model.drawStatus }
    /// What a layer is doing in this view. Observable.
    public func layerViewState(of layer: Layer) -> LayerViewState { model.layerViewState(of: layer) }

    // MARK: Moving

    /// Shows a viewpoint; false where a person or another viewpoint came in between.
    @discardableResult
    public func setViewpoint(_ viewpoint: Viewpoint, duration: Duration = .zero) async -> Bool {
        await model.setViewpoint(viewpoint, duration: duration)
    }
    /// Shows a shape whole, with `padding` device-independent pixels round it; false where something came in between.
    @discardableResult
    public func setViewpointGeometry(
        _ geometry: any Geometry, padding: Double = 0, duration: Duration = .zero
    ) async -> Bool {
        await model.setViewpointGeometry(geometry, padding: padding, duration: duration)
    }

    // MARK: Pointing

    /// Runs at each tap or click with the first button. A newer tap, and the second one of a double tap, cancel the run of the
    /// one before; an error is shown by the window.
    public func onSingleTap(_ action: @escaping @MainActor (Tap) async throws -> Void) { tapAction = action }
    /// Runs at a long press, a click with the other button, and the menu key.
    public func onLongPress(_ action: @escaping @MainActor (Tap) async throws -> Void) { longPressAction = action }
    /// The popups of what lies under a point, the uppermost first, as layers answer.
    public func popups(
        at screenPoint: ScreenPoint, tolerance: Double = 10, maximumResultsPerLayer: Int = 10
    ) -> PopupSequence {
        model.popups(at: screenPoint, tolerance: tolerance, maximumResultsPerLayer: maximumResultsPerLayer)
    }

    /// What lies under a point, asked of every visible layer, the uppermost first; layers that fail come with their error.
    public func identifyLayers(
        screenPoint: ScreenPoint, tolerance: Double = 10, returnPopupsOnly: Bool = false,
        maximumResultsPerLayer: Int = 1
    ) async throws -> [IdentifyLayerResult] {
        try await model.identifyLayers(
            screenPoint: screenPoint, tolerance: tolerance, returnPopupsOnly: returnPopupsOnly,
            maximumResultsPerLayer: maximumResultsPerLayer)
    }

    func tapped(_ place: ScreenPoint, isSecondary: Bool, tolerance: Double) {
        if !isSecondary, showLocationCallout(at: place) { return }
        if showsLocationCallout {
            showsLocationCallout = false
            callout = nil
        }
        guard let action = isSecondary ? longPressAction : tapAction else { return }
        let tap = Tap(screenPoint: place, location: model.location(fromScreenPoint: place), tolerance: tolerance)
        tapRun.start({ try await action(tap) }) { [weak self] error in self?.window?.show(error) }
    }

    private func showLocationCallout(at place: ScreenPoint) -> Bool {
        guard let display = model.locationDisplay, display.isSymbol(at: place), let position = display.mapLocation,
            let location = display.location
        else { return false }
        if let view = locationCalloutView?(location, place) {
            callout = Callout(at: .location(position), content: view)
        } else if locationCalloutView == nil, let found = model.locationCallout(at: place) {
            callout = found
        } else {
            return false
        }
        showsLocationCallout = true
        return true
    }

    private func other(_ key: MapKey) -> Bool {
        for handler in keyHandlers.reversed() where handler(key) { return true }
        if key == .escape, callout != nil {
            callout = nil
            return true
        }
        return false
    }

    // MARK: Surroundings

    private func watchCallout() {
        watch { view in
            guard let view = view as? MapView else { return }
            view.canvas.bubble = view.model.callout.map { callout in
                CalloutView(callout, popup: callout.accessory == nil ? nil : view.model.calloutPopup)
            }
        }
    }

    /// What a screen reader says: told anew when the map has come to rest.
    private func watchName() {
        watch { view in
            guard let view = view as? MapView, !view.model.isNavigating else { return }
            let scale = view.model.viewport.map { ScaleText.text($0.scale) } ?? ""
            let text = word("map.accessible", view.map.name, scale)
            unsafe cgtk_set_accessible_text(view.canvas.pointer, GTK_ACCESSIBLE_PROPERTY_LABEL, text)
        }
    }

    private func watchWindow() {
        unsafe pointer.on("map") { [weak self] _ in
            guard let self, let window else { return }
            corners?.follow(window)
            presence?.follow(window)
            presence?.isMapped = true
        }
        unsafe pointer.on("unmap") { [weak self] _ in self?.presence?.isMapped = false }
        presence = MapPresence(model) { [weak self] error in self?.window?.show(error) }
    }

    /// What panels of the window cover, so that the middle of the map is the middle of what is seen.
    func setCovered(_ insets: EdgeInsets) { model.contentInsets = insets }

    /// Writes a PNG of the map at its size, without the controls.
    public func exportImage() async throws -> GromaCodecs.Image { try await model.exportImage() }
}

/// A scale as people write it.
enum ScaleText {
    static func text(_ scale: Double) -> String {
        guard scale.isFinite, scale >= 1, scale < 1e12 else { return "" }
        return "1:" + Int(scale.rounded()).formatted()
    }
}
