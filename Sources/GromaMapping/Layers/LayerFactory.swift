// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaCodecs

/// Makes live layers from a document's.
@MainActor
struct LayerFactory {
    let services: any ServiceLoader

    func layers(_ documents: [WebMapLayer], role: LayerRole, depth: Int = 0) -> [Layer] {
        documents.map { layer($0, role: role, depth: depth) }
    }

    private func layer(_ document: WebMapLayer, role: LayerRole, depth: Int) -> Layer {
        let services = services
        let kind = document.kind(in: role)
        switch kind {
        case .feature:
            return FeatureLayer(document: document) {
                try await services.featureTable(at: document.address(services))
            }
        case .featureCollection where document.featureCollection != nil || document.itemID != nil:
            return FeatureCollectionLayer(document: document, services: services)
        case .group where depth < WebMap.deepestGroup:
            return GroupLayer(
                document: document, layers: layers(document.layers, role: role, depth: depth + 1))
        case .tiled, .tiledImageService:
            return ArcGISTiledLayer(document: document, url: URL(string: document.url ?? "")) {
                try await services.tileSource(at: document.address(services))
            }
        case .wmts where document.templateURL == nil:
            return WMTSLayer(document: document, service: try? WMTSDescription(document)) {
                try await services.tileSource(wmts: try WMTSDescription(document))
            }
        case .webTiled, .wmts, .openStreetMap:
            return WebTiledLayer(document: document, template: try? Self.template(document, kind: kind)) {
                try await services.tileSource(template: Self.template(document, kind: kind))
            }
        case .mapImage:
            return ArcGISMapImageLayer(document: document, url: document.url ?? "", services: services)
        case .imageService:
            let address = document.url ?? ""
            let rules = MapImageServiceKind.imageService(
                renderingRule: document.json["renderingRule"], mosaicRule: document.json["mosaicRule"])
            return ArcGISImageServiceLayer(document: document) {
                try await services.mapImageSource(at: Self.url(address), kind: rules)
            }
        case .wms:
            return WMSLayer(document: document) {
                try await services.mapImageSource(wms: try WMSDescription(document))
            }
        case .geoJSON, .csv:
            return FeatureLayer(document: document) { try await FileLayer(document, kind).table(services) }
        default: return UnsupportedLayer(document: document, kind: kind)
        }
    }

    nonisolated static func url(_ text: String) throws(MappingError) -> URL {
        guard let url = URL(string: text), url.scheme != nil else {
            throw MappingError(.malformed, "\"\(text)\" is no address of a layer; it needs a scheme such as https.")
        }
        return url
    }

    private nonisolated static func template(_ document: WebMapLayer, kind: LayerKind) throws(MappingError)
        -> WebTileTemplate
    {
        let info =
            try document.json["tileInfo"].map { (json) throws(MappingError) in try TileInfo(json: json) }
            ?? .webMercator()
        if kind == .openStreetMap {
            return WebTileTemplate(
                urlTemplate: "https://tile.openstreetmap.org/{level}/{col}/{row}.png",
                attribution: "Map data © OpenStreetMap contributors")
        }
        guard let address = document.templateURL, !address.isEmpty else {
            throw MappingError(.malformed, "The layer \"\(document.title)\" has no templateUrl.")
        }
        return WebTileTemplate(
            urlTemplate: address, subdomains: document.subdomains, tileInfo: info, attribution: document.copyright)
    }
}
