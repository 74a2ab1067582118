// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaFeatures
import GromaGeometry
public import GromaLocation
public import GromaMapping
public import GromaRendering
public import Observation

/// A map in a view, without a toolkit: where the view is, how a person moves it, and the picture of each moment.
///
/// A host tells the size (`resize`), passes gestures on, calls `tick(at:)` once a frame of its clock and, when
/// `onRedrawNeeded` asked for one, shows `frame()`. Nothing here sleeps or polls: a view at rest costs nothing.
///
/// ```
/// let view = MapViewModel(map: map)
/// view.resize(width: 800, height: 600, pixelScale: 1)
/// await view.setViewpoint(Viewpoint(latitude: 47.5, longitude: 8.7, scale: 10_000), duration: .milliseconds(500))
/// ```
@MainActor @Observable
public final class MapViewModel {
    /// What is shown. Another map starts at its own initial viewpoint.
    public var map: Map {
        didSet { if map !== oldValue { mapWasReplaced() } }
    }
    /// Above the map, from the bottom up.
    public var graphicsOverlays: [GraphicsOverlay] {
        didSet { overlaysChanged() }
    }
    /// How far a person may move and zoom.
    public var constraints = ViewpointConstraints() {
        didSet { constraintsChanged() }
    }
    /// What of the view is covered: viewpoints and following keep to the rest. The place in the middle stays in the middle.
    public var contentInsets = EdgeInsets.zero {
        didSet { if contentInsets != oldValue { insetsChanged() } }
    }
    /// True shows the world again beside itself, in web mercator and WGS 84.
    public var wrapsAround = true {
        didSet { if wrapsAround != oldValue { contentChanged() } }
    }
    /// False keeps gestures from turning the map.
    public var isRotationEnabled = true
    /// False lets two fingers zoom only; other ways to turn the map stay.
    public var isPinchRotationEnabled = true
    /// The colour in which selected features and graphics are marked; nil takes the renderer's.
    public var selectionColor: Color? {
        didSet { if selectionColor != oldValue { selectionStyleChanged() } }
    }
    /// The colour at both sides of `selectionColor`; nil takes white.
    public var selectionCasingColor: Color? {
        didSet { if selectionCasingColor != oldValue { selectionStyleChanged() } }
    }
    /// False is for people who asked for less movement: gestures, buttons and keys act at once, nothing glides on.
    public var animatesGestures = true
    /// True lets what comes later grow into the picture instead of being there at once: tiles that arrive within 120 ms, another
    /// base map within 200 ms. Edits and what is moved are shown at once all the same, and so is what is selected: its mark is
    /// larger at first and closes in within 150 ms. For hosts that call `tick(at:)`
    /// before each frame: until the last has grown in, `drawStatus` is in progress.
    public var fadesPictures = false {
        didSet {
            scenes.fades = fadesPictures
            for tracker in trackers { tracker.movesMarks = fadesPictures }
            updateDrawStatus()
            askForRedraw()
        }
    }
    /// Shows and follows the device's position, above everything else; nil for none.
    public var locationDisplay: LocationDisplay? {
        didSet { if locationDisplay !== oldValue { locationDisplayWasReplaced(oldValue) } }
    }
    /// What is marked by a callout; nil for nothing.
    public var callout: Callout?
    /// What is shown and where; nil until the map is loaded and the view has a size.
    public internal(set) var viewport: Viewport?
    /// Whether something of the picture is still to come.
    public internal(set) var drawStatus = DrawStatus.inProgress
    /// Why the map could not be loaded or drawn; nil where it could.
    public internal(set) var error: (any Error)?
    /// True between `suspend()` and `resume()`.
    public internal(set) var isSuspended = false
    /// True while a gesture or an animation moves the view.
    public internal(set) var isNavigating = false

    /// Asks the host for a frame: for `tick(at:)`, then `frame()`. Called on the main actor,
    /// once until the next `tick(at:)` or `frame()`; a wish during a tick means one more frame after this one.
    @ObservationIgnored public var onRedrawNeeded: (() -> Void)?

