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
            FILE holds {"features":[…]} in Esri JSON. Updates and deletes are found by the object id among a feature's attributes.
            Attachments go to the features added or updated, one file after the other. Exit status 0 only after the edits are
            durable where they were sent, and only when none was refused.
            """,
        positionals: [LayerSource.positional, .init(name: "ACTION", help: "add, update or delete")],
        options: [
            .value("features", "FILE", "the features; - for standard input"),
            .value("attach", "FILE", "a file to attach; may stand more than once", repeats: true),
            .flag("json", "print the results as one JSON object"),
        ] + Connection.options)

    static func run(_ arguments: Arguments) async throws {
        let action = try arguments.required(1)
        guard ["add", "update", "delete"].contains(action) else {
            throw UsageError("ACTION is add, update or delete, not \(action)")
        }
        let table = try await LayerSource.table(try arguments.required(0), Connection(arguments))
        let info = try await table.layerInfo()
        let file = try arguments.needed("features")
        let bytes = file == "-" ? [UInt8](FileHandle.standardInput.readDataToEndOfFile()) : try LocalFile.bytes(file)
        let features = try records(bytes, info)
        let files = try arguments.values("attach").map { path in
            (URL(filePath: path).lastPathComponent, try LocalFile.bytes(path))
        }
        var touched: [Feature] = []
        for record in features {
            let feature = Feature(record: record, table: table, layerInfo: info)
            switch action {
            case "add": try await table.add(feature)
            case "update": try await table.update(feature)
            default: try await table.delete(feature)
            }
            if action != "delete" {
                for (name, data) in files {
                    try await feature.addAttachment(named: name, contentType: MediaType.of(fileName: name), data: data)
                }
            }
            touched.append(feature)
        }
        let results = try await table.applyEdits()
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
