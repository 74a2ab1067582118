// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaCodecs

/// What went wrong while the sample was made.
public struct SampleTownError: Error, Sendable, CustomStringConvertible {
    /// The kind of failure.
    public struct Code: Hashable, Sendable {
        /// The code's stable name.
        public let name: String
        /// A file that belongs to the program is missing or damaged.
        public static let missingResource = Code(name: "missingResource")
        /// The folder cannot take the sample: it holds something else, or cannot be written.
        public static let folderRefused = Code(name: "folderRefused")
        /// A picture could not be drawn or encoded.
        public static let drawingFailed = Code(name: "drawingFailed")
    }
    /// The kind of failure.
    public var code: Code
    /// What failed, on which object, and what to do.
    public var message: String
    /// The error below, if one was involved.
    public var cause: (any Error)?

    /// Makes an error.
    public init(_ code: Code, _ message: String, cause: (any Error)? = nil) {
        self.code = code
        self.message = message
        self.cause = cause
    }

    public var description: String { cause.map { "\(message) (\($0.reasonText))" } ?? message }
}
