// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// What went wrong while a map was drawn.
public struct RenderingError: Error, Sendable, CustomStringConvertible {
    /// The kind of failure. A struct, so that a new code breaks nobody's `switch`.
    public struct Code: Hashable, Sendable {
        /// The code's stable name.
        public let name: String
        /// Input that is not of the expected form.
        public static let malformed = Code(name: "malformed")
        /// Something that is not drawn here.
        public static let unsupported = Code(name: "unsupported")
        /// A picture's size is out of range.
        public static let size = Code(name: "size")
        /// A server that did not answer in time.
        public static let unanswered = Code(name: "unanswered")
        /// A file could not be read or written.
        public static let file = Code(name: "file")
    }
    /// The kind of failure.
    public var code: Code
    /// What failed, on which object, and what to do.
    public var message: String
    /// What the layer below said, if one was involved.
    public var cause: String?

    /// Makes an error.
    public init(_ code: Code, _ message: String, cause: String? = nil) {
        self.code = code
        self.message = message
        self.cause = cause
    }

    public var description: String { cause.map { "\(message) (\($0))" } ?? message }
}
