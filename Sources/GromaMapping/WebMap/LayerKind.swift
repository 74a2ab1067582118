// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import GromaCodecs

/// Where a layer stands in its web map; old documents leave it to the place what a layer is.
public enum LayerRole: Sendable, Hashable {
    case operational, basemap, table
}

/// What a layer of a web map is.
public enum LayerKind: Sendable, Hashable {
    case feature, featureCollection, group, subtypeGroup
    case tiled, mapImage, vectorTiled, webTiled, wmts, openStreetMap, bingMaps
    case imageService, tiledImageService
    case wms, wfs, ogcFeatures, geoJSON, csv, kml, geoRSS
    /// Any other, by the document's name for it.
    case unknown(String)

    /// The kind of a layer, from `layerType`, the older `type`, or where both are missing (1.x documents) from what it holds
    /// and where its address leads.
    public init(layer json: JSONObject, role: LayerRole = .operational) {
        let name = json["layerType"]?.string ?? json["type"]?.string
        switch name {
        case "ArcGISFeatureLayer":
            let isCollection = json["featureCollection"]?.object != nil || json["type"]?.string == "Feature Collection"
            self = isCollection ? .featureCollection : .feature
        case "Feature Collection": self = .featureCollection
        case "GroupLayer": self = .group
        case "SubtypeGroupLayer", "SubtypeGroupTable": self = .subtypeGroup
        case "ArcGISTiledMapServiceLayer": self = .tiled
        case "ArcGISMapServiceLayer": self = .mapImage
        case "VectorTileLayer": self = .vectorTiled
        case "WebTiledLayer": self = json["wmtsInfo"]?.object != nil ? .wmts : .webTiled
        case "WMTS": self = .wmts
        case "OpenStreetMap": self = .openStreetMap
        case "BingMapsAerial", "BingMapsRoad", "BingMapsHybrid": self = .bingMaps
        case "ArcGISImageServiceLayer", "ArcGISImageServiceVectorLayer": self = .imageService
        case "ArcGISTiledImageServiceLayer": self = .tiledImageService
        case "WMS": self = .wms
        case "WFS": self = .wfs
        case "OGCFeatureLayer": self = .ogcFeatures
        case "GeoJSON": self = .geoJSON
        case "CSV": self = .csv
        case "KML": self = .kml
        case "GeoRSS": self = .geoRSS
        case nil: self = LayerKind.guessed(json, role: role)
        case let name?: self = .unknown(name)
        }
    }

    private static func guessed(_ json: JSONObject, role: LayerRole) -> LayerKind {
        if json["featureCollection"]?.object != nil { return .featureCollection }
        if json["layers"]?.array != nil, json["url"] == nil { return .group }
        if json["templateUrl"] != nil { return .webTiled }
        if json["styleUrl"] != nil { return .vectorTiled }
        // The last part of the address, or the one before a layer's number.
        let path = (json["url"]?.string ?? "").prefix { $0 != "?" && $0 != "#" }.split(separator: "/")
        let hasNumber = path.last.map { Int($0) != nil } ?? false
        switch hasNumber ? path.dropLast().last : path.last {
        case "FeatureServer": return .feature
        case "MapServer": return hasNumber ? .feature : role == .basemap ? .tiled : .mapImage
        case "ImageServer": return role == .basemap ? .tiledImageService : .imageService
        case "VectorTileServer": return .vectorTiled
        default: return role == .table ? .feature : .unknown("")
        }
    }

    /// The name in words and reports, stable.
    public var name: String {
        switch self {
        case .unknown(let name): name.isEmpty ? "unknown" : name
        default: "\(self)"
        }
    }
}
