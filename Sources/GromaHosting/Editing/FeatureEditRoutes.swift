// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaCodecs
import GromaFeatures

/// `applyEdits` on layers and services, and its older relatives.
struct FeatureEditRoutes: Sendable {
    let context: RouteContext

    func add(to router: inout Router<RESTHandler>) {
        let layer = FeatureServiceRoutes.root + "/{layer}"
        router.add(FeatureServiceRoutes.root + "/applyEdits") { try await applyToService($0) }
        router.add(layer + "/applyEdits") { try await applyToLayer($0) }
        router.add(layer + "/addFeatures") { request in
            try await single(request, "addResults", \.adds) { edits, json in try edits.add(json, "features") }
        }
        router.add(layer + "/updateFeatures") { request in
            try await single(request, "updateResults", \.updates) { edits, json in try edits.update(json, "features") }
        }
        router.add(layer + "/deleteFeatures") { try await deleteFeatures($0) }
        router.add(FeatureServiceRoutes.root + "/uploads/upload") { try await upload($0) }
        for name in ["calculate", "append", "truncate"] {
            router.add(layer + "/" + name) { request in
                _ = try await context.layer(of: request)
                throw HostingError(
                    .unsupported, "'\(name)' is not supported by this server: send the rows with applyEdits.")
            }
        }
    }

    private func applyToLayer(_ request: RESTRequest) async throws -> HTTPResponse {
        try request.requirePost()
        let target = try await context.layer(of: request)
        let parameters = request.parameters
        var edits = try newRequest(target.info, parameters)
        try edits.add(parameters.json("adds"), "adds")
        try edits.update(parameters.json("updates"), "updates")
        try edits.delete(deletes(parameters))
        try AttachmentParameters.read(
            parameters.json("attachments"), into: &edits.edits, uploads: context.uploads, owner: request.caller.name)
        let results = try await apply([(target, edits)], request)[0]
        var answer = EditAnswer.layer(results, hasAttachments: parameters["attachments"] != nil)
        try addMoment(to: &answer, parameters)
        return request.answer(.object(answer))
    }

    private func applyToService(_ request: RESTRequest) async throws -> HTTPResponse {
        try request.requirePost()
        let service = try await context.features(of: request)
        guard let json = try request.parameters.json("edits") else {
            throw HostingError(.invalidParameter, "The parameter 'edits' is missing.")
        }
        var all: [(target: LayerTarget, edits: EditRequest)] = []
        for entry in try EditRequest.array(json, "edits") {
            guard let id = entry["id"]?.int else {
                throw HostingError(.invalidParameter, "Each entry of 'edits' needs the 'id' of its layer.")
            }
            let target = try service.layer(id)
            var edits = try newRequest(target.info, request.parameters)
            try edits.add(entry["adds"], "adds")
            try edits.update(entry["updates"], "updates")
            try edits.delete(entry["deletes"])
            try AttachmentParameters.read(
                entry["attachments"], into: &edits.edits, uploads: context.uploads, owner: request.caller.name)
            all.append((target, edits))
        }
        let results = try await apply(all, request)
        var answers: [JSONValue] = []
        for (item, result) in zip(all, results) {
            var answer = JSONObject()
            answer["id"] = .integer(item.target.info.id)
            for (key, value) in EditAnswer.layer(result, hasAttachments: true).members { answer[key] = value }
            try addMoment(to: &answer, request.parameters)
            answers.append(.object(answer))
        }
        return request.answer(.array(answers))
    }

    private func newRequest(_ layer: FeatureLayerInfo, _ parameters: RequestParameters) throws(HostingError)
        -> EditRequest
    {
        if try parameters.bool("async") {
            throw HostingError(
                .unsupported, "'async' is not supported by this server: edits are answered when they are done.")
        }
        return try EditRequest(
            layer: layer, usesGlobalIDs: parameters.bool("useGlobalIds"),
            rollsBackOnFailure: parameters.bool("rollbackOnFailure", default: true))
    }

