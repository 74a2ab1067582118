// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaCodecs
import TestSupport
import Testing

/// `groma nmea` and `groma track`, as people run them.
@Suite("Locations on the command line") struct LocationCommandTests {
    private static let map = Array(
        #"{"version":"2.31","spatialReference":{"wkid":102100},"baseMap":{"title":"","baseMapLayers":[]},"operationalLayers":[]}"#
            .utf8)

    private static func line(_ body: String) -> String {
        let sum = body.utf8.reduce(0, ^)
        return "$\(body)*" + (sum < 16 ? "0" : "") + String(sum, radix: 16, uppercase: true) + "\r\n"
    }
    /// A receiver that goes east by a ten-thousandth of a minute times 500 a second.
    private static let log: [UInt8] = Array(
        ((0..<8).map { second in
            line("GPGGA,12000\(second).00,4730.0000,N,00842.\(second)500,E,1,08,1.2,431.0,M,47.0,M,,")
                + line("GPRMC,12000\(second).00,A,4730.0000,N,00842.\(second)500,E,243.0,90.0,150626,,,A")
        }.joined() + "$GPGGA,120009.00*00\r\nnoise\u{1}\u{2}" + line("GPRMC,120010.00,V,,,,,,,150626,,,N")).utf8)

    private func objects(_ text: String) throws -> [JSONValue] {
        try text.split(separator: "\n").map { try JSONValue(parsing: Array($0.utf8)) }
    }

