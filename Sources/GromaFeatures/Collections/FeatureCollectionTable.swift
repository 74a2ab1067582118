// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import GromaGeometry
import Synchronization

/// A table whose rows lie in memory: a feature collection of a web map, the outcome of an analysis, a test.
///
/// Edits are durable as long as the table lives. Rows without an object id get the next free one.
public final class FeatureCollectionTable: EditableFeatureTable {
    struct State {
        var info: FeatureLayerInfo
        var rows: FeatureSet
        var nextObjectID: Int64
        var attachments: [StoredAttachment] = []
        var nextAttachmentID: Int64 = 1
    }
    struct StoredAttachment {
        var info: AttachmentInfo
        var data: [UInt8]
    }
    private let state: Mutex<State>
    /// Edits of features that wait for `applyEdits()`.
    public let pendingEdits = PendingEdits()

    /// Makes a table of rows. Throws `.malformed` when the description names no object id field or the rows lack it.
    public init(info: FeatureLayerInfo, rows: FeatureSet) throws(FeatureError) {
        guard info.field(named: info.objectIDFieldName) != nil, rows.fieldIndex(named: info.objectIDFieldName) != nil
        else {
            throw FeatureError(
                .malformed, "\(info.name) needs an object id field among its fields to be a table.")
        }
        var rows = rows
        rows.objectIDFieldName = info.objectIDFieldName
        rows.globalIDFieldName = info.globalIDFieldName
        let highest = (0..<rows.count).compactMap { rows.objectID(at: $0) }.max() ?? 0
        state = Mutex(State(info: info, rows: rows, nextObjectID: max(0, highest) &+ 1))
    }

    /// Makes a table of rows alone, a file's for instance. The description is made of their fields; rows that carry no object ids are
    /// numbered from 1.
    public convenience init(name: String, rows: FeatureSet) throws(FeatureError) {
        var rows = rows
        let known = rows.objectIDFieldIndex.map { rows.fields[$0].name }
        // The name must not be one of the rows' own.
        var key = known ?? "OBJECTID", number = 1
        while known == nil, rows.fieldIndex(named: key) != nil {
            number += 1
            key = "OBJECTID\(number)"
        }
        if known == nil {
            rows.fields.insert(Field(name: key, type: .oid, isNullable: false, isEditable: false), at: 0)
            let ids = rows.count == 0 ? [] : (1...rows.count).map(Int64.init)
            rows.columns.insert(
                AttributeColumn(values: .integers(ids), valid: ids.map { _ in true }), at: 0)
        }
        var info = FeatureLayerInfo(
            id: 0, name: name, geometryType: rows.geometryType ?? rows.geometries?.type, fields: rows.fields,
            objectIDFieldName: key, globalIDFieldName: rows.globalIDFieldName, spatialReference: rows.spatialReference)
        info.hasZ = rows.geometries?.coordinates.z != nil
        info.hasM = rows.geometries?.coordinates.m != nil
        try self.init(info: info, rows: rows)
    }

    /// Makes an empty table.
    public convenience init(info: FeatureLayerInfo) throws(FeatureError) {
        try self.init(
            info: info,
            rows: FeatureSet(
                fields: info.fields.filter { $0.type != .geometry }, geometryType: info.geometryType,
                spatialReference: info.spatialReference, objectIDFieldName: info.objectIDFieldName,
                globalIDFieldName: info.globalIDFieldName))
    }

    private var timeInfo: LayerTimeInfo? { state.withLock { $0.info.timeInfo } }

    /// All rows at one moment.
    public var rows: FeatureSet { state.withLock { $0.rows } }

    /// The description, with the extent of the rows of now.
    public func layerInfo() async throws -> FeatureLayerInfo {
        state.withLock { state in
            var info = state.info
            info.extent = state.rows.geometries == nil ? nil : state.rows.extent
            return info
        }
    }

    /// The rows that match; computed in memory.
    public func queryFeatures(using parameters: QueryParameters) async throws -> FeatureSet {
        try rows.query(parameters, timeInfo: timeInfo)
    }

    /// The number of rows that match.
    public func queryFeatureCount(using parameters: QueryParameters) async throws -> Int {
        try rows.queryCount(parameters, timeInfo: timeInfo)
    }

    /// The ids of the rows that match, rising.
    public func queryObjectIDs(using parameters: QueryParameters) async throws -> [Int64] {
        try rows.queryObjectIDs(parameters, timeInfo: timeInfo)
    }

    /// The box round the rows that match.
    public func queryExtent(using parameters: QueryParameters) async throws -> Envelope {
        try rows.queryExtent(parameters, timeInfo: timeInfo)
    }

    /// One row a group.
    public func queryStatistics(using parameters: StatisticsQueryParameters) async throws -> FeatureSet {
        try rows.queryStatistics(parameters, timeInfo: timeInfo)
    }

    /// Names, types and sizes of the attachments of a feature.
    public func attachments(of objectID: Int64) async throws -> [AttachmentInfo] {
        state.withLock { $0.attachments.map(\.info).filter { $0.parentObjectID == objectID } }
    }

    /// The bytes of one attachment. Throws `.notFound`.
    public func attachmentData(_ attachmentID: Int64, of objectID: Int64) async throws -> [UInt8] {
        let found = state.withLock { state in
            state.attachments.first { $0.info.id == attachmentID && $0.info.parentObjectID == objectID }
        }
        guard let found else {
            throw FeatureError(.notFound, "Feature \(objectID) has no attachment \(attachmentID).")
        }
        return found.data
    }

    /// Carries out edits one by one; with `rollsBackOnFailure` the first refusal undoes all. Cost is linear in the rows.
    public func applyEdits(_ edits: FeatureEdits) async throws -> FeatureEditResults {
        let results = state.withLock { state in
            var editor = CollectionEditor(state)
            let results = editor.apply(edits)
            state = editor.state
            return results
        }
        tellChanges(results)
        return results
    }
}
