// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import GromaCodecs

/// A layer or a table of a web map, of whatever kind.
public struct WebMapLayer: DocumentPart {
    /// How a group's layers are switched.
    public enum VisibilityMode: String, Sendable, Hashable, CaseIterable { case independent, inherited, exclusive }

    public var json: JSONObject
    public init(json: JSONObject) { self.json = json }

    /// Makes a feature layer of a service.
    public init(id: String, title: String, featureLayerURL url: String) {
        json = JSONObject(compacting: [
            "id": .string(id), "layerType": "ArcGISFeatureLayer", "title": .string(title), "url": .string(url),
            "visibility": true, "opacity": .double(1),
        ])
    }

    /// What the layer is; `kind(in:)` knows more about base layers of old documents and about tables.
    public var kind: LayerKind { LayerKind(layer: json) }
    /// What the layer is.
    public func kind(in role: LayerRole) -> LayerKind { LayerKind(layer: json, role: role) }
    /// Verbatim; empty where the document has none. Ids may be missing or doubled in old documents.
    public var id: String {
        get { self["id", default: ""] }
        set { self["id", default: ""] = newValue }
    }
    /// Verbatim; empty where the document has none.
    public var title: String {
        get { self["title", default: ""] }
        set { self["title", default: ""] = newValue }
    }
    /// The service's or layer's address, verbatim; nil where the layer has none. Templates may still have `{{…}}` in it.
    public var url: String? {
        get { self["url"] }
        set { self["url"] = newValue }
    }
    /// The style's address of vector tiles.
    public var styleURL: String? {
        get { self["styleUrl"] }
        set { self["styleUrl"] = newValue }
    }
    /// The address of tiles with `{level}`, `{col}`, `{row}`, `{subDomain}` in it.
    public var templateURL: String? {
        get { self["templateUrl"] }
        set { self["templateUrl"] = newValue }
    }
    /// Names that stand for `{subDomain}`.
    public var subdomains: [String] {
        get { self["subDomains", default: []] }
        set { self["subDomains", default: []] = newValue }
    }
    /// The portal item the layer was added from.
    public var itemID: String? {
        get { self["itemId"] }
        set { self["itemId"] = newValue }
    }
    /// True where the document says nothing.
    public var isVisible: Bool {
        get { self["visibility", default: true] }
        set { self["visibility", default: true] = newValue }
    }
    /// 0 to 1.
    public var opacity: Double {
        get { min(max(self["opacity", default: 1], 0), 1) }
        set { if newValue != opacity { json["opacity"] = .double(newValue) } }
    }
    /// The furthest scale, as a denominator, from the layer or its definition; 0 for no limit, nil leaves the service's.
    public var minScale: Double? {
        get { layerDefinition?.minScale ?? self["minScale"] }
        set { setScale("minScale", newValue, current: minScale) }
    }
    /// The closest scale, as a denominator, from the layer or its definition; 0 for no limit, nil leaves the service's.
    public var maxScale: Double? {
        get { layerDefinition?.maxScale ?? self["maxScale"] }
        set { setScale("maxScale", newValue, current: maxScale) }
    }
    /// False keeps the layer out of the legend.
    public var showsInLegend: Bool {
        get { self["showLegend", default: true] }
        set { self["showLegend", default: true] = newValue }
    }
    /// False turns the labels off; nil where the document does not say.
    public var showsLabels: Bool? {
        get { self["showLabels"] }
        set { self["showLabels"] = newValue }
    }
    /// False where taps on the layer show nothing.
    public var isPopupEnabled: Bool {
        get { !self["disablePopup", default: false] }
        set { if newValue != isPopupEnabled { json["disablePopup"] = .bool(!newValue) } }
    }
    /// What a tap shows; nil where the document has none.
    public var popupDefinition: PopupDefinition? {
        get { self[part: "popupInfo"] }
        set { self[part: "popupInfo"] = newValue }
    }
    /// What the map changes of the layer; nil for nothing.
    public var layerDefinition: LayerDefinition? {
        get { self[part: "layerDefinition"] }
        set { self[part: "layerDefinition"] = newValue }
    }
    /// Minutes after which the layer is read anew; 0 for never.
    public var refreshInterval: Double {
        get { self["refreshInterval", default: 0] }
        set { self["refreshInterval", default: 0] = newValue }
    }
    /// What the map leaves of the service's capabilities; nil leaves all.
    public var capabilities: Set<String>? { CapabilityList.read(json["capabilities"]) }
    /// The mode's name (`normal`, `multiply`, …).
    public var blendMode: String {
        get { self["blendMode", default: "normal"] }
        set { self["blendMode", default: "normal"] = newValue }
    }
    /// True in a base map for layers above all operational ones.
    public var isReference: Bool {
        get { self["isReference", default: false] }
        set { self["isReference", default: false] = newValue }
    }
    /// Layers of a group, from the bottom up.
    public var layers: [WebMapLayer] {
        get { self[parts: "layers"] }
        set { self[parts: "layers"] = newValue }
    }
    /// Sublayers of a map image layer that the document says something of.
    public var sublayers: [WebMapSublayer] {
        get { self[parts: "layers"] }
        set { self[parts: "layers"] = newValue }
    }
    /// Ids of the sublayers that are on; nil leaves it to the service.
    public var visibleSublayerIDs: [Int]? {
        get { self["visibleLayers"] }
        set { self["visibleLayers"] = newValue }
    }
    /// How a group's layers are switched.
    public var visibilityMode: VisibilityMode {
        get { self["visibilityMode", default: .independent] }
        set { self["visibilityMode", default: .independent] = newValue }
    }
    /// Features that stand in the document; nil where the layer has none.
    public var featureCollection: WebMapFeatureCollection? {
        get { self[part: "featureCollection"] }
        set { self[part: "featureCollection"] = newValue }
    }
    /// Who made the data, to be shown with the map.
    public var copyright: String {
        get { self["copyright", default: ""] }
        set { self["copyright", default: ""] = newValue }
    }