    private func deletes(_ parameters: RequestParameters) throws(HostingError) -> JSONValue? {
        guard let text = parameters["deletes"] else { return nil }
        return text.trimmed.hasPrefix("[") ? try parameters.json("deletes") : .string(text)
    }

    private func addMoment(to answer: inout JSONObject, _ parameters: RequestParameters) throws(HostingError) {
        guard try parameters.bool("returnEditMoment") else { return }
        answer["editMoment"] = .integer(Int64(Date().timeIntervalSince1970 * 1_000))
    }

    /// Authorizes all, then carries out all in one transaction. The answer goes out only after the commit.
    private func apply(_ all: [(target: LayerTarget, edits: EditRequest)], _ request: RESTRequest) async throws
        -> [FeatureEditResults]
    {
        for (target, edits) in all { try edits.authorize(target, request.caller) }
        guard let service = all.first?.target.service.name else { return [] }
        let mustRollBack = all.contains { $0.edits.hasRefusals && $0.edits.edits.rollsBackOnFailure }
        if mustRollBack { return all.map(\.edits.rolledBack) }
        let work = all.map { LayerEdits(layerID: $0.target.info.id, edits: $0.edits.edits) }
        let results = try await context.store.applyEdits(work, to: service, editor: request.caller.name)
        return zip(all, results).map { $0.edits.results($1) }
    }

    private func single(
        _ request: RESTRequest, _ key: String, _ results: KeyPath<FeatureEditResults, [EditResult]>,
        _ read: (inout EditRequest, JSONValue?) throws -> Void
    ) async throws -> HTTPResponse {
        try request.requirePost()
        let target = try await context.layer(of: request)
        guard let features = try request.parameters.json("features") else {
            throw HostingError(.invalidParameter, "The parameter 'features' is missing.")
        }
        var edits = try newRequest(target.info, request.parameters)
        // A lone feature is taken for an array of one.
        try read(&edits, features.object == nil ? features : .array([features]))
        let result = try await apply([(target, edits)], request)[0]
        var answer = JSONObject()
        answer[key] = EditAnswer.list(result[keyPath: results])
        try addMoment(to: &answer, request.parameters)
        return request.answer(.object(answer))
    }

    private func deleteFeatures(_ request: RESTRequest) async throws -> HTTPResponse {
        try request.requirePost()
        let target = try await context.layer(of: request)
        try target.require("Delete", for: request.caller, to: "delete features of \(target.info.name)")
        let parameters = request.parameters
        var edits = try newRequest(target.info, parameters)
        if parameters["where"] != nil || parameters["geometry"] != nil {
            let query = try FeatureQueryRequest(parameters, layer: target.info)
            let table = try await context.store.table(target.info.id, of: target.service.name)
            edits.edits.deletes = try await table.queryObjectIDs(using: query.query)
            edits.edits.usesGlobalIDs = false
        } else if parameters["objectIds"] != nil {
            edits.edits.deletes = try parameters.ids("objectIds")
        } else {
            throw HostingError(.invalidParameter, "deleteFeatures needs 'objectIds', 'where' or 'geometry'.")
        }
        let result = try await apply([(target, edits)], request)[0]
        if try !parameters.bool("returnDeleteResults", default: true) {
            return request.answer(["success": .bool(!result.deletes.contains(where: \.didCompleteWithErrors))])
        }
        return request.answer(["deleteResults": EditAnswer.list(result.deletes)])
    }

    private func upload(_ request: RESTRequest) async throws -> HTTPResponse {
        try request.requirePost()
        let target = try await context.features(of: request)
        try request.caller.require(target.service.access.edit, to: "send files to \(target.service.name)")
        guard let file = request.files.first else {
            throw HostingError(
                .invalidParameter, "The file is missing: send it as the part 'file' of a multipart form.")
        }
        let id = try context.uploads.add(file, owner: request.caller.name)
        return request.answer([
            "success": true,
            "item": [
                "itemID": .string(id), "itemName": .string(AttachmentParameters.name(of: file)), "committed": true,
            ],
        ])
    }
}
