// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// What goes wrong with an expression, and where in its text.
public struct ArcadeError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Why an expression has no value.
    public struct Code: Hashable, Sendable {
        /// The code's name.
        public let name: String
        /// The text is no expression of the language.
        public static let syntax = Code(name: "syntax")
        /// The text names something that its profile does not have, or calls something wrongly.
        public static let unknownName = Code(name: "unknownName")
        /// A value is not of the kind that an operator, a condition or a function needs.
        public static let wrongType = Code(name: "wrongType")
        /// A function is called with too few or too many arguments.
        public static let argumentCount = Code(name: "argumentCount")
        /// An index, a key or a field that is not there.
        public static let notFound = Code(name: "notFound")
        /// A value that cannot be changed.
        public static let immutable = Code(name: "immutable")
        /// A function that needs a service which this place does not offer.
        public static let notAvailable = Code(name: "notAvailable")
        /// The expression asks for rows; evaluate it asynchronously.
        public static let needsWaiting = Code(name: "needsWaiting")
        /// More steps, time, depth or memory than the limits allow.
        public static let limitExceeded = Code(name: "limitExceeded")
        /// The task was cancelled.
        public static let cancelled = Code(name: "cancelled")
        /// A table, a query or a shape operation failed; the cause says how.
        public static let operationFailed = Code(name: "operationFailed")
    }
    /// When an error is found.
    public enum Phase: String, Sendable, Hashable {
        /// While the text is read.
        case parse
        /// While names and arguments are checked, before anything is evaluated.
        case compile
        /// While the expression is evaluated.
        case runtime
    }

    /// What kind of mistake it is.
    public var code: Code
    /// When it was found.
    public var phase: Phase
    /// What failed, on what, and what to do.
    public var message: String
    /// The line in the text, from 1; nil where no place is known.
    public var line: Int?
    /// The column in that line, from 1, in Unicode scalars.
    public var column: Int?
    /// True where the machine's speed decided: another time the same may end well.
    var isOfTheMoment = false

    /// Makes an error.
    public init(_ code: Code, _ message: String, phase: Phase = .runtime, line: Int? = nil, column: Int? = nil) {
        self.code = code
        self.phase = phase
        self.message = message
        self.line = line
        self.column = column
    }

    init(_ code: Code, _ message: String, phase: Phase, at place: SourcePlace) {
        self.init(code, message, phase: phase, line: place.line, column: place.column)
    }

    /// The same error with a place, unless it has one already: the innermost place says most.
    func placed(at place: SourcePlace) -> ArcadeError {
        guard line == nil else { return self }
        var copy = self
        copy.line = place.line
        copy.column = place.column
        return copy
    }

    public var description: String {
        guard let line, let column else { return message }
        return "line \(line), column \(column): \(message)"
    }
}
