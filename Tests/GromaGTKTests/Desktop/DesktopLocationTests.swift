// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaGTK
import GromaGeometry
import GromaLocation
import Observation
import Testing

@MainActor
@Suite(
    "Location from the desktop", .enabled(if: PrivateBus.program != nil, "dbus-daemon is missing"),
    .timeLimit(.minutes(10)))
struct DesktopLocationTests {
    private func source(
        on bus: PrivateBus, desiredAccuracy: Double? = nil, minimumDistance: Double = 0, compass: Bool = false
    ) -> CustomLocationDataSource {
        let provider = GeoClueProvider(
            desktopID: "dev.groma.Test", desiredAccuracy: desiredAccuracy, minimumDistance: minimumDistance,
            bus: bus.place)
        return CustomLocationDataSource(
            provider: ProviderWithCompass(provider: provider, compass: compass ? CompassProvider(bus: bus.place) : nil),
            desiredAccuracy: desiredAccuracy, minimumDistance: minimumDistance)
    }

    private func until(_ claim: @escaping @MainActor @Sendable () -> Bool) async {
        for await holds in Observations({ claim() }) where holds { return }
    }

    @Test(
        "fixes arrive as the service sends them; what it does not know is nil; a stop ends them and tells the service")
    func fixes() async throws {
        let bus = try await PrivateBus()
        let service = try await FakeGeoClue(on: bus)
        let source = source(on: bus, desiredAccuracy: 1_000, minimumDistance: 20)
        var fixes = source.locations.makeAsyncIterator()
        try await source.start()
        #expect(await service.calls.next() == "Start")
        #expect(service.wishes["DesktopId"] == .string("dev.groma.Test"))
        #expect(service.wishes["RequestedAccuracyLevel"] == .uint32(6))
        #expect(service.wishes["DistanceThreshold"] == .uint32(20))
        #expect(source.status == .started && !source.hasFix)

        service.move(latitude: 47.5, longitude: 8.7)
        let first = try #require(await fixes.next())
        #expect(first.position.x == 8.7 && first.position.y == 47.5 && first.horizontalAccuracy == 12)
        #expect(first.position.z == nil && first.speed == nil && first.course == nil && first.meetsDesiredAccuracy)
        service.move([
            "Latitude": .double(47.501), "Longitude": .double(8.7), "Accuracy": .double(3_000),
            "Altitude": .double(440), "Speed": .double(2), "Heading": .double(91),
            "Timestamp": .tuple([.uint64(1_800_000_000), .uint64(250_000)]),
        ])
        let second = try #require(await fixes.next())
        #expect(second.position.z == 440 && second.speed == 2 && second.course == 91 && !second.meetsDesiredAccuracy)
        #expect(second.timestamp == Date(timeIntervalSince1970: 1_800_000_000.25))

        await source.stop()
        #expect(source.location == nil && source.status == .stopped)
        #expect(await service.calls.next() == "Stop")
        #expect(await service.calls.next() == "DeleteClient")
        service.move(latitude: 48, longitude: 9)
        // It starts again, and what was sent in between is not heard.
        try await source.start()
        service.move(latitude: 47.502, longitude: 8.7)
        #expect(await fixes.next()?.position.y == 47.502)
        await source.stop()
        await bus.end()
    }

    @Test("no service, no bus, and a person who forbids it are told apart")
    func refusals() async throws {
        let bus = try await PrivateBus()
        await #expect { try await source(on: bus).start() } throws: { ($0 as? LocationError)?.code == .noSource }
        let service = try await FakeGeoClue(on: bus, refusing: "org.freedesktop.DBus.Error.AccessDenied")
        let denied = source(on: bus)
        await #expect { try await denied.start() } throws: { ($0 as? LocationError)?.code == .permissionDenied }
        #expect(denied.status == .failedToStart && denied.error?.message.contains("settings") == true)
        try await service.disown()
        await bus.end()
        await #expect { try await source(on: bus).start() } throws: { ($0 as? LocationError)?.code == .noSource }
    }

