// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaCodecs

extension EditableFeatureTable {
    /// Sends all pending edits: features first, attachments after their features succeeded.
    ///
    /// Results stand in the order in which the edits were made. What was refused stays pending; a thrown error (no connection)
    /// leaves everything pending, and sending again adds nothing twice where the table has GlobalIDs. One call at a time:
    /// a second one while the first runs throws `.unsupported`.
    @discardableResult
    public func applyEdits(rollsBackOnFailure: Bool = false) async throws -> [FeatureEditResult] {
        guard pendingEdits.beginSending() else {
            throw FeatureError(.unsupported, "The table's edits are being sent already; wait for that call to end.")
        }
        defer { pendingEdits.endSending() }
        let info = try await layerInfo()
        let (entries, attachments) = pendingEdits.snapshot
        guard !entries.isEmpty || !attachments.isEmpty else { return [] }
        var batch = EditBatch(info: info, entries: entries)
        batch.edits.rollsBackOnFailure = rollsBackOnFailure
        var results: [FeatureEditResult] = []
        if !entries.isEmpty {
            results = try batch.results(of: try await applyEdits(batch.edits))
            pendingEdits.remove(results.filter { $0.error == nil }.map(\.feature), attachments: [])
        }
        let refused = results.filter { $0.error != nil }.map(\.feature)
        let ready = attachments.filter { entry in !refused.contains { $0 === entry.feature } }
        guard !ready.isEmpty else { return results }
        let sent = await send(ready, info: info)
        let done = zip(ready, sent).filter { $1.error == nil }.map(\.0)
        pendingEdits.remove([], attachments: done)
        for (entry, result) in zip(ready, sent) {
            if let place = results.firstIndex(where: { $0.feature === entry.feature }) {
                results[place].attachmentResults.append(result)
            } else {
                let feature = entry.feature
                results.append(
                    FeatureEditResult(
                        feature: feature, editOperation: .update, objectID: feature.objectID,
                        globalID: feature.globalID,
                        attachmentResults: [result]))
            }
        }
        return results
    }

    private func send(_ entries: [PendingEdits.AttachmentEntry], info: FeatureLayerInfo) async -> [AttachmentResult] {
        var edits = FeatureEdits()
        edits.usesGlobalIDs = info.globalIDFieldName != nil
        edits.rollsBackOnFailure = false
        for entry in entries {
            var edit = entry.edit
            edit.parentObjectID = entry.feature.objectID
            edit.parentGlobalID = entry.feature.globalID
            switch entry.kind {
            case .add: edits.attachmentAdds.append(edit)
            case .update: edits.attachmentUpdates.append(edit)
            case .delete: edits.attachmentDeletes.append(edit.globalID ?? "")
            }
        }
        do {
            let answer = try await applyEdits(edits)
            var adds = answer.attachmentAdds.makeIterator(), updates = answer.attachmentUpdates.makeIterator()
            var deletes = answer.attachmentDeletes.makeIterator()
            return entries.map { entry in
                switch entry.kind {
                case .add: entry.result(adds.next())
                case .update: entry.result(updates.next())
                case .delete: entry.result(deletes.next())
                }
            }
        } catch {
            return entries.map { $0.failure(AttachmentError(.transport, "\(error)", cause: error)) }
        }
    }
}

extension PendingEdits.AttachmentEntry {
    fileprivate var operation: EditOperation {
        switch kind {
        case .add: .add
        case .update: .update
        case .delete: .delete
        }
    }

    fileprivate func failure(_ error: AttachmentError) -> AttachmentResult {
        AttachmentResult(name: edit.name, editOperation: operation, globalID: edit.globalID, error: error)
    }

    fileprivate func result(_ answer: EditResult?) -> AttachmentResult {
        guard let answer else {
            return failure(AttachmentError(.transport, "The answer says nothing about \(edit.name)."))
        }
        if let error = answer.error { return failure(AttachmentError(.refused, error.message, cause: error)) }
        return AttachmentResult(
            name: edit.name, editOperation: operation, attachmentID: answer.objectID,
            globalID: answer.globalID ?? edit.globalID)
    }
}

/// Pending edits as one request, and its answer as results.
private struct EditBatch {
    let info: FeatureLayerInfo
    let entries: [PendingEdits.Entry]
    var edits = FeatureEdits()

    init(info: FeatureLayerInfo, entries: [PendingEdits.Entry]) {
        self.info = info
        self.entries = entries
        let canUseGlobalIDs = info.unknownJSON["supportsApplyEditsWithGlobalIds"]?.bool ?? true
        edits.usesGlobalIDs =
            canUseGlobalIDs && info.globalIDFieldName != nil && entries.allSatisfy { $0.feature.globalID != nil }
        for entry in entries {
            let feature = entry.feature
            switch entry.operation {
            case .add: edits.adds.append(feature.record)
            case .update: edits.updates.append(feature.record)
            case .delete:
                if edits.usesGlobalIDs, let id = feature.globalID {
                    edits.deletedGlobalIDs.append(id)
                } else if let id = feature.objectID {
                    edits.deletes.append(id)
                }
            }
        }
    }

    /// Matches the answer with the entries, and gives new features their ids.
    func results(of answer: FeatureEditResults) throws -> [FeatureEditResult] {
        guard answer.adds.count == edits.adds.count, answer.updates.count == edits.updates.count,
            answer.deletes.count == edits.deletes.count + edits.deletedGlobalIDs.count
        else {
            throw FeatureError(
                .malformed,
                "\(info.name) answered another number of results than there were edits; it is not known which succeeded."
            )
        }
        var adds = answer.adds.makeIterator(), updates = answer.updates.makeIterator()
        var deletes = answer.deletes.makeIterator()
        return entries.compactMap { entry in
            let result =
                switch entry.operation {
                case .add: adds.next()
                case .update: updates.next()
                case .delete: deletes.next()
                }
            guard let result else { return nil }
            if result.error == nil, entry.operation == .add { learn(result, entry.feature) }
            return FeatureEditResult(
                feature: entry.feature, editOperation: entry.operation,
                objectID: result.error == nil ? result.objectID ?? entry.feature.objectID : entry.feature.objectID,
                globalID: result.globalID ?? entry.feature.globalID, error: result.error)
        }
    }

    private func learn(_ result: EditResult, _ feature: Feature) {
        if let id = result.objectID { feature.setAttributeValue(.integer(id), forKey: info.objectIDFieldName) }
        if let name = info.globalIDFieldName, let id = result.globalID {
            feature.setAttributeValue(.guid(id), forKey: name)
        }
    }
}
