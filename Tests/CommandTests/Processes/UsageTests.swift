// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import TestSupport
import Testing

@Suite("groma as a process: usage", .timeLimit(.minutes(10)))
struct UsageTests {
    static let commands = [
        "serve", "sample", "import", "render", "layers", "identify", "query", "popup", "edit", "convert", "geometry",
        "bench", "arcade",
    ]

    @Test("without arguments it says how it is used, on standard error, and fails")
    func bare() async throws {
        let outcome = try await groma()
        #expect(outcome.failed(2))
        for command in Self.commands { #expect(outcome.errors.contains("  \(command)")) }
    }

    @Test("help is a result", arguments: ["help", "--help", "-h"])
    func help(word: String) async throws {
        let outcome = try await groma(word)
        #expect(outcome.status == 0 && outcome.errors.isEmpty)
        for command in Self.commands { #expect(outcome.text.contains("  \(command)")) }
    }

    @Test("each command has help, and refuses what it does not know", arguments: commands)
    func each(command: String) async throws {
        let help = try await groma(command, "--help")
        #expect(help.status == 0 && help.errors.isEmpty)
        #expect(help.text.contains("usage: groma \(command)"))
        #expect(try await groma("help", command).text == help.text)
        let unknown = try await groma(command, "--no-such-option")
        #expect(unknown.failed(2))
        #expect(unknown.errors.contains("--no-such-option"))
    }

    @Test(
        "wrong usage ends with status 2 and words, and touches nothing",
        arguments: [
            ["frobnicate"], ["query"], ["query", "file.gpkg"], ["query", "a.gpkg#0", "--format=xml"],
            ["query", "a#0", "--limit", "-1"], ["query", "a#0", "b#0"], ["edit", "a#0"], ["edit", "a#0", "append"],
            ["edit", "a#0", "add"], ["edit", "a#0", "delete", "--features", "x", "--attach", "y"], ["import"],
            ["import", "f.csv"], ["import", "f.csv", "--service", "S", "--data", "d", "--server", "http://h"],
            ["import", "f.csv", "--service", "S", "--server", "no address"], ["import", "f.csv", "--service", "../S"],
            ["import", "f.csv", "--service", ""], ["convert", "a.json"],
            ["render", "map.json"], ["render", "map.json", "--out", "a.png", "--size", "0x0"],
            ["identify", "map.json"], ["popup", "map.json"], ["popup"],
            ["popup", "m", "--feature", "1", "--time-zone", "Moon/Base"], ["sample", "destroy", "d"],
            ["sample", "create", "d", "--size", "huge"], ["serve", "--port", "99999"], ["geometry"], ["bench"],
        ])
    func wrongUsage(words: [String]) async throws {
        let outcome = try await Program.run(words, environment: ["NO_COLOR": "1"])
        #expect(outcome.failed(2), "\(words): \(outcome.summary)")
    }

    @Test(
        "what is not there is a failure, status 1, with its name",
        arguments: [
            ["query", "nope.gpkg#0"], ["edit", "nope.gpkg#0", "add", "--features", "-"],
            ["import", "nope.geojson", "--service", "S", "--data", "nope-data"],
            ["import", "nope.shp", "--service", "S"], ["convert", "nope.json", "out.geojson"],
            ["render", "nope.json", "--out", "out.png"], ["layers", "nope.json"],
            ["identify", "nope.json", "--at", "1,1"], ["popup", "nope.json", "--layer", "a", "--feature", "1"],
            ["popup", "nope.gpkg#0", "--feature", "1"], ["serve", "--data", "nope"],
            ["geometry", "--vectors", "nope.jsonl"], ["popup", "--vectors", "nope.jsonl"],
        ])
    func absent(words: [String]) async throws {
        let outcome = try await Program.run(words)
        #expect(outcome.failed(1), "\(words): \(outcome.summary)")
        #expect(outcome.errors.contains("nope"), "\(outcome.errors)")
    }

    @Test("a server that is away is a failure in words, within seconds")
    func serverAway() async throws {
        let away = ScriptedServer { _, _ in .hangUp }
        away.stop()
        let layer = away.url("/arcgis/rest/services/A/FeatureServer/0").absoluteString
        for words in [
            ["query", layer], ["edit", layer, "add", "--features", "-"],
            ["layers", away.url("/portal/home/item.html?id=abc").absoluteString],
        ] {
            let outcome = try await Program.run(words)
            #expect(outcome.failed(1), "\(outcome.summary)")
            #expect(outcome.errors.contains("not reachable"))
        }
    }

    @Test("results that cannot be written are a failure, not half a success")
    func fullOutput() async throws {
        let outcome = try await groma("--help", outputFile: "/dev/full")
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("could not be written"))
    }
}
