// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation

/// The program as people run it: in a process of its own, with bounded memory.
struct GromaProcess {
    var status: Int32
    var output: String
    var errors: String

    /// Beside the tests' own program.
    static let url = URL(filePath: ProcessInfo.processInfo.arguments[0]).deletingLastPathComponent()
        .appending(path: "groma")

    /// Runs `groma words…` in `folder` and waits for its end.
    static func run(_ words: [String], in folder: URL) async throws -> GromaProcess {
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        // 4 GB of address space, most of which a process only reserves: what runs away ends here.
        process.arguments = ["-c", "ulimit -v 4000000; exec \"$0\" \"$@\"", url.path] + words
        process.currentDirectoryURL = folder
        process.environment = ["SWIFT_BACKTRACE": "enable=no", "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"]
        // Files, as a pipe that nobody empties would hold the program.
        let outputs = try ["out", "err"].map { name in
            let file = folder.appending(path: ".\(UUID().uuidString).\(name)")
            try Data().write(to: file)
            return file
        }
        process.standardOutput = try FileHandle(forWritingTo: outputs[0])
        process.standardError = try FileHandle(forWritingTo: outputs[1])
        process.standardInput = FileHandle.nullDevice
        let status = try await withCheckedThrowingContinuation { (waiting: CheckedContinuation<Int32, any Error>) in
            // A program that was killed tells the signal beyond 128, as shells do.
            process.terminationHandler = {
                waiting.resume(
                    returning: $0.terminationReason == .uncaughtSignal
                        ? 128 + $0.terminationStatus : $0.terminationStatus)
            }
            do { try process.run() } catch { waiting.resume(throwing: error) }
        }
        return GromaProcess(
            status: status, output: String(decoding: try Data(contentsOf: outputs[0]), as: UTF8.self),
            errors: String(decoding: try Data(contentsOf: outputs[1]), as: UTF8.self))
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
