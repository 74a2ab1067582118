// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaCodecs
import GromaFeatures

/// Attachments of one feature, and `queryAttachments`.
struct AttachmentRoutes: Sendable {
    let context: RouteContext

    func add(to router: inout Router<RESTHandler>) {
        let layer = FeatureServiceRoutes.root + "/{layer}"
        router.add(layer + "/queryAttachments") { try await query($0) }
        router.add(layer + "/{feature}/attachments") { try await list($0) }
        router.add(layer + "/{feature}/attachments/{attachment}") { try await bytes($0) }
        router.add(layer + "/{feature}/addAttachment") { try await add($0) }
        router.add(layer + "/{feature}/updateAttachment") { try await update($0) }
        router.add(layer + "/{feature}/deleteAttachments") { try await delete($0) }
    }

    /// The layer and the feature's id; throws when the layer has no attachments or the feature is missing.
    private func feature(_ request: RESTRequest) async throws -> (target: LayerTarget, id: Int64) {
        let target = try await context.layer(of: request)
        guard target.info.hasAttachments else {
            throw HostingError(.invalidParameter, "\(target.info.name) has no attachments.")
        }
        let id = Int64(try request.number("feature"))
        var parameters = QueryParameters()
        parameters.objectIDs = [id]
        let table = try await context.store.table(target.info.id, of: target.service.name)
        guard try await table.queryFeatureCount(using: parameters) == 1 else {
            throw HostingError(.notFound, "\(target.info.name) has no feature with the id \(id).")
        }
        return (target, id)
    }

    private func infos(_ target: LayerTarget, _ ids: [Int64]) async throws -> [AttachmentInfo] {
        try await context.store.attachments(of: ids, layer: target.info.id, of: target.service.name)
    }

    private func list(_ request: RESTRequest) async throws -> HTTPResponse {
        let (target, id) = try await feature(request)
        return request.answer(["attachmentInfos": .array(try await infos(target, [id]).map { Self.json($0) })])
    }

    private func bytes(_ request: RESTRequest) async throws -> HTTPResponse {
        let (target, id) = try await feature(request)
        let attachmentID = Int64(try request.number("attachment"))
        guard let info = try await infos(target, [id]).first(where: { $0.id == attachmentID }) else {
            throw HostingError(.notFound, "Feature \(id) of \(target.info.name) has no attachment \(attachmentID).")
        }
        let table = try await context.store.table(target.info.id, of: target.service.name)
        let data = try await table.attachmentData(attachmentID, of: id)
        var response = HTTPResponse(contentType: info.contentType, body: .bytes(data))
        // What a browser would run (HTML, SVG) is offered as a download.
        let isHarmless = ["image/png", "image/jpeg", "image/gif", "image/webp", "application/pdf", "text/plain"]
            .contains(info.contentType)
        let name = PercentEncoding.encode(info.name)
        response.headers["Content-Disposition"] = "\(isHarmless ? "inline" : "attachment"); filename*=UTF-8''\(name)"
        return response
    }

    private func add(_ request: RESTRequest) async throws -> HTTPResponse {
        try request.requirePost()
        let (target, id) = try await feature(request)
        try target.require("Update", for: request.caller, to: "add attachments to \(target.info.name)")
        let file = try AttachmentParameters.file(of: request, uploads: context.uploads)
        var edits = FeatureEdits()
        edits.attachmentAdds = [edit(file, of: id, globalID: request.parameters["globalId"], request)]
        let result = try await apply(edits, target, request).attachmentAdds
        return try answer("addAttachmentResult", result, request)
    }

    private func update(_ request: RESTRequest) async throws -> HTTPResponse {
        try request.requirePost()
        let (target, id) = try await feature(request)
        try target.require("Update", for: request.caller, to: "change attachments of \(target.info.name)")
        guard let attachmentID = try request.parameters.integer("attachmentId") else {
            throw HostingError(.invalidParameter, "The parameter 'attachmentId' is missing.")
        }
        let globalID = try await globalIDs([Int64(attachmentID)], of: id, target)[0]
        let file = try AttachmentParameters.file(of: request, uploads: context.uploads)
        var edits = FeatureEdits()
        edits.attachmentUpdates = [edit(file, of: id, globalID: globalID, request)]
        let result = try await apply(edits, target, request).attachmentUpdates
        return try answer("updateAttachmentResult", result, request)
    }

