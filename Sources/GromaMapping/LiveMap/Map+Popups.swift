// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import Foundation

extension Map {
    /// What a tap on the layer shows; nil for nothing.
    public func popupDefinition(for layer: Layer) -> PopupDefinition? {
        layer.isPopupEnabled ? layer.popupDefinition : nil
    }

    /// What the map's author wrote for a sublayer of a service, whichever layer it stands in; nil where nothing is written.
    /// Addresses match whatever their scheme, case, query and closing slash.
    public func popupDefinition(forServiceAt url: URL, sublayerID: Int) -> PopupDefinition? {
        let wanted = ServiceAddress(url.absoluteString)
        let documents = allLayers.compactMap { layer in layer.document.map { (layer, $0) } }
        for (layer, document) in documents {
            guard let address = document.url.map(ServiceAddress.init) else { continue }
            if address.service == wanted.service, address.sublayerID == sublayerID, layer.isPopupEnabled,
                let definition = layer.popupDefinition
            {
                return definition
            }
            if address == wanted, layer is ArcGISMapImageLayer,
                let sublayer = document.sublayers.first(where: { $0.id == sublayerID }), sublayer.isPopupEnabled,
                let definition = sublayer.popupDefinition
            {
                return definition
            }
        }
        return tables.first { table in
            table.url.map(ServiceAddress.init).map { $0.service == wanted.service && $0.sublayerID == sublayerID }
                ?? false
        }?.popupDefinition
    }
}

/// An address of a service or of a layer in it, cut so that two spellings of one place are equal.
struct ServiceAddress: Hashable {
    let service: String
    let sublayerID: Int?

    init(_ text: String) {
        var path = text.prefix { $0 != "?" && $0 != "#" }
        if let scheme = path.range(of: "://") { path = path[scheme.upperBound...] }
        while path.hasSuffix("/") { path = path.dropLast() }
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        if let number = parts.last.flatMap({ Int($0) }), parts.count > 1 {
            service = parts.dropLast().joined(separator: "/").lowercased()
            sublayerID = number
        } else {
            service = path.lowercased()
            sublayerID = nil
        }
    }
}
