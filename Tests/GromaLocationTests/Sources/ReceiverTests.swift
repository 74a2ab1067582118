// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaGeometry
import GromaLocation
import TestSupport
import Testing

@MainActor @Suite("Receivers at lines, networks and in files") struct ReceiverTests {
    /// Seconds of a receiver that goes east, from a second on.
    nonisolated static func log(_ seconds: Range<Int>) -> [[UInt8]] {
        seconds.map { second in
            let tail = second < 10 ? "0\(second)" : "\(second)"
            return Array(
                (NMEATests.line("GPGGA,1200\(tail).00,4730.0000,N,00842.00\(tail),E,1,08,1.2,431.0,M,47.0,M,,")
                    + NMEATests.line("GPRMC,1200\(tail).00,A,4730.0000,N,00842.00\(tail),E,10.0,84.4,150626,,,A")).utf8)
        }
    }

    func collect(_ count: Int, from source: ProvidedLocationDataSource, sending: () async -> Void) async throws
        -> [Location]
    {
        let locations = source.locations
        try await source.start()
        await sending()
        var found: [Location] = []
        for await location in locations {
            found.append(location)
            if found.count == count { break }
        }
        return found
    }

    @Test("over TCP, and again after the connection broke, which is told once")
    func tcp() async throws {
        let time = ManualTime()
        let server = LineServer()
        let source = NMEALocationDataSource(tcp: "127.0.0.1", port: server.port, time: time.source)
        async let connection = server.connection()
        try await source.start()
        let first = await connection
        #expect(
            try await collect(4, from: source) { for line in Self.log(0..<5) { _ = RawSocket.send(line, on: first) } }
                .count == 4)
        #expect(source.hasFix)
        close(first)
        await until { source.error != nil }
        #expect(source.error?.code == .connectionLost && !source.hasFix && source.status == .started)
        await time.sleepers(1)
        async let again = server.connection()
        time.advance(by: .seconds(5))
        let second = await again
        let later = try await collect(3, from: source) {
            for line in Self.log(10..<14) { _ = RawSocket.send(line, on: second) }
        }
        #expect(later.count == 3 && source.error == nil && source.hasFix)
        await source.stop()
        #expect(source.status == .stopped && source.location == nil)
        close(second)
        server.stop()
    }

    @Test("nobody at the port, a file that is missing and a speed that is none fail at the start, with the reason")
    func refusals() async {
        for source in [
            NMEALocationDataSource(tcp: "127.0.0.1", port: LineServer.freePort()),
            NMEALocationDataSource(fileURL: URL(filePath: "/nonexistent/log.nmea")),
            NMEALocationDataSource(serialPort: "/dev/null", baudRate: 12_345),
            NMEALocationDataSource(tcp: "127.0.0.1", port: 99_999),
        ] {
            await #expect(throws: LocationError.self) { try await source.start() }
            #expect(source.status == .failedToStart && source.error?.code == .unavailable)
        }
    }

    @Test("from datagrams")
    func udp() async throws {
        let port = LineServer.freePort()
        let source = NMEALocationDataSource(udpPort: port, host: "127.0.0.1")
        let sender = socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
        defer { close(sender) }
        let found = try await collect(3, from: source) {
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = UInt16(port).bigEndian
            address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
            for line in Self.log(0..<4) {
                _ = unsafe withUnsafePointer(to: &address) { pointer in
                    unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                        unsafe line.withUnsafeBytes {
                            unsafe sendto(
                                sender, $0.baseAddress, $0.count, 0, generic, socklen_t(MemoryLayout<sockaddr_in>.size))
                        }
                    }
                }
            }
        }
        #expect(found.map(\.position.y) == [47.5, 47.5, 47.5])
        await source.stop()
    }

    @Test(
        "at a serial line; nonsense is said to be nonsense, with the speed to check",
        .enabled(if: PseudoTerminal.isPossible, "there are no pseudo terminals"))
    func serial() async throws {
        let line = try PseudoTerminal()
        let source = NMEALocationDataSource(serialPort: line.path, baudRate: 4_800)
        let found = try await collect(3, from: source) { line.send(Self.log(0..<4)) }
        #expect(found.count == 3 && found[0].speed.map { abs($0 - 5.14444) < 1e-4 } == true)
        await source.stop()
        let other = try PseudoTerminal()
        let noisy = NMEALocationDataSource(serialPort: other.path, baudRate: 4_800)
        try await noisy.start()
        other.send([[UInt8]](repeating: [UInt8](repeating: 0x55, count: 1_024), count: 6))
        await until { noisy.error != nil }
        #expect(noisy.error?.code == .unusableData && noisy.error?.message.contains("4800") == true)
        await noisy.stop()
    }

    @Test("a recording keeps its pace, faster where that is asked for, and counts what was wrong")
    func file() async throws {
        let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).nmea")
        defer { try? FileManager.default.removeItem(at: url) }
        try Data(Self.log(0..<5).flatMap(\.self) + Array("$GPGGA,1*00\r\n".utf8)).write(to: url)
        let time = ManualTime()
        let source = NMEALocationDataSource(fileURL: url, rate: 2, time: time.source)
        var fixes = source.locations.makeAsyncIterator()
        try await source.start()
        #expect(await fixes.next()?.position.x == 8.7)
        for _ in 0..<4 {
            await time.sleepers(1)
            time.advance(by: .milliseconds(500))
            #expect(await fixes.next() != nil)
        }
        await until { source.status == .stopped }
        #expect(source.badChecksumCount == 1 && source.sentenceCount == 10)
    }

    @Test("a simulated walk is 10 m and a second from fix to fix, along the line, to its end")
    func simulated() async throws {
        let start = Point(latitude: 47.5, longitude: 8.7)
        let corner = try GeometryEngine.geodeticMove(start, distance: 100, azimuth: 90)
        let end = try GeometryEngine.geodeticMove(corner, distance: 55, azimuth: 0)
        let walk = try SimulatedWalk(along: Polyline(points: [start, corner, end]), parameters: SimulationParameters())
        let fixes = (0..<100).compactMap { walk.location(at: $0) }
        #expect(fixes.count == 17)
        for (last, next) in zip(fixes, fixes.dropFirst()).dropLast() {
            let way = try GeometryEngine.geodeticDistance(from: last.position, to: next.position).distance
            #expect(abs(way - 10) < 1e-6 && next.timestamp.timeIntervalSince(last.timestamp) == 1)
            #expect(next.speed == 10 && next.horizontalAccuracy == 0)
        }
        let arrival = try #require(fixes.last?.position)
        #expect(try GeometryEngine.geodeticDistance(from: arrival, to: end).distance < 1e-6)
        #expect(
            abs((fixes[3].course ?? 0) - 90) < 0.01 && abs(Angle.difference(from: 0, to: fixes[14].course ?? 1)) < 0.01)
        var again = SimulationParameters()
        again.repeats = true
        #expect(
            try SimulatedWalk(along: Polyline(points: [start, corner, end]), parameters: again).location(at: 1_000_000)
                != nil)
        #expect(throws: LocationError.self) { try SimulatedWalk(along: Polyline(), parameters: SimulationParameters()) }
    }

    @Test("a display takes each kind of source in one line")
    func oneLiners() {
        let display = LocationDisplay(dataSource: .system)
        let line = Polyline(points: [Point(latitude: 1, longitude: 1), Point(latitude: 1, longitude: 2)])
        display.dataSource = .gpsd()
        display.dataSource = .nmea(serialPort: "/dev/ttyS0")
        display.dataSource = .nmea(tcp: "192.0.2.7", port: 10_110)
        display.dataSource = .gpx(URL(filePath: "/nonexistent.gpx"))
        display.dataSource = .simulated(along: line)
        #expect(display.dataSource is SimulatedLocationDataSource)
    }
}
