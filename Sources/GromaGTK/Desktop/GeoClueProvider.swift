// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
internal import GromaGeometry
package import GromaLocation

/// The desktop's location service, GeoClue 2, over the system's bus.
///
/// It says when the device has moved, so nothing is asked in turns. A service that dies is started again once; after that it is waited for.
package struct GeoClueProvider: LocationProvider {
    static let service = "org.freedesktop.GeoClue2"
    private static let manager = "org.freedesktop.GeoClue2.Manager"
    private static let client = "org.freedesktop.GeoClue2.Client"
    private static let place = "org.freedesktop.GeoClue2.Location"
    private static let properties = "org.freedesktop.DBus.Properties"
    /// The person may be asked, and takes a while.
    private static let permissionPatience = Duration.seconds(120)

    private let bus: MessageBus.Place
    private let desktopID: String
    private let desiredAccuracy: Double?
    private let minimumDistance: Double

    /// `desktopID` is the name of the app's desktop entry, by which the person allows it or not. Metres, both; nil asks for the best there is.
    package init(
        desktopID: String, desiredAccuracy: Double? = nil, minimumDistance: Double = 0,
        bus: MessageBus.Place = .system
    ) {
        self.desktopID = desktopID
        self.desiredAccuracy = desiredAccuracy
        self.minimumDistance = minimumDistance
        self.bus = bus
    }

    package var name: String { "the desktop's location service" }

    /// One client of one run of the service.
    private struct Session {
        var owner: String
        var client: String
        var hasFix = false
    }

    package func run(into feed: LocationFeed) async throws {
        let bus: MessageBus
        let signals: AsyncStream<BusSignal>
        var session: Session?
        do {
            bus = try await MessageBus.connect(to: self.bus)
            signals = try await bus.signals([
                MessageBus.ownerRule(of: Self.service), BusRule(Self.client, "LocationUpdated"),
                BusRule(Self.properties, "PropertiesChanged", firstArgument: Self.client),
            ])
            session = try await open(bus)
        } catch let error as BusError { throw problem(error) }
        feed.begin()
        for await signal in signals {
            if MessageBus.isOwnerChange(signal, of: Self.service) {
                let newOwner = signal.arguments.last?.text ?? ""
                guard newOwner != session?.owner else { continue }
                if newOwner.isEmpty, let lost = session {
                    session = nil
                    feed.report(
                        LocationError(
                            .connectionLost,
                            "The desktop's location service has ended. It is used again as soon as it is back."))
                    // Started once more, in silence. One that ends before it knew a place would end again.
                    if lost.hasFix { session = try? await open(bus) }
                } else if !newOwner.isEmpty {
                    session = await reopened(bus, feed)
                }
            } else if let now = session, signal.sender == now.owner, signal.path == now.client {
                if signal.member == "LocationUpdated", let path = signal.arguments.last?.text {
                    if await tell(path, of: now, bus, feed) { session?.hasFix = true }
                } else if signal.member == "PropertiesChanged", signal.arguments.count > 1,
                    signal.arguments[1]["Active"]?.flag == false
                {
                    feed.report(Self.denial)
                }
            }
        }
        if let session {
            bus.post(BusCall(session.owner, session.client, Self.client, "Stop"))
            bus.post(
                BusCall(
                    session.owner, "/org/freedesktop/GeoClue2/Manager", Self.manager, "DeleteClient",
                    [.objectPath(session.client)]))
        } else if !Task.isCancelled {
            throw LocationError(.unavailable, "The system's message bus has ended. Start the app again.")
        }
    }

    private func reopened(_ bus: MessageBus, _ feed: LocationFeed) async -> Session? {
        do { return try await open(bus) } catch let error as BusError {
            feed.report(problem(error))
        } catch {
            // Cancelled: the loop ends by itself.
        }
        return nil
    }

    /// Makes a client, says what is wanted, and starts it.
    private func open(_ bus: MessageBus) async throws -> Session {
        let owner = try await bus.owner(of: Self.service)
        let made = try await bus.call(
            BusCall(owner, "/org/freedesktop/GeoClue2/Manager", Self.manager, "CreateClient"))
        guard let path = made.first?.text else {
            throw BusError(BusError.badMessage, "The service made no client.")
        }
        let wishes: [(String, BusValue)] = [
            ("DesktopId", .string(desktopID)), ("RequestedAccuracyLevel", .uint32(accuracyLevel)),
            ("DistanceThreshold", .uint32(UInt32(min(max(minimumDistance.rounded(), 0), 1_000_000)))),
        ]
        for (name, value) in wishes {
            try await bus.setProperty(name, to: value, of: path, Self.client, at: owner)
        }
        try await bus.call(BusCall(owner, path, Self.client, "Start"), timeout: Self.permissionPatience)
        return Session(owner: owner, client: path)
    }

    /// GeoClue's levels: 8 exact, 6 street, 5 neighbourhood, 4 city, 1 country.
    private var accuracyLevel: UInt32 {
        guard let desiredAccuracy, !desiredAccuracy.isNaN else { return 8 }
        return switch desiredAccuracy {
        case ..<300: 8
        case ..<1_500: 6
        case ..<10_000: 5
        case ..<100_000: 4
        default: 1
        }
    }

    /// True when a fix was read and reported.
    private func tell(_ path: String, of session: Session, _ bus: MessageBus, _ feed: LocationFeed) async -> Bool {
        // A place that is gone again was followed by a newer one.
        guard let values = try? await bus.properties(of: path, Self.place, at: session.owner),
            let fix = Self.location(values)
        else { return false }
        feed.report(fix)
        return true
    }

    /// A location from the properties of GeoClue's; nil without latitude and longitude. What the service does not know it writes as a number that can't be.
    static func location(_ values: BusValue) -> Location? {
        guard let latitude = values["Latitude"]?.number, let longitude = values["Longitude"]?.number else { return nil }
        func known(_ key: String, above least: Double) -> Double? {
            values[key]?.number.flatMap { $0.isFinite && $0 >= least ? $0 : nil }
        }
        var position = Point(latitude: latitude, longitude: longitude)
        position.z = known("Altitude", above: -20_000)
        var time = Date()
        if let parts = values["Timestamp"]?.members, parts.count == 2, let seconds = parts[0].number,
            let fraction = parts[1].number, seconds > 0
        {
            time = Date(timeIntervalSince1970: seconds + fraction / 1_000_000)
        }
        let speed = known("Speed", above: 0)
        return Location(
            position: position, horizontalAccuracy: known("Accuracy", above: 0), speed: speed,
            course: speed == nil ? nil : known("Heading", above: 0), timestamp: time)
    }

    private static let denial = LocationError(
        .permissionDenied,
        "The desktop does not let this app know where the device is. Allow it in the system's settings, under location services."
    )

    private func problem(_ error: BusError) -> LocationError {
        if error.isDenial {
            var denial = Self.denial
            denial.cause = error
            return denial
        }
        if error.isAbsence {
            return LocationError(
                .noSource, "This desktop has no location service. Install GeoClue, or choose a receiver.", cause: error)
        }
        return LocationError(.unavailable, "The desktop's location service can't be used.", cause: error)
    }
}