    /// Writes a scale where the document has it, else where the layer's kind keeps it.
    private mutating func setScale(_ key: String, _ value: Double?, current: Double?) {
        guard value != current else { return }
        let isInDefinition =
            json["layerDefinition"]?[key] != nil
            || (json[key] == nil && (kind == .feature || kind == .featureCollection))
        if isInDefinition {
            var definition = layerDefinition ?? LayerDefinition(json: JSONObject())
            definition.json[key] = value.map { .double($0) }
            layerDefinition = definition
        } else {
            json[key] = value.map { .double($0) }
        }
    }
}

/// What a document says of one sublayer of a map service, or of one layer or table of a feature service.
public struct WebMapSublayer: DocumentPart {
    public var json: JSONObject
    public init(json: JSONObject) { self.json = json }
    /// The sublayer's number in its service; nil where the document has none.
    public var id: Int? {
        get { self["id"] }
        set { self["id"] = newValue }
    }
    /// Empty where the document leaves it to the service.
    public var title: String {
        get { self["title"] ?? self["name"] ?? "" }
        set { if newValue != title { json["title"] = .string(newValue) } }
    }
    /// Whether the sublayer is on at first; nil leaves it to the service.
    public var defaultVisibility: Bool? {
        get { self["defaultVisibility"] }
        set { self["defaultVisibility"] = newValue }
    }
    /// What a tap shows; nil where the document has none.
    public var popupDefinition: PopupDefinition? {
        get { self[part: "popupInfo"] }
        set { self[part: "popupInfo"] = newValue }
    }
    /// False where taps on the sublayer show nothing.
    public var isPopupEnabled: Bool {
        get { !self["disablePopup", default: false] }
        set { if newValue != isPopupEnabled { json["disablePopup"] = .bool(!newValue) } }
    }
    /// What the document changes of the layer; nil for nothing.
    public var layerDefinition: LayerDefinition? {
        get { self[part: "layerDefinition"] }
        set { self[part: "layerDefinition"] = newValue }
    }
    /// Minutes after which the layer is read anew; 0 for never.
    public var refreshInterval: Double {
        get { self["refreshInterval", default: 0] }
        set { self["refreshInterval", default: 0] = newValue }
    }
}

/// Layers whose features stand in the document (`featureCollection`).
public struct WebMapFeatureCollection: DocumentPart {
    public var json: JSONObject
    public init(json: JSONObject) { self.json = json }
    /// From the bottom up.
    public var layers: [WebMapCollectionLayer] {
        get { self[parts: "layers"] }
        set { self[parts: "layers"] = newValue }
    }
}

/// One layer of a feature collection.
public struct WebMapCollectionLayer: DocumentPart {
    public var json: JSONObject
    public init(json: JSONObject) { self.json = json }
    /// The whole layer: fields, geometry type, drawing info.
    public var layerDefinition: LayerDefinition {
        get { self[part: "layerDefinition"] ?? LayerDefinition(json: JSONObject()) }
        set { if newValue != layerDefinition { self[part: "layerDefinition"] = newValue } }
    }
    /// The features as Esri JSON.
    public var featureSetJSON: JSONObject? { json["featureSet"]?.object }
    /// What a tap shows; nil where the document has none.
    public var popupDefinition: PopupDefinition? {
        get { self[part: "popupInfo"] }
        set { self[part: "popupInfo"] = newValue }
    }
    /// Empty where the document has none; the layer's name is in its definition then.
    public var title: String {
        get { self["title"] ?? layerDefinition.json["name"]?.string ?? "" }
        set { if newValue != title { json["title"] = .string(newValue) } }
    }
}