    @Test("nmea prints a line a moment, none with a place where there is no fix, and counts what was wrong")
    func nmea() async throws {
        let folder = try CommandFolder([
            "a.nmea": Self.log, "noise.nmea": [0, 255, 36, 36, 10, 13, 42] + [UInt8](repeating: 7, count: 50_000),
        ])
        let outcome = try await GromaProcess.run(["nmea", "a.nmea", "--json"], in: folder.url)
        let lines = try objects(outcome.output)
        #expect(outcome.status == 0 && lines.count == 9 && outcome.errors.contains("1 with a wrong checksum"))
        #expect(
            lines[0]["time"]?.string == "2026-06-15T12:00:00Z" && lines[0]["lat"]?.double == 47.5
                && lines[0]["mode"]?.int == 3)
        #expect(lines[0]["altMSL"]?.double == 431 && lines[0]["track"]?.double == 90)
        #expect(lines[8]["mode"]?.int == 1 && lines[8]["lat"] == nil)
        let noise = try await GromaProcess.run(["nmea", "noise.nmea", "--json"], in: folder.url)
        #expect(noise.status == 0 && noise.output.isEmpty)
        let missing = try await GromaProcess.run(["nmea", "none.nmea"], in: folder.url)
        #expect(missing.status == 1 && missing.errors.contains("none.nmea"))
    }

    @Test("nmea tells what a pipe has brought while it is still open")
    func pipe() async throws {
        let folder = try CommandFolder(["a.nmea": Self.log])
        // The writer ends when the first line has come; a reader that waits for the end is put down, and has printed nothing.
        let script = """
            mkfifo log hold; (cat a.nmea; cat hold) > log &
            timeout 60 "$0" nmea log --json | { read -r line; echo "$line"; : > hold; cat > /dev/null; }
            """
        let outcome = try await Program.run(
            ["-c", script, Program.groma.path], of: URL(filePath: "/bin/sh"), surroundings: ["PATH": "/usr/bin:/bin"],
            in: folder.url)
        #expect(outcome.text.hasPrefix("{") && outcome.text.contains("2026-06-15T12:00:00Z"), "\(outcome.errors)")
    }

    @Test(
        "track prints the viewpoint of each fix in each mode, and records",
        arguments: ["off", "recenter", "navigation", "compass"])
    func track(mode: String) async throws {
        let folder = try CommandFolder(["a.nmea": Self.log, "map.json": Self.map])
        let outcome = try await GromaProcess.run(
            [
                "track", "a.nmea", "--map", "map.json", "--mode", mode, "--size", "400x400", "--json", "--record",
                "t.gpx",
            ], in: folder.url)
        let lines = try objects(outcome.output)
        try #require(outcome.status == 0 && lines.count == 8, "\(outcome.errors)")
        let scales = lines.compactMap { $0["viewpoint"]?["scale"]?.double }
        let last = lines[7]
        let symbol = (x: last["symbol"]?["x"]?.double ?? .nan, y: last["symbol"]?["y"]?.double ?? .nan)
        let rotation = last["viewpoint"]?["rotation"]?.double ?? .nan
        switch mode {
        case "off": #expect(Set(scales).count == 1 && scales[0] > 1e6 && lines.first?["viewpoint"] == last["viewpoint"])
        case "recenter":
            #expect(scales.allSatisfy { abs($0 - 10_000) < 1e-6 } && rotation == 0)
            #expect(abs(symbol.x - 200) <= 100.01 && abs(symbol.y - 200) < 0.01, "in the central half")
        case "navigation":
            #expect(abs(symbol.x - 200) < 0.01 && abs(symbol.y - 350) < 0.01 && abs(rotation - 270) < 1e-6)
        default:
            #expect(abs(symbol.x - 200) < 0.01 && abs(symbol.y - 200) < 0.01 && rotation == 0, "there is no heading")
        }
        let again = try await GromaProcess.run(
            ["track", "t.gpx", "--map", "map.json", "--mode", "off", "--json"], in: folder.url)
        #expect(try objects(again.output).count == 8 && again.status == 0)
    }

    @Test("track refuses what it cannot use, with the reason")
    func refusals() async throws {
        let folder = try CommandFolder(["map.json": Self.map, "a.gpx": Array("<kml/>".utf8), "a.nmea": Self.log])
        for (words, status) in [
            (["track", "a.gpx", "--map", "map.json"], Int32(1)), (["track", "none.nmea", "--map", "map.json"], 1),
            (["track", "a.nmea", "--map", "map.json", "--mode", "drive"], 2), (["track", "a.nmea"], 2),
            (["track", "tcp://127.0.0.1", "--map", "map.json"], 2),
            (["track", "gpsd://127.0.0.1:1", "--map", "map.json"], 1),
        ] {
            let outcome = try await GromaProcess.run(words, in: folder.url)
            #expect(outcome.status == status && !outcome.errors.isEmpty, "\(words): \(outcome.errors)")
        }
    }

    @Test(
        "97 of 100 epochs of real receivers agree with another program",
        .enabled(if: SharedData.isAvailable, "GROMA_SHARED_DATA names no folder"))
    func realReceivers() async throws {
        var agreeing = 0, all = 0
        for name in ["haicom-305N", "nmea-rtk", "quectelLC79D-1", "furuno_gl_ga", "et-332", "ait250", "telit-pls83-w"] {
            let path = SharedData.url("data/real/nmea/\(name).log").path(percentEncoded: false)
            let outcome = try await GromaProcess.run(
                ["nmea", path, "--json"], in: FileManager.default.temporaryDirectory)
            #expect(outcome.status == 0)
            var ours: [String: JSONValue] = [:]
            for line in try objects(outcome.output) {
                if let time = line["time"]?.string?.dropFirst(11) ?? line["timeOfDay"]?.string?[...] {
                    ours[
                        String(time.filter { $0 != "Z" }.prefix(8))
                            + (time.contains(".") ? "." + time.split(separator: ".")[1].prefix(3) : ".000")] = line
                }
            }
            let expected = try String(
                decoding: Data(contentsOf: SharedData.url("data/real/nmea/\(name).expected.jsonl")), as: UTF8.self)
            var places: [String: (Double, Double)] = [:]
            for text in expected.split(separator: "\n") {
                guard let report = try JSONValue(parsing: Array(text.utf8))["report"], report["class"]?.string == "TPV",
                    let time = report["time"]?.string, let lat = report["lat"]?.double, let lon = report["lon"]?.double
                else { continue }
                places[String(time.dropFirst(11).prefix(12))] = (lat, lon)
            }
            for (time, place) in places {
                all += 1
                let found = ours[time.hasSuffix("Z") ? String(time.dropLast()) : time]
                if let lat = found?["lat"]?.double, let lon = found?["lon"]?.double, abs(lat - place.0) < 1e-6,
                    abs(lon - place.1) < 1e-6
                {
                    agreeing += 1
                }
            }
        }
        print("groma nmea: \(agreeing) of \(all) places agree")
        #expect(all > 200 && Double(agreeing) >= 0.97 * Double(all))
    }
}
