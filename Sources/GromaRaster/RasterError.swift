// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// What went wrong while making or drawing a picture.
public struct RasterError: Error, Sendable, CustomStringConvertible {
    /// The kind of failure. A struct, so that a new code breaks nobody's `switch`.
    public struct Code: Hashable, Sendable {
        /// The code's stable name.
        public let name: String
        /// A picture side is below 1 or above `PixelBuffer.maximumSide`, or the picture needs more memory than there is.
        public static let size = Code(name: "size")
        /// An array does not hold as many values as the stated size needs.
        public static let malformed = Code(name: "malformed")
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
