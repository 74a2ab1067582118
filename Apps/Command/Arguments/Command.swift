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
    static func line(_ text: String) { bytes(Array((text + "\n").utf8)) }

    /// Writes bytes as they are. Results that cannot be written end the program with status 1: a script must not take half an
    /// answer for a whole one. A reader that closed its end (`| head`) ends it quietly, as SIGPIPE does.
    static func bytes(_ bytes: [UInt8]) {
        guard let failure = write(bytes, to: STDOUT_FILENO) else { return }
        if failure == EPIPE {
            signal(SIGPIPE, SIG_DFL)
            raise(SIGPIPE)
        }
        note("groma: the results could not be written: \(unsafe String(cString: strerror(failure)))")
        exit(1)
    }

    /// Tells the person something that is not a result.
    static func note(_ text: String) { _ = write(Array((text + "\n").utf8), to: STDERR_FILENO) }

    /// Writes all; returns the system's error number when that is not possible.
    private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Int32? {
        unsafe bytes.withUnsafeBytes { buffer in
            var written = 0
            while written < buffer.count {
                let count = unsafe Foundation.write(
                    descriptor, buffer.baseAddress?.advanced(by: written), buffer.count - written)
                if count < 0, errno != EINTR { return errno }
                written += max(0, count)
            }
            return nil
        }
    }
}
