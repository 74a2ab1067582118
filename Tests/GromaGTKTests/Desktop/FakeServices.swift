// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaGTK
import Synchronization

/// GeoClue as a test needs it: its objects, its answers, and its signals sent to the client alone.
final class FakeGeoClue: Sendable {
    static let name = "org.freedesktop.GeoClue2"
    private struct State {
        var refusal: String?
        var wishes: [String: BusValue] = [:]
        var client: String?
        var place: BusValue = .dictionary([:])
        var number = 0
    }
    private let bus: MessageBus
    private let state = Mutex(State())
    /// The names of the calls that came, `Start` and `Stop` among them.
    let calls = Mailbox<String>()

    init(on place: PrivateBus, refusing refusal: String? = nil) async throws {
        bus = try await place.connect()
        state.withLock { $0.refusal = refusal }
        bus.serve { [weak self] in self?.answer($0) }
        try await bus.own(Self.name)
    }

    func disown() async throws { try await bus.disown(Self.name) }

    var wishes: [String: BusValue] { state.withLock { $0.wishes } }

    private func answer(_ call: BusCall) -> BusReply? {
        switch call.member {
        case "CreateClient":
            state.withLock { $0.client = call.sender }
            return .values([.objectPath("/org/freedesktop/GeoClue2/Client/1")])
        case "Set":
            guard let name = call.arguments.dropFirst().first?.text, let value = call.arguments.last else { return nil }
            state.withLock { $0.wishes[name] = value.content }
            return .values([])
        case "Start":
            let refusal = state.withLock { $0.refusal }
            calls.put("Start")
            return refusal.map { .error(name: $0, message: "Geolocation disabled for this person") } ?? .values([])
        case "Stop", "DeleteClient":
            calls.put(call.member)
            return .values([])
        case "GetAll": return .values([state.withLock { $0.place }])
        default: return nil
        }
    }

    /// Says that the device is elsewhere.
    func move(_ place: [String: BusValue]) {
        let (client, number) = state.withLock { state in
            state.place = .dictionary(place)
            state.number += 1
            return (state.client, state.number)
        }
        emit(
            "org.freedesktop.GeoClue2.Client", "LocationUpdated", to: client,
            [
                .objectPath("/org/freedesktop/GeoClue2/Location/\(number - 1)"),
                .objectPath("/org/freedesktop/GeoClue2/Location/\(number)"),
            ])
    }
    func move(latitude: Double, longitude: Double) {
        move([
            "Latitude": .double(latitude), "Longitude": .double(longitude), "Accuracy": .double(12),
            "Altitude": .double(-.greatestFiniteMagnitude), "Speed": .double(-1), "Heading": .double(-1),
        ])
    }
    /// The person forbids it while it runs.
    func forbid() {
        emit(
            "org.freedesktop.DBus.Properties", "PropertiesChanged", to: state.withLock { $0.client },
            [
                .string("org.freedesktop.GeoClue2.Client"), .dictionary(["Active": .bool(false)]),
                .array([], of: "s"),
            ])
    }

    private func emit(_ interface: String, _ member: String, to client: String?, _ arguments: [BusValue]) {
        bus.emit(
            BusSignal(
                path: "/org/freedesktop/GeoClue2/Client/1", interface: interface, member: member,
                arguments: arguments), to: client)
    }
}

/// iio-sensor-proxy with a compass, or without.
final class FakeSensorProxy: Sendable {
    private let bus: MessageBus
    private let hasCompass: Bool
    let calls = Mailbox<String>()

    init(on place: PrivateBus, hasCompass: Bool = true) async throws {
        bus = try await place.connect()
        self.hasCompass = hasCompass
        bus.serve { [weak self] in self?.answer($0) }
        try await bus.own("net.hadess.SensorProxy")
    }

    private func answer(_ call: BusCall) -> BusReply? {
        switch (call.member, call.arguments.last?.text) {
        case ("Get", "HasCompass"): return .values([.variant(.bool(hasCompass))])
        case ("Get", "CompassHeading"): return .values([.variant(.double(-1))])
        case ("ClaimCompass", _), ("ReleaseCompass", _):
            calls.put(call.member)
            return .values([])
        default: return nil
        }
    }

    func turn(to degrees: Double) {
        bus.emit(
            BusSignal(
                path: "/net/hadess/SensorProxy/Compass", interface: "org.freedesktop.DBus.Properties",
                member: "PropertiesChanged",
                arguments: [
                    .string("net.hadess.SensorProxy.Compass"), .dictionary(["CompassHeading": .double(degrees)]),
                    .array([], of: "s"),
                ]))
    }
}
