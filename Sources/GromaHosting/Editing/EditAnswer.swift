// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaCodecs
import GromaFeatures

/// The JSON of edit results.
enum EditAnswer {
    /// One result. A failed add has the object id -1.
    static func result(_ result: EditResult) -> JSONValue {
        var json = JSONObject()
        json["objectId"] = .integer(result.objectID ?? -1)
        if let id = result.objectID { json["uniqueId"] = .integer(id) }
        json["globalId"] = result.globalID.map { .string($0) } ?? .null
        json["success"] = .bool(result.error == nil)
        if let error = result.error {
            json["error"] = ["code": .integer(error.code), "description": .string(error.message)]
        }
        return .object(json)
    }

    static func list(_ results: [EditResult]) -> JSONValue { .array(results.map(result)) }

    /// All results of a layer, as `applyEdits` answers them.
    static func layer(_ results: FeatureEditResults, hasAttachments: Bool) -> JSONObject {
        var json = JSONObject()
        json["addResults"] = list(results.adds)
        json["updateResults"] = list(results.updates)
        json["deleteResults"] = list(results.deletes)
        if hasAttachments {
            json["attachments"] = [
                "addResults": list(results.attachmentAdds), "updateResults": list(results.attachmentUpdates),
                "deleteResults": list(results.attachmentDeletes),
            ]
        }
        return json
    }
}
