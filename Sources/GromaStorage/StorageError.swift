// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaCodecs

/// What went wrong with a file: a database, a GeoPackage, a tile store, a package or a server's data folder.
public struct StorageError: Error, Sendable, CustomStringConvertible {
    /// The kind of failure. A struct, so that a new code breaks nobody's `switch`.
    public struct Code: Hashable, Sendable {
        /// The code's stable name.
        public let name: String
        /// The file can't be opened: it is missing, not readable, or its folder does not exist.
        public static let cannotOpen = Code(name: "cannotOpen")
        /// Bytes that are not of the expected format, or a database whose pages are damaged.
        public static let malformed = Code(name: "malformed")
        /// A bound on size, depth or count was exceeded.
        public static let tooLarge = Code(name: "tooLarge")
        /// Another process kept the database locked for longer than we wait.
        public static let busy = Code(name: "busy")
        /// The disk or the file's size limit is full. Nothing of the transaction was kept.
        public static let diskFull = Code(name: "diskFull")
        /// The disk answered with an error.
        public static let inputOutput = Code(name: "inputOutput")
        /// The file may only be read.
        public static let readOnly = Code(name: "readOnly")
        /// A rule of the schema refused a row (unique, not null).
        public static let constraint = Code(name: "constraint")
        /// The database did not accept a statement.
        public static let statement = Code(name: "statement")
        /// No such table, layer, tile, item, user or entry.
        public static let notFound = Code(name: "notFound")
        /// Something of that name is there already.
        public static let alreadyExists = Code(name: "alreadyExists")
        /// A value that the format can't hold.
        public static let invalidValue = Code(name: "invalidValue")
        /// The format allows it, we can't do it.
        public static let unsupported = Code(name: "unsupported")
        /// Data written by another version of Groma.
        public static let wrongVersion = Code(name: "wrongVersion")
    }
    /// The kind of failure.
    public var code: Code
    /// What failed, on which file, table or row, and what to do.
    public var message: String
    /// The error below, if one was involved.
    public var cause: (any Error)?
    /// The statement that failed, for database errors; values are never part of it.
    public var sql: String?

    /// Makes an error.
    public init(_ code: Code, _ message: String, cause: (any Error)? = nil, sql: String? = nil) {
        self.code = code
        self.message = message
        self.cause = cause
        self.sql = sql
    }

    public var description: String {
        // Where the message repeats what the cause says, once is enough.
        message + (cause.map { message.contains($0.reasonText) ? "" : " (\($0.reasonText))" } ?? "")
            + (sql.map { " [in: \($0.prefix(400))]" } ?? "")
    }
}
