// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import GromaCodecs
import GromaGeometry

extension FeatureLayerInfo {
    /// Reads the description of a layer or table: the answer of `FeatureServer/N?f=json`, or the `layerDefinition` of a
    /// feature collection, where id and name may be missing.
    ///
    /// Throws `.malformed` when it is no object, a field has no name, or a geometry type is not known.
    public init(json: JSONValue) throws(FeatureError) {
        guard var rest = json.object else { throw FeatureError(.malformed, "A layer must be a JSON object.") }
        let fields = try Self.fields(rest["fields"])
        if Members.fields(fields) == rest["fields"] { rest["fields"] = nil }
        if let text = rest["geometryType"]?.string, GeometryType(rawValue: text) == nil {
            guard text == "esriGeometryNull" || text == "esriGeometryMultiPatch" || text.isEmpty else {
                throw FeatureError(.malformed, "\"\(text.prefix(40))\" is no geometry type of a layer.")
            }
        }
        self.init(
            id: Members.id.take(from: &rest), name: Members.name.take(from: &rest) ?? "",
            geometryType: Members.geometryType.take(from: &rest), fields: fields,
            objectIDFieldName: Members.objectIDField(fields).take(from: &rest),
            globalIDFieldName: Members.globalIDField(fields).take(from: &rest))
        isTable = Members.isTable.take(from: &rest)
        hasZ = Members.hasZ.take(from: &rest)
        hasM = Members.hasM.take(from: &rest)
        displayFieldName = Members.displayField.take(from: &rest)
        typeIDFieldName = Members.typeIDField.take(from: &rest)
        let schema = SchemaMembers(fields: fields)
        featureTypes = schema.featureTypes.take(from: &rest)
        subtypeFieldName = Members.subtypeField.take(from: &rest)
        featureSubtypes = schema.featureSubtypes.take(from: &rest)
        defaultSubtypeCode = Members.defaultSubtypeCode.take(from: &rest)
        featureTemplates = schema.templates.take(from: &rest)
        relationshipInfos = schema.relationships.take(from: &rest)
        timeInfo = Members.timeInfo.take(from: &rest)
        contingentValues = schema.contingentValues.take(from: &rest)
        extent = Members.extent.take(from: &rest)
        spatialReference = Self.reference(rest, extent: extent)
        hasAttachments = Members.hasAttachments.take(from: &rest)
        capabilities = Members.capabilities.take(from: &rest)
        maxRecordCount = Members.maxRecordCount.take(from: &rest)
        editFieldsInfo = Members.editFieldsInfo.take(from: &rest)
        drawingInfo = Members.drawingInfo.take(from: &rest)
        unknownJSON = rest
    }

    /// The description as a service answers it, with all it was read with.
    public var json: JSONValue {
        var object = unknownJSON
        Members.id.put(id, into: &object)
        Members.name.put(name.isEmpty ? nil : name, into: &object)
        Members.isTable.put(isTable, into: &object)
        Members.geometryType.put(geometryType, into: &object)
        if object["fields"] == nil ? !fields.isEmpty : (try? Self.fields(object["fields"])) != fields {
            object["fields"] = Members.fields(fields)
        }
        Members.objectIDField(fields).put(objectIDFieldName, into: &object)
        Members.globalIDField(fields).put(globalIDFieldName, into: &object)
        Members.hasZ.put(hasZ, into: &object)
        Members.hasM.put(hasM, into: &object)
        Members.displayField.put(displayFieldName, into: &object)
        Members.typeIDField.put(typeIDFieldName, into: &object)
        let schema = SchemaMembers(fields: fields)
        schema.featureTypes.put(featureTypes, into: &object)
        Members.subtypeField.put(subtypeFieldName, into: &object)
        schema.featureSubtypes.put(featureSubtypes, into: &object)
        Members.defaultSubtypeCode.put(defaultSubtypeCode, into: &object)
        schema.templates.put(featureTemplates, into: &object)
        schema.relationships.put(relationshipInfos, into: &object)
        Members.timeInfo.put(timeInfo, into: &object)
        schema.contingentValues.put(contingentValues, into: &object)
        Members.extent.put(extent, into: &object)
        if Self.reference(object, extent: extent) != spatialReference {
            object["sourceSpatialReference"] = spatialReference?.json
        }
        Members.hasAttachments.put(hasAttachments, into: &object)
        Members.capabilities.put(capabilities, into: &object)
        Members.maxRecordCount.put(maxRecordCount, into: &object)
        Members.editFieldsInfo.put(editFieldsInfo, into: &object)
        Members.drawingInfo.put(drawingInfo, into: &object)
        return .object(object)
    }

    private static func fields(_ json: JSONValue?) throws(FeatureError) -> [Field] {
        guard let array = json?.array else { return [] }
        guard array.count <= 10_000 else {
            throw FeatureError(.tooLarge, "A layer of \(array.count) fields is beyond the bound of 10,000.")
        }
        var fields: [Field] = []
        for entry in array { fields.append(try Field(json: entry)) }
        return fields
    }

    /// A layer says its reference in up to three places; the extent's is that of the shapes it answers.
    private static func reference(_ object: JSONObject, extent: Envelope?) -> SpatialReference? {
        (object["sourceSpatialReference"] ?? object["spatialReference"]).flatMap { SpatialReference(json: $0) }
            ?? extent?.spatialReference
    }
}

