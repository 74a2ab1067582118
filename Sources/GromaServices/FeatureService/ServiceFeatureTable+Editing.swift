// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaCodecs
public import GromaFeatures
import GromaGeometry

extension ServiceFeatureTable {
    /// Sends the edits: features in one request, then attachments of the features that succeeded, one request a file.
    public func applyEdits(_ edits: FeatureEdits) async throws -> FeatureEditResults {
        let info = try await layerInfo()
        var results = FeatureEditResults()
        let hasFeatures =
            !(edits.adds.isEmpty && edits.updates.isEmpty && edits.deletes.isEmpty && edits.deletedGlobalIDs.isEmpty)
        if hasFeatures || !edits.attachmentDeletes.isEmpty {
            let answer = try await client.json(
                operation("applyEdits"), Self.form(edits, info), method: .post, timeout: .seconds(300))
            results.adds = try read(answer["addResults"], count: edits.adds.count, "added")
            results.updates = try read(answer["updateResults"], count: edits.updates.count, "updated")
            results.deletes = try read(
                answer["deleteResults"],
                count: edits.usesGlobalIDs ? edits.deletedGlobalIDs.count : edits.deletes.count, "deleted")
            results.attachmentDeletes = try read(
                answer["attachments"]?["deleteResults"], count: edits.attachmentDeletes.count, "deleted attachments")
        }
        tellChanges(results)
        var identifiers: [String: EditResult] = [:]
        for result in results.adds + results.updates {
            if let id = result.globalID { identifiers[Self.normalized(id)] = result }
        }
        for edit in edits.attachmentAdds {
            results.attachmentAdds.append(try await send(edit, of: identifiers, replaces: false))
        }
        for edit in edits.attachmentUpdates {
            results.attachmentUpdates.append(try await send(edit, of: identifiers, replaces: true))
        }
        return results
    }

    // MARK: - Features

    static func form(_ edits: FeatureEdits, _ info: FeatureLayerInfo) -> [(name: String, value: String)] {
        func list(_ records: [FeatureRecord]) -> String {
            records.isEmpty ? "" : JSONValue.array(records.map { Self.json($0, info) }).text()
        }
        let deletes =
            edits.usesGlobalIDs
            ? (edits.deletedGlobalIDs.isEmpty ? "" : JSONValue.array(edits.deletedGlobalIDs.map { .string($0) }).text())
            : edits.deletes.map(String.init).joined(separator: ",")
        var attachments = JSONObject()
        if !edits.attachmentDeletes.isEmpty {
            attachments["deletes"] = .array(edits.attachmentDeletes.map { .string($0) })
        }
        return [
            ("adds", list(edits.adds)), ("updates", list(edits.updates)), ("deletes", deletes),
            ("attachments", attachments.isEmpty ? "" : JSONValue.object(attachments).text()),
            ("useGlobalIds", edits.usesGlobalIDs || !attachments.isEmpty ? "true" : "false"),
            ("rollbackOnFailure", edits.rollsBackOnFailure ? "true" : "false"),
        ]
    }

    private static func json(_ record: FeatureRecord, _ info: FeatureLayerInfo) -> JSONValue {
        var attributes = JSONObject()
        // In the order of the fields, so that one record always makes the same request.
        let known = info.fields.map(\.name).filter { record.attributes[$0] != nil }
        let others = record.attributes.keys.filter { !known.contains($0) }.sorted()
        for name in known + others { attributes[name] = record.attributes[name]?.json }
        var feature = JSONObject()
        feature["attributes"] = .object(attributes)
        if let geometry = record.geometry { feature["geometry"] = geometry.esriJSON }
        return .object(feature)
    }

    private func read(_ json: JSONValue?, count: Int, _ what: String) throws -> [EditResult] {
        let results = json?.array ?? []
        guard results.count == count else {
            throw ServiceError(
                .unexpectedAnswer,
                "The service answered \(results.count) results for \(count) \(what) features; look at the layer before sending again.",
                url: operation("applyEdits").withoutQuery)
        }
        return results.map(Self.result)
    }

