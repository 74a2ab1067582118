// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import GromaGeometry

/// A table of features that can be asked: a service's layer, a GeoPackage table, a feature collection.
public protocol FeatureTable: AnyObject, Sendable {
    /// What the table says of itself; reads it from where it lives if it has not been read yet.
    func layerInfo() async throws -> FeatureLayerInfo
    /// The rows that match, in pages joined into one set. Throws the room's own error, or `FeatureError` for a bad clause.
    func queryFeatures(using parameters: QueryParameters) async throws -> FeatureSet
    /// The number of rows that match.
    func queryFeatureCount(using parameters: QueryParameters) async throws -> Int
    /// The ids of the rows that match, rising.
    func queryObjectIDs(using parameters: QueryParameters) async throws -> [Int64]
    /// The box round the rows that match, in `outSpatialReference` or the table's own; empty when none has a shape.
    func queryExtent(using parameters: QueryParameters) async throws -> Envelope
    /// One row a group.
    func queryStatistics(using parameters: StatisticsQueryParameters) async throws -> FeatureSet
    /// Names, types and sizes of the attachments of a feature.
    func attachments(of objectID: Int64) async throws -> [AttachmentInfo]
    /// The bytes of one attachment.
    func attachmentData(_ attachmentID: Int64, of objectID: Int64) async throws -> [UInt8]
    /// The rows that are related to rows of this table, by the object ids of those. Throws `FeatureError` with `.notFound` for an
    /// unknown relationship.
    func queryRelatedRecords(of objectIDs: [Int64], using parameters: RelatedQueryParameters) async throws
        -> RelatedRecords
    /// The table with that layer id beside this one: of the same service or file. Throws `.notFound`, or `.unsupported` where tables
    /// stand alone.
    func relatedTable(layerID: Int) async throws -> any FeatureTable
    /// Which values of one field go with which of another; nil where the layer does not say.
    func contingentValuesDefinition() async throws -> ContingentValuesDefinition?
}

extension FeatureTable {
    /// By ordinary queries of this table and of those beside it.
    public func queryRelatedRecords(of objectIDs: [Int64], using parameters: RelatedQueryParameters) async throws
        -> RelatedRecords
    {
        try await RelatedRecordsQuery(of: self) { try await self.relatedTable(layerID: $0) }
            .records(of: objectIDs, parameters)
    }

    /// Throws `.unsupported`: the table stands alone.
    public func relatedTable(layerID: Int) async throws -> any FeatureTable {
        throw FeatureError(
            .unsupported, "\(try await layerInfo().name) stands alone; there is no table \(layerID) beside it.")
    }

    /// What the layer's description says.
    public func contingentValuesDefinition() async throws -> ContingentValuesDefinition? {
        try await layerInfo().contingentValues
    }
}

/// A table that also takes edits.
public protocol EditableFeatureTable: FeatureTable {
    /// Carries out the edits. When it returns, the successful ones are durable where they were sent.
    /// Results stand in the order of the edits; a refused edit is a result with an error, not a throw.
    func applyEdits(_ edits: FeatureEdits) async throws -> FeatureEditResults
    /// Edits of features that wait for `applyEdits()`; a stored `let pendingEdits = PendingEdits()`.
    var pendingEdits: PendingEdits { get }
}

/// What `applyEdits` is given.
public struct FeatureEdits: Sendable {
    /// Rows to add; their object ids are given by the table.
    public var adds: [FeatureRecord] = []
    /// Rows to change, found by the object id (or, with `usesGlobalIDs`, the GlobalID) among their attributes.
    public var updates: [FeatureRecord] = []
    /// Object ids of rows to delete.
    public var deletes: [Int64] = []
    /// GlobalIDs of rows to delete, where `usesGlobalIDs` is set.
    public var deletedGlobalIDs: [String] = []
    /// Attachments to add.
    public var attachmentAdds: [AttachmentEdit] = []
    /// Attachments whose contents are replaced, found by their GlobalID.
    public var attachmentUpdates: [AttachmentEdit] = []
    /// GlobalIDs of attachments to delete.
    public var attachmentDeletes: [String] = []
    /// Adds carry client-made GlobalIDs, so that a repeated request adds nothing twice.
    public var usesGlobalIDs = false
    /// All or nothing.
    public var rollsBackOnFailure = true
    /// No edits.
    public init() {}
    /// True without edits.
    public var isEmpty: Bool {
        adds.isEmpty && updates.isEmpty && deletes.isEmpty && deletedGlobalIDs.isEmpty && attachmentAdds.isEmpty
            && attachmentUpdates.isEmpty && attachmentDeletes.isEmpty
    }
}

