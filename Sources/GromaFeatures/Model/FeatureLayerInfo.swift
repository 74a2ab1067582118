// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import GromaCodecs
public import GromaGeometry

/// A layer or table as its service describes it: the JSON of `FeatureServer/N?f=json`, typed where Groma acts on it.
///
/// Server, client and stores share this one description; `unknownJSON` holds every key without a property.
public struct FeatureLayerInfo: Sendable, Hashable {
    /// The layer's number in its service.
    public var id: Int
    /// The name people see.
    public var name: String
    /// False for a table without shapes.
    public var isTable: Bool
    /// The kind of shapes; nil for a table.
    public var geometryType: GeometryType?
    /// True where shapes have heights.
    public var hasZ = false
    /// True where shapes have measures.
    public var hasM = false
    /// The columns in the service's order.
    public var fields: [Field]
    /// The field that holds the object ids; empty where the document names none.
    public var objectIDFieldName: String
    /// The field that holds the GlobalIDs; nil where there is none.
    public var globalIDFieldName: String?
    /// The field whose value names a feature; nil where the document does not say.
    public var displayFieldName: String?
    /// The field whose value is a feature's type; see `featureTypeFieldName`.
    public var typeIDFieldName: String?
    /// The layer's `types`; empty where it has none. Entries that cannot be read are left out.
    public var featureTypes: [FeatureType] = []
    /// The field whose value is a feature's subtype; nil where the layer has no subtypes.
    public var subtypeFieldName: String?
    /// The layer's `subtypes`; empty where it has none. Entries that cannot be read are left out.
    public var featureSubtypes: [FeatureSubtype] = []
    /// The subtype of a new feature; null where the layer does not say.
    public var defaultSubtypeCode: AttributeValue = .null
    /// The layer's own templates; those of its types stand in `featureTypes`.
    public var featureTemplates: [FeatureTemplate] = []
    /// The relationships in which the layer stands.
    public var relationshipInfos: [RelationshipInfo] = []
    /// How rows lie in time; nil where they do not.
    public var timeInfo: LayerTimeInfo?
    /// Which values of one field go with which of another; nil where the description does not say. A service tells them apart
    /// from the description (`FeatureTable.contingentValuesDefinition()`).
    public var contingentValues: ContingentValuesDefinition?
    /// The reference of the shapes; nil where the document does not say.
    public var spatialReference: SpatialReference?
    /// The box round all shapes; nil where the document does not say.
    public var extent: Envelope?
    /// True where features may have attachments.
    public var hasAttachments = false
    /// Create, Delete, Query, Update, Editing, Sync, … as the service lists them.
    public var capabilities: Set<String> = ["Query"]
    /// Most rows of one answer.
    public var maxRecordCount = 2_000
    /// Creator, CreationDate, Editor, EditDate field names, where the service tracks them.
    public var editFieldsInfo: EditFieldsInfo?
    /// Renderer and labels as JSON; typed by Mapping.
    public var drawingInfo: JSONValue?
    /// All that has no property here, and members whose text says more than their property does;
    /// those are written back as they stood for as long as the property keeps the value they gave it.
    public var unknownJSON = JSONObject()

    /// Makes a description.
    public init(
        id: Int, name: String, geometryType: GeometryType?, fields: [Field], objectIDFieldName: String,
        globalIDFieldName: String? = nil, spatialReference: SpatialReference? = nil
    ) {
        self.id = id
        self.name = name
        self.isTable = geometryType == nil
        unknownJSON["id"] = .integer(id)
        if !isTable { unknownJSON["type"] = "Feature Layer" }
        self.geometryType = geometryType
        self.fields = fields
        self.objectIDFieldName = objectIDFieldName
        self.globalIDFieldName = globalIDFieldName
        self.spatialReference = spatialReference
    }

    /// The field of that name, in any case; nil when there is none.
    public func field(named name: String) -> Field? {
        fields.first { $0.name == name } ?? fields.first { $0.name.lowercased() == name.lowercased() }
    }
}

extension FeatureLayerInfo {
    /// Adds the fields by which rows are told apart, where they are missing: an object id, and a GlobalID, on which repeated
    /// adds and attachments rest. Names that are taken get a number.
    package mutating func addSystemFields() {
        if objectIDFieldName.isEmpty {
            let field = Field(name: freeFieldName("OBJECTID"), type: .oid, isNullable: false, isEditable: false)
            fields.insert(field, at: 0)
            objectIDFieldName = field.name
        }
        if globalIDFieldName == nil, let known = fields.first(where: { $0.type == .globalID }) {
            globalIDFieldName = known.name
        } else if globalIDFieldName == nil {
            let field = Field(
                name: freeFieldName("GlobalID"), type: .globalID, length: 38, isNullable: false, isEditable: false)
            fields.append(field)
            globalIDFieldName = field.name
        }
    }

    private func freeFieldName(_ wish: String) -> String {
        var name = wish, number = 1
        while field(named: name) != nil {
            name = "\(wish)_\(number)"
            number += 1
        }
        return name
    }
}

/// The fields in which a service notes who made and changed a row, and when.
public struct EditFieldsInfo: Sendable, Hashable {
    /// The field with the moment of creation.
    public var creationDateField: String?
    /// The field with the name of who made the row.
    public var creatorField: String?
    /// The field with the moment of the last change.
    public var editDateField: String?
    /// The field with the name of who changed the row last.
    public var editorField: String?
    /// Keys without a property here.
    public var unknownJSON = JSONObject()
    /// Makes an info.
    public init(
        creationDateField: String? = nil, creatorField: String? = nil, editDateField: String? = nil,
        editorField: String? = nil
    ) {
        self.creationDateField = creationDateField
        self.creatorField = creatorField
        self.editDateField = editDateField
        self.editorField = editorField
    }
}
