// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaGeometry

/// Edits the rows of a table in memory. Error codes are those of feature services (feature service REST, edit results).
struct CollectionEditor {
    typealias State = FeatureCollectionTable.State
    var state: State
    private let before: State
    private var records: [FeatureRecord]
    private var places: [Int64: Int] = [:]
    private var usesGlobalIDs = false

    init(_ state: State) {
        self.state = state
        before = state
        records = Array(state.rows.records)
        for (place, record) in records.enumerated() { if let id = objectID(of: record) { places[id] = place } }
    }

    mutating func apply(_ edits: FeatureEdits) -> FeatureEditResults {
        usesGlobalIDs = edits.usesGlobalIDs
        var results = FeatureEditResults()
        for record in edits.adds { results.adds.append(attempt { try $0.add(record) }) }
        for record in edits.updates { results.updates.append(attempt { try $0.update(record) }) }
        for id in edits.deletes { results.deletes.append(attempt { try $0.delete(id) }) }
        for id in edits.deletedGlobalIDs {
            results.deletes.append(attempt { try $0.delete(try $0.objectID(globalID: id)) })
        }
        for edit in edits.attachmentAdds { results.attachmentAdds.append(attempt { try $0.addAttachment(edit) }) }
        for edit in edits.attachmentUpdates {
            results.attachmentUpdates.append(attempt { try $0.updateAttachment(edit) })
        }
        for id in edits.attachmentDeletes {
            results.attachmentDeletes.append(attempt { try $0.deleteAttachment(id) })
        }
        finish(&results, rollsBack: edits.rollsBackOnFailure)
        return results
    }

    private mutating func finish(_ results: inout FeatureEditResults, rollsBack: Bool) {
        let lists: [WritableKeyPath<FeatureEditResults, [EditResult]>] = [
            \.adds, \.updates, \.deletes, \.attachmentAdds, \.attachmentUpdates, \.attachmentDeletes,
        ]
        if rollsBack, lists.contains(where: { results[keyPath: $0].contains { $0.error != nil } }) {
            state = before
            for list in lists {
                for place in results[keyPath: list].indices where results[keyPath: list][place].error == nil {
                    results[keyPath: list][place].error = EditError(code: 1003, message: "Operation rolled back.")
                }
            }
            return
        }
        let kept = records.filter { objectID(of: $0).map { places[$0] != nil } ?? true }
        var rows = state.rows.selecting(rows: [])
        rows.count = 0
        // Every record was checked when it was added or changed.
        for record in kept { try? rows.append(record) }
        state.rows = rows
    }

    private mutating func attempt(_ edit: (inout Self) throws -> EditResult) -> EditResult {
        do { return try edit(&self) } catch {
            return EditResult(
                objectID: nil, error: error as? EditError ?? EditError(code: 1000, message: "\(error)"))
        }
    }

    private mutating func add(_ record: FeatureRecord) throws(EditError) -> EditResult {
        var record = try checked(record, isNew: true)
        let id = state.nextObjectID
        record.attributes[state.info.objectIDFieldName] = .integer(id)
        var globalID: String?
        if let name = state.info.globalIDFieldName {
            if usesGlobalIDs, case .guid(let given)? = record.attributes[name] {
                // The same add sent twice: the row is there already.
                if let known = try? objectID(globalID: given) { return EditResult(objectID: known, globalID: given) }
                globalID = given
            } else {
                globalID = AttributeValue.newGUID()
            }
            record.attributes[name] = globalID.map { .guid($0) }
        }
        state.nextObjectID += 1
        places[id] = records.count
        records.append(record)
        return EditResult(objectID: id, globalID: globalID)
    }

    private mutating func update(_ record: FeatureRecord) throws(EditError) -> EditResult {
        let id: Int64
        if usesGlobalIDs, let name = state.info.globalIDFieldName,
            case .guid(let given)? = record.attributes.value(forField: name)
        {
            id = try objectID(globalID: given)
        } else if let given = objectID(of: record) {
            id = given
        } else {
            throw EditError(code: 1011, message: "The update names no object id.")
        }
        guard let place = places[id] else { throw EditError(code: 1011, message: "Object is missing.") }
        let changes = try checked(record, isNew: false)
        for (name, value) in changes.attributes where !isKey(name) { records[place].attributes[name] = value }
        if let geometry = changes.geometry { records[place].geometry = geometry }
        return EditResult(objectID: id, globalID: globalID(of: records[place]))
    }

    private mutating func delete(_ id: Int64) throws(EditError) -> EditResult {
        guard let place = places.removeValue(forKey: id) else {
            throw EditError(code: 1011, message: "Object is missing.")
        }
        state.attachments.removeAll { $0.info.parentObjectID == id }
        return EditResult(objectID: id, globalID: globalID(of: records[place]))
    }

