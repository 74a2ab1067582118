// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaHosting
import TestSupport
import Testing

/// The sample portal, made and served once for all tests of a suite, and removed after them.
struct SampleTownTrait: SuiteTrait, TestScoping {
    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "groma-samples-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let town = SampleTown(folder: folder)
        try town.pinFonts()
        _ = try await town.run("groma", ["sample", "create", town.portal.path])
        var configuration = GromaServer.Configuration(dataDirectory: town.portal)
        configuration.port = 0
        let server = try await GromaServer(configuration: configuration)
        try await server.start()
        do {
            try await SampleTown.$current.withValue(SampleTown(folder: folder, url: server.url), operation: function)
        } catch {
            await server.stop()
            throw error
        }
        await server.stop()
    }
}

extension Trait where Self == SampleTownTrait {
    /// Serves the sample town while the suite runs.
    static var sampleTown: Self { Self() }
}

/// A served sample portal, and programs of this build to run against it.
struct SampleTown: Sendable {
    @TaskLocal static var current: SampleTown?

    struct Failure: Error, CustomStringConvertible { var description: String }

    let folder: URL
    var url = URL(filePath: "/")
    var portal: URL { folder.appending(path: "portal") }
    private var fonts: URL { folder.appending(path: "fonts.conf") }

    /// Programs see one family of letters, so that pictures do not depend on what else a machine has.
    func pinFonts() throws {
        let text = """
            <?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
            <fontconfig><dir>/usr/share/fonts/truetype/dejavu</dir><cachedir>\(folder.path)/fonts</cachedir></fontconfig>
            """
        try Data(text.utf8).write(to: fonts)
    }

    /// What a program of this build prints; throws what it complains about when it fails.
    func run(
        _ name: String, _ arguments: [String], environment: [String: String] = [:]
    ) async throws -> String {
        // Programs stand beside the test bundle in the build folder.
        let program = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: name)
        let outcome = try await Program.run(
            arguments, of: program,
            environment: environment.merging([
                "FONTCONFIG_FILE": fonts.path, "GROMA_PASSWORD": "lindenford-editor",
            ]) { $1 },
            surroundings: ProcessInfo.processInfo.environment)
        guard outcome.status == 0 else {
            throw Failure(description: "\(name) failed: \(outcome.errors.prefix(2_000))")
        }
        return outcome.text
    }
}
