// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaCodecs
import GromaFeatures
import GromaGeometry

extension Map {
    /// The map as it stands now, as a document to be saved: what was loaded, with the changes made since to the view, the base map,
    /// bookmarks, and each layer's place, title, visibility, opacity, scales, filter, renderer, labels and popup.
    ///
    /// What Groma does not act on is kept as it was read. Throws `MappingError.unsupported` for a layer made in code whose rows or tiles
    /// have no address to write down.
    public func webMap(viewpoint: Viewpoint? = nil) throws(MappingError) -> WebMap {
        var document = webMap ?? WebMap(spatialReference: spatialReference ?? .webMercator)
        document.operationalLayers = try Self.documents(of: operationalLayers)
        var base = document.basemap
        base.title = basemap.name
        let below = try Self.documents(of: basemap.baseLayers)
        let above = try Self.documents(of: basemap.referenceLayers).map { layer in
            var layer = layer
            layer.isReference = true
            return layer
        }
        base.layers = below + above
        document.basemap = base
        document.bookmarks = bookmarks
        document.background = backgroundColor
        document.referenceScale = referenceScale
        document.initialTimeExtent = timeExtent
        if let viewpoint = viewpoint ?? initialViewpoint { document.initialViewpoint = viewpoint }
        return document
    }

    private static func documents(of layers: [Layer]) throws(MappingError) -> [WebMapLayer] {
        var result: [WebMapLayer] = []
        for layer in layers { result.append(try layer.currentDocument()) }
        return result
    }
}

extension Layer {
    /// The layer as it stands now. Only what differs from the document is written.
    func currentDocument() throws(MappingError) -> WebMapLayer {
        var document = if let own = self.document { own } else { try newDocument() }
        if document.title != name { document.title = name }
        document.isVisible = isVisible
        document.opacity = opacity
        document.minScale = minScale
        document.maxScale = maxScale
        document.blendMode = blendMode
        document.showsInLegend = showsInLegend
        document.popupDefinition = popupDefinition
        document.isPopupEnabled = isPopupEnabled
        document.refreshInterval = refreshInterval
        document.isTimeFilteringEnabled = isTimeFilteringEnabled
        try write(into: &document)
        return document
    }

    /// The document of a layer made in code.
    private func newDocument() throws(MappingError) -> WebMapLayer {
        let address: String? =
            switch self {
            case let layer as FeatureLayer: layer.url?.absoluteString
            case let layer as ArcGISTiledLayer: layer.url?.absoluteString
            case let layer as ArcGISMapImageLayer: layer.url
            case let layer as WebTiledLayer: layer.template?.urlTemplate
            case let layer as WMTSLayer: layer.service?.url.absoluteString
            default: nil
            }
        if self is GroupLayer {
            return WebMapLayer(json: ["id": .string(id), "layerType": "GroupLayer", "title": .string(name)])
        }
        guard let address, !address.isEmpty else {
            throw MappingError(
                .unsupported, "The layer \"\(name)\" was made in code of data without an address; it cannot be saved.")
        }
        var type: String?
        if self is ArcGISTiledLayer { type = "ArcGISTiledMapServiceLayer" }
        if self is WebTiledLayer { type = "WebTiledLayer" }
        if self is WMTSLayer { type = "WMTS" }
        var document = try WebMapLayer(id: id, title: name, url: address, layerType: type)
        if let template = (self as? WebTiledLayer)?.template {
            document.subdomains = template.subdomains
            document.copyright = template.attribution
            document.json["tileInfo"] = template.tileInfo.json
        }
        if let service = (self as? WMTSLayer)?.service {
            document.json["wmtsInfo"] = [
                "url": .string(service.url.absoluteString), "layerIdentifier": .string(service.layerIdentifier),
                "tileMatrixSet": .string(service.tileMatrixSet),
            ]
        }
        return document
    }
}
