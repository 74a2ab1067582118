// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import Foundation
import GromaCodecs

extension FeatureServiceItemData {
    /// The item's layers as layers of a web map: the service's own with what the item's owner changed of them.
    ///
    /// `url` is the service's address. Layers without a number cannot be told apart and are left out.
    public func mapLayers(itemID: String, url: URL) -> [WebMapLayer] {
        layers.compactMap { part in
            guard let number = part.id else { return nil }
            var json = part.json
            json["id"] = .string("\(itemID):\(number)")
            json["title"] = .string(part.title)
            json["layerType"] = "ArcGISFeatureLayer"
            json["itemId"] = .string(itemID)
            json["url"] = .string(url.appending(path: String(number)).absoluteString)
            var layer = WebMapLayer(json: json)
            if let isOn = part.layerDefinition?.defaultVisibility ?? part.defaultVisibility { layer.isVisible = isOn }
            return layer
        }
    }
}

extension FeatureLayer {
    /// The layers of a portal item that is a feature service, as the item's owner set them up: popups, filters, renderers, scales, labels.
    ///
    /// Of an item without data, only its owner's word that the service exists is known: the answer is its first layer. Throws what `services` throws.
    public static func layers(ofItem itemID: String, services: any ServiceLoader) async throws -> [FeatureLayer] {
        let url = try await services.itemURL(itemID)
        let bytes = try await services.itemData(itemID)
        var documents: [WebMapLayer] = []
        if !bytes.isEmpty {
            documents = try FeatureServiceItemData(data: bytes).mapLayers(itemID: itemID, url: url)
        } else {
            documents = [
                WebMapLayer(id: itemID, title: "", featureLayerURL: url.appending(path: "0").absoluteString)
            ]
        }
        return LayerFactory(services: services).layers(documents, role: .operational).compactMap { $0 as? FeatureLayer }
    }
}

extension WebMapLayer {
    /// The layer's address, or where it has none that of the item it was added from; of a feature service without a layer's number the first.
    func address(_ services: any ServiceLoader) async throws -> URL {
        if let url, !url.isEmpty { return try LayerFactory.url(url) }
        guard let itemID else { return try LayerFactory.url("") }
        let service = try await services.itemURL(itemID)
        let needsNumber = kind == .feature && Int(service.lastPathComponent) == nil
        return needsNumber ? service.appending(path: "0") : service
    }
}
