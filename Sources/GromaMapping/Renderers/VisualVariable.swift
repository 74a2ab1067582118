// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import GromaCodecs

/// A property of the symbol that follows a value of the feature or the scale of the view.
public enum VisualVariable: DocumentPart {
    case size(SizeVisualVariable)
    case color(ColorVisualVariable)
    case opacity(OpacityVisualVariable)
    case rotation(RotationVisualVariable)
    /// One that Groma keeps but does not act on.
    case unsupported(UnsupportedVisualVariable)

    public init(json: JSONObject) {
        switch json["type"]?.string {
        case "sizeInfo": self = .size(SizeVisualVariable(json: json))
        case "colorInfo": self = .color(ColorVisualVariable(json: json))
        case "transparencyInfo": self = .opacity(OpacityVisualVariable(json: json))
        case "rotationInfo": self = .rotation(RotationVisualVariable(json: json))
        default: self = .unsupported(UnsupportedVisualVariable(json: json))
        }
    }

    public var json: JSONObject {
        get { part.json }
        set { self = VisualVariable(json: newValue) }
    }

    /// The variable, whichever it is.
    var part: any VisualVariablePart {
        switch self {
        case .size(let part): part
        case .color(let part): part
        case .opacity(let part): part
        case .rotation(let part): part
        case .unsupported(let part): part
        }
    }
}

/// What all visual variables have in common.
public protocol VisualVariablePart: DocumentPart {}

extension VisualVariablePart {
    /// The field that gives the value; nil where a script does.
    public var fieldName: String? {
        get { self["field"] }
        set { self["field"] = newValue }
    }
    /// The script that gives the value (Arcade); wins over `fieldName`.
    public var valueExpression: String? {
        get { self["valueExpression"] }
        set { self["valueExpression"] = newValue }
    }
    /// The field to divide by; nil for none.
    public var normalizationField: String? {
        get { self["normalizationField"] }
        set { self["normalizationField"] = newValue }
    }
    /// True where the value is the scale of the view.
    public var followsScale: Bool {
        [self["valueExpression"], self["expression"]].contains { (text: String?) in
            text.map { $0.filter { !$0.isWhitespace } == "$view.scale" || $0 == "view.scale" } ?? false
        }
    }
}

/// A visual variable of a type that Groma does not know.
public struct UnsupportedVisualVariable: VisualVariablePart {
    public var json: JSONObject
    public init(json: JSONObject) { self.json = json }
    /// The document's `type`; empty where it has none.
    public var type: String { self["type", default: ""] }
}

/// A colour that follows a value.
public struct ColorVisualVariable: VisualVariablePart {
    public var json: JSONObject
    public init(json: JSONObject) { self.json = json }
    /// Makes a variable; stops rise.
    public init(fieldName: String, stops: [ColorStop]) {
        json = JSONObject(compacting: [
            "type": "colorInfo", "field": .string(fieldName), "stops": .array(stops.map { .object($0.json) }),
        ])
    }
    /// Values and their colours, rising.
    public var stops: [ColorStop] {
        get { self[parts: "stops"] }
        set { self[parts: "stops"] = newValue }
    }
}

/// A value and its colour.
public struct ColorStop: DocumentPart {
    public var json: JSONObject
    public init(json: JSONObject) { self.json = json }
    /// Makes a stop.
    public init(value: Double, color: Color) {
        json = JSONObject(compacting: ["value": .double(value), "color": color.json])
    }
    /// Where the stop stands.
    public var value: Double {
        get { self["value", default: 0] }
        set { self["value", default: 0] = newValue }
    }
    /// The colour there.
    public var color: Color {
        get { self["color", default: .clear] }
        set { self["color", default: .clear] = newValue }
    }
}

/// An opacity that follows a value.
public struct OpacityVisualVariable: VisualVariablePart {
    public var json: JSONObject
    public init(json: JSONObject) { self.json = json }
    /// Makes a variable; stops rise.
    public init(fieldName: String, stops: [TransparencyStop]) {
        json = JSONObject(compacting: [
            "type": "transparencyInfo", "field": .string(fieldName), "stops": .array(stops.map { .object($0.json) }),
        ])
    }
    /// Values and their transparency, rising.
    public var stops: [TransparencyStop] {
        get { self[parts: "stops"] }
        set { self[parts: "stops"] = newValue }
    }
}

/// A value and its transparency.
public struct TransparencyStop: DocumentPart {
    public var json: JSONObject
    public init(json: JSONObject) { self.json = json }
    /// Makes a stop; 100 is invisible.
    public init(value: Double, transparency: Double) {
        json = JSONObject(compacting: ["value": .double(value), "transparency": .double(transparency)])
    }
    /// Where the stop stands.
    public var value: Double {
        get { self["value", default: 0] }
        set { self["value", default: 0] = newValue }
    }
    /// Per cent; 100 is invisible.
    public var transparency: Double {
        get { self["transparency", default: 0] }
        set { self["transparency", default: 0] = newValue }
    }
}

/// An angle that follows a value.
public struct RotationVisualVariable: VisualVariablePart {
    /// How the value is meant.
    public enum RotationType: String, Sendable, Hashable, CaseIterable {
        /// Degrees clockwise from north.
        case geographic
        /// Degrees counter-clockwise from east.
        case arithmetic
    }
    public var json: JSONObject
    public init(json: JSONObject) { self.json = json }
    /// Makes a variable.
    public init(fieldName: String, rotationType: RotationType = .geographic) {
        json = JSONObject(compacting: [
            "type": "rotationInfo", "field": .string(fieldName), "rotationType": .string(rotationType.rawValue),
        ])
    }
    /// How the value is meant.
    public var rotationType: RotationType {
        get { self["rotationType", default: .geographic] }
        set { self["rotationType", default: .geographic] = newValue }
    }
}
