// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaCodecs

/// Why the server refused a request or could not start.
public struct HostingError: Error, Sendable, CustomStringConvertible {
    /// The kind of failure. A struct, so that a new code breaks nobody's `switch`.
    public struct Code: Hashable, Sendable {
        /// The code's stable name.
        public let name: String
        /// The code that clients see in the error envelope.
        public let restCode: Int

        /// A parameter that is missing, malformed or does not fit the layer.
        public static let invalidParameter = Code(name: "invalidParameter", restCode: 400)
        /// A request that is no well-formed HTTP, form or JSON.
        public static let malformed = Code(name: "malformed", restCode: 400)
        /// Something the server does not do (yet).
        public static let unsupported = Code(name: "unsupported", restCode: 400)
        /// User name or password are wrong.
        public static let signInFailed = Code(name: "signInFailed", restCode: 400)
        /// The caller lacks the right.
        public static let forbidden = Code(name: "forbidden", restCode: 403)
        /// No such service, layer, item or path.
        public static let notFound = Code(name: "notFound", restCode: 404)
        /// A body or a count beyond the server's bounds.
        public static let tooLarge = Code(name: "tooLarge", restCode: 413)
        /// The token is not ours, was changed, or has run out.
        public static let invalidToken = Code(name: "invalidToken", restCode: 498)
        /// Only for people who have signed in.
        public static let tokenRequired = Code(name: "tokenRequired", restCode: 499)
        /// A failure below: database, disk, library.
        public static let internalFailure = Code(name: "internalFailure", restCode: 500)
        /// Too much at once, or stopping.
        public static let unavailable = Code(name: "unavailable", restCode: 503)
        /// The server could not listen on its address.
        public static let cannotListen = Code(name: "cannotListen", restCode: 500)
        /// A data folder or a configuration that cannot be served.
        public static let configuration = Code(name: "configuration", restCode: 500)
    }
    /// The kind of failure.
    public var code: Code
    /// What failed, on which object, and what to do.
    public var message: String
    /// Further sentences, sent as `details`.
    public var details: [String]
    /// The error below, if one was involved; never sent to clients.
    public var cause: (any Error)?

    /// Makes an error.
    public init(_ code: Code, _ message: String, details: [String] = [], cause: (any Error)? = nil) {
        self.code = code
        self.message = message
        self.details = details
        self.cause = cause
    }

    /// The message, and the error below where that says something else.
    public var description: String {
        guard let cause = cause?.reasonText else { return message }
        // A message that was taken over from below is not said twice.
        return cause.hasPrefix(message) ? cause : "\(message) (\(cause))"
    }
}
