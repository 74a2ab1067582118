// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import Foundation
import GromaCodecs
import GromaFeatures
public import GromaGeometry

/// What a web map says of a WMS layer; what it leaves out is in the service's capabilities.
public struct WMSDescription: Sendable, Hashable {
    /// Where the service describes itself.
    public var url: URL
    /// Where pictures are asked for; nil for what the capabilities say.
    public var mapURL: URL?
    /// `1.3.0` or `1.1.1`; empty for what the capabilities say.
    public var version: String
    /// Names of the layers to draw, from the bottom up; empty for all that the service names.
    public var layerNames: [String]
    /// References in which the service draws; empty for what the capabilities say.
    public var spatialReferences: [SpatialReference]
    /// A media type such as `image/png`.
    public var format: String
    /// Parameters that every request carries besides.
    public var customParameters: [String: String]
    /// Who made the data, to be shown with the map.
    public var attribution: String
    /// As people see it.
    public var title: String

    /// Makes a description.
    public init(
        url: URL, mapURL: URL? = nil, version: String = "", layerNames: [String] = [],
        spatialReferences: [SpatialReference] = [], format: String = "image/png",
        customParameters: [String: String] = [:], attribution: String = "", title: String = ""
    ) {
        self.url = url
        self.mapURL = mapURL
        self.version = version
        self.layerNames = layerNames
        self.spatialReferences = spatialReferences
        self.format = format
        self.customParameters = customParameters
        self.attribution = attribution
        self.title = title
    }

    /// Reads a web map's layer of type `WMS`. Throws `MappingError.malformed` without an address.
    init(_ layer: WebMapLayer) throws(MappingError) {
        let url = try LayerFactory.url(layer.url ?? layer.json["mapUrl"]?.string ?? "")
        let all = (layer.json["layers"]?.array ?? []).compactMap { $0["name"]?.string }
        let visible = layer.json["visibleLayers"]?.array?.compactMap(\.string)
        // Capabilities and web maps list layers from the top down; a request names them from the bottom up (WMS 1.3.0, 7.3.3.3).
        let shown = (visible.map { names in all.isEmpty ? names : all.filter(Set(names).contains) } ?? all).reversed()
        self.init(
            url: url, mapURL: layer.json["mapUrl"]?.string.flatMap(URL.init(string:)),
            version: layer.json["version"]?.string ?? "", layerNames: Array(shown),
            spatialReferences: (layer.json["spatialReferences"]?.array ?? []).compactMap { $0.int }.map {
                SpatialReference(wkid: $0)
            },
            format: Self.mediaType(layer.json["format"]?.string ?? "png"),
            customParameters: (layer.json["customParameters"]?.object?.members ?? []).reduce(into: [:]) {
                $0[$1.key] = $1.value.string
            }, attribution: layer.copyright, title: layer.title)
    }

    private static func mediaType(_ name: String) -> String {
        name.contains("/") ? name : name.lowercased().hasPrefix("jp") ? "image/jpeg" : "image/png"
    }
}

/// What a web map says of a WMTS layer that has no template of its own.
public struct WMTSDescription: Sendable, Hashable {
    /// Where the service describes itself.
    public var url: URL
    /// The layer's identifier; empty for the first.
    public var layerIdentifier: String
    /// The tile matrix set's identifier; empty for the first that the layer has in web mercator, else its first.
    public var tileMatrixSet: String
    /// The style's identifier; empty for the default one.
    public var style: String
    /// A media type; empty for PNG where there is one, else the first.
    public var format: String
    /// Parameters that every request carries besides.
    public var customParameters: [String: String]

    /// Makes a description.
    public init(
        url: URL, layerIdentifier: String = "", tileMatrixSet: String = "", style: String = "", format: String = "",
        customParameters: [String: String] = [:]
    ) {
        self.url = url
        self.layerIdentifier = layerIdentifier
        self.tileMatrixSet = tileMatrixSet
        self.style = style
        self.format = format
        self.customParameters = customParameters
    }

    /// Reads `wmtsInfo` of a web map's layer. Throws `MappingError.malformed` without an address.
    init(_ layer: WebMapLayer) throws(MappingError) {
        let info = layer.json["wmtsInfo"]
        self.init(
            url: try LayerFactory.url(info?["url"]?.string ?? layer.url ?? ""),
            layerIdentifier: info?["layerIdentifier"]?.string ?? "",
            tileMatrixSet: info?["tileMatrixSet"]?.string ?? "",
            customParameters: (info?["customParameters"]?.object?.members ?? []).reduce(into: [:]) {
                $0[$1.key] = $1.value.string
            })
    }
}
