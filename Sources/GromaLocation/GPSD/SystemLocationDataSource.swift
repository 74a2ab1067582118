// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import Observation

/// The platform's own location: gpsd where it runs, else what the desktop offers.
///
/// A desktop's services (GeoClue, the compass) are reached over D-Bus, which this room cannot speak: the widget layer's `Application` sets `fallbacks`
/// and `compass`. Without those, and without gpsd, `start()` throws `noSource`.
@MainActor @Observable
public final class SystemLocationDataSource: ProvidedLocationDataSource {
    /// Make the providers that are tried in order when gpsd does not answer, from the desired accuracy and the minimum distance, both in metres.
    /// Set once by what knows the desktop, before sources are made.
    public static var fallbacks:
        [@MainActor (_ desiredAccuracy: Double?, _ minimumDistance: Double) -> any LocationProvider] = []
    /// An instrument whose headings are added to those of whatever tells the place; set once, as `fallbacks`. Only its headings count, and without it,
    /// or when it fails, the places come all the same.
    public static var compass: (any LocationProvider)?

    /// Asks for fixes with that accuracy in metres, nil for the best there is, at least `minimumDistance` metres apart. Worse fixes come all the same,
    /// with `meetsDesiredAccuracy` false.
    public init(
        desiredAccuracy: Double? = nil, minimumDistance: Double = 0, gpsdHost: String = "localhost",
        gpsdPort: Int = 2_947,
        time: TimeSource = .continuous
    ) {
        let providers: [any LocationProvider] =
            [GPSDProvider(host: gpsdHost, port: gpsdPort, time: time)]
            + Self.fallbacks.map { $0(desiredAccuracy, minimumDistance) }
        super.init(
            provider: ProviderWithCompass(provider: FirstProvider(providers: providers), compass: Self.compass),
            desiredAccuracy: desiredAccuracy,
            minimumDistance: minimumDistance)
    }
}

/// A gpsd daemon, on this machine or another.
@MainActor @Observable
public final class GPSDLocationDataSource: ProvidedLocationDataSource {
    /// Connects over TCP. A daemon that dies is tried again every five seconds.
    public init(
        host: String = "localhost", port: Int = 2_947, desiredAccuracy: Double? = nil, minimumDistance: Double = 0,
        time: TimeSource = .continuous
    ) {
        super.init(
            provider: GPSDProvider(host: host, port: port, time: time), desiredAccuracy: desiredAccuracy,
            minimumDistance: minimumDistance)
    }
}

extension LocationDataSource where Self == GPSDLocationDataSource {
    /// A gpsd daemon.
    public static func gpsd(host: String = "localhost", port: Int = 2_947) -> GPSDLocationDataSource {
        GPSDLocationDataSource(host: host, port: port)
    }
}

extension LocationDataSource where Self == SystemLocationDataSource {
    /// The platform's own location.
    public static var system: SystemLocationDataSource { SystemLocationDataSource() }
}

/// The first provider that begins.
private struct FirstProvider: LocationProvider {
    let providers: [any LocationProvider]
    var name: String { providers.map(\.name).joined(separator: ", ") }

    func run(into feed: LocationFeed) async throws {
        var refusals: [LocationError] = []
        for provider in providers {
            do { return try await provider.run(into: feed) } catch let error as LocationError {
                refusals.append(error)
            }
        }
        if let denied = refusals.first(where: { $0.code == .permissionDenied }) { throw denied }
        throw LocationError(
            .noSource, "No source of locations was found (\(name)). Start gpsd, or choose a receiver.",
            cause: refusals.first)
    }
}

struct GPSDProvider: LocationProvider {
    let host: String
    let port: Int
    let time: TimeSource
    var name: String { "gpsd at \(host):\(port)" }
    /// How long until a daemon that died is tried again.
    static let pause = Duration.seconds(5)

    func run(into feed: LocationFeed) async throws {
        var hasWorked = false
        while !Task.isCancelled {
            let channel = ByteChannel { [host, port] (wake) throws(LocationError) in
                let descriptor = try Descriptors.connect(host: host, port: port, waker: wake)
                guard Descriptors.send("?WATCH={\"enable\":true,\"json\":true}\n", to: descriptor) else {
                    Descriptors.end(descriptor)
                    throw LocationError(.unavailable, "gpsd at \(host):\(port) does not take questions.")
                }
                return descriptor
            }
            do {
                try await channel.opened()
                feed.begin()
                hasWorked = true
                var reader = GPSDReader()
                while let bytes = try await channel.next() {
                    for event in reader.read(bytes) { tell(event, feed) }
                }
                if Task.isCancelled { return }
                feed.report(lost(nil))
            } catch let error as LocationError {
                guard hasWorked else { throw error }
                feed.report(lost(error))
            }
            try await time.sleep(time.now() + Self.pause)
        }
    }

    private func lost(_ cause: LocationError?) -> LocationError {
        LocationError(
            .connectionLost, "The receiver at \(host):\(port) stopped answering. Trying again every 5 s.", cause: cause)
    }

    private func tell(_ event: GPSDReader.Event, _ feed: LocationFeed) {
        switch event {
        case .location(let location): feed.report(location)
        case .noFix: feed.reportNoFix()
        case .heading(let heading): feed.report(heading)
        case .satellites(let satellites): feed.report(satellites)
        case .devices(0):
            feed.report(LocationError(.noSource, "\(name) has no receiver. Connect one, or add its device to gpsd."))
        case .devices: break
        case .problem(let message): feed.report(LocationError(.unavailable, "\(name) says: \(message)"))
        }
    }
}
