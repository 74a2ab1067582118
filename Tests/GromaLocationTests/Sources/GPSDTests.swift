// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaGeometry
import GromaLocation
import TestSupport
import Testing

@Suite("What gpsd says is read") struct GPSDReaderTests {
    @Test("fixes, satellites, attitude, devices, in pieces of any size, and what is none is counted")
    func reads() throws {
        let text = """
            {"class":"VERSION","release":"3.22","proto_major":3}
            {"class":"DEVICES","devices":[]}
            {"class":"TPV","mode":1}
            {"class":"TPV","status":3,"mode":3,"time":"2026-06-15T12:00:00.250Z","lat":47.5,"lon":8.7,"altMSL":431.0,"alt":430,"eph":2.5,"epv":4,"track":84.4,"speed":5.1,"magvar":3.4}
            {"class":"SKY","satellites":[{"PRN":5,"gnssid":0,"svid":5,"el":40,"az":80,"ss":44,"used":true},{"PRN":70,"gnssid":6,"svid":6,"used":false}]}
            {"class":"ATT","heading":90.0}
            no json
            [1,2]
            {"class":"TPV","mode":3,"lat":1e999,"lon":8}

            """
        let bytes = Array(text.utf8)
        for size in [bytes.count, 1, 7] {
            var reader = GPSDReader()
            var events: [GPSDReader.Event] = []
            for start in stride(from: 0, to: bytes.count, by: size) {
                events += reader.read(bytes[start..<min(start + size, bytes.count)])
            }
            let fixes = events.compactMap { if case .location(let fix) = $0 { fix } else { nil } }
            let fix = try #require(fixes.first)
            #expect(fixes.count == 1 && fix.position.x == 8.7 && fix.position.z == 431 && fix.horizontalAccuracy == 2.5)
            #expect(fix.receiver?.fixQuality == .rtkFixed && fix.receiver?.declination == 3.4 && fix.course == 84.4)
            #expect(abs(fix.timestamp.timeIntervalSince1970 - 1_781_524_800.25) < 1e-3)
            for case .satellites(let list) in events {
                #expect(list.map(\.system) == [.gps, .glonass] && list[0].isUsed)
            }
            for case .heading(let heading) in events {
                #expect(heading.trueHeading == 90 && abs((heading.magneticHeading ?? 0) - 86.6) < 1e-9)
            }
            #expect(events.contains { if case .devices(0) = $0 { true } else { false } })
            #expect(reader.malformedCount >= 2)
        }
        var reader = GPSDReader()
        let events = reader.read([UInt8](repeating: 65, count: 1_000_000))
        #expect(events.isEmpty && reader.malformedCount == 1)
    }
}

/// The real daemon, fed through a pseudo terminal.
private final class Daemon: Sendable {
    static let program = ["/usr/sbin/gpsd", "/usr/local/sbin/gpsd"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }
    let process: ChildProcess

    /// Starts it and returns when it listens, which it says in its log.
    init(port: Int, device: String) async throws {
        var ends: [Int32] = [0, 0]
        guard unsafe pipe(&ends) == 0, let program = Self.program else { throw CocoaError(.fileReadUnknown) }
        process = try ChildProcess(
            URL(filePath: program), ["-N", "-n", "-b", "-D", "3", "-S", "\(port)", device],
            environment: ["PATH": "/usr/bin:/bin"],
            output: .descriptor(ends[1]), errors: .descriptor(ends[1]))
        close(ends[1])
        let log = ends[0]
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                var text = "", isTold = false
                var buffer = [UInt8](repeating: 0, count: 4_096)
                while true {
                    let count = unsafe read(log, &buffer, buffer.count)
                    if count > 0, !isTold { text += String(decoding: buffer[0..<count], as: UTF8.self) }
                    if !isTold, count <= 0 || text.contains("running with effective") {
                        isTold = true
                        continuation.resume()
                    }
                    if count <= 0 { break }
                }
                close(log)
            }
        }
    }
}

@MainActor
@Suite(
    "The real gpsd",
    .enabled(if: Daemon.program != nil && SharedData.isAvailable, "gpsd or GROMA_SHARED_DATA is missing"),
    .enabled(if: PseudoTerminal.isPossible, "there are no pseudo terminals"),
    .timeLimit(.minutes(10)))
struct RealGPSDTests {
    @Test(
        "fixes of a recorded receiver come through the daemon; it dies, that is told once, it returns, and fixes go on")
    func daemon() async throws {
        let text = try Data(contentsOf: SharedData.url("data/real/nmea/nmea-rtk.log"))
        let lines = text.split(separator: 0x0A).map { [UInt8]($0) + [0x0A] }.filter { $0.first == UInt8(ascii: "$") }
        let port = LineServer.freePort()
        let time = ManualTime()
        let line = try PseudoTerminal()
        let daemon = try await Daemon(port: port, device: line.path)
        let source = GPSDLocationDataSource(host: "127.0.0.1", port: port, time: time.source)
        let locations = source.locations
        try await source.start()
        line.send(lines)
        var found: [Location] = []
        for await location in locations {
            found.append(location)
            if found.count == 60 { break }
        }
        var reader = NMEAReader()
        let places = Set(
            reader.read(lines.flatMap(\.self)).compactMap { event -> [Double]? in
                guard case .epoch(let epoch) = event, let y = epoch.latitude, let x = epoch.longitude else {
                    return nil
                }
                return [(x * 1e7).rounded(), (y * 1e7).rounded()]
            })
        let right = found.filter {
            places.contains([($0.position.x * 1e7).rounded(), ($0.position.y * 1e7).rounded()])
        }
        print("gpsd: \(right.count) of \(found.count) fixes are places of the log")
        #expect(Double(right.count) >= 0.95 * Double(found.count))
        #expect(source.hasFix && source.error == nil)

        daemon.process.signal(SIGKILL)
        _ = await daemon.process.status()
        await until { source.error?.code == .connectionLost }
        #expect(!source.hasFix && source.status == .started)
        await time.sleepers(1)
        let second = try PseudoTerminal()
        let returned = try await Daemon(port: port, device: second.path)
        time.advance(by: .seconds(5))
        // The daemon reads also while nobody listens, and what it read then nobody hears.
        second.sendRepeatedly(lines)
        await until { source.hasFix }
        second.stop()
        #expect(source.error == nil)
        await source.stop()
        returned.process.signal(SIGTERM)
        _ = await returned.process.status()
    }
}
