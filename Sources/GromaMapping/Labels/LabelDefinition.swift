// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import GromaCodecs

/// A class of labels: which features are named, with which text, in which letters and where.
public struct LabelDefinition: DocumentPart {
    /// What happens to a label that would cover another one.
    public enum DeconflictionStrategy: String, Sendable, Hashable, CaseIterable {
        case none, `static`, dynamic, dynamicNeverRemove
    }
    /// Whose labels with the same text are drawn once: those of this class, of all points, lines or areas of the map, or all.
    public enum DuplicateRemoval: String, Sendable, Hashable, CaseIterable { case none, labelClass, featureType, all }

    public var json: JSONObject
    public init(json: JSONObject) { self.json = json }

    /// Makes a class from a text with `{FIELD}` in it.
    public init(text: String, symbol: TextSymbol, placement: LabelPlacement? = nil) {
        json = JSONObject(compacting: [
            "labelExpressionInfo": ["value": .string(text)],
            "labelPlacement": (placement?.rawValue).map { .string($0) },
            "symbol": .object(symbol.json),
        ])
    }

    /// The class's name; often empty.
    public var name: String {
        get { self["name", default: ""] }
        set { self["name", default: ""] = newValue }
    }
    /// How the text is made; the Info form wins over the simple one. Setting writes the Info form.
    public var expression: LabelExpression {
        get { LabelExpression(definition: json) }
        set { if newValue != expression { newValue.write(to: &json) } }
    }
    /// The letters; a plain text symbol where the document has none.
    public var symbol: TextSymbol {
        get { self[part: "symbol"] ?? TextSymbol(json: JSONObject()) }
        set { if newValue != symbol { self[part: "symbol"] = newValue } }
    }
    /// Where the label goes; nil leaves it to the geometry type.
    public var placement: LabelPlacement? {
        get { self["labelPlacement"] }
        set { self["labelPlacement"] = newValue }
    }
    /// Only features that match are labelled, standardised SQL; empty for all.
    public var whereClause: String {
        get { self["where", default: ""] }
        set { self["where", default: ""] = newValue }
    }
    /// The furthest scale, as a denominator; 0 for no limit.
    public var minScale: Double {
        get { self["minScale", default: 0] }
        set { self["minScale", default: 0] = newValue }
    }
    /// The closest scale, as a denominator; 0 for no limit.
    public var maxScale: Double {
        get { self["maxScale", default: 0] }
        set { self["maxScale", default: 0] = newValue }
    }
    /// Lower numbers are placed first; nil where the document leaves it to the geometry type.
    public var priority: Double? {
        get { self["priority"] }
        set { self["priority"] = newValue }
    }
    /// True where coded values show their names.
    public var usesCodedValues: Bool {
        get { self["useCodedValues", default: true] }
        set { self["useCodedValues", default: true] = newValue }
    }
    /// What happens to a label that would cover another one.
    public var deconflictionStrategy: DeconflictionStrategy {
        get { self["deconflictionStrategy", default: .static] }
        set { self["deconflictionStrategy", default: .static] = newValue }
    }
    /// True where a long line is labelled more than once.
    public var repeatsLabel: Bool {
        get { self["repeatLabel", default: true] }
        set { self["repeatLabel", default: true] = newValue }
    }
    /// Points between repeated labels; nil leaves it to the renderer.
    public var repeatDistance: Double? {
        get { self["repeatLabelDistance"] }
        set { self["repeatLabelDistance"] = newValue }
    }
    /// True where a label may be longer than its line.
    public var allowsOverrun: Bool {
        get { self["allowOverrun", default: false] }
        set { self["allowOverrun", default: false] = newValue }
    }
    /// True where long texts break into several lines.
    public var stacksLabel: Bool {
        get { self["stackLabel", default: true] }
        set { self["stackLabel", default: true] = newValue }
    }
    /// Whose labels with the same text are drawn once.
    public var duplicateRemoval: DuplicateRemoval {
        get { self["removeDuplicates", default: .none] }
        set { self["removeDuplicates", default: .none] = newValue }
    }

    /// Points round a label within which the same text is not repeated; 0 for the whole view.
    public var duplicateRemovalDistance: Double {
        get { self["removeDuplicatesDistance", default: 0] }
        set { self["removeDuplicatesDistance", default: 0] = newValue }
    }

    /// True where the class applies at a scale's denominator.
    public func isVisible(atScale scale: Double) -> Bool {
        (minScale <= 0 || scale <= minScale) && (maxScale <= 0 || scale >= maxScale)
    }
}

/// Where a label goes, named as in JSON.
public enum LabelPlacement: String, Sendable, Hashable, CaseIterable {
    case pointAboveCenter = "esriServerPointLabelPlacementAboveCenter"
    case pointAboveLeft = "esriServerPointLabelPlacementAboveLeft"
    case pointAboveRight = "esriServerPointLabelPlacementAboveRight"
    case pointBelowCenter = "esriServerPointLabelPlacementBelowCenter"
    case pointBelowLeft = "esriServerPointLabelPlacementBelowLeft"
    case pointBelowRight = "esriServerPointLabelPlacementBelowRight"
    case pointCenterCenter = "esriServerPointLabelPlacementCenterCenter"
    case pointCenterLeft = "esriServerPointLabelPlacementCenterLeft"
    case pointCenterRight = "esriServerPointLabelPlacementCenterRight"
    case lineAboveAfter = "esriServerLinePlacementAboveAfter"
    case lineAboveAlong = "esriServerLinePlacementAboveAlong"
    case lineAboveBefore = "esriServerLinePlacementAboveBefore"
    case lineAboveEnd = "esriServerLinePlacementAboveEnd"
    case lineAboveStart = "esriServerLinePlacementAboveStart"
    case lineBelowAfter = "esriServerLinePlacementBelowAfter"
    case lineBelowAlong = "esriServerLinePlacementBelowAlong"
    case lineBelowBefore = "esriServerLinePlacementBelowBefore"
    case lineBelowEnd = "esriServerLinePlacementBelowEnd"
    case lineBelowStart = "esriServerLinePlacementBelowStart"
    case lineCenterAfter = "esriServerLinePlacementCenterAfter"
    case lineCenterAlong = "esriServerLinePlacementCenterAlong"
    case lineCenterBefore = "esriServerLinePlacementCenterBefore"
    case lineCenterEnd = "esriServerLinePlacementCenterEnd"
    case lineCenterStart = "esriServerLinePlacementCenterStart"
    case polygonAlwaysHorizontal = "esriServerPolygonPlacementAlwaysHorizontal"
}