extension FeatureLayerInfo {
    private enum Members {
        static let id = JSONMember<Int>.integer("id", default: 0)
        static let name = JSONMember<String?>.text("name")
        static let isTable = JSONMember<Bool>(
            "type", read: { $0?.string == "Table" }, write: { .string($0 ? "Table" : "Feature Layer") })
        static let geometryType = JSONMember<GeometryType?>(
            "geometryType", read: { $0?.string.flatMap(GeometryType.init(rawValue:)) },
            write: { $0.map { .string($0.rawValue) } })
        static let hasZ = JSONMember<Bool>.flag("hasZ")
        static let hasM = JSONMember<Bool>.flag("hasM")
        static let displayField = JSONMember<String?>.text("displayField")
        static let typeIDField = JSONMember<String?>.text("typeIdField")
        static let subtypeField = JSONMember<String?>(
            "subtypeField", read: { ($0?.string).flatMap { $0.isEmpty ? nil : $0 } },
            write: { $0.map { .string($0) } })
        static let defaultSubtypeCode = JSONMember<AttributeValue>(
            "defaultSubtypeCode", read: { $0.map { AttributeValue(json: $0) } ?? .null },
            write: { $0.isNull ? nil : $0.json })
        static let timeInfo = JSONMember<LayerTimeInfo?>(
            "timeInfo", read: { $0.flatMap { LayerTimeInfo(json: $0) } }, write: { $0?.json })
        static let hasAttachments = JSONMember<Bool>.flag("hasAttachments")
        static let maxRecordCount = JSONMember<Int>.integer("maxRecordCount", default: 2_000)
        static let extent = JSONMember<Envelope?>(
            "extent", read: { $0.flatMap { Envelope(json: $0) }.flatMap { $0.isEmpty ? nil : $0 } },
            write: { $0?.json })
        static let drawingInfo = JSONMember<JSONValue?>(
            "drawingInfo", read: { $0 == .null ? nil : $0 }, write: { $0 })
        static let capabilities = JSONMember<Set<String>>(
            "capabilities",
            read: { json in
                guard let text = json?.string else { return ["Query"] }
                return Set(text.split(whereSeparator: { $0 == "," || $0 == " " }).map(String.init))
            },
            write: { .string($0.sorted().joined(separator: ",")) })
        static let editFieldsInfo = JSONMember<EditFieldsInfo?>(
            "editFieldsInfo", read: { $0?.object.map(EditFieldsInfo.init(members:)) },
            write: { $0.map { .object($0.members) } })

        static func fields(_ fields: [Field]) -> JSONValue { .array(fields.map(\.json)) }

        static func objectIDField(_ fields: [Field]) -> JSONMember<String> {
            let ofType = fields.first { $0.type == .oid }?.name ?? ""
            return JSONMember(
                "objectIdField", read: { $0?.string ?? ofType }, write: { $0.isEmpty ? nil : .string($0) })
        }
        static func globalIDField(_ fields: [Field]) -> JSONMember<String?> {
            let ofType = fields.first { $0.type == .globalID }?.name
            return JSONMember(
                "globalIdField", read: { ($0?.string).flatMap { $0.isEmpty ? nil : $0 } ?? ofType },
                write: { $0.map { .string($0) } })
        }
    }
}

extension SchemaMembers {
    fileprivate var featureTypes: JSONMember<[FeatureType]> { list("types", FeatureType.init(json:fields:), \.json) }
    fileprivate var featureSubtypes: JSONMember<[FeatureSubtype]> {
        list("subtypes", FeatureSubtype.init(json:fields:), \.json)
    }
    fileprivate var relationships: JSONMember<[RelationshipInfo]> {
        JSONMember(
            "relationships", read: { ($0?.array ?? []).compactMap { try? RelationshipInfo(json: $0) } },
            write: { .array($0.map(\.json)) })
    }
    fileprivate var contingentValues: JSONMember<ContingentValuesDefinition?> {
        let fields = fields
        return JSONMember(
            "contingentValues", read: { $0.flatMap { ContingentValuesDefinition(json: $0, fields: fields) } },
            write: { $0?.json })
    }
}

extension EditFieldsInfo {
    fileprivate init(members: JSONObject) {
        var rest = members
        self.init()
        creationDateField = Self.creationDate.take(from: &rest)
        creatorField = Self.creator.take(from: &rest)
        editDateField = Self.editDate.take(from: &rest)
        editorField = Self.editor.take(from: &rest)
        unknownJSON = rest
    }

    fileprivate var members: JSONObject {
        var object = unknownJSON
        Self.creationDate.put(creationDateField, into: &object)
        Self.creator.put(creatorField, into: &object)
        Self.editDate.put(editDateField, into: &object)
        Self.editor.put(editorField, into: &object)
        return object
    }

    private static let creationDate = JSONMember<String?>.text("creationDateField")
    private static let creator = JSONMember<String?>.text("creatorField")
    private static let editDate = JSONMember<String?>.text("editDateField")
    private static let editor = JSONMember<String?>.text("editorField")
}
