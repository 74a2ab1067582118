// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import GromaCodecs
public import GromaGeometry

/// A layer or table as its service describes it: the JSON of `FeatureServer/N?f=json`, typed where Groma acts on it.
///
/// Server, client and stores share this one description; `unknownJSON` holds every key without a property.
public struct FeatureLayerInfo: Sendable, Hashable {
    public var id: Int
    public var name: String
    /// False for a table without shapes.
    public var isTable: Bool
    public var geometryType: GeometryType?
    public var hasZ = false
    public var hasM = false
    public var fields: [Field]
    public var objectIDFieldName: String
    public var globalIDFieldName: String?
    public var displayFieldName: String?
    public var typeIDFieldName: String?
    public var spatialReference: SpatialReference?
    public var extent: Envelope?
    public var hasAttachments = false
    /// Create, Delete, Query, Update, Editing, Sync, … as the service lists them.
    public var capabilities: Set<String> = ["Query"]
    /// Most rows of one answer.
    public var maxRecordCount = 2_000
    /// Creator, CreationDate, Editor, EditDate field names, where the service tracks them.
    public var editFieldsInfo: EditFieldsInfo?
    /// Renderer and labels as JSON; typed by Mapping.
    public var drawingInfo: JSONValue?
    /// Relationships and all else that has no property here, and members whose text says more than their property does;
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

/// The fields in which a service notes who made and changed a row, and when.
public struct EditFieldsInfo: Sendable, Hashable {
    public var creationDateField: String?
    public var creatorField: String?
    public var editDateField: String?
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
