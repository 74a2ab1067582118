// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import GromaCodecs

/// How many features of a layer are drawn as few: clusters or bins.
public protocol FeatureReduction: DocumentPart {}

extension FeatureReduction {
    /// Numbers that a cluster or bin has of its features, beside their count.
    public var aggregateFields: [AggregateField] {
        get { self[parts: "fields"] }
        set { self[parts: "fields"] = newValue }
    }
    /// How clusters or bins are drawn; nil leaves it to the client.
    public var renderer: (any Renderer)? { json["drawingInfo"]?["renderer"]?.object.map(Renderers.renderer(from:)) }
    /// The labels of clusters or bins; empty where they are off.
    public var labelDefinitions: [LabelDefinition] {
        guard self["showLabels", default: true] else { return [] }
        let list = json["drawingInfo"]?["labelingInfo"]?.array ?? json["labelingInfo"]?.array ?? []
        return list.compactMap { $0.object.map(LabelDefinition.init(json:)) }
    }
    /// The closest scale at which features are drawn together, as a denominator; 0 for no limit.
    public var maxScale: Double {
        get { self["maxScale", default: 0] }
        set { self["maxScale", default: 0] = newValue }
    }
    /// What a tap on a cluster or bin shows; nil for nothing.
    public var popupDefinition: PopupDefinition? {
        self["disablePopup", default: false] ? nil : self[part: "popupInfo"]
    }
    /// True at a scale's denominator at which features are drawn together.
    public func isActive(atScale scale: Double) -> Bool { maxScale <= 0 || scale > maxScale }
}

/// Reads reductions of any kind.
public enum FeatureReductions {
    /// The reduction that `json` describes, by its `type`; nil for one of another type, such as a scene's selection.
    public static func reduction(from json: JSONObject) -> (any FeatureReduction)? {
        switch json["type"]?.string {
        case ClusteringFeatureReduction.typeName: ClusteringFeatureReduction(json: json)
        case BinningFeatureReduction.typeName: BinningFeatureReduction(json: json)
        default: nil
        }
    }
}

/// Points near each other as one marker.
public struct ClusteringFeatureReduction: FeatureReduction {
    static let typeName = "cluster"
    public var json: JSONObject
    public init(json: JSONObject) { self.json = json }
    /// Makes clusters of points that lie within `radius` points (1/72 inch) of each other.
    public init(radius: Double = 60, labelDefinitions: [LabelDefinition] = []) {
        json = JSONObject(compacting: [
            "type": .string(Self.typeName), "clusterRadius": .double(radius),
            "drawingInfo": ["labelingInfo": .array(labelDefinitions.map { .object($0.json) })],
        ])
    }
    /// How far a cluster reaches, in points.
    public var radius: Double {
        get { self["clusterRadius", default: 60] }
        set { self["clusterRadius", default: 60] = newValue }
    }
    /// Points of the smallest cluster.
    public var minSymbolSize: Double { points("clusterMinSize", 18) }
    /// Points of the largest cluster.
    public var maxSymbolSize: Double { points("clusterMaxSize", 50) }

    /// A size that stands as a number of points or as a text with a unit.
    private func points(_ key: String, _ usual: Double) -> Double {
        guard let text = json[key]?.string else { return self[key, default: usual] }
        let number = Double(text.prefix { $0.isNumber || $0 == "." }) ?? usual
        return text.hasSuffix("px") ? number * 0.75 : number
    }
}

/// Points in cells of a fixed grid as one area.
public struct BinningFeatureReduction: FeatureReduction {
    static let typeName = "binning"
    public var json: JSONObject
    public init(json: JSONObject) { self.json = json }
    /// Makes bins of the geohash cells of a level, 1 to 9.
    public init(fixedBinLevel: Int, renderer: any Renderer, labelDefinitions: [LabelDefinition] = []) {
        json = JSONObject(compacting: [
            "type": .string(Self.typeName), "fixedBinLevel": .integer(fixedBinLevel),
            "drawingInfo": [
                "renderer": .object(renderer.json), "labelingInfo": .array(labelDefinitions.map { .object($0.json) }),
            ],
        ])
    }
    /// Letters of the cells' geohash, 1 to 9: each level cuts a cell into 32.
    public var fixedBinLevel: Int {
        get { min(max(self["fixedBinLevel", default: 3], 1), 9) }
        set { self["fixedBinLevel", default: 3] = newValue }
    }
}

/// A number that a cluster or bin has of the features in it.
public struct AggregateField: DocumentPart {
    /// How the number is made.
    public enum StatisticType: String, Sendable, Hashable, CaseIterable { case sum, avg, min, max, count, mode, stddev }
    public var json: JSONObject
    public init(json: JSONObject) { self.json = json }
    /// Makes a field.
    public init(name: String, onStatisticField: String, statisticType: StatisticType) {
        json = JSONObject(compacting: [
            "name": .string(name), "onStatisticField": .string(onStatisticField),
            "statisticType": .string(statisticType.rawValue),
        ])
    }
    /// The name that expressions and labels use.
    public var name: String {
        get { self["name", default: ""] }
        set { self["name", default: ""] = newValue }
    }
    /// The features' field; nil where a script gives their number.
    public var onStatisticField: String? {
        get { self["onStatisticField"] }
        set { self["onStatisticField"] = newValue }
    }
    /// The script that gives a feature's number.
    public var onStatisticExpression: String? {
        get { json["onStatisticExpression"]?["expression"]?.string }
    }
    /// How the number is made.
    public var statisticType: StatisticType {
        get { self["statisticType", default: .count] }
        set { self["statisticType", default: .count] = newValue }
    }
}
