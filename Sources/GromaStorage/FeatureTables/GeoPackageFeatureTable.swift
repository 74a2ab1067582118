// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import Foundation
public import GromaFeatures
public import GromaGeometry

/// A layer or table of a GeoPackage.
///
/// Queries read a snapshot and run beside each other and beside edits. Edits of one call are one transaction; when `applyEdits`
/// returns they are on the disk.
public final class GeoPackageFeatureTable: EditableFeatureTable {
    /// The file the table lies in.
    public let geoPackage: GeoPackage
    public let pendingEdits = PendingEdits()
    let layout: TableLayout

    init(_ layout: TableLayout, in geoPackage: GeoPackage) {
        self.layout = layout
        self.geoPackage = geoPackage
    }

    /// The table's name in the file.
    public var tableName: String { layout.tableName }
    /// The layer's id in the file.
    public var layerID: Int { layout.info.id }

    /// The description as it was when the table was opened, with the extent of now.
    public func layerInfo() async throws -> FeatureLayerInfo {
        var info = layout.info
        info.extent = try await geoPackage.file.read { [layout] in try layout.extent(in: $0) }
        return info
    }

    public func queryFeatures(using parameters: QueryParameters) async throws -> FeatureSet {
        try await query { try $0.features(parameters) }
    }

    public func queryFeatureCount(using parameters: QueryParameters) async throws -> Int {
        try await query { try $0.count(parameters) }
    }

    public func queryObjectIDs(using parameters: QueryParameters) async throws -> [Int64] {
        try await query { try $0.objectIDs(parameters) }
    }

    public func queryExtent(using parameters: QueryParameters) async throws -> Envelope {
        try await query { try $0.extent(parameters) }
    }

    public func queryStatistics(using parameters: StatisticsQueryParameters) async throws -> FeatureSet {
        try await query { try $0.statistics(parameters) }
    }

    /// The layer or table with that id in the same file. Throws `StorageError` with `.notFound`.
    public func relatedTable(layerID: Int) async throws -> any FeatureTable {
        try await geoPackage.featureTable(id: layerID)
    }

    public func attachments(of objectID: Int64) async throws -> [AttachmentInfo] {
        try await attachments(of: [objectID])
    }

    /// The attachments of several features, by feature and id; a feature without attachments has no entry.
    public func attachments(of objectIDs: [Int64]) async throws -> [AttachmentInfo] {
        try await geoPackage.file.read { [layout] in
            try AttachmentStore(layout: layout, database: $0).list(of: objectIDs)
        }
    }

    /// The bytes of one attachment. Throws `StorageError.notFound`.
    public func attachmentData(_ attachmentID: Int64, of objectID: Int64) async throws -> [UInt8] {
        let data = try await geoPackage.file.read { [layout] in
            try AttachmentStore(layout: layout, database: $0).data(attachmentID, of: objectID)
        }
        guard let data else {
            throw StorageError(
                .notFound, "Feature \(objectID) of \(layout.info.name) has no attachment \(attachmentID).")
        }
        return data
    }

    /// Carries out edits without naming an editor; see `applyEdits(_:editor:at:)`.
    public func applyEdits(_ edits: FeatureEdits) async throws -> FeatureEditResults {
        try await applyEdits(edits, editor: nil)
    }

    /// Carries out edits in one durable transaction.
    ///
    /// Adds get the fields' default values, a GlobalID unless they bring one, and the editor tracking fields. An add with a
    /// GlobalID that is there already adds nothing and succeeds with the row's object id, so a request may be repeated. Updates change
    /// the attributes given and, where given, the shape. Deleting what is gone succeeds. Values are checked against their
    /// fields; fields that are not editable and unknown names are left out. With `rollsBackOnFailure` one refusal undoes all.
    /// - Parameters:
    ///   - edits: what to do, in order.
    ///   - editor: the name for the editor tracking fields; nil writes none.
    ///   - date: the moment for them; now by default.
    /// - Throws: `StorageError` when the file did not take the transaction (`.diskFull`, `.busy`, …): nothing was kept then.
    public func applyEdits(_ edits: FeatureEdits, editor: String?, at date: Date = Date()) async throws
        -> FeatureEditResults
    {
        let results =
            try await geoPackage.applyEdits([(layout.info.id, edits)], editor: editor, at: date).first
            ?? FeatureEditResults()
        tellChanges(results)
        return results
    }

    private func query<Value: Sendable>(_ body: @Sendable (FeatureQuery) throws -> Value) async throws -> Value {
        try await geoPackage.file.read { [layout] in try body(FeatureQuery(layout: layout, database: $0)) }
    }
}
