// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaCodecs
import GromaLocation
import TestSupport
import Testing

/// Logs of real receivers against what another program made of them.
@Suite("Logs of real receivers", .enabled(if: SharedData.isAvailable, "GROMA_SHARED_DATA names no folder"))
struct RecordedLogTests {
    /// Logs in the receivers' own binary formats, which hold no NMEA.
    static let binary = ["bu303-climbing", "bu303-moving", "bu303b-nofix", "trimble-lassen_iq-3dfix"]

    struct Epoch {
        var mode = 0
        var values: [String: Double] = [:]
    }

    /// The other program's reports of one moment, the later ones over the earlier ones.
    static func expected(_ name: String) throws -> [String: Epoch] {
        let text = try String(
            decoding: Data(contentsOf: SharedData.url("data/real/nmea/\(name).expected.jsonl")), as: UTF8.self)
        var epochs: [String: Epoch] = [:]
        for line in text.split(separator: "\n") {
            guard let report = try JSONValue(parsing: Array(line.utf8))["report"], report["class"]?.string == "TPV",
                let time = (report["time"]?.string).map({ String($0.dropFirst(11).prefix(12)) })
            else { continue }
            var epoch = epochs[time] ?? Epoch()
            epoch.mode = report["mode"]?.int ?? 0
            for key in ["lat", "lon", "altMSL", "speed", "track"] {
                if let value = report[key]?.double { epoch.values[key] = value }
            }
            epochs[time] = epoch
        }
        return epochs
    }

    static func clock(_ seconds: Double) -> String {
        let milliseconds = Int((seconds * 1_000).rounded())
        func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
        let rest = "\(milliseconds % 1_000 + 1_000)".dropFirst()
        return
            "\(two(milliseconds / 3_600_000)):\(two(milliseconds / 60_000 % 60)):\(two(milliseconds / 1_000 % 60)).\(rest)"
    }

    @Test("97 of 100 epochs agree with what another program makes of the same logs")
    func agree() throws {
        let folder = SharedData.url("data/real/nmea")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false)).filter {
            $0.hasSuffix(".log")
        }
        .map { String($0.dropLast(4)) }.sorted()
        #expect(names.count > 25)
        var agreeing = 0, all = 0
        for name in names where !Self.binary.contains(name) {
            var reader = NMEAReader()
            let bytes = [UInt8](try Data(contentsOf: folder.appending(path: name + ".log")))
            var ours: [String: NMEAEpoch] = [:]
            for case .epoch(let epoch) in reader.read(bytes) + reader.finish() {
                if let time = epoch.timeOfDay { ours[Self.clock(time)] = epoch }
            }
            var misses: [String] = []
            let expected = try Self.expected(name)
            for (time, epoch) in expected {
                all += 1
                if let found = ours[time], Self.agrees(found, epoch) { agreeing += 1 } else { misses.append(time) }
            }
            if !misses.isEmpty {
                print("\(name): \(misses.count) of \(expected.count) epochs differ: \(misses.sorted())")
            }
        }
        print("NMEA logs: \(agreeing) of \(all) epochs agree")
        #expect(all > 400 && Double(agreeing) >= 0.97 * Double(all))
    }

    static func agrees(_ ours: NMEAEpoch, _ expected: Epoch) -> Bool {
        guard max(ours.mode, 1) == max(expected.mode, 1) else { return false }
        guard expected.mode >= 2 else { return true }
        let values = [
            "lat": ours.latitude, "lon": ours.longitude, "altMSL": ours.altitude, "speed": ours.speed,
            "track": ours.course,
        ]
        return expected.values.allSatisfy { key, value in
            guard let own = values[key] ?? nil else { return false }
            return abs(own - value) <= (key.hasPrefix("l") ? 1e-6 : 0.06)
        }
    }

    @Test("binary receivers, and a log of a hundred thousand bytes, end with counts and without a fix made up")
    func noise() throws {
        for name in Self.binary {
            var reader = NMEAReader()
            let bytes = [UInt8](try Data(contentsOf: SharedData.url("data/real/nmea/\(name).log")))
            #expect((reader.read(bytes) + reader.finish()).isEmpty, "\(name)")
        }
    }

    @Test("a third of this receiver's sentences has a bad checksum: they are counted, and every second has its fix")
    func badChecksums() throws {
        var reader = NMEAReader()
        let events =
            reader.read([UInt8](try Data(contentsOf: SharedData.url("data/real/nmea/firefly-II.log"))))
            + reader.finish()
        #expect(reader.framer.badChecksumCount > 20)
        #expect(events.count >= 23)
    }
}
