// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// What became of one feature's edit.
public struct FeatureEditResult: Sendable {
    /// The feature that was edited.
    public var feature: Feature
    /// What was to happen.
    public var editOperation: EditOperation
    /// The object id; nil when the edit was refused before the table gave one.
    public var objectID: Int64?
    /// The GlobalID; nil where the table has none.
    public var globalID: String?
    /// Why the table refused the edit; nil on success.
    public var error: EditError?
    /// What became of the feature's attachments; they are sent after their feature succeeded.
    public var attachmentResults: [AttachmentResult] = []
    /// True when the edit or one of its attachments was refused or could not be sent.
    public var didCompleteWithErrors: Bool { error != nil || attachmentResults.contains { $0.error != nil } }
}

/// What became of one attachment's edit.
public struct AttachmentResult: Sendable {
    /// The file's name.
    public var name: String
    /// What was to happen.
    public var editOperation: EditOperation
    /// The attachment's id, once the table has it.
    public var attachmentID: Int64?
    /// The GlobalID; nil where the table has none.
    public var globalID: String?
    /// Why it is not stored; nil on success. The attachment then waits for the next `applyEdits()`.
    public var error: AttachmentError?
}

/// Why an attachment is not stored.
public struct AttachmentError: Error, Sendable, CustomStringConvertible {
    /// The kind of failure.
    public struct Code: Hashable, Sendable {
        /// The code's stable name.
        public let name: String
        /// It did not get there: the network, a disk. Trying again may help.
        public static let transport = Code(name: "transport")
        /// The table refused it. Trying again will not help.
        public static let refused = Code(name: "refused")
    }
    /// The kind of failure.
    public var code: Code
    /// What failed, in words.
    public var message: String
    /// The error below, if there was one.
    public var cause: (any Error)?

    /// Makes an error.
    public init(_ code: Code, _ message: String, cause: (any Error)? = nil) {
        self.code = code
        self.message = message
        self.cause = cause
    }

    /// The message.
    public var description: String { message }
}
