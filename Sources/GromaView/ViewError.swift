// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// What went wrong in a view.
public struct ViewError: Error, CustomStringConvertible {
    /// What kind of trouble it is.
    public struct Code: Sendable, Hashable {
        let name: String
        /// The view has no map or no size yet.
        public static let notReady = Code(name: "notReady")
        /// A value that the call does not take.
        public static let invalidArgument = Code(name: "invalidArgument")
        /// Two things that do not go together, such as base maps of different references.
        public static let mismatch = Code(name: "mismatch")
    }
    /// What kind of trouble it is.
    public let code: Code
    /// What failed, on what, and what to do.
    public let message: String
    /// What lies behind it; nil where nothing does.
    public let cause: (any Error)?

    /// Makes an error.
    public init(_ code: Code, _ message: String, cause: (any Error)? = nil) {
        self.code = code
        self.message = message
        self.cause = cause
    }

    public var description: String { message }
}
