// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import GromaCodecs
public import GromaFeatures

/// What a popup shows of a feature and what a person may do with it (the `popupInfo` of a layer).
///
/// ```swift
/// definition.title = "{SPECIES}, planted {PLANTED}"
/// definition.fields["PLANTED"].format = .date(.longMonthDayYear)
/// definition.elements.append(.chart(.column, title: "Growth", fields: ["H2022", "H2023"]))
/// ```
public struct PopupDefinition: DocumentPart {
    public var json: JSONObject
    /// False keeps the feature's attributes from being edited. Not part of the document: services and forms decide there.
    public var allowsEdit = true
    /// False keeps the feature from being deleted. Not part of the document.
    public var allowsDelete = true
    /// False keeps the feature's shape from being edited. Not part of the document.
    public var allowsEditGeometry = true

    public init(json: JSONObject) { self.json = json }

    /// Makes a definition that shows `fields` in order, titled by a display field where there is one.
    public init(title: String = "", fields: [PopupField] = []) {
        json = JSONObject(compacting: ["title": .string(title)])
        fieldInfos = fields
    }

    /// Makes a definition for a feature from its layer's description; for a graphic, or a feature whose layer is not known,
    /// it shows every attribute by name, and none may be edited.
    public init(geoElement: some GeoElement) {
        if let info = (geoElement as? Feature)?.layerInfo {
            self.init(layerInfo: info)
            return
        }
        self.init(
            fields: geoElement.attributes.keys.sorted().map { name in
                var field = PopupField(fieldName: name)
                field.isEditable = false
                return field
            })
        allowsEdit = false
        allowsDelete = false
        allowsEditGeometry = false
    }

    /// Makes a definition from what a layer says of its fields. A layer that is not loaded yet gives an empty one.
    public init(popupSource: some PopupSource) {
        guard let info = popupSource.layerInfo else {
            self.init()
            return
        }
        self.init(layerInfo: info)
    }

    /// Makes a definition from a layer's fields: alias as label, all visible but the system's own, title by display field.
    public init(layerInfo: FeatureLayerInfo) {
        let title =
            layerInfo.displayFieldName.flatMap { $0.isEmpty ? nil : "\(layerInfo.name): {\($0)}" } ?? layerInfo.name
        self.init(
            title: title,
            fields: layerInfo.fields.filter { ![.geometry, .blob, .raster, .xml].contains($0.type) }.map { field in
                var info = PopupField(fieldName: field.name, label: field.alias)
                info.isVisible = ![.oid, .globalID].contains(field.type)
                info.isEditable = field.isEditable
                return info
            })
        showsAttachments = layerInfo.hasAttachments
    }

    /// A template in which `{FIELD}` and `{expression/name}` stand for values.
    public var title: String {
        get { self["title", default: ""] }
        set { self["title", default: ""] = newValue }
    }
    /// A template of HTML, shown instead of the field list where there are no elements; nil or empty for none.
    public var description: String? {
        get { self["description"] }
        set { self["description"] = newValue }
    }
    /// What is shown, in order. Where the document lists none, what its older members mean: the description or the fields, then
    /// media, then attachments; so appending to it adds to what is shown. An empty list is as none.
    public var elements: [PopupElement] {
        get {
            let listed: [PopupElement] = self[parts: "popupElements"]
            return listed.isEmpty ? olderElements : listed
        }
        set { if newValue != elements { self[parts: "popupElements"] = newValue } }
    }
    private var olderElements: [PopupElement] {
        var elements: [PopupElement] = []
        if let description, description.contains(where: { !$0.isWhitespace }) {
            elements.append(.text(TextPopupElement(text: description)))
        } else {
            elements.append(.fields(FieldsPopupElement(json: ["type": "fields"])))
        }
        if !media.isEmpty { elements.append(.media(MediaPopupElement(json: ["type": "media"]))) }
        if showsAttachments { elements.append(.attachments(AttachmentsPopupElement())) }
        return elements
    }
    /// True where the document lists elements, be it none.
    public var hasElements: Bool { json["popupElements"]?.array != nil }
    /// The fields in order; see `fields` for access by name.
    public var fieldInfos: [PopupField] {
        get { self[parts: "fieldInfos"] }
        set { self[parts: "fieldInfos"] = newValue }
    }
    /// Charts and pictures, shown below the fields where there are no elements.
    public var media: [PopupMedia] {
        get { self[parts: "mediaInfos"] }
        set { self[parts: "mediaInfos"] = newValue }
    }
    /// Scripts whose results templates and fields may name.
    public var expressions: [PopupExpression] {
        get { self[parts: "expressionInfos"] }
        set { self[parts: "expressionInfos"] = newValue }
    }
    /// True where attachments are shown below (elements say so by an element of their own).
    public var showsAttachments: Bool {
        get { self["showAttachments", default: false] }
        set { self["showAttachments", default: false] = newValue }
    }
    /// True where who edited last, and when, is shown below.
    public var showsLastEditInfo: Bool {
        get { self["showLastEditInfo", default: true] }
        set { self["showLastEditInfo", default: true] = newValue }
    }
    /// How related records are shown; nil where the document does not say.
    public var relatedRecords: PopupRelatedRecords? {
        get { self[part: "relatedRecordsInfo"] }
        set { self[part: "relatedRecordsInfo"] = newValue }
    }
    /// Options for rasters; nil where the document has none.
    public var layerOptions: PopupLayerOptions? {
        get { self[part: "layerOptions"] }
        set { self[part: "layerOptions"] = newValue }
    }

