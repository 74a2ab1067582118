// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// What went wrong with fields, queries, where-clauses or feature documents.
public struct FeatureError: Error, Sendable, CustomStringConvertible {
    /// The kind of failure.
    public struct Code: Hashable, Sendable {
        /// The code's stable name.
        public let name: String
        /// A document or a text that is not of the expected format.
        public static let malformed = Code(name: "malformed")
        /// A bound on size, depth or count was exceeded.
        public static let tooLarge = Code(name: "tooLarge")
        /// A field that the table does not have.
        public static let unknownField = Code(name: "unknownField")
        /// A where-clause that does not parse or compares what cannot be compared.
        public static let invalidWhereClause = Code(name: "invalidWhereClause")
        /// A value that a field's rules refuse.
        public static let invalidValue = Code(name: "invalidValue")
        /// Something the table or format cannot do.
        public static let unsupported = Code(name: "unsupported")
        /// No such feature, attachment or table.
        public static let notFound = Code(name: "notFound")
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

    /// The message, and what the cause adds to it.
    public var description: String {
        guard let cause else { return message }
        let reason = String(describing: cause)
        return message.contains(reason) ? message : "\(message) (\(reason))"
    }
}
