// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaCodecs
package import GromaFeatures
import GromaGeometry

extension WebMapCollectionLayer {
    /// The layer's rows as a table in memory. Rows that carry no object ids are numbered from 1.
    ///
    /// Throws `MappingError.malformed` where the definition or the features cannot be read.
    package func table() throws(MappingError) -> FeatureCollectionTable {
        do {
            var info = try FeatureLayerInfo(json: .object(layerDefinition.json))
            var json = featureSetJSON ?? JSONObject()
            // The set of a collection leaves to the definition what a service's answer says itself.
            let definition = layerDefinition.json
            json["fields"] = json["fields"] ?? definition["fields"]
            json["geometryType"] = json["geometryType"] ?? definition["geometryType"]
            json["objectIdFieldName"] = json["objectIdFieldName"] ?? definition["objectIdField"]
            json["features"] = json["features"] ?? []
            let reference = json["spatialReference"] ?? json["features"]?[0]?["geometry"]?["spatialReference"]
            json["spatialReference"] = reference ?? info.spatialReference?.json
            var rows = try FeatureSet(esriJSON: JSONValue.object(json).serialized())
            if info.fields.isEmpty { info.fields = rows.fields }
            info.spatialReference = rows.spatialReference ?? info.spatialReference
            Self.number(&rows, &info)
            return try FeatureCollectionTable(info: info, rows: rows)
        } catch {
            throw MappingError(.malformed, "The feature collection \"\(title)\" could not be read.", cause: error)
        }
    }

    /// Gives rows and description the object id field that a table needs, where they lack it.
    static func number(_ rows: inout FeatureSet, _ info: inout FeatureLayerInfo) {
        if info.objectIDFieldName.isEmpty { info.objectIDFieldName = rows.objectIDFieldName ?? "OBJECTID" }
        let field = Field(name: info.objectIDFieldName, type: .oid, isNullable: false, isEditable: false)
        if info.field(named: field.name) == nil { info.fields.insert(field, at: 0) }
        guard rows.fieldIndex(named: field.name) == nil else { return }
        rows.fields.append(field)
        rows.columns.append(
            AttributeColumn(
                values: .integers((0..<rows.count).map { Int64($0 + 1) }),
                valid: [Bool](repeating: true, count: rows.count)))
    }
}