    /// The record with the fields' own spelling of the names; unknown names are left out.
    private func checked(_ record: FeatureRecord, isNew: Bool) throws(EditError) -> FeatureRecord {
        var result = FeatureRecord(geometry: record.geometry)
        for field in state.rows.fields where field.type != .geometry {
            var value = record.attributes.value(forField: field.name)
            if isNew, value == nil { value = field.defaultValue }
            guard let value else { continue }
            if isKey(field.name) {
                result.attributes[field.name] = value
                continue
            }
            do { try field.validate(value) } catch {
                if error == .nullNotAllowed { throw EditError(code: 1001, message: "\(field.name) must not be null.") }
                throw EditError(code: 1016, message: "\(field.name) cannot hold this value (\(error)).")
            }
            result.attributes[field.name] = value
        }
        if var geometry = record.geometry {
            guard state.rows.geometryType == geometry.geometryType else {
                throw EditError(code: 1015, message: "The shape is of another type than the layer's.")
            }
            if let target = state.rows.spatialReference, let own = geometry.spatialReference, own != target {
                do { geometry = try GeometryEngine.project(geometry, into: target) } catch {
                    throw EditError(code: 1015, message: error.message)
                }
            }
            result.geometry = geometry
        }
        return result
    }

    private func isKey(_ name: String) -> Bool {
        name == state.info.objectIDFieldName || name == state.info.globalIDFieldName
    }

    private func objectID(of record: FeatureRecord) -> Int64? {
        guard case .integer(let id)? = record.attributes.value(forField: state.info.objectIDFieldName) else {
            return nil
        }
        return id
    }

    private func globalID(of record: FeatureRecord) -> String? {
        guard let name = state.info.globalIDFieldName, case .guid(let id)? = record.attributes.value(forField: name)
        else {
            return nil
        }
        return id
    }

    private func objectID(globalID: String) throws(EditError) -> Int64 {
        let wanted = AttributeValue.bareGUID(globalID)
        let found = records.first { record in
            self.globalID(of: record).map(AttributeValue.bareGUID) == wanted
                && (objectID(of: record).map { places[$0] != nil } ?? false)
        }
        guard let id = found.flatMap(objectID(of:)) else { throw EditError(code: 1011, message: "Object is missing.") }
        return id
    }
}

extension CollectionEditor {
    private mutating func addAttachment(_ edit: AttachmentEdit) throws(EditError) -> EditResult {
        guard state.info.hasAttachments else {
            throw EditError(code: 1008, message: "\(state.info.name) takes no attachments.")
        }
        let parent: Int64
        if let id = edit.parentObjectID {
            parent = id
        } else if let globalID = edit.parentGlobalID {
            parent = try objectID(globalID: globalID)
        } else {
            throw EditError(code: 1008, message: "The attachment names no feature.")
        }
        guard let place = places[parent] else { throw EditError(code: 1011, message: "Object is missing.") }
        if let id = edit.globalID, let known = attachmentPlace(id) {
            return EditResult(objectID: state.attachments[known].info.id, globalID: id)
        }
        let info = AttachmentInfo(
            id: state.nextAttachmentID, globalID: edit.globalID ?? AttributeValue.newGUID(), parentObjectID: parent,
            parentGlobalID: globalID(of: records[place]), name: edit.name, contentType: edit.contentType,
            size: edit.data.count, keywords: edit.keywords)
        state.nextAttachmentID += 1
        state.attachments.append(FeatureCollectionTable.StoredAttachment(info: info, data: edit.data))
        return EditResult(objectID: info.id, globalID: info.globalID)
    }

    private mutating func updateAttachment(_ edit: AttachmentEdit) throws(EditError) -> EditResult {
        guard let id = edit.globalID, let place = attachmentPlace(id) else {
            throw EditError(code: 1009, message: "There is no such attachment.")
        }
        state.attachments[place].data = edit.data
        state.attachments[place].info.name = edit.name
        state.attachments[place].info.contentType = edit.contentType
        state.attachments[place].info.keywords = edit.keywords
        state.attachments[place].info.size = edit.data.count
        return EditResult(objectID: state.attachments[place].info.id, globalID: id)
    }

    private mutating func deleteAttachment(_ id: String) throws(EditError) -> EditResult {
        guard let place = attachmentPlace(id) else {
            throw EditError(code: 1010, message: "There is no such attachment.")
        }
        let removed = state.attachments.remove(at: place)
        return EditResult(objectID: removed.info.id, globalID: removed.info.globalID)
    }

    private func attachmentPlace(_ globalID: String) -> Int? {
        let wanted = AttributeValue.bareGUID(globalID)
        return state.attachments.firstIndex { $0.info.globalID.map(AttributeValue.bareGUID) == wanted }
    }
}
