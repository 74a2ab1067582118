// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaCodecs
import TestSupport
import Testing

@Suite("groma arcade as a process", .timeLimit(.minutes(10)))
struct ArcadeProcessTests {
    @Test("an expression's value, for a feature of a file")
    func value() async throws {
        let feature = #"{"attributes":{"NAME":"oak","N":5},"geometry":{"x":1,"y":2,"spatialReference":{"wkid":3857}}}"#
        let folder = try CommandFolder(["f.json": Array(feature.utf8), "e.txt": Array("Upper($feature.NAME)\n".utf8)])
        func run(_ words: String...) async throws -> GromaProcess {
            try await GromaProcess.run(["arcade"] + words, in: folder.url)
        }
        #expect(try await run("1 + 1").output == "2\n")
        #expect(try await run("$feature.NAME + $feature.N * 2", "--feature", "f.json").output == "oak10\n")
        #expect(try await run("--file", "e.txt", "--feature", "f.json").output == "OAK\n")
        #expect(try await run("Text(1234.5, '#,##0.0')", "--locale", "de-DE").output == "1.234,5\n")
        let json = try JSONValue(parsing: try await run("[1, null]", "--json").output)
        #expect(json["type"] == "array")
    }

    @Test("--check names the fields, globals and functions that are used, and evaluates nothing")
    func check() async throws {
        let folder = try CommandFolder([:])
        let script =
            "while (true) { } var d = FeatureSetByName($datastore, 'D'); Proper($feature.Name) + $feature['n'] + $originalFeature.N"
        let outcome = try await GromaProcess.run(["arcade", script, "--check", "--json"], in: folder.url)
        #expect(outcome.status == 0)
        let report = try JSONValue(parsing: outcome.output)
        #expect(report["fields"] == ["Name", "n"])
        #expect(report["globals"] == ["$datastore", "$feature", "$originalfeature"])
        #expect(report["functions"] == ["FeatureSetByName", "Proper"])
        #expect(report["needsFeatureSets"] == true)
        // No profile was asked for: the first that has all of it.
        #expect(report["profile"] == "form-calculation")
        let labeling = try await GromaProcess.run(
            ["arcade", script, "--check", "--profile", "labeling"], in: folder.url)
        #expect(labeling.status == 1 && labeling.errors.contains("line 1, column "))
    }

    @Test("a mistake is told with its line, its column and a mark below it")
    func mistakes() async throws {
        let folder = try CommandFolder(["e.txt": Array("var a = 1;\nvar b = a +* 2;\n".utf8)])
        let outcome = try await GromaProcess.run(["arcade", "--file", "e.txt"], in: folder.url)
        #expect(outcome.status == 1 && outcome.output.isEmpty)
        #expect(outcome.errors.contains("line 2, column 12"))
        #expect(outcome.errors.contains("  var b = a +* 2;\n             ^"))
        let endless = try await GromaProcess.run(["arcade", "while (true) { }"], in: folder.url)
        #expect(endless.status == 1 && endless.errors.contains("steps"))
    }
}