/// An attachment to add or replace.
public struct AttachmentEdit: Sendable {
    /// The feature's object id, or nil when `parentGlobalID` names it.
    public var parentObjectID: Int64?
    /// The feature's GlobalID; nil where the object id names it or there is none.
    public var parentGlobalID: String?
    /// The attachment's own GlobalID, made by the client for adds.
    public var globalID: String?
    /// The file's name.
    public var name: String
    /// MIME type.
    public var contentType: String
    /// Words to find it by; empty for none.
    public var keywords: String
    /// The bytes.
    public var data: [UInt8]
    /// Makes an attachment edit.
    public init(
        parentObjectID: Int64? = nil, parentGlobalID: String? = nil, globalID: String? = nil, name: String,
        contentType: String, keywords: String = "", data: [UInt8]
    ) {
        self.parentObjectID = parentObjectID
        self.parentGlobalID = parentGlobalID
        self.globalID = globalID
        self.name = name
        self.contentType = contentType
        self.keywords = keywords
        self.data = data
    }
}

/// An attachment as listed, without its bytes.
public struct AttachmentInfo: Sendable, Hashable {
    /// The table's number of the attachment.
    public var id: Int64
    /// The GlobalID; nil where the table has none.
    public var globalID: String?
    /// The feature's object id.
    public var parentObjectID: Int64
    /// The feature's GlobalID; nil where the object id names it or there is none.
    public var parentGlobalID: String?
    /// The file's name.
    public var name: String
    /// MIME type.
    public var contentType: String
    /// Bytes.
    public var size: Int
    /// Words to find it by; empty for none.
    public var keywords: String
    /// Makes an info.
    public init(
        id: Int64, globalID: String? = nil, parentObjectID: Int64, parentGlobalID: String? = nil, name: String,
        contentType: String, size: Int, keywords: String = ""
    ) {
        self.id = id
        self.globalID = globalID
        self.parentObjectID = parentObjectID
        self.parentGlobalID = parentGlobalID
        self.name = name
        self.contentType = contentType
        self.size = size
        self.keywords = keywords
    }
}

/// What became of one edit.
public struct EditResult: Sendable {
    /// The row's object id, or the attachment's number; nil when there is none.
    public var objectID: Int64?
    /// The GlobalID; nil where the table has none.
    public var globalID: String?
    /// The server's verdict when the edit was refused; nil on success.
    public var error: EditError?
    /// True when the edit was refused.
    public var didCompleteWithErrors: Bool { error != nil }
    /// Makes a result.
    public init(objectID: Int64?, globalID: String? = nil, error: EditError? = nil) {
        self.objectID = objectID
        self.globalID = globalID
        self.error = error
    }
}

/// Why an edit was refused, in the service's code and words.
public struct EditError: Error, Sendable, Hashable {
    /// The service's number for the reason (feature service REST, edit results).
    public var code: Int
    /// The reason in words.
    public var message: String
    /// Makes an error.
    public init(code: Int, message: String) {
        self.code = code
        self.message = message
    }
}

/// Results in the order of the edits.
public struct FeatureEditResults: Sendable {
    /// One result for each added row.
    public var adds: [EditResult] = []
    /// One result for each changed row.
    public var updates: [EditResult] = []
    /// One result for each deleted row, those by object id first.
    public var deletes: [EditResult] = []
    /// One result for each added attachment.
    public var attachmentAdds: [EditResult] = []
    /// One result for each replaced attachment.
    public var attachmentUpdates: [EditResult] = []
    /// One result for each deleted attachment.
    public var attachmentDeletes: [EditResult] = []
    /// No results.
    public init() {}
}