    @Test("a service that dies is told once, and used again when it is back; one forbidden while it runs is told")
    func returns() async throws {
        let bus = try await PrivateBus()
        var service: FakeGeoClue? = try await FakeGeoClue(on: bus)
        let source = source(on: bus)
        try await source.start()
        service?.move(latitude: 47.5, longitude: 8.7)
        await until { source.hasFix }
        // Its connection ends, as that of a process that was killed does.
        service = nil
        await until { source.error?.code == .connectionLost && !source.hasFix }
        #expect(source.status == .started)
        let second = try await FakeGeoClue(on: bus)
        #expect(await second.calls.next() == "Start")
        second.move(latitude: 47.5001, longitude: 8.7)
        await until { source.hasFix }
        #expect(source.error == nil && source.location?.position.y == 47.5001)
        second.forbid()
        await until { source.error?.code == .permissionDenied }
        second.move(latitude: 47.5002, longitude: 8.7)
        await until { source.hasFix && source.error == nil }
        await source.stop()
        await bus.end()
    }

    @Test("a place that is no place, and signals of somebody else, change nothing")
    func lies() async throws {
        let bus = try await PrivateBus()
        let service = try await FakeGeoClue(on: bus)
        let source = source(on: bus)
        var fixes = source.locations.makeAsyncIterator()
        try await source.start()
        service.move(["Latitude": .double(.nan), "Longitude": .double(8)])
        service.move(["Latitude": .string("47"), "Longitude": .double(8)])
        service.move([:])
        let stranger = try await bus.connect()
        stranger.emit(
            BusSignal(
                path: "/org/freedesktop/GeoClue2/Client/1", interface: "org.freedesktop.GeoClue2.Client",
                member: "LocationUpdated", arguments: [.objectPath("/"), .objectPath("/x")]))
        service.move(latitude: 47.5, longitude: 8.7)
        #expect(await fixes.next()?.position.y == 47.5)
        await source.stop()
        await bus.end()
    }

    @Test("the compass says magnetic north; with a place the true heading is that plus the declination there")
    func heading() async throws {
        let bus = try await PrivateBus()
        let service = try await FakeGeoClue(on: bus)
        let proxy = try await FakeSensorProxy(on: bus)
        let source = source(on: bus, compass: true)
        var headings = source.headings.makeAsyncIterator()
        try await source.start()
        #expect(await proxy.calls.next() == "ClaimCompass")
        proxy.turn(to: 350)
        let first = try #require(await headings.next())
        #expect(first.measured == .magneticNorth && first.magneticHeading == 350 && first.trueHeading == nil)
        // Vancouver: about 15 degrees east.
        service.move(latitude: 49.28, longitude: -123.12)
        await until { source.hasFix }
        proxy.turn(to: -1)
        proxy.turn(to: 352)
        let second = try #require(await headings.next())
        let declination = try #require(
            MagneticModel.declination(at: Point(latitude: 49.28, longitude: -123.12), on: second.timestamp))
        #expect(declination > 13 && declination < 18)
        #expect(second.magneticHeading == 352)
        #expect(abs(try #require(second.trueHeading) - (352 + declination - 360)) < 1e-9)
        await source.stop()
        #expect(await proxy.calls.next() == "ReleaseCompass")
        await bus.end()
    }

    @Test("without a compass places come all the same, and a compass alone says that there is none")
    func noCompass() async throws {
        let bus = try await PrivateBus()
        let service = try await FakeGeoClue(on: bus)
        let proxy = try await FakeSensorProxy(on: bus, hasCompass: false)
        let alone = CustomLocationDataSource(provider: CompassProvider(bus: bus.place))
        await #expect { try await alone.start() } throws: { ($0 as? LocationError)?.code == .noSource }
        let source = source(on: bus, compass: true)
        try await source.start()
        service.move(latitude: 47.5, longitude: 8.7)
        await until { source.hasFix }
        #expect(source.heading == nil && source.error == nil && proxy.calls.isEmpty)
        await source.stop()
        await bus.end()
    }
}
