// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaCodecs
import GromaFeatures
import GromaGeometry

/// Edits of one layer as a client sent them: those that can be read, and the refusals of those that cannot.
struct EditRequest: Sendable {
    /// Most rows of one request.
    static let rowLimit = 100_000

    let layer: FeatureLayerInfo
    var edits = FeatureEdits()
    /// Refused rows by their place among the adds and the updates.
    private var refusedAdds: [Int: EditError] = [:]
    private var refusedUpdates: [Int: EditError] = [:]

    init(layer: FeatureLayerInfo, usesGlobalIDs: Bool, rollsBackOnFailure: Bool) throws(HostingError) {
        self.layer = layer
        if usesGlobalIDs, layer.globalIDFieldName == nil {
            throw HostingError(.invalidParameter, "\(layer.name) has no GlobalIDs, so 'useGlobalIds' cannot be true.")
        }
        edits.usesGlobalIDs = usesGlobalIDs
        edits.rollsBackOnFailure = rollsBackOnFailure
    }

    /// Takes an array of features to add.
    mutating func add(_ json: JSONValue?, _ name: String) throws(HostingError) {
        for (place, feature) in try Self.array(json, name).enumerated() {
            do {
                var record = try FeatureRecord(
                    json: feature, fields: layer.fields, spatialReference: layer.spatialReference)
                // Without useGlobalIds a GlobalID is the server's to give; the same row sent twice is then two rows.
                if !edits.usesGlobalIDs, let name = layer.globalIDFieldName { record.attributes[name] = nil }
                edits.adds.append(record)
            } catch {
                refusedAdds[place] = EditError(code: 1016, message: error.message)
            }
        }
    }

    /// Takes an array of features to change.
    mutating func update(_ json: JSONValue?, _ name: String) throws(HostingError) {
        for (place, feature) in try Self.array(json, name).enumerated() {
            do {
                edits.updates.append(
                    try FeatureRecord(json: feature, fields: layer.fields, spatialReference: layer.spatialReference))
            } catch {
                refusedUpdates[place] = EditError(code: 1016, message: error.message)
            }
        }
    }

    /// Takes ids to delete: an array of ids or of GlobalIDs, or ids between commas.
    mutating func delete(_ json: JSONValue?) throws(HostingError) {
        guard let json, !json.isNull else { return }
        let entries: [JSONValue]
        if let text = json.string {
            entries = text.split(separator: ",").map { .string(String($0).trimmed) }
        } else if case .number = json {
            entries = [json]
        } else {
            entries = try Self.array(json, "deletes")
        }
        for entry in entries {
            let text = entry.string ?? entry.text()
            if edits.usesGlobalIDs {
                edits.deletedGlobalIDs.append(text)
            } else if let id = Int64(text) {
                edits.deletes.append(id)
            } else {
                throw HostingError(.invalidParameter, "'deletes' lists '\(text.prefix(60))', which is no object id.")
            }
        }
    }

    static func array(_ json: JSONValue?, _ name: String) throws(HostingError) -> [JSONValue] {
        guard let json, !json.isNull else { return [] }
        guard let array = json.array else {
            throw HostingError(.invalidParameter, "'\(name)' must be a JSON array.")
        }
        guard array.count <= rowLimit else {
            throw HostingError(.tooLarge, "'\(name)' has \(array.count) rows; send at most \(rowLimit) at a time.")
        }
        return array
    }

    /// True when something could not be read.
    var hasRefusals: Bool { !refusedAdds.isEmpty || !refusedUpdates.isEmpty }

    /// Results of the store with the refusals put in their places.
    func results(_ results: FeatureEditResults) -> FeatureEditResults {
        var all = results
        all.adds = Self.merge(results.adds, refusedAdds)
        all.updates = Self.merge(results.updates, refusedUpdates)
        return all
    }

    /// Results when nothing was tried because of a refusal: all else is rolled back.
    var rolledBack: FeatureEditResults {
        func undone(_ count: Int) -> [EditResult] {
            (0..<count).map { _ in
                EditResult(objectID: nil, error: EditError(code: 1003, message: "Operation rolled back."))
            }
        }
        var results = FeatureEditResults()
        results.adds = undone(edits.adds.count)
        results.updates = undone(edits.updates.count)
        results.deletes = undone(edits.deletes.count + edits.deletedGlobalIDs.count)
        results.attachmentAdds = undone(edits.attachmentAdds.count)
        results.attachmentUpdates = undone(edits.attachmentUpdates.count)
        results.attachmentDeletes = undone(edits.attachmentDeletes.count)
        return self.results(results)
    }

    private static func merge(_ results: [EditResult], _ refused: [Int: EditError]) -> [EditResult] {
        if refused.isEmpty { return results }
        var rest = results[...]
        return (0..<results.count + refused.count).map { place in
            refused[place].map { EditResult(objectID: nil, error: $0) } ?? rest.removeFirst()
        }
    }

    /// Throws when the caller may not do what is asked.
    func authorize(_ target: LayerTarget, _ caller: Caller) throws(HostingError) {
        let name = layer.name
        let hasAdds = !edits.adds.isEmpty || !refusedAdds.isEmpty
        let changesAttachments =
            !edits.attachmentAdds.isEmpty || !edits.attachmentUpdates.isEmpty || !edits.attachmentDeletes.isEmpty
        if hasAdds { try target.require("Create", for: caller, to: "add features to \(name)") }
        if !edits.updates.isEmpty || !refusedUpdates.isEmpty {
            try target.require("Update", for: caller, to: "change features of \(name)")
        }
        if !edits.deletes.isEmpty || !edits.deletedGlobalIDs.isEmpty {
            try target.require("Delete", for: caller, to: "delete features of \(name)")
        }
        if changesAttachments {
            guard layer.hasAttachments else {
                throw HostingError(.invalidParameter, "\(name) has no attachments.")
            }
            // Attachments of a row that is added in the same request belong to the add.
            if !hasAdds { try target.require("Update", for: caller, to: "change attachments of \(name)") }
        }
    }
}
