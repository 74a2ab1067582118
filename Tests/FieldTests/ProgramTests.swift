// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import TestSupport
import Testing

@Suite("Programs with windows where there is no display", .timeLimit(.minutes(5)))
struct ProgramTests {
    private func run(_ program: String, _ words: [String]) async throws -> ProgramOutcome {
        let bare = Program.surroundings.filter { !["DISPLAY", "WAYLAND_DISPLAY", "GDK_BACKEND"].contains($0.key) }
        return try await Program.run(
            words, of: Program.groma.deletingLastPathComponent().appending(path: program), surroundings: bare)
    }

    @Test(
        "help and version are answered",
        arguments: [["--help"], ["-h"], ["--dark", "--help"], ["--version"], ["--size=360x720", "--version"]])
    func help(words: [String]) async throws {
        let outcome = try await run("groma-field", words)
        #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
        #expect(outcome.text.contains("groma-field"))
        #expect(outcome.text.contains("--location") == (words.last != "--version"))
    }

    @Test("wrong words are wrong usage, and a window that nobody could see is said")
    func refused() async throws {
        let wrong = try await run("groma-field", ["--no-such-option"])
        #expect(wrong.status == 2 && wrong.output.isEmpty && wrong.errors.contains("--no-such-option"))
        let window = try await run("groma-field", [])
        #expect(window.status == 1 && window.output.isEmpty && window.errors.contains("DISPLAY"))
    }

    @Test("the samples are listed")
    func samples() async throws {
        try await TemporaryFolder.run { folder in
            let outcome = try await run("groma-samples", ["--list", folder.path("nothing")])
            #expect(outcome.status == 1 && outcome.errors.contains("no samples in"), "\(outcome.errors)")
        }
    }
}
