// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import Observation

/// What all sources of this room have in common: state that people watch, and a provider that runs beside the main actor.
@MainActor @Observable
public class ProvidedLocationDataSource: LocationDataSource {
    public private(set) var status = LocationDataSourceStatus.stopped
    public private(set) var location: Location?
    public private(set) var heading: Heading?
    public private(set) var hasFix = false
    public private(set) var error: LocationError?
    /// All satellites in view, as the receiver says; empty for sources that have none.
    public private(set) var satellites: [SatelliteInfo] = []
    /// Fixes dropped since the start because they cannot be true.
    public private(set) var implausibleFixCount = 0
    /// Fixes dropped since the start because they came faster than they could be taken.
    public private(set) var overflowCount = 0

    /// Metres: worse fixes come with `meetsDesiredAccuracy` false. Nil asks for nothing.
    public let desiredAccuracy: Double?
    /// Metres a fix has to lie from the last one to be delivered; 0 delivers all.
    public let minimumDistance: Double

    @ObservationIgnored private let provider: any LocationProvider
    @ObservationIgnored private var feed: LocationFeed?
    @ObservationIgnored private var run: Task<Void, Never>?
    @ObservationIgnored private var starters: [Int: CheckedContinuation<Void, any Error>] = [:]
    @ObservationIgnored private var nextStarter = 0
    @ObservationIgnored private let statusSignal = Broadcast<LocationDataSourceStatus>()
    @ObservationIgnored private let locationSignal = Broadcast<Location>()
    @ObservationIgnored private let headingSignal = Broadcast<Heading>()
    @ObservationIgnored private let satelliteSignal = Broadcast<[SatelliteInfo]>()

    package init(provider: any LocationProvider, desiredAccuracy: Double? = nil, minimumDistance: Double = 0) {
        self.provider = provider
        self.desiredAccuracy = desiredAccuracy
        self.minimumDistance = minimumDistance
    }

    deinit { run?.cancel() }

    public var statuses: AsyncStream<LocationDataSourceStatus> { statusSignal.values }
    public var locations: AsyncStream<Location> { locationSignal.values }
    public var headings: AsyncStream<Heading> { headingSignal.values }
    /// Each whole list of satellites in view.
    public var satelliteUpdates: AsyncStream<[SatelliteInfo]> { satelliteSignal.values }

    public func start() async throws {
        switch status {
        case .started: return
        case .starting: break
        case .stopping, .stopped, .failedToStart: begin()
        }
        nextStarter += 1
        let number = nextStarter
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { starters[number] = $0 }
        } onCancel: {
            // Who asked waits no longer; the source goes on for others.
            Task { @MainActor in self.starters.removeValue(forKey: number)?.resume(throwing: CancellationError()) }
        }
    }

    public func stop() async {
        guard let run else {
            set(.stopped)
            return
        }
        set(.stopping)
        close()
        run.cancel()
        answerStarters(.failure(CancellationError()))
        await run.value
        if status == .stopping { set(.stopped) }
    }

    private func begin() {
        error = nil
        implausibleFixCount = 0
        overflowCount = 0
        set(.starting)
        let feed = LocationFeed(filter: PlausibilityFilter(minimumDistance: minimumDistance)) { [weak self] feed in
            Task { @MainActor in self?.take(feed) }
        }
        self.feed = feed
        run = Task { [weak self, provider] in
            let outcome = await Self.outcome(of: provider, into: feed)
            self?.ended(feed, outcome)
        }
    }

    /// Off the main actor: a provider may compute, and its loop must not hold up anything a person sees.
    @concurrent
    private static func outcome(of provider: any LocationProvider, into feed: LocationFeed) async -> LocationError? {
        do {
            try await provider.run(into: feed)
            return nil
        } catch let error as LocationError {
            return error
        } catch is CancellationError {
            return nil
        } catch {
            return LocationError(.unavailable, "\(provider.name) cannot be used.", cause: error)
        }
    }

    private func take(_ feed: LocationFeed) {
        guard feed === self.feed else { return }
        for report in feed.takeAll() {
            switch report {
            case .began:
                if status == .starting { set(.started) }
                answerStarters(.success(()))
            case .location(let fix): take(fix)
            case .heading(let heading): take(heading)
            case .satellites(let satellites):
                self.satellites = satellites
                satelliteSignal.send(satellites)
            case .problem(let problem):
                error = problem
                hasFix = false
            case .lostFix: hasFix = false
            }
        }
        let dropped = feed.dropped
        if dropped.implausible != implausibleFixCount { implausibleFixCount = dropped.implausible }
        if dropped.overflow != overflowCount { overflowCount = dropped.overflow }
    }

    private func take(_ fix: Location) {
        var fix = fix
        if let desiredAccuracy {
            fix.meetsDesiredAccuracy = fix.horizontalAccuracy.map { $0 <= desiredAccuracy } ?? false
        }
        location = fix
        if !fix.isLastKnown {
            if !hasFix { hasFix = true }
            if error != nil { error = nil }
        }
        locationSignal.send(fix)
    }

    /// A heading without declination gets the receiver's, else the magnetic model's where the device is.
    private func take(_ heading: Heading) {
        var heading = heading
        if heading.declination == nil, let location {
            heading.declination =
                location.receiver?.declination
                ?? MagneticModel.declination(at: location.position, on: heading.timestamp)
        }
        self.heading = heading
        headingSignal.send(heading)
    }

    /// The provider's loop is over: it was stopped, it came to its end, or it failed.
    private func ended(_ feed: LocationFeed, _ outcome: LocationError?) {
        guard feed === self.feed else { return }
        take(feed)
        let began = status == .started
        close()
        if let outcome {
            error = outcome
            set(.failedToStart)
            answerStarters(.failure(outcome))
        } else {
            set(.stopped)
            answerStarters(began ? .success(()) : .failure(CancellationError()))
        }
    }

    private func close() {
        feed?.close()
        feed = nil
        hasFix = false
        location = nil
        heading = nil
        satellites = []
    }

    private func answerStarters(_ result: Result<Void, any Error>) {
        let waiting = starters.values
        starters = [:]
        for starter in waiting { starter.resume(with: result) }
    }

    private func set(_ status: LocationDataSourceStatus) {
        guard status != self.status else { return }
        self.status = status
        statusSignal.send(status)
    }
}

/// A source of an app's own, made from what fetches for it.
@MainActor @Observable
public final class CustomLocationDataSource: ProvidedLocationDataSource {
    /// Makes a source that is not started yet.
    public override init(provider: any LocationProvider, desiredAccuracy: Double? = nil, minimumDistance: Double = 0) {
        super.init(provider: provider, desiredAccuracy: desiredAccuracy, minimumDistance: minimumDistance)
    }
}
