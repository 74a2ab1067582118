// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaCodecs
import GromaFeatures
import GromaGeometry

/// The JSON by which services and layers describe themselves to a caller.
enum ServiceDescription {
    /// What this server can do with a layer at all; a stored description may promise more.
    private static let offered: Set<String> = ["Query", "Create", "Update", "Delete", "Editing", "Uploads"]
    private static let editing: Set<String> = ["Create", "Update", "Delete", "Editing", "Uploads"]

    /// What the caller may do with a layer: the layer's own words, without editing where the caller has no right to it.
    static func capabilities(of layer: FeatureLayerInfo, in service: HostedService, for caller: Caller) -> Set<String> {
        let own = layer.capabilities.intersection(offered)
        return caller.isIn(service.access.edit) ? own : own.subtracting(editing)
    }

    private static func text(_ capabilities: Set<String>) -> JSONValue {
        let order = ["Create", "Delete", "Query", "Update", "Editing", "Uploads"]
        return .string(order.filter(capabilities.contains).joined(separator: ","))
    }

    /// `FeatureServer?f=json`.
    static func service(_ service: HostedService, _ layers: [FeatureLayerInfo], for caller: Caller) -> JSONValue {
        var json = service.unknownJSON
        let capabilities = layers.reduce(into: Set(["Query"])) {
            $0.formUnion(Self.capabilities(of: $1, in: service, for: caller))
        }
        let reference = service.spatialReference ?? layers.lazy.compactMap(\.spatialReference).first
        let full = layers.compactMap(\.extent).reduce(Envelope.empty(in: reference)) { $0.union($1) }
        json["currentVersion"] = InfoRoutes.version
        json["serviceItemId"] = service.itemID.map { .string($0) }
        json["serviceDescription"] = .string(service.description)
        json["hasVersionedData"] = false
        json["supportsDisconnectedEditing"] = false
        json["maxRecordCount"] = .integer(layers.map(\.maxRecordCount).max() ?? 2_000)
        json["supportedQueryFormats"] = "JSON, geoJSON, PBF"
        json["capabilities"] = text(capabilities)
        json["description"] = .string(service.description)
        json["copyrightText"] = .string(service.copyrightText)
        json["spatialReference"] = reference?.json
        json["initialExtent"] = (service.initialExtent ?? full).json
        json["fullExtent"] = full.json
        json["allowGeometryUpdates"] = true
        json["units"] = reference?.isWGS84 == true ? "esriDecimalDegrees" : "esriMeters"
        json["syncEnabled"] = false
        json["syncCapabilities"] = nil
        json["extractChangesCapabilities"] = nil
        json["supportsApplyEditsWithGlobalIds"] = .bool(layers.allSatisfy { $0.globalIDFieldName != nil })
        json["supportsReturnDeleteResults"] = true
        json["supportsRelationshipsResource"] = true
        json["supportsContingentValuesJson"] = 2
        json["relationships"] = relationships(layers)
        json["layers"] = .array(layers.filter { !$0.isTable }.map(entry))
        json["tables"] = .array(layers.filter(\.isTable).map(entry))
        return .object(json)
    }

    /// The relationships between layers, each once: the side of its origin says its id and name.
    static func relationships(_ layers: [FeatureLayerInfo]) -> JSONValue {
        var entries: [(id: Int, json: JSONValue)] = []
        for layer in layers {
            for info in layer.relationshipInfos where info.role == .origin {
                guard var json = info.json.object, !entries.contains(where: { $0.id == info.id }) else { continue }
                json["originLayerId"] = .integer(layer.id)
                json["destinationLayerId"] = .integer(info.relatedTableID)
                for key in ["relatedTableId", "role", "keyField"] { json[key] = nil }
                entries.append((info.id, .object(json)))
            }
        }
        return .array(entries.sorted { $0.id < $1.id }.map(\.json))
    }

    private static func entry(_ layer: FeatureLayerInfo) -> JSONValue {
        if layer.isTable {
            return ["id": .integer(layer.id), "name": .string(layer.name), "type": "Table"]
        }
        return [
            "id": .integer(layer.id), "name": .string(layer.name), "parentLayerId": -1,
            "defaultVisibility": layer.unknownJSON["defaultVisibility"] ?? true, "subLayerIds": nil,
            "minScale": layer.unknownJSON["minScale"] ?? 0, "maxScale": layer.unknownJSON["maxScale"] ?? 0,
            "type": "Feature Layer", "geometryType": .string(layer.geometryType?.rawValue ?? ""),
        ]
    }

