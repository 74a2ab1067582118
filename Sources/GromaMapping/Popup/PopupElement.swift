// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import GromaCodecs

/// One block of a popup (an entry of `popupElements`).
public enum PopupElement: DocumentPart {
    case text(TextPopupElement)
    case fields(FieldsPopupElement)
    case media(MediaPopupElement)
    case attachments(AttachmentsPopupElement)
    case expression(ExpressionPopupElement)
    case relationship(RelationshipPopupElement)
    /// One that Groma keeps but does not show.
    case unsupported(UnsupportedPopupElement)

    public init(json: JSONObject) {
        switch json["type"]?.string {
        case "text": self = .text(TextPopupElement(json: json))
        case "fields": self = .fields(FieldsPopupElement(json: json))
        case "media": self = .media(MediaPopupElement(json: json))
        case "attachments": self = .attachments(AttachmentsPopupElement(json: json))
        case "expression": self = .expression(ExpressionPopupElement(json: json))
        case "relationship": self = .relationship(RelationshipPopupElement(json: json))
        default: self = .unsupported(UnsupportedPopupElement(json: json))
        }
    }

    public var json: JSONObject {
        get {
            switch self {
            case .text(let part): part.json
            case .fields(let part): part.json
            case .media(let part): part.json
            case .attachments(let part): part.json
            case .expression(let part): part.json
            case .relationship(let part): part.json
            case .unsupported(let part): part.json
            }
        }
        set { self = PopupElement(json: newValue) }
    }

    /// A chart of one bar, column, point or slice a field.
    public static func chart(_ kind: PopupChartKind, title: String = "", fields: [String]) -> PopupElement {
        .media(MediaPopupElement(media: [PopupMedia(chart: kind, title: title, fieldNames: fields)]))
    }
    /// A picture at an address, which may be a template.
    public static func image(_ sourceURL: String, title: String = "", linkURL: String = "") -> PopupElement {
        .media(MediaPopupElement(media: [PopupMedia(imageURL: sourceURL, title: title, linkURL: linkURL)]))
    }
}

/// What the titled elements have in common.
public protocol TitledPopupElement: DocumentPart {}
extension TitledPopupElement {
    /// A template above the element; empty for none.
    public var title: String {
        get { self["title", default: ""] }
        set { self["title", default: ""] = newValue }
    }
    /// A template below the title; empty for none.
    public var description: String {
        get { self["description", default: ""] }
        set { self["description", default: ""] = newValue }
    }
}

/// A template of HTML.
public struct TextPopupElement: DocumentPart {
    public var json: JSONObject
    public init(json: JSONObject) { self.json = json }
    /// Makes an element.
    public init(text: String) { json = JSONObject(compacting: ["type": "text", "text": .string(text)]) }
    /// The template.
    public var text: String {
        get { self["text", default: ""] }
        set { self["text", default: ""] = newValue }
    }
}

/// A table of fields and values.
public struct FieldsPopupElement: TitledPopupElement {
    public var json: JSONObject
    public init(json: JSONObject) { self.json = json }
    /// Makes an element.
    public init(title: String = "", fields: [PopupField]) {
        json = JSONObject(compacting: [
            "type": "fields", "title": .string(title), "fieldInfos": .array(fields.map { .object($0.json) }),
        ])
    }
    /// The element's own fields; empty shows the definition's.
    public var fields: [PopupField] {
        get { self[parts: "fieldInfos"] }
        set { self[parts: "fieldInfos"] = newValue }
    }
}

/// Charts and pictures.
public struct MediaPopupElement: TitledPopupElement {
    public var json: JSONObject
    public init(json: JSONObject) { self.json = json }
    /// Makes an element.
    public init(title: String = "", media: [PopupMedia]) {
        json = JSONObject(compacting: [
            "type": "media", "title": .string(title), "mediaInfos": .array(media.map { .object($0.json) }),
        ])
    }
    /// The element's own media; empty shows the definition's.
    public var media: [PopupMedia] {
        get { self[parts: "mediaInfos"] }
        set { self[parts: "mediaInfos"] = newValue }
    }
}

/// The feature's attachments.
public struct AttachmentsPopupElement: TitledPopupElement {
    /// How they are laid out.
    public enum DisplayType: String, Sendable, Hashable, CaseIterable { case preview, list, auto }
    public var json: JSONObject
    public init(json: JSONObject) { self.json = json }
    /// Makes an element.
    public init(title: String = "", displayType: DisplayType = .auto) {
        json = JSONObject(compacting: [
            "type": "attachments", "title": .string(title), "displayType": .string(displayType.rawValue),
        ])
    }
    /// How they are laid out.
    public var displayType: DisplayType {
        get { self["displayType", default: .auto] }
        set { self["displayType", default: .auto] = newValue }
    }
    /// What they are sorted by; empty leaves the service's order.
    public var orderBy: [PopupOrder] {
        get { self[parts: "orderByFields"] }
        set { self[parts: "orderByFields"] = newValue }
    }
}

/// An element that a script makes.
public struct ExpressionPopupElement: TitledPopupElement {
    public var json: JSONObject
    public init(json: JSONObject) { self.json = json }
    /// Makes an element.
    public init(expression: PopupExpression) {
        json = JSONObject(compacting: ["type": "expression", "expressionInfo": .object(expression.json)])
    }
    /// The script; it returns a text, fields or media element as a dictionary.
    public var expression: PopupExpression? {
        get { self[part: "expressionInfo"] }
        set { self[part: "expressionInfo"] = newValue }
    }
}

/// Records of a related table.
public struct RelationshipPopupElement: TitledPopupElement {
    public var json: JSONObject
    public init(json: JSONObject) { self.json = json }
    /// Makes an element.
    public init(relationshipID: Int, title: String = "", displayCount: Int = 3) {
        json = JSONObject(compacting: [
            "type": "relationship", "relationshipId": .integer(relationshipID), "title": .string(title),
            "displayType": "list", "displayCount": .integer(displayCount),
        ])
    }
    /// The relationship's id in the layer; nil where the document has none.
    public var relationshipID: Int? {
        get { self["relationshipId"] }
        set { self["relationshipId"] = newValue }
    }
    /// Records shown at first.
    public var displayCount: Int {
        get { self["displayCount", default: 3] }
        set { self["displayCount", default: 3] = newValue }
    }
    /// What they are sorted by; empty leaves the service's order.
    public var orderBy: [PopupOrder] {
        get { self[parts: "orderByFields"] }
        set { self[parts: "orderByFields"] = newValue }
    }
}

/// An element of a type that Groma does not know.
public struct UnsupportedPopupElement: DocumentPart {
    public var json: JSONObject
    public init(json: JSONObject) { self.json = json }
    /// The document's `type`; empty where it has none.
    public var type: String { self["type", default: ""] }
}
