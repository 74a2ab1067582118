// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import TestSupport

/// The program as people run it: in a process of its own, with bounded memory.
struct GromaProcess {
    var status: Int32
    var output: String
    var errors: String

    /// Runs `groma words…` in `folder` and waits for its end.
    static func run(_ words: [String], in folder: URL) async throws -> GromaProcess {
        // 4 GB of address space, most of which a process only reserves: what runs away ends here.
        let outcome = try await Program.run(
            ["-c", "ulimit -v 4000000; exec \"$0\" \"$@\"", Program.groma.path] + words,
            of: URL(filePath: "/bin/sh"),
            surroundings: ["SWIFT_BACKTRACE": "enable=no", "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"], in: folder)
        // A program that was killed tells the signal beyond 128, as shells do.
        return GromaProcess(
            status: outcome.status < 0 ? 128 - outcome.status : outcome.status, output: outcome.text,
            errors: outcome.errors)
    }
}

/// A folder with files for one test, removed with the value.
final class CommandFolder {
    let url: URL

    init(_ files: [String: [UInt8]]) throws {
        url = FileManager.default.temporaryDirectory.appending(path: "groma-command-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        for (name, bytes) in files { try Data(bytes).write(to: url.appending(path: name)) }
    }

    deinit { try? FileManager.default.removeItem(at: url) }
}