    /// `FeatureServer/N?f=json`.
    static func layer(_ layer: FeatureLayerInfo, in service: HostedService, for caller: Caller) -> JSONValue {
        var json = JSONObject()
        json["currentVersion"] = InfoRoutes.version
        json["id"] = .integer(layer.id)
        json["name"] = .string(layer.name)
        json["type"] = layer.isTable ? "Table" : "Feature Layer"
        json["serviceItemId"] = service.itemID.map { .string($0) }
        for (key, value) in layer.json.object?.members ?? [] where json[key] == nil { json[key] = value }
        for (key, value) in defaults.members where json[key] == nil { json[key] = value }
        json["geometryType"] = layer.geometryType.map { .string($0.rawValue) }
        json["fields"] = .array(layer.fields.map(field))
        json["objectIdField"] = .string(layer.objectIDFieldName)
        json["uniqueIdField"] = ["name": .string(layer.objectIDFieldName), "isSystemMaintained": true]
        json["globalIdField"] = .string(layer.globalIDFieldName ?? "")
        json["displayField"] = .string(layer.displayFieldName ?? layer.objectIDFieldName)
        json["typeIdField"] = layer.typeIDFieldName.map { .string($0) } ?? .null
        json["hasAttachments"] = .bool(layer.hasAttachments)
        json["hasZ"] = .bool(layer.hasZ)
        json["hasM"] = .bool(layer.hasM)
        json["maxRecordCount"] = .integer(layer.maxRecordCount)
        json["standardMaxRecordCount"] = .integer(layer.maxRecordCount)
        json["capabilities"] = text(capabilities(of: layer, in: service, for: caller))
        json["supportsApplyEditsWithGlobalIds"] = .bool(layer.globalIDFieldName != nil)
        json["supportedQueryFormats"] = "JSON, geoJSON, PBF"
        json["advancedQueryCapabilities"] = advancedQueryCapabilities(layer)
        json["hasContingentValuesDefinition"] = .bool(layer.contingentValues != nil)
        json["editingInfo"] = nil
        if !layer.isTable {
            json["extent"] =
                (layer.extent ?? Envelope.empty(in: layer.spatialReference ?? service.spatialReference)).json
        }
        return .object(json)
    }

    /// A field; a date field carries no length, which some clients take for that of a text.
    private static func field(_ field: Field) -> JSONValue {
        guard var json = field.json.object else { return field.json }
        json["nullable"] = .bool(field.isNullable)
        json["editable"] = .bool(field.isEditable)
        if json["alias"] == nil { json["alias"] = .string(field.alias) }
        if json["domain"] == nil { json["domain"] = .null }
        if json["defaultValue"] == nil { json["defaultValue"] = .null }
        if ![.string, .guid, .globalID, .xml].contains(field.type) { json["length"] = nil }
        return .object(json)
    }

    private static let defaults: JSONObject = {
        let json: JSONValue = [
            "description": "", "copyrightText": "", "defaultVisibility": true, "minScale": 0, "maxScale": 0,
            "parentLayer": nil, "subLayers": [], "types": [], "templates": [], "relationships": [],
            "isDataVersioned": false, "allowGeometryUpdates": true, "supportsStatistics": true,
            "supportsAdvancedQueries": true, "supportsCoordinatesQuantization": true,
            "supportsRollbackOnFailureParameter": true, "supportsAttachmentsByUploadId": true,
            "useStandardizedQueries": true, "maxRecordCountFactor": 1,
            "htmlPopupType": "esriServerHTMLPopupTypeNone", "ownershipBasedAccessControlForFeatures": nil,
        ]
        var object = json.object ?? JSONObject()
        object["supportedSpatialRelationships"] = .array(
            SpatialRelationship.allCases.map { .string($0.rawValue) })
        return object
    }()

    private static func advancedQueryCapabilities(_ layer: FeatureLayerInfo) -> JSONValue {
        var json = JSONObject()
        for name in [
            "Pagination", "PaginationOnAggregatedQueries", "ReturningQueryExtent", "Statistics", "OrderBy", "Distinct",
            "QueryWithResultType", "QueryWithDistance", "HavingClause", "PercentileStatistics", "CountDistinct",
            "ReturningGeometryCentroid", "AdvancedQueryRelated", "QueryRelatedPagination", "DisjointSpatialRel",
        ] {
            json["supports" + name] = true
        }
        json["supportsQueryAttachments"] = .bool(layer.hasAttachments)
        json["supportsQueryAttachmentsWithReturnUrl"] = .bool(layer.hasAttachments)
        json["supportsQueryAttachmentsCountOnly"] = .bool(layer.hasAttachments)
        for name in [
            "SqlExpression", "ReturningGeometryEnvelope", "TopFeaturesQuery", "FullTextSearch",
        ] {
            json["supports" + name] = false
        }
        return .object(json)
    }
}
