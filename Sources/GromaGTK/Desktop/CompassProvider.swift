// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
package import GromaLocation

/// The device's compass, through iio-sensor-proxy on the system's bus. Headings are magnetic; who takes them adds the declination.
package struct CompassProvider: LocationProvider {
    static let service = "net.hadess.SensorProxy"
    static let path = "/net/hadess/SensorProxy/Compass"
    static let interface = "net.hadess.SensorProxy.Compass"
    private static let properties = "org.freedesktop.DBus.Properties"

    private let bus: MessageBus.Place

    package init(bus: MessageBus.Place = .system) { self.bus = bus }

    package var name: String { "the device's compass" }

    package func run(into feed: LocationFeed) async throws {
        let bus: MessageBus
        let signals: AsyncStream<BusSignal>
        var owner: String?
        do {
            bus = try await MessageBus.connect(to: self.bus)
            signals = try await bus.signals([
                MessageBus.ownerRule(of: Self.service),
                BusRule(Self.properties, "PropertiesChanged", path: Self.path, firstArgument: Self.interface),
            ])
            owner = try await claim(bus, feed)
        } catch let error as BusError { throw problem(error) }
        feed.begin()
        for await signal in signals {
            if MessageBus.isOwnerChange(signal, of: Self.service) {
                let newOwner = signal.arguments.last?.text ?? ""
                guard newOwner != owner else { continue }
                owner = nil
                // Without a compass the map still knows its place; the heading comes back with the service.
                if !newOwner.isEmpty { owner = try? await claim(bus, feed) }
            } else if signal.sender == owner, signal.arguments.count > 1 {
                tell(signal.arguments[1]["CompassHeading"], feed)
            }
        }
        if let owner { bus.post(BusCall(owner, Self.path, Self.interface, "ReleaseCompass")) }
    }

    /// Has the service read the compass for us, and tells where it points now.
    private func claim(_ bus: MessageBus, _ feed: LocationFeed) async throws -> String {
        let owner = try await bus.owner(of: Self.service)
        let isThere = try await bus.property("HasCompass", of: Self.path, Self.interface, at: owner).flag
        guard isThere == true else {
            throw BusError(BusError.unknownService, "The device has no compass.")
        }
        try await bus.call(BusCall(owner, Self.path, Self.interface, "ClaimCompass"))
        tell(try? await bus.property("CompassHeading", of: Self.path, Self.interface, at: owner), feed)
        return owner
    }

    /// The service says -1 as long as it does not know.
    private func tell(_ value: BusValue?, _ feed: LocationFeed) {
        guard let degrees = value?.number, degrees.isFinite, degrees >= 0 else { return }
        feed.report(Heading(.magneticNorth, degrees: degrees))
    }

    private func problem(_ error: BusError) -> LocationError {
        if error.isDenial {
            return LocationError(
                .permissionDenied, "The system does not let this app read the compass.", cause: error)
        }
        if error.isAbsence { return LocationError(.noSource, "The device has no compass.", cause: error) }
        return LocationError(.unavailable, "The device's compass can't be read.", cause: error)
    }
}
