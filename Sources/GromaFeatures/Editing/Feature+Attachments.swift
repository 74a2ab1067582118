// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// A file that belongs to a feature.
public struct Attachment: Sendable, Identifiable {
    /// The GlobalID, or the table's number where attachments have none.
    public let id: String
    /// The table's number; nil while the attachment waits for `applyEdits()`.
    public let attachmentID: Int64?
    /// The GlobalID; nil where the table has none.
    public let globalID: String?
    /// The file's name.
    public let name: String
    /// MIME type.
    public let contentType: String
    /// Bytes.
    public let size: Int
    /// Words to find it by; empty for none.
    public let keywords: String
    private let read: @Sendable () async throws -> [UInt8]

    /// True while the table does not have the attachment yet.
    public var isPending: Bool { attachmentID == nil }

    /// The bytes; read from the table each time.
    public func data() async throws -> [UInt8] { try await read() }

    init(_ info: AttachmentInfo, of objectID: Int64, in table: any FeatureTable) {
        id = info.globalID ?? String(info.id)
        attachmentID = info.id
        globalID = info.globalID
        name = info.name
        contentType = info.contentType
        size = info.size
        keywords = info.keywords
        read = { try await table.attachmentData(info.id, of: objectID) }
    }

    init(pending edit: AttachmentEdit) {
        id = edit.globalID ?? edit.name
        attachmentID = nil
        globalID = edit.globalID
        name = edit.name
        contentType = edit.contentType
        size = edit.data.count
        keywords = edit.keywords
        let data = edit.data
        read = { data }
    }
}

extension Feature {
    /// The feature's attachments as they will be after `applyEdits()`: those of the table, then those that wait.
    public var attachments: [Attachment] {
        get async throws {
            let pending = (table as? any EditableFeatureTable)?.pendingEdits.attachments(of: self) ?? []
            var list: [Attachment] = []
            if let table {
                if layerInfo == nil { learn(try await table.layerInfo()) }
                if let id = objectID {
                    list = try await table.attachments(of: id).map { Attachment($0, of: id, in: table) }
                }
            }
            for entry in pending {
                let place = list.firstIndex { $0.globalID != nil && $0.globalID == entry.edit.globalID }
                switch (entry.kind, place) {
                case (.delete, let place?): list.remove(at: place)
                case (.delete, nil): break
                case (_, let place?): list[place] = Attachment(pending: entry.edit)
                case (_, nil): list.append(Attachment(pending: entry.edit))
                }
            }
            return list
        }
    }

    /// Notes a file to attach; it is sent by the table's `applyEdits()`, after the feature itself.
    /// Throws `.unsupported` when the table takes no edits or no attachments.
    @discardableResult
    public func addAttachment(
        named name: String, contentType: String, data: some Collection<UInt8>, keywords: String = ""
    ) async throws -> Attachment {
        let table = try await editableTable()
        let edit = AttachmentEdit(
            globalID: AttributeValue.newGUID(), name: name, contentType: contentType, keywords: keywords,
            data: Array(data))
        table.pendingEdits.add(PendingEdits.AttachmentEntry(feature: self, kind: .add, edit: edit))
        return Attachment(pending: edit)
    }

    /// Notes new contents of an attachment. Throws `.unsupported` for attachments without a GlobalID.
    public func updateAttachment(
        _ attachment: Attachment, named name: String, contentType: String, data: some Collection<UInt8>
    ) async throws {
        let table = try await editableTable()
        let edit = AttachmentEdit(
            globalID: try globalID(of: attachment), name: name, contentType: contentType,
            keywords: attachment.keywords, data: Array(data))
        table.pendingEdits.add(PendingEdits.AttachmentEntry(feature: self, kind: .update, edit: edit))
    }

    /// Notes that an attachment is to go. Throws `.unsupported` for attachments without a GlobalID.
    public func deleteAttachment(_ attachment: Attachment) async throws {
        let table = try await editableTable()
        let edit = AttachmentEdit(
            globalID: try globalID(of: attachment), name: attachment.name, contentType: attachment.contentType, data: []
        )
        table.pendingEdits.add(PendingEdits.AttachmentEntry(feature: self, kind: .delete, edit: edit))
    }

    private func globalID(of attachment: Attachment) throws -> String {
        guard let id = attachment.globalID else {
            throw FeatureError(
                .unsupported, "The attachment \(attachment.name) has no GlobalID, by which edits find attachments.")
        }
        return id
    }

    private func editableTable() async throws -> any EditableFeatureTable {
        guard let table = table as? any EditableFeatureTable else {
            throw FeatureError(.unsupported, "The feature belongs to no table that takes edits.")
        }
        let info = try await table.layerInfo()
        learn(info)
        guard info.hasAttachments else {
            throw FeatureError(.unsupported, "\(info.name) takes no attachments.")
        }
        return table
    }
}
