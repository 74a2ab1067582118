// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaFeatures

/// Carries out attachment edits of one layer, inside a transaction of the caller.
struct AttachmentEditor {
    let features: FeatureEditor
    private var store: AttachmentStore { AttachmentStore(layout: features.layout, database: features.database) }

    /// More bytes than this are refused: SQLite's own bound for one value is a billion.
    static let mostBytes = 512 << 20

    func add(_ edit: AttachmentEdit) throws -> EditResult {
        try check(edit, code: 1008)
        let parent = try parent(of: edit)
        if let globalID = edit.globalID { _ = try RowPreparation.guidText(.guid(globalID), field: "globalId") }
        let added = try store.add(edit, parent: parent)
        return EditResult(objectID: added.id, globalID: added.globalID)
    }

    /// The attachment is found by its GlobalID.
    func update(_ edit: AttachmentEdit) throws -> EditResult {
        try check(edit, code: 1009)
        guard let globalID = edit.globalID, let id = try store.id(ofGlobalID: globalID) else {
            throw EditError(code: 1009, message: "The attachment to update is missing.")
        }
        _ = try store.update(id, with: edit)
        return EditResult(objectID: id, globalID: ColumnMapping.canonicalGUID(globalID))
    }

    /// Deleting what is gone succeeds.
    func delete(_ globalID: String) throws -> EditResult {
        guard features.layout.attachmentTable != nil else { throw noAttachments(1010) }
        let id = try store.id(ofGlobalID: globalID)
        if let id { try store.delete(id) }
        return EditResult(objectID: id, globalID: ColumnMapping.canonicalGUID(globalID))
    }

    private func check(_ edit: AttachmentEdit, code: Int) throws {
        guard features.layout.attachmentTable != nil else { throw noAttachments(code) }
        guard edit.data.count <= Self.mostBytes else {
            throw EditError(
                code: code, message: "The attachment \(edit.name) is larger than \(Self.mostBytes >> 20) MB.")
        }
    }

    private func parent(of edit: AttachmentEdit) throws -> Int64 {
        var id = edit.parentObjectID
        if id == nil, let globalID = edit.parentGlobalID { id = try features.objectID(ofGlobalID: globalID) }
        guard let id, try features.identity(id) != nil else {
            throw EditError(code: 1011, message: "The feature of the attachment \(edit.name) is missing.")
        }
        return id
    }

    private func noAttachments(_ code: Int) -> EditError {
        EditError(code: code, message: "\(features.layout.info.name) has no attachments.")
    }
}