    /// The fields by name: reading an unknown name answers a plain field, writing to it adds it at the end.
    public var fields: PopupFields {
        get { PopupFields(fieldInfos) }
        set { fieldInfos = newValue.infos }
    }
}

/// What a popup definition can be made from: something that knows a layer's description.
public protocol PopupSource {
    /// The layer's description; nil while it is not known.
    var layerInfo: FeatureLayerInfo? { get }
}
extension FeatureLayer: PopupSource {}

/// The fields of a popup definition, by name in any case.
public struct PopupFields: Sendable, Hashable {
    /// The fields in order.
    public internal(set) var infos: [PopupField]
    init(_ infos: [PopupField]) { self.infos = infos }

    /// The field of that name; a visible one without label and format where the definition has none.
    public subscript(name: String) -> PopupField {
        get { index(of: name).map { infos[$0] } ?? PopupField(fieldName: name) }
        set {
            if let index = index(of: name) {
                infos[index] = newValue
            } else if newValue != PopupField(fieldName: name) {
                infos.append(newValue)
            }
        }
    }
    private func index(of name: String) -> Int? {
        infos.firstIndex { $0.fieldName == name } ?? infos.firstIndex { $0.fieldName.lowercased() == name.lowercased() }
    }
}

/// How related records are shown (`relatedRecordsInfo`).
public struct PopupRelatedRecords: DocumentPart {
    public var json: JSONObject
    public init(json: JSONObject) { self.json = json }
    /// True where people may go on to related records.
    public var isShown: Bool {
        get { self["showRelatedRecords", default: false] }
        set { self["showRelatedRecords", default: false] = newValue }
    }
    /// `relationships/ID/FIELD` names to sort by.
    public var orderBy: [PopupOrder] {
        get { self[parts: "orderByFields"] }
        set { self[parts: "orderByFields"] = newValue }
    }
}

/// A field that related records or attachments are sorted by.
public struct PopupOrder: DocumentPart {
    public var json: JSONObject
    public init(json: JSONObject) { self.json = json }
    /// The field's name.
    public var fieldName: String {
        get { self["field", default: ""] }
        set { self["field", default: ""] = newValue }
    }
    /// True for the lowest first.
    public var isAscending: Bool {
        get { self["order", default: "asc"] != "desc" }
        set { if newValue != isAscending { json["order"] = newValue ? "asc" : "desc" } }
    }
}

/// Options for rasters (`layerOptions`).
public struct PopupLayerOptions: DocumentPart {
    public var json: JSONObject
    public init(json: JSONObject) { self.json = json }
    /// True where places without data show a popup too.
    public var showsNoDataRecords: Bool {
        get { self["showNoDataRecords", default: false] }
        set { self["showNoDataRecords", default: false] = newValue }
    }
    /// True where only the uppermost raster answers.
    public var returnsTopmostRaster: Bool {
        get { self["returnTopmostRaster", default: false] }
        set { self["returnTopmostRaster", default: false] = newValue }
    }
}

/// A script of a popup (Arcade), named by fields and templates as `expression/NAME`.
public struct PopupExpression: DocumentPart {
    /// What the script gives.
    public enum ReturnType: String, Sendable, Hashable, CaseIterable { case string, number, boolean, date, dictionary }
    public var json: JSONObject
    public init(json: JSONObject) { self.json = json }
    /// Makes an expression.
    public init(name: String, title: String = "", expression: String, returnType: ReturnType = .string) {
        json = JSONObject(compacting: [
            "name": .string(name), "title": .string(title), "expression": .string(expression),
            "returnType": .string(returnType.rawValue),
        ])
    }
    /// What fields and templates call it.
    public var name: String {
        get { self["name", default: ""] }
        set { self["name", default: ""] = newValue }
    }
    /// What people see.
    public var title: String {
        get { self["title", default: ""] }
        set { self["title", default: ""] = newValue }
    }
    /// The script.
    public var expression: String {
        get { self["expression", default: ""] }
        set { self["expression", default: ""] = newValue }
    }
    /// What the script gives.
    public var returnType: ReturnType {
        get { self["returnType", default: .string] }
        set { self["returnType", default: .string] = newValue }
    }
}
