// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import GromaCodecs

/// The forms of charts; a bar chart lies, a column chart stands.
public enum PopupChartKind: String, Sendable, Hashable, CaseIterable {
    case bar = "barchart"
    case column = "columnchart"
    case line = "linechart"
    case pie = "piechart"
}

/// A chart or a picture of a popup (an entry of `mediaInfos`).
public struct PopupMedia: DocumentPart {
    /// What it is.
    public enum Kind: Sendable, Hashable {
        case image
        case chart(PopupChartKind)
        /// One that Groma keeps but does not show.
        case unsupported(String)
    }
    public var json: JSONObject
    public init(json: JSONObject) { self.json = json }

    /// Makes a chart.
    public init(chart kind: PopupChartKind, title: String = "", fieldNames: [String]) {
        json = JSONObject(compacting: [
            "type": .string(kind.rawValue), "title": .string(title), "caption": "",
            "value": ["fields": fieldNames.documentValue],
        ])
    }
    /// Makes a picture; addresses may be templates.
    public init(imageURL: String, title: String = "", linkURL: String = "") {
        json = JSONObject(compacting: [
            "type": "image", "title": .string(title), "caption": "",
            "value": ["sourceURL": .string(imageURL), "linkURL": .string(linkURL)],
        ])
    }

    /// What it is, from the document's `type`.
    public var kind: Kind {
        let type = self["type", default: ""]
        if type == "image" { return .image }
        return PopupChartKind(rawValue: type).map(Kind.chart) ?? .unsupported(type)
    }
    /// A template; empty for none.
    public var title: String {
        get { self["title", default: ""] }
        set { self["title", default: ""] = newValue }
    }
    /// A template; empty for none.
    public var caption: String {
        get { self["caption", default: ""] }
        set { self["caption", default: ""] = newValue }
    }
    /// A template of what the picture shows, for those who do not see it; empty for none.
    public var alternativeText: String {
        get { self["altText", default: ""] }
        set { self["altText", default: ""] = newValue }
    }
    /// Minutes after which a picture is read anew; 0 for never.
    public var refreshInterval: Double {
        get { self["refreshInterval", default: 0] }
        set { self["refreshInterval", default: 0] = newValue }
    }
    /// Addresses of a picture, or fields of a chart.
    public var value: PopupMediaValue {
        get { self[part: "value"] ?? PopupMediaValue(json: JSONObject()) }
        set { if newValue != value { self[part: "value"] = newValue } }
    }
}

/// Addresses of a picture, or fields of a chart.
public struct PopupMediaValue: DocumentPart {
    public var json: JSONObject
    public init(json: JSONObject) { self.json = json }
    /// The picture, a template; empty for none.
    public var sourceURL: String {
        get { self["sourceURL", default: ""] }
        set { self["sourceURL", default: ""] = newValue }
    }
    /// Where a tap on the picture leads, a template; empty for nowhere.
    public var linkURL: String {
        get { self["linkURL", default: ""] }
        set { self["linkURL", default: ""] = newValue }
    }
    /// Fields, `expression/NAME` or `relationships/ID/NAME`, one bar, column, point or slice each.
    public var fieldNames: [String] {
        get { self["fields", default: []] }
        set { self["fields", default: []] = newValue }
    }
    /// The field every value is divided by; nil for none.
    public var normalizeFieldName: String? {
        get { self["normalizeField"].flatMap { (name: String) in name.isEmpty || name == "null" ? nil : name } }
        set { if newValue != normalizeFieldName { json["normalizeField"] = newValue.map(JSONValue.string) } }
    }
    /// The field of related records that names the values; nil for none.
    public var tooltipFieldName: String? {
        get { self["tooltipField"] }
        set { self["tooltipField"] = newValue }
    }
    /// Colours in the order of the fields; empty leaves them to the chart.
    public var colors: [Color] {
        get { self["colors", default: []] }
        set { self["colors", default: []] = newValue }
    }
}
