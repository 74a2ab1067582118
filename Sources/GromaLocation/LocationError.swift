// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaCodecs

/// What went wrong with a source of locations, a recording, or a file of tracks.
public struct LocationError: Error, Sendable, CustomStringConvertible {
    /// The kind of failure. A struct, so that a new code breaks nobody's `switch`.
    public struct Code: Hashable, Sendable {
        /// The code's stable name.
        public let name: String
        /// The person or the system does not allow this app to know where it is.
        public static let permissionDenied = Code(name: "permissionDenied")
        /// The device has nothing that could tell.
        public static let noSource = Code(name: "noSource")
        /// A receiver, a service or a file could not be opened.
        public static let unavailable = Code(name: "unavailable")
        /// A source that worked is gone; it is tried again by itself.
        public static let connectionLost = Code(name: "connectionLost")
        /// The source sends, but nothing that could be used.
        public static let unusableData = Code(name: "unusableData")
        /// The source sends positions that cannot be true, again and again.
        public static let implausible = Code(name: "implausible")
        /// A document that is not what it should be.
        public static let malformed = Code(name: "malformed")
        /// A bound on size, depth or count was exceeded.
        public static let tooLarge = Code(name: "tooLarge")
        /// A track could not be written durably.
        public static let notWritten = Code(name: "notWritten")
    }
    /// The kind of failure.
    public var code: Code
    /// What failed, on which source, and what to do.
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
