// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation

/// One verb of `groma`.
protocol Command: Sendable {
    /// What it takes.
    static var specification: Specification { get }
    /// Does it. Throws `UsageError` for wrong arguments (exit 2) and anything else for failure (exit 1).
    static func run(_ arguments: Arguments) async throws
}

/// Where a command's words go: results to standard output, whole and flushed line by line; everything else to standard error.
enum Output {
    /// Writes one line of results.
    static func line(_ text: String) {
        FileHandle.standardOutput.write(Data((text + "\n").utf8))
    }
    /// Writes bytes as they are.
    static func bytes(_ bytes: [UInt8]) {
        FileHandle.standardOutput.write(Data(bytes))
    }
    /// Tells the person something that is not a result.
    static func note(_ text: String) {
        FileHandle.standardError.write(Data((text + "\n").utf8))
    }
}
