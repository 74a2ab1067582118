// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaCodecs
public import GromaFeatures
import GromaGeometry

extension WebMapLayer {
    /// Makes a layer of an address, of the kind that the address suggests: a feature layer, a tiled or a drawn map service, an image
    /// service, vector tiles, a WMS or WMTS, a GeoJSON or CSV file, or a template of tiles.
    ///
    /// Throws `MappingError.unsupported` for an address that suggests none; say the kind with `layerType` then, by its name in web maps.
    public init(id: String, title: String, url: String, layerType: String? = nil) throws(MappingError) {
        guard let type = layerType ?? Self.layerType(of: url) else {
            throw MappingError(
                .unsupported,
                "\(url) does not say what kind of layer it is; name the kind as web maps do, such as ArcGISFeatureLayer, WMS or GeoJSON."
            )
        }
        let isTemplate = type == "WebTiledLayer"
        json = JSONObject(compacting: [
            "id": .string(id), "layerType": .string(type), "title": .string(title),
            isTemplate ? "templateUrl" : "url": .string(url), "visibility": true, "opacity": .double(1),
        ])
        if type == "WMS" { json["mapUrl"] = .string(url) }
        if type == "CSV" { json["locationInfo"] = ["locationType": "coordinates"] }
    }

    /// Makes a layer whose features stand in the map itself. The set's description decides fields and names; drawing is plain until
    /// `layerDefinition` of the collection's layer says otherwise. Linear in the number of features.
    public init(id: String, title: String, features: FeatureSet, info: FeatureLayerInfo) {
        var definition = info.json.object ?? JSONObject()
        definition["name"] = .string(title)
        let set = (try? JSONValue(parsing: features.esriJSON())) ?? ["features": []]
        let layer = JSONValue.object(["layerDefinition": .object(definition), "featureSet": set])
        json = JSONObject(compacting: [
            "id": .string(id), "layerType": "ArcGISFeatureLayer", "title": .string(title), "visibility": true,
            "opacity": .double(1), "featureCollection": ["layers": .array([layer])],
        ])
    }

    /// The name in web maps of the kind of layer that an address suggests; nil where it suggests none.
    static func layerType(of address: String) -> String? {
        let lowered = address.lowercased()
        if lowered.contains("{level}") || lowered.contains("{z}") { return "WebTiledLayer" }
        let path = lowered.prefix { $0 != "?" && $0 != "#" }
        let query = lowered.dropFirst(path.count)
        let parts = path.split(separator: "/")
        let hasNumber = parts.last.map { Int($0) != nil } ?? false
        switch hasNumber ? parts.dropLast().last : parts.last {
        case "featureserver": return "ArcGISFeatureLayer"
        case "mapserver": return hasNumber ? "ArcGISFeatureLayer" : "ArcGISMapServiceLayer"
        case "imageserver": return "ArcGISImageServiceLayer"
        case "vectortileserver": return "VectorTileLayer"
        default: break
        }
        if path.hasSuffix(".geojson") || path.hasSuffix(".json") { return "GeoJSON" }
        if path.hasSuffix(".csv") { return "CSV" }
        if path.hasSuffix("wmtscapabilities.xml") || path.hasSuffix("/wmts") || query.contains("service=wmts") {
            return "WMTS"
        }
        if path.hasSuffix("/wms") || query.contains("service=wms") { return "WMS" }
        return nil
    }
}

extension WebMap {
    /// An id for a new layer that no layer or table of the map has: `base`, or `base` and a number.
    public func unusedLayerID(_ base: String) -> String {
        let plain = String(
            base.lowercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" }
        ).split(separator: "-").joined(separator: "-")
        let name = plain.isEmpty ? "layer" : plain
        let used = Set((allLayers.map(\.layer) + basemap.layers + tables).map(\.id))
        if !used.contains(name) { return name }
        var number = 2
        while used.contains("\(name)-\(number)") { number += 1 }
        return "\(name)-\(number)"
    }

    /// Changes the layer or table of an id, wherever it stands, and answers whether it is there.
    ///
    /// An id `LAYER:N` is the sublayer N of a map image layer, or the N-th layer of a feature collection, as identifying names them:
    /// of those only `popupDefinition`, `isPopupEnabled` and `layerDefinition` are taken over.
    @discardableResult
    public mutating func updateLayer(id: String, _ change: (inout WebMapLayer) throws -> Void) rethrows -> Bool {
        for list in [\WebMap.operationalLayers, \.tables] {
            var layers = self[keyPath: list]
            if try Self.update(&layers, id: id, depth: 0, change) {
                self[keyPath: list] = layers
                return true
            }
        }
        var base = basemap
        guard try Self.update(&base.layers, id: id, depth: 0, change) else { return false }
        basemap = base
        return true
    }

    private static func update(
        _ layers: inout [WebMapLayer], id: String, depth: Int, _ change: (inout WebMapLayer) throws -> Void
    ) rethrows -> Bool {
        for index in layers.indices {
            if layers[index].id == id {
                try change(&layers[index])
                return true
            }
            if layers[index].kind == .group, depth < deepestGroup {
                var inner = layers[index].layers
                if try update(&inner, id: id, depth: depth + 1, change) {
                    layers[index].layers = inner
                    return true
                }
            }
            let own = layers[index].id + ":"
            if id.hasPrefix(own), let number = Int(id.dropFirst(own.count)),
                try update(&layers[index], part: number, change)
            {
                return true
            }
        }
        return false
    }

    /// Changes one part of a layer through the view that all layers share.
    private static func update(
        _ layer: inout WebMapLayer, part number: Int, _ change: (inout WebMapLayer) throws -> Void
    ) rethrows -> Bool {
        if var collection = layer.featureCollection {
            guard collection.layers.indices.contains(number) else { return false }
            var view = WebMapLayer(json: collection.layers[number].json)
            try change(&view)
            collection.layers[number] = WebMapCollectionLayer(json: view.json)
            layer.featureCollection = collection
            return true
        }
        guard layer.kind == .mapImage else { return false }
        var parts = layer.sublayers
        let place = parts.firstIndex { $0.id == number }
        var view = WebMapLayer(json: place.map { parts[$0].json } ?? ["id": .integer(number)])
        try change(&view)
        if let place {
            parts[place] = WebMapSublayer(json: view.json)
        } else {
            parts.append(WebMapSublayer(json: view.json))
        }
        layer.sublayers = parts
        return true
    }
}
