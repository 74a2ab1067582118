// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import GromaCodecs

/// Dots scattered over areas, one for so many of a thing.
public struct DotDensityRenderer: Renderer {
    static let typeName = "dotDensity"
    public var json: JSONObject
    public init(json: JSONObject) { self.json = json }

    /// Makes a renderer: a dot of an attribute's colour for each `dotValue` of it.
    public init(
        attributes: [DotDensityAttribute], dotValue: Double, referenceScale: Double = 0,
        outline: SimpleLineSymbol? = nil
    ) {
        json = JSONObject(compacting: [
            "type": .string(Self.typeName), "attributes": .array(attributes.map { .object($0.json) }),
            "dotValue": .double(dotValue), "referenceScale": referenceScale > 0 ? .double(referenceScale) : nil,
            "outline": (outline?.json).map(JSONValue.object),
        ])
    }

    /// What is counted, each in its colour.
    public var attributes: [DotDensityAttribute] {
        get { self[parts: "attributes"] }
        set { self[parts: "attributes"] = newValue }
    }
    /// How many of a thing a dot stands for, at the reference scale where there is one.
    public var dotValue: Double {
        get { self["dotValue", default: 1] }
        set { self["dotValue", default: 1] = newValue }
    }
    /// The scale's denominator of `dotValue`: closer, a dot stands for less, so that areas look as dense as before. 0 for none.
    public var referenceScale: Double {
        get { self["referenceScale", default: 0] }
        set { self["referenceScale", default: 0] = newValue }
    }
    /// Diameter of a dot in points.
    public var dotSize: Double {
        get { self["dotSize", default: 1] }
        set { self["dotSize", default: 1] = newValue }
    }
    /// What lies under the dots; nil for nothing.
    public var backgroundColor: Color? {
        get { self["backgroundColor"] }
        set { self["backgroundColor"] = newValue }
    }
    /// The areas' edge; nil for none.
    public var outline: SimpleLineSymbol? {
        get { self[part: "outline"] }
        set { self[part: "outline"] = newValue }
    }
}

/// A thing that a `DotDensityRenderer` counts.
public struct DotDensityAttribute: DocumentPart {
    public var json: JSONObject
    public init(json: JSONObject) { self.json = json }
    /// Makes an attribute.
    public init(fieldName: String, color: Color, label: String = "") {
        json = JSONObject(compacting: [
            "field": .string(fieldName), "color": color.json, "label": label.isEmpty ? nil : .string(label),
        ])
    }
    /// The field; empty where a script gives the number.
    public var fieldName: String {
        get { self["field", default: ""] }
        set { self["field", default: ""] = newValue }
    }
    /// The script that gives the number (Arcade); wins over the field.
    public var valueExpression: String? {
        get { self["valueExpression"] }
        set { self["valueExpression"] = newValue }
    }
    /// The dots' colour.
    public var color: Color {
        get { self["color", default: .black] }
        set { self["color", default: .black] = newValue }
    }
    /// Text of the legend.
    public var label: String {
        get { self["label", default: ""] }
        set { self["label", default: ""] = newValue }
    }
}
