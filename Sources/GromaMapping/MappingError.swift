// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaCodecs

/// What went wrong with a web map, a symbol, a layer or a tiling scheme.
public struct MappingError: Error, Sendable, CustomStringConvertible {
    /// The kind of failure. A struct, so that a new code breaks nobody's `switch`.
    public struct Code: Hashable, Sendable {
        /// The code's stable name.
        public let name: String
        /// Text that is no JSON, or JSON that is not the document it should be.
        public static let malformed = Code(name: "malformed")
        /// A bound on size, depth or count was exceeded.
        public static let tooLarge = Code(name: "tooLarge")
        /// Something the document asks for that Groma cannot do.
        public static let unsupported = Code(name: "unsupported")
        /// No layer, table or item of that name or id.
        public static let notFound = Code(name: "notFound")
        /// Something was asked that needs `load()` first, or a loader that was never given.
        public static let notLoaded = Code(name: "notLoaded")
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