    // State of the extensions. What people watch is above.
    @ObservationIgnored var renderer: MapRenderer
    @ObservationIgnored let time: TimeSource
    @ObservationIgnored let scenes: SceneFactory
    @ObservationIgnored var trackers: [OverlayTracker] = []
    @ObservationIgnored var size: (width: Double, height: Double)?
    @ObservationIgnored var pixelRatio = 1.0
    @ObservationIgnored var motion: RunningMotion?
    @ObservationIgnored var gesture = GestureState()
    @ObservationIgnored var wishedViewpoint: Viewpoint?
    @ObservationIgnored var lastInsets = EdgeInsets.zero
    @ObservationIgnored var snapshot: MapSnapshot?
    @ObservationIgnored var contentVersion = 0
    /// True while layers of the base map are being loaded.
    @ObservationIgnored var awaitsBasemap = false
    @ObservationIgnored var redrawIsAskedFor = false
    @ObservationIgnored var loading: Task<Void, Never>?
    @ObservationIgnored var layerLoads: [ObjectIdentifier: Task<Void, Never>] = [:]
    @ObservationIgnored var viewpointListeners: [Int: (ViewpointChangeCause) -> Void] = [:]
    @ObservationIgnored var listenerCount = 0
    @ObservationIgnored var tableListener: Int?
    /// What drawing and loading said of layers, by their ids.
    var layerFailures: [String: LayerFailure] = [:]
    var loadingLayerIDs: Set<String> = []
    /// Layers that could not be loaded and are tried again, by their ids.
    var layerRetries: [String: PendingRetry] = [:]
    @ObservationIgnored var mapRetry: PendingRetry?
    /// Who made what the last complete picture shows.
    var attributions: [String] = []

    /// Shows a map. Pictures are made by `renderer`, by default one with the system's fonts; `tileMemory` bytes of decoded tiles
    /// are kept at most, and `tileKeeper`, such as a `TileDiskCache`, is asked before the network is. Waiting for servers goes by `time`.
    public init(
        map: Map, graphicsOverlays: [GraphicsOverlay] = [], renderer: MapRenderer? = nil, tileMemory: Int = 128 << 20,
        tileKeeper: (any TileKeeper)? = nil, time: TimeSource = .continuous
    ) {
        let renderer = renderer ?? MapRenderer()
        self.map = map
        self.graphicsOverlays = graphicsOverlays
        self.renderer = renderer
        self.time = time
        scenes = SceneFactory(renderer: renderer, time: time, tileMemory: tileMemory, keeper: tileKeeper)
        scenes.onChange = { [weak self] in self?.sceneChanged() }
        listenToTables()
        startLoading()
    }

    isolated deinit {
        if let tableListener { TableNotices.shared.forget(tableListener) }
        loading?.cancel()
        for task in layerLoads.values { task.cancel() }
        forgetRetries()
        scenes.close()
        motion?.finish(false)
    }

    /// Tells the view's size in device-independent pixels, and how many pixels of the screen one of them has.
    public func resize(width: Double, height: Double, pixelScale: Double = 1) {
        guard width.isFinite, height.isFinite, width >= 1, height >= 1 else { return }
        if let size, size == (width, height), pixelRatio == pixelScale { return }
        size = (width, height)
        pixelRatio = pixelScale.isFinite && pixelScale > 0 ? pixelScale : 1
        if var navigator {
            navigator = navigator.resized(
                width: width, height: height, pixelRatio: pixelRatio, insets: contentInsets)
            viewport = navigator.viewport
            adaptOverlays()
            viewChanged(.layout)
            locationDisplay?.viewDidChange()
        } else {
            placeFirst()
        }
    }

    /// The view's width and height in device-independent pixels; zero before the host told them.
    public var viewSize: (width: Double, height: Double) { size ?? (0, 0) }
    /// Pixels of the screen a device-independent pixel.
    public var pixelScale: Double { pixelRatio }

    /// The arithmetic for the view as it is; nil while there is none.
    var navigator: ViewNavigator? {
        viewport.map {
            ViewNavigator(
                viewport: $0, insets: contentInsets, constraints: constraints, wrapsAround: wrapsAround)
        }
    }
}
