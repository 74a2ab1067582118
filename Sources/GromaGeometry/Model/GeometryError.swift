// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// What went wrong in a geometry operation, a projection, or while reading or writing a geometry.
public struct GeometryError: Error, Sendable, CustomStringConvertible {
    /// The kind of failure. A struct, so that a new code breaks nobody's `switch`.
    public struct Code: Hashable, Sendable {
        /// The code's stable name.
        public let name: String
        /// Text or bytes that are not a geometry of the expected format.
        public static let malformed = Code(name: "malformed")
        /// A bound on size, depth or count was exceeded.
        public static let tooLarge = Code(name: "tooLarge")
        /// The spatial reference is missing, unknown, or has no path to the other one.
        public static let spatialReference = Code(name: "spatialReference")
        /// The operation is not defined for these geometries.
        public static let unsupported = Code(name: "unsupported")
        /// The task was cancelled while a long operation ran.
        public static let cancelled = Code(name: "cancelled")
        /// The geometry library could not compute an answer.
        public static let operationFailed = Code(name: "operationFailed")
    }
    /// The kind of failure.
    public var code: Code
    /// What failed, on which object, and what to do.
    public var message: String
    /// What the library below said, if one was involved.
    public var cause: String?

    /// Makes an error.
    public init(_ code: Code, _ message: String, cause: String? = nil) {
        self.code = code
        self.message = message
        self.cause = cause
    }

    public var description: String { cause.map { "\(message) (\($0))" } ?? message }
}
