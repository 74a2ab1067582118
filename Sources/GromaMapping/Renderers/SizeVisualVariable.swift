// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import GromaCodecs

/// A size that follows a value or the scale.
public struct SizeVisualVariable: VisualVariablePart {
    /// What a real-world value measures.
    public enum ValueRepresentation: String, Sendable, Hashable, CaseIterable {
        case radius, diameter, area, width, distance
    }

    public var json: JSONObject
    public init(json: JSONObject) { self.json = json }

    /// Makes a variable that grows from `minSize` to `maxSize` points while the value goes from `minDataValue` to `maxDataValue`.
    public init(fieldName: String, minDataValue: Double, maxDataValue: Double, minSize: Double, maxSize: Double) {
        json = JSONObject(compacting: [
            "type": "sizeInfo", "field": .string(fieldName), "minDataValue": .double(minDataValue),
            "maxDataValue": .double(maxDataValue), "minSize": .double(minSize), "maxSize": .double(maxSize),
        ])
    }
    /// Makes a variable from stops, rising; without a field the value is the scale.
    public init(fieldName: String?, stops: [SizeStop]) {
        json = JSONObject(compacting: [
            "type": "sizeInfo", "field": fieldName.map { .string($0) },
            "valueExpression": fieldName == nil ? "$view.scale" : nil, "stops": .array(stops.map { .object($0.json) }),
        ])
    }

    /// The value of the smallest size; nil where stops or a unit decide.
    public var minDataValue: Double? {
        get { self["minDataValue"] }
        set { self["minDataValue"] = newValue }
    }
    /// The value of the largest size; nil where stops or a unit decide.
    public var maxDataValue: Double? {
        get { self["maxDataValue"] }
        set { self["maxDataValue"] = newValue }
    }
    /// The size at `minDataValue`.
    public var minSize: ScaleDependentSize? {
        get { self["minSize"] }
        set { self["minSize"] = newValue }
    }
    /// The size at `maxDataValue`.
    public var maxSize: ScaleDependentSize? {
        get { self["maxSize"] }
        set { self["maxSize"] = newValue }
    }
    /// Values and their sizes, rising; where there are some, the four properties above do not count.
    public var stops: [SizeStop] {
        get { self[parts: "stops"] }
        set { self[parts: "stops"] = newValue }
    }
    /// True where the outline follows, not the symbol.
    public var targetsOutline: Bool {
        get { self["target"] == "outline" }
        set { if newValue != targetsOutline { json["target"] = newValue ? "outline" : nil } }
    }
    /// Metres a unit of the value, where values are lengths on the ground; nil otherwise.
    public var metersPerValue: Double? {
        switch self["valueUnit", default: "unknown"] {
        case "meters": 1
        case "kilometers": 1_000
        case "centimeters": 0.01
        case "millimeters": 0.001
        case "decimeters": 0.1
        case "feet": 0.3048
        case "inches": 0.0254
        case "yards": 0.9144
        case "miles": 1_609.344
        case "nautical-miles": 1_852
        default: nil
        }
    }
    /// What a value that is a length on the ground measures.
    public var valueRepresentation: ValueRepresentation {
        get { self["valueRepresentation", default: .diameter] }
        set { self["valueRepresentation", default: .diameter] = newValue }
    }
}

/// A value and its size in points.
public struct SizeStop: DocumentPart {
    public var json: JSONObject
    public init(json: JSONObject) { self.json = json }
    /// Makes a stop.
    public init(value: Double, size: Double) {
        json = JSONObject(compacting: ["value": .double(value), "size": .double(size)])
    }
    /// Where the stop stands.
    public var value: Double {
        get { self["value", default: 0] }
        set { self["value", default: 0] = newValue }
    }
    /// Points.
    public var size: Double {
        get { self["size", default: 0] }
        set { self["size", default: 0] = newValue }
    }
}

/// A size in points, the same at all scales or given by stops of the scale.
public enum ScaleDependentSize: Sendable, Hashable {
    case fixed(Double)
    case byScale([SizeStop])

    /// Points at a scale's denominator.
    public func points(atScale scale: Double) -> Double {
        switch self {
        case .fixed(let size): size
        case .byScale(let stops): Stops(stops.map(\.value), stops.map(\.size)).value(at: scale) ?? 0
        }
    }
}

extension ScaleDependentSize: DocumentValue {
    package init?(documentValue: JSONValue) {
        if let object = documentValue.object {
            let stops = SizeVisualVariable(json: object).stops
            guard !stops.isEmpty else { return nil }
            self = .byScale(stops)
        } else if let size = Double(documentValue: documentValue) {
            self = .fixed(size)
        } else {
            return nil
        }
    }
    package var documentValue: JSONValue {
        switch self {
        case .fixed(let size): .double(size)
        case .byScale(let stops):
            ["type": "sizeInfo", "expression": "view.scale", "stops": .array(stops.map { .object($0.json) })]
        }
    }
}

/// Numbers at rising positions, interpolated between and clamped at the ends.
struct Stops: Sendable {
    private let positions: [Double]
    private let values: [Double]

    /// Sorts by position; of equal positions the order stays.
    init(_ positions: [Double], _ values: [Double]) {
        let order = positions.indices.sorted { (positions[$0], $0) < (positions[$1], $1) }
        self.positions = order.map { positions[$0] }
        self.values = order.map { values[$0] }
    }

    /// Index of the stop before `position` and the part of the way to the next; nil without stops or for NaN.
    func segment(at position: Double) -> (index: Int, fraction: Double)? {
        guard let first = positions.first, let last = positions.last, !position.isNaN else { return nil }
        if position <= first { return (0, 0) }
        if position >= last { return (positions.count - 1, 0) }
        var low = 0
        var high = positions.count - 1
        while high - low > 1 {
            let middle = (low + high) / 2
            if positions[middle] <= position { low = middle } else { high = middle }
        }
        let span = positions[high] - positions[low]
        return (low, span > 0 ? (position - positions[low]) / span : 0)
    }

    func value(at position: Double) -> Double? {
        guard let (index, fraction) = segment(at: position) else { return nil }
        return fraction == 0 ? values[index] : values[index] + (values[index + 1] - values[index]) * fraction
    }
}
