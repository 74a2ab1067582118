// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaCodecs
public import GromaFeatures
public import GromaGeometry

/// Features that are held in memory: those of a web map's feature collection, or any set of rows.
///
/// Queries are linear in the number of rows. Statistics and attachments are refused.
public final class FeatureCollectionTable: FeatureTable {
    private let info: FeatureLayerInfo
    private let features: FeatureSet

    /// Makes a table of rows.
    public init(layerInfo: FeatureLayerInfo, features: FeatureSet) {
        info = layerInfo
        self.features = features
    }

    /// Reads one layer of a feature collection. Throws `MappingError.malformed` where its definition or its features
    /// cannot be read.
    public init(_ layer: WebMapCollectionLayer) throws(MappingError) {
        do {
            var info = try FeatureLayerInfo(json: .object(layer.layerDefinition.json))
            var json = layer.featureSetJSON ?? JSONObject()
            // The set of a collection leaves to the definition what a service's answer says itself.
            let definition = layer.layerDefinition.json
            json["fields"] = json["fields"] ?? definition["fields"]
            json["geometryType"] = json["geometryType"] ?? definition["geometryType"]
            json["objectIdFieldName"] = json["objectIdFieldName"] ?? definition["objectIdField"]
            json["features"] = json["features"] ?? []
            let reference = json["spatialReference"] ?? json["features"]?[0]?["geometry"]?["spatialReference"]
            json["spatialReference"] = reference ?? info.spatialReference?.json
            features = try FeatureSet(esriJSON: JSONValue.object(json).serialized())
            if info.fields.isEmpty { info.fields = features.fields }
            info.spatialReference = features.spatialReference ?? info.spatialReference
            self.info = info
        } catch {
            throw MappingError(.malformed, "The feature collection \"\(layer.title)\" could not be read.", cause: error)
        }
    }

    public func layerInfo() async throws -> FeatureLayerInfo { info }

    public func queryFeatures(using parameters: QueryParameters) async throws -> FeatureSet {
        var rows = try matching(parameters)
        try sort(&rows, by: parameters.orderByFields)
        rows.removeFirst(min(max(parameters.resultOffset, 0), rows.count))
        let most = parameters.maxFeatures ?? rows.count
        let isCut = rows.count > most
        let names = Set(parameters.outFields.map { $0.lowercased() })
        let fields = features.fields.filter {
            names.contains("*") || names.contains($0.name.lowercased()) || $0.type == .oid
        }
        var result = FeatureSet(
            fields: fields, geometryType: parameters.returnsGeometry ? features.geometryType : nil,
            spatialReference: parameters.outSpatialReference ?? features.spatialReference,
            objectIDFieldName: features.objectIDFieldName, globalIDFieldName: features.globalIDFieldName)
        for row in rows.prefix(most) {
            var record = features.record(at: row)
            if let target = parameters.outSpatialReference, let shape = record.geometry,
                target != features.spatialReference
            {
                record.geometry = try project(shape, into: target)
            }
            try result.append(record)
        }
        result.exceededTransferLimit = isCut
        return result
    }

    public func queryFeatureCount(using parameters: QueryParameters) async throws -> Int {
        try matching(parameters).count
    }

    public func queryObjectIDs(using parameters: QueryParameters) async throws -> [Int64] {
        try matching(parameters).compactMap { features.objectID(at: $0) }.sorted()
    }

    public func queryExtent(using parameters: QueryParameters) async throws -> Envelope {
        let box = try matching(parameters).reduce(Envelope.empty(in: features.spatialReference)) { box, row in
            features.geometry(at: row).map { box.union($0.extent) } ?? box
        }
        guard let target = parameters.outSpatialReference, !box.isEmpty else { return box }
        return try GeometryEngine.project(box, into: target)
    }

    public func queryStatistics(using parameters: StatisticsQueryParameters) async throws -> FeatureSet {
        throw FeatureError(.unsupported, "Statistics of features in memory are not computed; query them and compute.")
    }
    public func attachments(of objectID: Int64) async throws -> [AttachmentInfo] { [] }
    public func attachmentData(_ attachmentID: Int64, of objectID: Int64) async throws -> [UInt8] {
        throw FeatureError(.notFound, "A feature collection has no attachments.")
    }

    private func matching(_ parameters: QueryParameters) throws -> [Int] {
        var rows = Array(0..<features.count)
        if !parameters.whereClause.isEmpty {
            rows = try WhereClause(parameters.whereClause).bound(to: info.fields).rows(of: features)
        }
        if !parameters.objectIDs.isEmpty {
            let wanted = Set(parameters.objectIDs)
            rows = rows.filter { features.objectID(at: $0).map(wanted.contains) ?? false }
        }
        guard let geometry = parameters.geometry else { return rows }
        var shape = geometry
        if let reference = features.spatialReference, shape.spatialReference != nil, shape.spatialReference != reference
        {
            shape = try project(shape, into: reference)
        }
        let box = shape.extent
        return try rows.filter { row in
            guard let candidate = features.geometry(at: row), candidate.extent.intersects(box) else { return false }
            switch parameters.spatialRelationship {
            case .envelopeIntersects, .indexIntersects: return true
            case .intersects: return try GeometryEngine.isGeometry(candidate, intersecting: shape)
            case .contains: return try GeometryEngine.doesGeometry(shape, contain: candidate)
            case .within: return try GeometryEngine.doesGeometry(candidate, contain: shape)
            default:
                throw FeatureError(
                    .unsupported,
                    "The relation \(parameters.spatialRelationship.rawValue) is not tested on features in memory.")
            }
        }
    }

    private func sort(_ rows: inout [Int], by keys: [OrderBy]) throws {
        for key in keys.reversed() {
            guard let place = features.fieldIndex(named: key.fieldName) else {
                throw FeatureError(.unknownField, "There is no field \"\(key.fieldName)\" to sort by.")
            }
            let column = features.columns[place]
            func isBefore(_ a: Int, _ b: Int) -> Bool {
                // Nulls come first, as in SQL databases that sort them low.
                guard column.valid[a], column.valid[b] else { return !column.valid[a] && column.valid[b] }
                return switch column.values {
                case .integers(let values): values[a] < values[b]
                case .doubles(let values): values[a] < values[b]
                case .strings(let values): values[a] < values[b]
                case .blobs: false
                }
            }
            let order = rows.enumerated().sorted { x, y in
                let (a, b) = key.isAscending ? (x.element, y.element) : (y.element, x.element)
                if isBefore(a, b) { return true }
                return isBefore(b, a) ? false : x.offset < y.offset
            }
            rows = order.map(\.element)
        }
    }

    private func project(_ geometry: some Geometry, into reference: SpatialReference) throws -> any Geometry {
        try GeometryEngine.project(geometry, into: reference)
    }
}