    private func delete(_ request: RESTRequest) async throws -> HTTPResponse {
        try request.requirePost()
        let (target, id) = try await feature(request)
        try target.require("Update", for: request.caller, to: "delete attachments of \(target.info.name)")
        let ids = try request.parameters.ids("attachmentIds")
        guard !ids.isEmpty else { throw HostingError(.invalidParameter, "The parameter 'attachmentIds' is missing.") }
        var edits = FeatureEdits()
        edits.rollsBackOnFailure = try request.parameters.bool("rollbackOnFailure", default: true)
        edits.attachmentDeletes = try await globalIDs(ids, of: id, target)
        let results = try await apply(edits, target, request).attachmentDeletes
        let answers = zip(ids, results).map { id, result in
            var result = result
            result.objectID = id
            return EditAnswer.result(result)
        }
        return request.answer(["deleteAttachmentResults": .array(answers)])
    }

    /// GlobalIDs of attachments, by which stores find them.
    private func globalIDs(_ ids: [Int64], of feature: Int64, _ target: LayerTarget) async throws -> [String] {
        let known = try await infos(target, [feature])
        return try ids.map { id in
            guard let info = known.first(where: { $0.id == id }), let globalID = info.globalID else {
                throw HostingError(.notFound, "Feature \(feature) of \(target.info.name) has no attachment \(id).")
            }
            return globalID
        }
    }

    private func edit(_ file: UploadedFile, of id: Int64, globalID: String?, _ request: RESTRequest) -> AttachmentEdit {
        AttachmentEdit(
            parentObjectID: id, globalID: globalID, name: AttachmentParameters.name(of: file),
            contentType: AttachmentParameters.contentType(of: file),
            keywords: String((request.parameters["keywords"] ?? "").prefix(255)), data: file.data)
    }

    private func apply(_ edits: FeatureEdits, _ target: LayerTarget, _ request: RESTRequest) async throws
        -> FeatureEditResults
    {
        let work = [LayerEdits(layerID: target.info.id, edits: edits)]
        return try await context.store.applyEdits(work, to: target.service.name, editor: request.caller.name).first
            ?? FeatureEditResults()
    }

    private func answer(_ key: String, _ results: [EditResult], _ request: RESTRequest) throws -> HTTPResponse {
        guard let result = results.first else { throw HostingError(.internalFailure, "The store answered no result.") }
        return request.answer(.object(JSONObject([(key: key, value: EditAnswer.result(result))])))
    }

    /// An attachment as listed; `url` where it was asked for.
    static func json(_ info: AttachmentInfo, url: String? = nil) -> JSONValue {
        var json = JSONObject()
        json["id"] = .integer(info.id)
        json["globalId"] = info.globalID.map { .string($0) }
        json["parentGlobalId"] = info.parentGlobalID.map { .string($0) }
        json["parentObjectId"] = .integer(info.parentObjectID)
        json["name"] = .string(info.name)
        json["contentType"] = .string(info.contentType)
        json["size"] = .integer(info.size)
        json["keywords"] = .string(info.keywords)
        json["exifInfo"] = .null
        json["url"] = url.map { .string($0) }
        return .object(json)
    }

    private func query(_ request: RESTRequest) async throws -> HTTPResponse {
        let target = try await context.layer(of: request)
        guard target.info.hasAttachments else {
            throw HostingError(.invalidParameter, "\(target.info.name) has no attachments.")
        }
        let table = try await context.store.table(target.info.id, of: target.service.name)
        let filter = try AttachmentFilter(request.parameters, target.info)
        let ids = try await table.queryObjectIDs(using: filter.features)
        let found = try await infos(target, ids).filter(filter.matches)
        var groups: [[AttachmentInfo]] = []
        for info in found {
            if groups.last?.last?.parentObjectID == info.parentObjectID {
                groups[groups.count - 1].append(info)
            } else {
                groups.append([info])
            }
        }
        let start = min(filter.offset, groups.count)
        let end = min(start + filter.most, groups.count)
        let base = "\(request.rootURL)/rest/services/\(target.service.name)/FeatureServer/\(target.info.id)"
        var answer = JSONObject()
        answer["attachmentGroups"] = .array(
            groups[start..<end].map { group in
                var json = JSONObject()
                json["parentObjectId"] = .integer(group[0].parentObjectID)
                json["parentGlobalId"] = group[0].parentGlobalID.map { .string($0) }
                if filter.countsOnly {
                    json["count"] = .integer(group.count)
                } else {
                    json["attachmentInfos"] = .array(
                        group.map { info in
                            Self.json(
                                info,
                                url: filter.returnsURL ? "\(base)/\(info.parentObjectID)/attachments/\(info.id)" : nil)
                        })
                }
                return .object(json)
            })
        if end < groups.count { answer["exceededTransferLimit"] = true }
        return request.answer(.object(answer))
    }
}
