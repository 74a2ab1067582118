// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaFeatures
import GromaGeometry

extension FeatureFile.Layer {
    /// The layer with the column that names its rows known as such: formats without field types (CSV, GeoJSON) hold it as one
    /// of whole numbers called OBJECTID.
    var withObjectIDs: FeatureFile.Layer {
        var layer = self
        guard layer.info == nil, features.objectIDFieldIndex == nil,
            let place = features.fieldIndex(named: "OBJECTID"), Self.areIDs(features.columns[place])
        else { return layer }
        layer.features.fields[place].type = .oid
        layer.features.fields[place].isNullable = false
        layer.features.fields[place].isEditable = false
        layer.features.objectIDFieldName = features.fields[place].name
        return layer
    }

    /// True when every row has a positive object id of its own, so that ids can be kept.
    var hasUsableObjectIDs: Bool {
        features.objectIDFieldIndex.map { Self.areIDs(features.columns[$0]) } ?? false
    }

    private static func areIDs(_ column: AttributeColumn) -> Bool {
        guard case .integers(let ids) = column.values, column.valid.allSatisfy({ $0 }) else { return false }
        return ids.allSatisfy { $0 > 0 } && Set(ids).count == ids.count
    }

    /// A description for a new table: the file's own, or one made of the features' fields.
    func description(id: Int) -> FeatureLayerInfo {
        if var info {
            info.id = id
            return info
        }
        var info = FeatureLayerInfo(
            id: id, name: name, geometryType: features.geometryType, fields: features.fields,
            objectIDFieldName: features.objectIDFieldName ?? features.fields.first { $0.type == .oid }?.name ?? "",
            globalIDFieldName: features.globalIDFieldName ?? features.fields.first { $0.type == .globalID }?.name,
            spatialReference: features.spatialReference ?? (features.geometryType == nil ? nil : .wgs84))
        info.addSystemFields()
        info.hasZ = features.geometries?.coordinates.z != nil
        info.hasM = features.geometries?.coordinates.m != nil
        info.displayFieldName = features.fields.first { $0.type == .string }?.name
        info.capabilities = ["Query", "Create", "Update", "Delete", "Editing"]
        return info
    }

    /// A description for a layer of a service: editable, with a GlobalID, on which repeated adds and attachments rest.
    func serviceDescription(id: Int) -> FeatureLayerInfo {
        var info = description(id: id)
        info.addSystemFields()
        info.hasAttachments = true
        info.capabilities.formUnion(["Query", "Create", "Update", "Delete", "Editing", "Uploads"])
        // Sync is what a service can do as a whole; a file cannot promise it.
        info.capabilities.subtract(["Sync", "Extract", "ChangeTracking"])
        return info
    }
}
