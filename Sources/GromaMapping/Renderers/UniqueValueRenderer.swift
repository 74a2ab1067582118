// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import GromaCodecs

/// A symbol for each value, or for each combination of values of up to three fields.
public struct UniqueValueRenderer: ClassingRenderer {
    static let typeName = "uniqueValue"
    public var json: JSONObject
    public init(json: JSONObject) { self.json = json }

    /// Makes a renderer; of `fieldNames` the first three count.
    public init(
        fieldNames: [String], uniqueValues: [UniqueValue], defaultLabel: String = "", defaultSymbol: (any Symbol)? = nil
    ) {
        json = JSONObject(compacting: ["type": .string(Self.typeName)])
        self.fieldNames = fieldNames
        if fieldNames.count > 1 { fieldDelimiter = "," }
        json["defaultLabel"] = defaultLabel.isEmpty ? nil : .string(defaultLabel)
        self.defaultSymbol = defaultSymbol
        self.uniqueValues = uniqueValues.map { value in
            var value = value
            if fieldNames.count > 1 { value.value = value.values.joined(separator: ",") }
            value.json["values"] = nil
            return value
        }
    }

    /// The fields whose values are compared, one to three.
    public var fieldNames: [String] {
        get { ["field1", "field2", "field3"].compactMap { self[$0] }.filter { !$0.isEmpty } }
        set {
            guard newValue != fieldNames else { return }
            for (index, key) in ["field1", "field2", "field3"].enumerated() {
                json[key] = index < newValue.count ? .string(newValue[index]) : nil
            }
        }
    }
    /// What stands between the values in `UniqueValue.value` where several fields are compared.
    public var fieldDelimiter: String {
        get { self["fieldDelimiter", default: ","] }
        set { if newValue != self["fieldDelimiter"] { json["fieldDelimiter"] = .string(newValue) } }
    }
    /// The classes, in the order of the legend. Empty where a newer document has only `groups`.
    public var uniqueValues: [UniqueValue] {
        get { self[parts: "uniqueValueInfos"] }
        set { self[parts: "uniqueValueInfos"] = newValue }
    }
    /// The classes under headings, as newer documents have them beside or instead of `uniqueValues`.
    public var groups: [UniqueValueGroup] {
        get { self[parts: "uniqueValueGroups"] }
        set { self[parts: "uniqueValueGroups"] = newValue }
    }
}

/// One class of a `UniqueValueRenderer`.
public struct UniqueValue: RendererClass {
    public var json: JSONObject
    public init(json: JSONObject) { self.json = json }

    /// Makes a class; one value a field.
    public init(description: String = "", label: String, symbol: any Symbol, values: [String]) {
        json = JSONObject(compacting: [
            "value": .string(values.joined(separator: ",")), "label": .string(label),
            "description": description.isEmpty ? nil : .string(description), "symbol": .object(symbol.json),
            "values": .array(values.map { .string($0) }),
        ])
    }

    /// The value as text, also where the document has a number; several fields' values stand with the delimiter between.
    /// `<Null>` and the empty text mean null.
    public var value: String {
        get { self["value", default: ""] }
        set { if newValue != value { json["value"] = .string(newValue) } }
    }
    /// One text a field for a class made in code; else `value` alone.
    var values: [String] { self["values"] ?? [value] }
}

/// Classes of a `UniqueValueRenderer` under one heading.
public struct UniqueValueGroup: DocumentPart {
    public var json: JSONObject
    public init(json: JSONObject) { self.json = json }
    /// Text above the classes in the legend.
    public var heading: String {
        get { self["heading", default: ""] }
        set { self["heading", default: ""] = newValue }
    }
    /// The classes, in the order of the legend.
    public var classes: [UniqueValueClass] {
        get { self[parts: "classes"] }
        set { self[parts: "classes"] = newValue }
    }
}

/// One symbol for several combinations of values.
public struct UniqueValueClass: DocumentPart {
    public var json: JSONObject
    public init(json: JSONObject) { self.json = json }
    /// Text of the legend.
    public var label: String {
        get { self["label", default: ""] }
        set { self["label", default: ""] = newValue }
    }
    /// Nil leaves the class out of the picture.
    public var symbol: (any Symbol)? {
        get { self[symbol: "symbol"] }
        set { self[symbol: "symbol"] = newValue }
    }
    /// Combinations, each with one text a field.
    public var values: [[String]] {
        get { self["values", default: []] }
        set { self["values", default: []] = newValue }
    }
}
