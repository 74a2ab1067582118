// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import Foundation
public import GromaFeatures

extension GeoPackage {
    /// Carries out edits of several layers in one durable transaction, layer after layer in the order given.
    ///
    /// Rules as in `GeoPackageFeatureTable.applyEdits(_:editor:at:)`. Where any of the edits has `rollsBackOnFailure` and one of
    /// its layer is refused, all layers' edits are undone and every other result says so (code 1003).
    /// - Parameters:
    ///   - edits: layer ids and what to do there.
    ///   - editor: the name for the editor tracking fields; nil writes none.
    ///   - date: the moment for them; now by default.
    /// - Returns: the results, in the order of `edits`.
    /// - Throws: `StorageError` `.notFound` for an unknown layer, and when the file did not take the transaction.
    public func applyEdits(_ edits: [(layerID: Int, edits: FeatureEdits)], editor: String?, at date: Date = Date())
        async throws -> [FeatureEditResults]
    {
        let moment = Int64((date.timeIntervalSince1970 * 1_000).rounded(.down))
        let work = edits.map { LayerEdits(layerID: $0.layerID, edits: $0.edits) }
        do {
            return try await file.write { database in
                let layouts = try self.layouts(in: database)
                let results = try work.map { item in
                    guard let layout = layouts.first(where: { $0.info.id == item.layerID }) else {
                        throw StorageError(.notFound, "There is no layer with the id \(item.layerID) to edit.")
                    }
                    return try FeatureEditor(layout: layout, database: database, editor: editor, moment: moment)
                        .apply(item.edits)
                }
                let mustUndo = zip(work, results).contains { $0.edits.rollsBackOnFailure && $1.hasErrors }
                if mustUndo { throw RolledBack(results: results.map(\.rolledBack)) }
                return results
            }
        } catch let undone as RolledBack {
            return undone.results
        }
    }
}

private struct LayerEdits: Sendable {
    var layerID: Int
    var edits: FeatureEdits
}

/// Ends the transaction and carries the results out of it.
private struct RolledBack: Error {
    var results: [FeatureEditResults]
}

extension FeatureEditResults {
    fileprivate var all: [EditResult] {
        adds + updates + deletes + attachmentAdds + attachmentUpdates + attachmentDeletes
    }

    fileprivate var hasErrors: Bool { all.contains(where: \.didCompleteWithErrors) }

    /// The results when nothing was kept: refusals stay, the rest says that it was undone.
    fileprivate var rolledBack: FeatureEditResults {
        func undo(_ results: [EditResult], isAdd: Bool = false) -> [EditResult] {
            results.map { result in
                if result.didCompleteWithErrors { return result }
                return EditResult(
                    objectID: isAdd ? nil : result.objectID, globalID: result.globalID,
                    error: EditError(code: 1003, message: "Operation rolled back."))
            }
        }
        var undone = FeatureEditResults()
        undone.adds = undo(adds, isAdd: true)
        undone.updates = undo(updates)
        undone.deletes = undo(deletes)
        undone.attachmentAdds = undo(attachmentAdds, isAdd: true)
        undone.attachmentUpdates = undo(attachmentUpdates)
        undone.attachmentDeletes = undo(attachmentDeletes)
        return undone
    }
}
