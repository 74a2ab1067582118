// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import Foundation

/// How a program ended and what it said.
public struct ProgramOutcome: Sendable {
    /// The exit status; of a program that a signal ended, the signal's number negated.
    public var status: Int32
    /// Standard output, byte for byte.
    public var output: [UInt8]
    /// Standard error.
    public var errors: String
    /// Standard output as text.
    public var text: String { String(decoding: output, as: UTF8.self) }
}

/// Runs programs as processes of their own, as people and scripts do.
public enum Program {
    /// The `groma` that was built with these tests: it lies beside the test program.
    public static let groma = (Bundle.main.executableURL ?? URL(filePath: CommandLine.arguments[0]))
        .deletingLastPathComponent().appending(path: "groma")

    /// A program of this machine, or nil where it is not installed.
    public static func installed(_ name: String) -> URL? {
        (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
            .map { URL(filePath: String($0)).appending(path: name) }
            .first { FileManager.default.isExecutableFile(atPath: $0.path) }
    }

    /// Runs a program to its end, with nothing on standard input unless `input` is given.
    /// - Parameters:
    ///   - environment: variables beside those of `surroundings`.
    ///   - surroundings: ours without those of Groma, unless given.
    ///   - folder: where it runs; ours when nil.
    ///   - outputFile: where its output goes; none of it is then in the outcome.
    public static func run(
        _ arguments: [String], of program: URL = groma, environment: [String: String] = [:],
        surroundings: [String: String] = Program.surroundings, in folder: URL? = nil, input: [UInt8] = [],
        outputFile: String? = nil
    ) async throws -> ProgramOutcome {
        let scratch = FileManager.default.temporaryDirectory.appending(path: "groma-run-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: scratch) }
        // Files and not pipes: a program that says much never waits for us.
        let files = ["in", "out", "err"].map { scratch.appending(path: $0) }
        try Data(input).write(to: files[0])
        let process = try ChildProcess(
            program, arguments, environment: surroundings.merging(environment) { $1 }, folder: folder,
            input: .file(files[0]), output: .file(outputFile.map { URL(filePath: $0) } ?? files[1]),
            errors: .file(files[2]))
        let status = await process.status()
        return ProgramOutcome(
            status: status, output: outputFile == nil ? [UInt8](try Data(contentsOf: files[1])) : [],
            errors: String(decoding: try Data(contentsOf: files[2]), as: UTF8.self))
    }

    /// Our environment without the variables of Groma that the caller of the tests has set.
    public static var surroundings: [String: String] {
        ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("GROMA_") }
    }
}

/// A `groma serve` that runs beside the test.
public final class ServeProcess: Sendable {
    /// Why it did not come up.
    public struct Failure: Error, CustomStringConvertible {
        /// What it said.
        public var description: String
        /// Makes a failure.
        public init(description: String) { self.description = description }
    }
    /// The address it printed.
    public let url: URL
    /// The first lines it printed.
    public let lines: [String]
    private let process: ChildProcess

    /// Starts a server on a free port and waits until it prints its address.
    public init(data: URL, _ arguments: [String] = [], environment: [String: String] = [:], port: Int = 0) async throws
    {
        let output = Pipe(), errors = Pipe()
        process = try ChildProcess(
            Program.groma, ["serve", "--data", data.path, "--port", String(port)] + arguments,
            environment: Program.surroundings.merging(environment) { $1 },
            output: .descriptor(output.fileHandleForWriting.fileDescriptor),
            errors: .descriptor(errors.fileHandleForWriting.fileDescriptor))
        // Ours to close, or the end of what it says would never come.
        for pipe in [output, errors] { try pipe.fileHandleForWriting.close() }
        let text = await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                var text = ""
                // The address stands in the last line.
                while !(text.contains("http://") && text.hasSuffix("\n")) {
                    let data = output.fileHandleForReading.availableData
                    if data.isEmpty { break }
                    text += String(decoding: data, as: UTF8.self)
                }
                continuation.resume(returning: text)
            }
        }
        lines = text.split(separator: "\n").map(String.init)
        guard let word = text.split(whereSeparator: \.isWhitespace).first(where: { $0.hasPrefix("http://") }),
            let url = URL(string: String(word))
        else {
            throw Failure(
                description: text + String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self))
        }
        self.url = url
    }

    /// The server's process.
    public var processIdentifier: Int32 { process.processIdentifier }

    /// Sends SIGTERM (or another signal) and waits for the end; answers the status as `ProgramOutcome` has it.
    @discardableResult
    public func end(_ signal: Int32 = SIGTERM) async -> Int32 {
        process.signal(signal)
        return await process.status()
    }

    deinit { process.signal(SIGKILL) }
}

/// A folder for one test.
public struct TemporaryFolder: Sendable {
    /// Where it lies.
    public let url: URL

    /// Makes a folder, hands it to `body`, and removes it.
    public static func run<Value>(_ body: (TemporaryFolder) async throws -> Value) async throws -> Value {
        let folder = TemporaryFolder(
            url: FileManager.default.temporaryDirectory.appending(path: "groma-test-\(UUID().uuidString)"))
        try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder.url) }
        return try await body(folder)
    }

    /// The path of a file in it.
    public func path(_ name: String) -> String { url.appending(path: name).path }

    /// Writes a text and answers its path.
    @discardableResult
    public func write(_ name: String, _ text: String) throws -> String {
        try Data(text.utf8).write(to: url.appending(path: name))
        return path(name)
    }
}
