// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import GromaGeometry
public import GromaMapping
public import Observation

/// The device on a map: shows where it is, and moves the map after it as the mode says.
///
/// Everything happens on the main actor. A view lends itself by `host`; without one the display still knows its location and yields no graphics.
@MainActor @Observable
public final class LocationDisplay {
    /// Where fixes come from. Another source takes over at once when the display is started.
    public var dataSource: any LocationDataSource {
        get { source }
        set { changeSource(to: newValue) }
    }
    var source: any LocationDataSource

    /// How the map follows. `off` at first; the display sets `off` when the person moves the map.
    public var autoPanMode: AutoPanMode {
        get { mode }
        set { choose(newValue) }
    }
    var mode = AutoPanMode.off

    /// The part of the visible width and height within which the symbol moves freely in `recenter`: 0 centres at every fix, 1 at the edge.
    /// Half at first. Values outside of 0 to 1 are brought to the nearer end; NaN changes nothing.
    public var wanderExtentFactor: Double {
        get { follow.wanderExtentFactor }
        set { setFactor(\.wanderExtentFactor, newValue) }
    }
    /// Where the symbol stands in `navigation`, on the vertical middle line: 0 lower edge, 1 upper edge of what is visible. 0.125 at first.
    /// Values outside of 0 to 1 are brought to the nearer end; NaN changes nothing.
    public var navigationPointHeightFactor: Double {
        get { follow.navigationPointHeightFactor }
        set { setFactor(\.navigationPointHeightFactor, newValue) }
    }
    /// The same for `compassNavigation`. 0.5 at first.
    public var compassNavigationPointHeightFactor: Double {
        get { follow.compassNavigationPointHeightFactor }
        set { setFactor(\.compassNavigationPointHeightFactor, newValue) }
    }
    /// The denominator the map zooms to at the first fix after `off` was left; 10,000 at first, 0 keeps the scale.
    public var initialZoomScale: Double {
        get { follow.initialZoomScale }
        set { follow.initialZoomScale = newValue }
    }
    /// What ends following by itself.
    public var autoPanEndsOn = AutoPanEnd.pan

    /// False draws neither symbol nor circle, and follows all the same.
    public var showsLocation = true { didSet { changeLooks() } }
    /// False draws no circle of accuracy.
    public var showsAccuracy = true { didSet { changeLooks() } }
    /// False shows the plain symbol also while the device moves.
    public var usesCourseSymbolOnMovement = true { didSet { changeLooks() } }
    /// 0 to 1, for symbol and circle.
    public var opacity = 1.0
    /// Where pictures by the name of `GpsDisplay.png` and its kin are looked for before ours are taken.
    public var symbolResources = SymbolResources.main { didSet { changeLooks(forgetsPictures: true) } }
    /// The place alone. Nil takes a picture file of the app, else ours.
    public var defaultSymbol: (any Symbol)? { didSet { changeLooks() } }
    /// The place and the direction of travel, up; turned as needed. Nil takes a picture file of the app, else ours.
    public var courseSymbol: (any Symbol)? { didSet { changeLooks() } }
    /// The place and where the device points, up. Nil takes a picture file of the app, else ours.
    public var headingSymbol: (any Symbol)? { didSet { changeLooks() } }
    /// A place that is old or remembered from before. Nil takes ours.
    public var acquiringSymbol: (any Symbol)? { didSet { changeLooks() } }
    /// Fills the circle of accuracy. Nil takes ours.
    public var accuracySymbol: (any Symbol)? { didSet { changeLooks() } }
    /// What a tap on the symbol shows; nil, or a provider that answers nil, shows nothing.
    @ObservationIgnored public var calloutProvider: (@MainActor (Location, ScreenPoint) -> CalloutContent?)?

    /// True between `start()` and `stop()`, also while the window is hidden or the source is in trouble.
    public internal(set) var isStarted = false
    /// The latest fix, in WGS 84; nil before the first and after a stop.
    public internal(set) var location: Location?
    /// The same place in the map's reference; changes with `location`. Nil also where that reference has no such place.
    public internal(set) var mapLocation: Point?
    /// The latest heading; nil while there is none.
    public internal(set) var heading: Heading?
    /// True when fixes stay away for 10 seconds, or for three of the usual intervals where that is longer.
    public internal(set) var isStale = false
    /// True from the first fix on, until the source fails or the display is stopped.
    public var hasFix: Bool { isStarted && source.hasFix }
    /// What is wrong with the source now.
    public var error: LocationError? { startError ?? source.error }
    var startError: LocationError?

    /// Circle and symbol in the map's reference, from the bottom up: to be drawn above everything else.
    public internal(set) var graphics: [GraphicSnapshot] = []

    /// The view; set by it.
    @ObservationIgnored public weak var host: (any ViewpointHost)? { didSet { viewDidChange() } }

    @ObservationIgnored let time: TimeSource
    /// Observed through the factors above.
    var follow = FollowLogic()
    @ObservationIgnored var marker = MarkerState()
    @ObservationIgnored var pictures = SymbolPictures()
    @ObservationIgnored var listeners: [Task<Void, Never>] = []
    @ObservationIgnored var alarm: Task<Void, Never>?
    @ObservationIgnored var isSuspended = false
    @ObservationIgnored let modeSignal = Broadcast<AutoPanMode>()
    @ObservationIgnored let locationSignal = Broadcast<Location>()
    @ObservationIgnored let mapLocationSignal = Broadcast<Point>()
    @ObservationIgnored let headingSignal = Broadcast<Heading>()

    /// Makes a display of the platform's own location that is not started.
    public convenience init() { self.init(dataSource: SystemLocationDataSource()) }

    /// Makes a display that is not started. `time` is what animations and timeouts go by.
    public init(dataSource: any LocationDataSource, time: TimeSource = .continuous) {
        source = dataSource
        self.time = time
    }

    deinit {
        alarm?.cancel()
        for listener in listeners { listener.cancel() }
    }

    /// Each new mode, once, also when the person caused it.
    public var autoPanModes: AsyncStream<AutoPanMode> { modeSignal.values }
    /// Each fix. Nothing comes after a stop.
    public var locations: AsyncStream<Location> { locationSignal.values }
    /// Each fix's place in the map's reference.
    public var mapLocations: AsyncStream<Point> { mapLocationSignal.values }
    /// Each heading.
    public var headings: AsyncStream<Heading> { headingSignal.values }

    private func choose(_ mode: AutoPanMode) {
        guard mode != self.mode else { return }
        self.mode = mode
        follow.choose(mode)
        modeSignal.send(mode)
        considerPlace(entersMode: true)
        changeLooks()
    }

    private func setFactor(_ factor: WritableKeyPath<FollowLogic, Double>, _ value: Double) {
        guard !value.isNaN else { return }
        follow[keyPath: factor] = min(max(value, 0), 1)
        considerPlace()
        host?.requestFrame()
    }

    func changeLooks(forgetsPictures: Bool = false) {
        if forgetsPictures { pictures = SymbolPictures() }
        marker.looksChanged = true
        host?.requestFrame()
    }
}
