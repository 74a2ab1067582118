// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import GromaCodecs

/// A symbol for each range of a number.
public struct ClassBreaksRenderer: ClassingRenderer {
    static let typeName = "classBreaks"
    /// What a value is divided by before it is classed.
    public enum NormalizationType: String, Sendable, Hashable, CaseIterable {
        case byField = "esriNormalizeByField"
        /// The decimal logarithm takes the value's place.
        case byLog = "esriNormalizeByLog"
        case byPercentOfTotal = "esriNormalizeByPercentOfTotal"
    }

    public var json: JSONObject
    public init(json: JSONObject) { self.json = json }

    /// Makes a renderer; breaks stand in rising order.
    public init(
        fieldName: String, classBreaks: [ClassBreak], minValue: Double? = nil, defaultLabel: String = "",
        defaultSymbol: (any Symbol)? = nil
    ) {
        json = JSONObject(compacting: [
            "type": .string(Self.typeName), "field": .string(fieldName), "minValue": minValue.map { .double($0) },
            "defaultLabel": defaultLabel.isEmpty ? nil : .string(defaultLabel),
            "defaultSymbol": (defaultSymbol?.json).map(JSONValue.object),
            "classBreakInfos": .array(classBreaks.map { .object($0.json) }),
        ])
    }

    /// The field; empty where a script gives the value.
    public var fieldName: String {
        get { self["field", default: ""] }
        set { self["field", default: ""] = newValue }
    }
    /// The ranges, rising.
    public var classBreaks: [ClassBreak] {
        get { self[parts: "classBreakInfos"] }
        set { self[parts: "classBreakInfos"] = newValue }
    }
    /// The lower end of the first range, inclusive; nil for none.
    public var minValue: Double? {
        get { self["minValue"] }
        set { self["minValue"] = newValue }
    }
    /// What values are divided by; nil for nothing.
    public var normalizationType: NormalizationType? {
        get { self["normalizationType"] }
        set { self["normalizationType"] = newValue }
    }
    /// The divisor's field.
    public var normalizationField: String? {
        get { self["normalizationField"] }
        set { self["normalizationField"] = newValue }
    }
    /// The whole, where values are per cent of it.
    public var normalizationTotal: Double? {
        get { self["normalizationTotal"] }
        set { self["normalizationTotal"] = newValue }
    }
}

/// One range of a `ClassBreaksRenderer`.
public struct ClassBreak: RendererClass {
    public var json: JSONObject
    public init(json: JSONObject) { self.json = json }

    /// Makes a range: above `minValue` (the previous range's end by default), up to and with `maxValue`.
    public init(description: String = "", label: String, minValue: Double? = nil, maxValue: Double, symbol: any Symbol)
    {
        json = JSONObject(compacting: [
            "classMinValue": minValue.map { .double($0) }, "classMaxValue": .double(maxValue), "label": .string(label),
            "description": description.isEmpty ? nil : .string(description), "symbol": .object(symbol.json),
        ])
    }

    /// The lower end; nil for the previous range's upper end.
    public var minValue: Double? {
        get { self["classMinValue"] }
        set { self["classMinValue"] = newValue }
    }
    /// The upper end, inclusive.
    public var maxValue: Double {
        get { self["classMaxValue", default: 0] }
        set { self["classMaxValue", default: 0] = newValue }
    }
}
