// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import GromaCodecs
public import GromaFeatures

/// What a web map changes of a layer as its service has it (`layerDefinition`); in a feature collection the whole layer.
public struct LayerDefinition: DocumentPart {
    public var json: JSONObject
    public init(json: JSONObject) { self.json = json }

    /// Only features that match are shown, standardised SQL; empty for all.
    public var definitionExpression: String {
        get { self["definitionExpression", default: ""] }
        set { self["definitionExpression", default: ""] = newValue }
    }
    /// Takes the place of the service's drawing info as a whole; nil leaves that.
    public var drawingInfo: DrawingInfo? {
        get { self[part: "drawingInfo"] }
        set { self[part: "drawingInfo"] = newValue }
    }
    /// The furthest scale, as a denominator; 0 for no limit, nil leaves the service's.
    public var minScale: Double? {
        get { self["minScale"] }
        set { self["minScale"] = newValue }
    }
    /// The closest scale, as a denominator; 0 for no limit, nil leaves the service's.
    public var maxScale: Double? {
        get { self["maxScale"] }
        set { self["maxScale"] = newValue }
    }
    /// The field that names a feature; nil leaves the service's.
    public var displayFieldName: String? {
        get { self["displayField"] }
        set { self["displayField"] = newValue }
    }
    /// Clusters or bins, kept as JSON; nil for none.
    public var featureReduction: JSONObject? { json["featureReduction"]?.object }
    /// Features drawn first lie below; empty leaves the order to the service. Orders by a script are left out.
    public var orderBy: [OrderBy] {
        (json["orderBy"]?.array ?? []).compactMap { entry in
            guard let field = entry["field"]?.string, !field.isEmpty else { return nil }
            return OrderBy(
                fieldName: field, isAscending: entry["order"]?.string?.lowercased().hasPrefix("desc") != true)
        }
    }
    /// How the layer's rows lie in time; nil leaves the service's word.
    public var timeInfo: LayerTimeInfo? { json["timeInfo"].flatMap(LayerTimeInfo.init(json:)) }
    /// What the map leaves of the service's capabilities; nil leaves all.
    public var capabilities: Set<String>? { CapabilityList.read(json["capabilities"]) }
    /// Whether the layer is on at first; nil where the document does not say.
    public var defaultVisibility: Bool? {
        get { self["defaultVisibility"] }
        set { self["defaultVisibility"] = newValue }
    }
}

/// Reads `Create,Query,Update`.
enum CapabilityList {
    static func read(_ json: JSONValue?) -> Set<String>? {
        json?.string.map { text in
            Set(text.split(separator: ",").map { $0.filter { !$0.isWhitespace } }.filter { !$0.isEmpty })
        }
    }
}
