// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import GromaCodecs
import GromaFeatures
public import GromaGeometry

/// A web map as a document: the data of a portal item of type "Web Map", versions 1.x and 2.x.
///
/// A value: change it and write `json`; everything that was not changed is written as it was read. `Map` is the live form.
public struct WebMap: DocumentPart {
    public var json: JSONObject
    public init(json: JSONObject) { self.json = json }

    /// Makes an empty map of the current version.
    public init(
        spatialReference: SpatialReference = .webMercator, basemap: WebMapBasemap = WebMapBasemap(title: "", layers: [])
    ) {
        json = JSONObject(compacting: [
            "operationalLayers": [], "baseMap": .object(basemap.json), "spatialReference": spatialReference.json,
            "version": "2.31", "authoringApp": "Groma", "authoringAppVersion": "1.0",
        ])
    }

    /// The document's version; empty where it does not say.
    public var version: String {
        get { self["version", default: ""] }
        set { self["version", default: ""] = newValue }
    }
    /// From the bottom up.
    public var operationalLayers: [WebMapLayer] {
        get { self[parts: "operationalLayers"] }
        set { self[parts: "operationalLayers"] = newValue }
    }
    /// What lies below, and above, the operational layers.
    public var basemap: WebMapBasemap {
        get { self[part: "baseMap"] ?? WebMapBasemap(json: JSONObject()) }
        set { if newValue != basemap { self[part: "baseMap"] = newValue } }
    }
    /// Tables without shapes.
    public var tables: [WebMapLayer] {
        get { self[parts: "tables"] }
        set { self[parts: "tables"] = newValue }
    }
    /// Marked places, in the order of their list.
    public var bookmarks: [Bookmark] {
        get { self[parts: "bookmarks"] }
        set { self[parts: "bookmarks"] = newValue }
    }
    /// The reference the map is drawn in; nil where the document leaves it to the base map, as old ones do.
    public var spatialReference: SpatialReference? {
        get { json["spatialReference"].flatMap(SpatialReference.init(json:)) }
        set { if newValue != spatialReference { json["spatialReference"] = newValue?.json } }
    }
    /// Where the map wants to start; nil where the document leaves it to the item's extent.
    public var initialViewpoint: Viewpoint? {
        get { json["initialState"]?["viewpoint"]?.object.flatMap(Viewpoint.init(json:)) }
        set {
            guard newValue != initialViewpoint else { return }
            var state = json["initialState"]?.object ?? JSONObject()
            state["viewpoint"] = newValue.map { .object($0.json(over: state["viewpoint"]?.object)) }
            json["initialState"] = state.isEmpty ? nil : .object(state)
        }
    }
    /// The colour below everything; nil for white.
    public var background: Color? {
        get { json["background"]?["color"].flatMap(Color.init(json:)) }
        set {
            guard newValue != background else { return }
            var background = json["background"]?.object ?? JSONObject()
            background["color"] = newValue?.json
            json["background"] = background.isEmpty ? nil : .object(background)
        }
    }
    /// The zone in which dates are shown: `system`, `unknown` or an IANA name; absent means `system`.
    public var timeZone: String {
        get { self["timeZone", default: "system"] }
        set { self["timeZone", default: "system"] = newValue }
    }
    /// The denominator at which symbols of layers that scale have their own size; 0 for none.
    public var referenceScale: Double {
        get { self["referenceScale", default: 0] }
        set { self["referenceScale", default: 0] = newValue }
    }

    /// Every operational layer with those inside groups, depth first, each with the path to it in the document.
    public var allLayers: [(path: String, layer: WebMapLayer)] {
        func collect(_ layers: [WebMapLayer], _ path: String, depth: Int) -> [(path: String, layer: WebMapLayer)] {
            layers.enumerated().flatMap { index, layer in
                let place = "\(path)[\(index)]"
                let inner =
                    layer.kind == .group && depth < Self.deepestGroup
                    ? collect(layer.layers, place + ".layers", depth: depth + 1) : []
                return [(place, layer)] + inner
            }
        }
        return collect(operationalLayers, "operationalLayers", depth: 0)
    }
    /// Groups below this depth are not looked into.
    static let deepestGroup = 32
}

/// The base map of a web map.
public struct WebMapBasemap: DocumentPart {
    public var json: JSONObject
    public init(json: JSONObject) { self.json = json }
    /// Makes a base map.
    public init(title: String, layers: [WebMapLayer]) {
        json = JSONObject(compacting: [
            "title": .string(title), "baseMapLayers": .array(layers.map { .object($0.json) }),
        ])
    }
    /// As people see it.
    public var title: String {
        get { self["title", default: ""] }
        set { self["title", default: ""] = newValue }
    }
    /// From the bottom up; those with `isReference` lie above the operational layers.
    public var layers: [WebMapLayer] {
        get { self[parts: "baseMapLayers"] }
        set { self[parts: "baseMapLayers"] = newValue }
    }
}

/// A place that a map's author has marked.
public struct Bookmark: DocumentPart {
    public var json: JSONObject
    public init(json: JSONObject) { self.json = json }
    /// Makes a bookmark.
    public init(name: String, viewpoint: Viewpoint) {
        json = JSONObject(compacting: ["name": .string(name), "viewpoint": .object(viewpoint.json)])
        if !(viewpoint.targetGeometry is Point) { json["extent"] = viewpoint.targetGeometry.extent.json }
    }
    /// As people see it.
    public var name: String {
        get { self["name", default: ""] }
        set { self["name", default: ""] = newValue }
    }
    /// The view, from `viewpoint` or the older `extent`; nil where the document has neither. Setting writes both.
    public var viewpoint: Viewpoint? {
        get {
            json["viewpoint"]?.object.flatMap(Viewpoint.init(json:))
                ?? json["extent"].flatMap(Envelope.init(json:)).flatMap {
                    $0.isEmpty ? nil : Viewpoint(boundingGeometry: $0)
                }
        }
        set {
            guard newValue != viewpoint else { return }
            json["viewpoint"] = newValue.map { .object($0.json(over: json["viewpoint"]?.object)) }
            json["extent"] = newValue.flatMap { $0.targetGeometry is Point ? nil : $0.targetGeometry.extent.json }
        }
    }
}

extension Viewpoint {
    /// The viewpoint written over an older one, whose other members stay.
    fileprivate func json(over old: JSONObject?) -> JSONObject {
        var result = old ?? JSONObject()
        result["scale"] = nil
        for (key, value) in json.members { result[key] = value }
        return result
    }
}