    static func result(_ json: JSONValue) -> EditResult {
        let id = json["objectId"]?.int64
        var result = EditResult(objectID: id == -1 ? nil : id, globalID: json["globalId"]?.string)
        if json["success"]?.bool != true {
            result.error = EditError(
                code: json["error"]?["code"]?.int ?? 1_000,
                message: json["error"]?["description"]?.string ?? "The service refused the edit without a reason.")
        }
        return result
    }

    static func normalized(_ globalID: String) -> String {
        globalID.filter { $0 != "{" && $0 != "}" }.lowercased()
    }

    // MARK: - Attachments

    public func attachments(of objectID: Int64) async throws -> [AttachmentInfo] {
        let answer = try await client.json(operation("\(objectID)/attachments"))
        guard let infos = answer["attachmentInfos"]?.array else {
            throw ServiceError(
                .unexpectedAnswer, "The service listed no attachments.",
                url: operation("\(objectID)/attachments").withoutQuery)
        }
        return infos.compactMap { info in
            guard let id = info["id"]?.int64 else { return nil }
            return AttachmentInfo(
                id: id, globalID: info["globalId"]?.string, parentObjectID: objectID,
                parentGlobalID: info["parentGlobalId"]?.string,
                name: info["name"]?.string ?? "",
                contentType: info["contentType"]?.string ?? "application/octet-stream",
                size: info["size"]?.int ?? 0, keywords: info["keywords"]?.string ?? "")
        }
    }

    public func attachmentData(_ attachmentID: Int64, of objectID: Int64) async throws -> [UInt8] {
        try await client.bytes(operation("\(objectID)/attachments/\(attachmentID)"))
    }

    /// Sends one file. A refusal is a result; a parent that failed to be added refuses its files.
    private func send(_ edit: AttachmentEdit, of parents: [String: EditResult], replaces: Bool) async throws
        -> EditResult
    {
        let parent = edit.parentGlobalID.map(Self.normalized)
        var objectID = edit.parentObjectID
        if let parent, let result = parents[parent] {
            if result.didCompleteWithErrors {
                return EditResult(
                    objectID: nil, globalID: edit.globalID,
                    error: EditError(
                        code: replaces ? 1_009 : 1_008, message: "\(edit.name) was not sent: its feature was refused."))
            }
            objectID = result.objectID
        }
        if objectID == nil, let parent { objectID = try await self.objectID(ofGlobalID: parent) }
        guard let objectID else {
            return EditResult(
                objectID: nil, globalID: edit.globalID,
                error: EditError(code: 1_011, message: "\(edit.name) has no feature to belong to."))
        }
        var form = MultipartForm()
        form.add("f", "json")
        if !edit.keywords.isEmpty { form.add("keywords", edit.keywords) }
        if let id = edit.globalID { form.add("globalId", id) }
        if replaces {
            let wanted = edit.globalID.map(Self.normalized)
            guard
                let old = try await attachments(of: objectID).first(where: {
                    $0.globalID.map(Self.normalized) == wanted
                })
            else {
                return EditResult(
                    objectID: nil, globalID: edit.globalID,
                    error: EditError(code: 1_009, message: "\(edit.name) is not attached to feature \(objectID)."))
            }
            form.add("attachmentId", String(old.id))
        }
        form.addFile("attachment", fileName: edit.name, contentType: edit.contentType, data: edit.data)
        do {
            let answer = try await client.upload(
                operation("\(objectID)/\(replaces ? "updateAttachment" : "addAttachment")"), form)
            return Self.result(answer[replaces ? "updateAttachmentResult" : "addAttachmentResult"] ?? .null)
        } catch let error as ServiceError where error.code == .refused {
            return EditResult(
                objectID: nil, globalID: edit.globalID,
                error: EditError(code: error.serviceCode ?? (replaces ? 1_009 : 1_008), message: error.description))
        }
    }

    private func objectID(ofGlobalID id: String) async throws -> Int64? {
        guard let field = try await layerInfo().globalIDFieldName else { return nil }
        var parameters = QueryParameters()
        parameters.whereClause = "\(field) = '{\(id.uppercased())}'"
        return try await queryObjectIDs(using: parameters).first
    }
}
