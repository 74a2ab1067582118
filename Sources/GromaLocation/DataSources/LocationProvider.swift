// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Synchronization

/// The part of a source that fetches: a loop that reports into a feed until it is cancelled.
public protocol LocationProvider: Sendable {
    /// What it is, for messages: "gpsd at localhost:2947".
    var name: String { get }
    /// Runs until its task is cancelled, or until there is nothing more to tell (a file's end). Calls `feed.begin()` when the source is open.
    ///
    /// Throws when it cannot begin, or when it cannot go on and will not try again.
    func run(into feed: LocationFeed) async throws
}

/// Where a provider puts what it learns; from any thread, at any rate.
///
/// Positions that cannot be true are dropped here and counted, see `PlausibilityFilter`. What comes faster than the main actor takes it is kept up to
/// a bound, then the oldest is dropped and counted, so that a source gone mad cannot stop an app.
public final class LocationFeed: Sendable {
    package enum Report: Sendable {
        case began
        case location(Location)
        case heading(Heading)
        case satellites([SatelliteInfo])
        case problem(LocationError)
        case lostFix
    }
    private struct State {
        var filter: PlausibilityFilter
        var waiting: [Report] = []
        var overflow = 0
        /// The problem that was told last, until a fix comes.
        var told: LocationError.Code?
        var isScheduled = false
        var isOpen = true

        /// False for a problem that was told already; a fix makes it news again.
        mutating func isNews(_ report: Report) -> Bool {
            switch report {
            case .problem(let error):
                defer { told = error.code }
                return told != error.code
            case .location: told = nil
            default: break
            }
            return true
        }
    }
    private let state: Mutex<State>
    private let deliver: @Sendable (LocationFeed) -> Void
    private let capacity = 256

    /// `deliver` is called once whenever something waits, and has to lead to `takeAll()`.
    package init(filter: PlausibilityFilter, deliver: @escaping @Sendable (LocationFeed) -> Void) {
        state = Mutex(State(filter: filter))
        self.deliver = deliver
    }

    /// The source is open and works; fixes will come.
    public func begin() { put(.began) }
    /// A fix.
    public func report(_ location: Location) {
        let (isGood, problem) = state.withLock { state in
            let isGood = state.filter.accepts(location)
            return (isGood, state.filter.takeProblem())
        }
        if let problem { put(.problem(problem)) }
        if isGood { put(.location(location)) }
    }
    /// A heading; one that is no number is dropped.
    public func report(_ heading: Heading) {
        if heading.degrees.isFinite { put(.heading(heading)) }
    }
    /// All satellites in view.
    public func report(_ satellites: [SatelliteInfo]) { put(.satellites(satellites)) }
    /// Something is wrong, and it goes on by itself when it can. Told once, until the next fix.
    public func report(_ problem: LocationError) { put(.problem(problem)) }
    /// The receiver works but says that it knows no place now.
    public func reportNoFix() { put(.lostFix) }

    /// Fixes that were dropped: impossible ones, and such that came too fast.
    package var dropped: (implausible: Int, overflow: Int) {
        state.withLock { ($0.filter.rejected, $0.overflow) }
    }

    /// Everything that waits, in order.
    package func takeAll() -> [Report] {
        state.withLock { state in
            defer {
                state.waiting.removeAll(keepingCapacity: true)
                state.isScheduled = false
            }
            return state.waiting
        }
    }

    /// Nothing is taken any more.
    package func close() {
        state.withLock { state in
            state.isOpen = false
            state.waiting = []
        }
    }

    private func put(_ report: Report) {
        let mustSchedule = state.withLock { state in
            guard state.isOpen, state.isNews(report) else { return false }
            if state.waiting.count >= capacity {
                if let oldest = state.waiting.firstIndex(where: \.isReplaceable) { state.waiting.remove(at: oldest) }
                state.overflow += 1
            }
            state.waiting.append(report)
            defer { state.isScheduled = true }
            return !state.isScheduled
        }
        if mustSchedule { deliver(self) }
    }
}

extension LocationFeed.Report {
    /// True for all that a later report of its kind makes out of date.
    fileprivate var isReplaceable: Bool { if case .began = self { false } else { true } }
}
