// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaCodecs
import GromaFeatures
import GromaGeometry

/// `groma edit`
struct EditCommand: Command {
    static let specification = Specification(
        name: "edit", summary: "adds, changes or deletes features of a layer",
        discussion: """
            FILE holds {"features":[…]} in Esri JSON. Updates and deletes are found by the object id among a feature's attributes,
            or by its GlobalID where that is given alone. An add that brings its own GlobalID may be repeated: it adds once.
            Attachments go to the features added or updated, one file after the other. Exit status 0 only after the edits are
            durable where they were sent, and only when none was refused; the results say which.
            """,
        positionals: [LayerSource.positional, .init(name: "ACTION", help: "add, update or delete")],
        options: [
            .value("features", "FILE", "the features; - for standard input"),
            .value("attach", "FILE", "a file to attach; may stand more than once", repeats: true),
            .flag("json", "print the results as one JSON object"),
        ] + Connection.options)
    /// Features of one request: few enough that a server takes its body, and that a slow line carries it in time.
    private static let requestSize = 1_000

    static func run(_ arguments: Arguments) async throws {
        let action = try arguments.required(1)
        guard ["add", "update", "delete"].contains(action) else {
            throw UsageError("ACTION is add, update or delete, not \(action)")
        }
        let file = try arguments.needed("features")
        let paths = arguments.values("attach")
        guard action != "delete" || paths.isEmpty else { throw UsageError("--attach goes with add and update only") }
        let source = try await LayerSource(try arguments.required(0), Connection(arguments), isEdited: true)
        let table = source.table
        let info = try await table.layerInfo()
        let features =
            file == "-"
            ? try records([UInt8](FileHandle.standardInput.readDataToEndOfFile()), info)
            : try LocalFile.read(file) { try records($0, info) }
        let files = try paths.map { (URL(filePath: $0).lastPathComponent, try LocalFile.bytes($0)) }
        var results: [FeatureEditResult] = []
        do {
            for start in stride(from: 0, to: features.count, by: requestSize) {
                for record in features[start..<min(start + requestSize, features.count)] {
                    let feature = Feature(
                        record: action == "add" ? record : try await located(record, table, info), table: table,
                        layerInfo: info)
                    switch action {
                    case "add": try await table.add(feature)
                    case "update": try await table.update(feature)
                    default: try await table.delete(feature)
                    }
                    for (name, data) in files {
                        try await feature.addAttachment(
                            named: name, contentType: MediaType.of(fileName: name), data: data)
                    }
                }
                results += try await table.applyEdits()
            }
            try await source.close()
        } catch {
            // What the earlier requests did is done.
            if !results.isEmpty { print(results, key: action, isJSON: arguments.flag("json")) }
            throw error
        }
        print(results, key: action, isJSON: arguments.flag("json"))
        if let refused = results.first(where: \.didCompleteWithErrors) {
            let reason =
                refused.error?.message ?? refused.attachmentResults.compactMap(\.error?.message).first
                ?? "no reason given"
            throw CommandError("an edit was refused: \(reason)")
        }
    }

    private static func records(_ bytes: [UInt8], _ info: FeatureLayerInfo) throws -> [FeatureRecord] {
        let document = try JSONValue(parsing: bytes)
        guard let features = document["features"]?.array ?? document.array else {
            throw CommandError("the file holds no features: it should begin with {\"features\":[")
        }
        return try features.enumerated().map { index, feature in
            guard feature.object != nil else {
                throw CommandError("feature \(index) is no object: {\"attributes\":{…},\"geometry\":{…}} is expected")
            }
            var record = FeatureRecord()
            for (name, value) in feature["attributes"]?.object?.members ?? [] {
                guard let field = info.field(named: name) else {
                    throw CommandError("feature \(index): the layer has no field \(name)")
                }
                record.attributes[field.name] = try AttributeValue(json: value, type: field.type)
            }
            if let shape = feature["geometry"], !shape.isNull {
                let reference = document["spatialReference"].flatMap { SpatialReference(json: $0) }
                record.geometry = try shape.geometry(spatialReference: reference ?? info.spatialReference)
            }
            return record
        }
    }

    /// The record with the object id of the feature that its GlobalID names, where it has none of its own.
    private static func located(
        _ record: FeatureRecord, _ table: any EditableFeatureTable, _ info: FeatureLayerInfo
    ) async throws -> FeatureRecord {
        guard record.attributes[info.objectIDFieldName] == nil, let name = info.globalIDFieldName,
            case .guid(let globalID) = record.attributes[name]
        else { return record }
        guard AttributeValue.isGUID(globalID) else { throw CommandError("\(globalID.prefix(60)) is no GlobalID") }
        var query = QueryParameters()
        query.whereClause = "\(name) = '\(globalID)'"
        guard let id = try await table.queryObjectIDs(using: query).first else {
            throw CommandError("\(info.name) has no feature with the GlobalID \(globalID)")
        }
        var record = record
        record.attributes[info.objectIDFieldName] = .integer(id)
        return record
    }

    private static func print(_ results: [FeatureEditResult], key: String, isJSON: Bool) {
        guard isJSON else {
            for result in results {
                Output.line("\(key) \(result.objectID.map(String.init) ?? "-"): \(result.error?.message ?? "done")")
            }
            return
        }
        let list = results.map { result -> JSONValue in
            var entry = JSONObject()
            entry["objectId"] = result.objectID.map { .integer($0) } ?? .null
            entry["globalId"] = result.globalID.map { .string($0) } ?? .null
            entry["success"] = .bool(result.error == nil)
            if let error = result.error {
                entry["error"] = ["code": .integer(error.code), "description": .string(error.message)]
            }
            if !result.attachmentResults.isEmpty {
                entry["attachments"] = .array(
                    result.attachmentResults.map { attachment in
                        [
                            "name": .string(attachment.name),
                            "objectId": attachment.attachmentID.map { .integer($0) } ?? .null,
                            "success": .bool(attachment.error == nil),
                        ]
                    })
            }
            return .object(entry)
        }
        Output.line(JSONValue.object(JSONObject([(key: "\(key)Results", value: JSONValue.array(list))])).text())
    }
}

/// MIME types by a file name's ending, for attachments.
enum MediaType {
    static func of(fileName: String) -> String {
        switch URL(filePath: fileName).pathExtension.lowercased() {
        case "jpg", "jpeg": "image/jpeg"
        case "png": "image/png"
        case "webp": "image/webp"
        case "gif": "image/gif"
        case "pdf": "application/pdf"
        case "txt": "text/plain"
        case "csv": "text/csv"
        case "json", "geojson": "application/json"
        case "mp4": "video/mp4"
        case "zip": "application/zip"
        default: "application/octet-stream"
        }
    }
}
