// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// What went wrong while bytes were read or written: JSON, protocol buffers, pictures, compression, hashes, tokens.
public struct CodecError: Error, Sendable, CustomStringConvertible {
    /// The kind of failure. A struct, so that a new code breaks nobody's `switch`.
    public struct Code: Hashable, Sendable {
        /// The code's stable name.
        public let name: String
        /// Bytes that are not of the expected format.
        public static let malformed = Code(name: "malformed")
        /// The bytes end before the document does.
        public static let truncated = Code(name: "truncated")
        /// A bound on size, depth or count was exceeded.
        public static let tooLarge = Code(name: "tooLarge")
        /// A format or a variant of one that is not read or written here.
        public static let unsupported = Code(name: "unsupported")
        /// A value of another kind than the reader asked for.
        public static let unexpectedType = Code(name: "unexpectedType")
        /// A signature, password or token that does not match, or is out of date.
        public static let notAuthentic = Code(name: "notAuthentic")
        /// The library below could not do it.
        public static let operationFailed = Code(name: "operationFailed")
    }
    /// The kind of failure.
    public var code: Code
    /// What failed, and what to do.
    public var message: String
    /// The byte at which reading stopped, counted from 0; nil when there is no such place.
    public var offset: Int?
    /// The line of that byte, counted from 1; nil for binary formats.
    public var line: Int?
    /// The column of that byte in characters, counted from 1; nil for binary formats.
    public var column: Int?
    /// What the library below said, if one was involved.
    public var cause: String?

    /// Makes an error.
    public init(_ code: Code, _ message: String, offset: Int? = nil, cause: String? = nil) {
        self.code = code
        self.message = message
        self.offset = offset
        self.cause = cause
    }

    /// Makes an error about a text, with line and column of the byte at `offset`. Linear in `offset`.
    package init(_ code: Code, _ message: String, at offset: Int, in text: UnsafeRawBufferPointer) {
        self.init(code, message, offset: offset)
        var line = 1, column = 1
        for index in 0..<min(offset, text.count) {
            let byte = unsafe text[index]
            if byte == 0x0A {
                line += 1
                column = 1
            } else if byte & 0xC0 != 0x80 {
                column += 1
            }
        }
        self.line = line
        self.column = column
    }

    /// The message, the place and the cause in one line.
    public var description: String {
        var text = message
        if let line, let column {
            text += " at line \(line), column \(column)"
        } else if let offset {
            text += " at byte \(offset)"
        }
        return cause.map { "\(text) (\($0))" } ?? text
    }
}
