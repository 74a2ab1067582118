// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaCodecs
import GromaFeatures
import GromaMapping
import GromaServices

/// The layer that `groma map add-layer` adds.
struct MapLayerOptions {
    private let source: String
    private let title: String?
    private let id: String?
    private let type: String?
    private let filter: String?
    private let opacity: Double?
    private let isHidden: Bool

    init(_ arguments: Arguments) throws {
        source = try arguments.required(2)
        title = arguments.value("title")
        id = arguments.value("layer")
        type = arguments.value("type")
        filter = arguments.value("where")
        opacity = try arguments.number("opacity")
        isHidden = arguments.flag("hidden")
        if let opacity, !(0...1).contains(opacity) { throw UsageError("--opacity is 0 to 1, not \(opacity)") }
    }

    /// The layer, with an id that the map does not have yet. A feature service's layer is asked for its name where no title is given.
    func layer(for map: WebMap, _ connection: Connection) async throws -> WebMapLayer {
        var layer: WebMapLayer
        if let url = MapSource.webAddress(source) {
            layer = try WebMapLayer(id: "", title: title ?? "", url: source, layerType: type)
            if title == nil, layer.kind == .feature {
                let table = ServiceFeatureTable(url: url, client: try await connection.client(for: url))
                layer.title = try await table.layerInfo().name
            }
            if layer.title.isEmpty { layer.title = Self.name(of: url) }
        } else if source.contains("{") {
            layer = try WebMapLayer(id: "", title: title ?? "Tiles", url: source, layerType: type)
        } else {
            layer = try await embedded()
        }
        let wanted = id ?? map.unusedLayerID(layer.title)
        guard map.unusedLayerID(wanted) == wanted || !MapCommand.ids(map).components(separatedBy: ", ").contains(wanted)
        else { throw UsageError("the map has a layer \(wanted) already") }
        layer.id = wanted
        if let filter {
            var definition = layer.layerDefinition ?? LayerDefinition(json: [:])
            definition.definitionExpression = filter
            layer.layerDefinition = definition
        }
        if let opacity { layer.opacity = opacity }
        if isHidden { layer.isVisible = false }
        return layer
    }

    /// Features of a file, in the map itself.
    private func embedded() async throws -> WebMapLayer {
        let files = try await FeatureFile.layers(source)
        guard files.count == 1, let file = files.first else {
            throw UsageError("\(source) has \(files.count) layers; convert the one you want to a file of its own")
        }
        let name = title ?? file.name
        var info = file.description(id: 0)
        info.name = name
        return WebMapLayer(id: "", title: name, features: file.features, info: info)
    }

    /// The last part of an address that is a name: the service's, or the file's.
    private static func name(of url: URL) -> String {
        let generic: Set = ["featureserver", "mapserver", "imageserver", "vectortileserver", "wms", "wmts"]
        let parts = url.pathComponents.filter { Int($0) == nil && !generic.contains($0.lowercased()) && $0 != "/" }
        return parts.last.map { ($0 as NSString).deletingPathExtension } ?? url.host() ?? "Layer"
    }
}

extension WebMapLayer {
    /// The kind of a base layer: of a map service its tiles; nil leaves it to the address.
    static func layerTypeOfBasemap(_ address: String) -> String? {
        let path = address.lowercased().prefix { $0 != "?" }
        return path.hasSuffix("/mapserver") || path.hasSuffix("/mapserver/") ? "ArcGISTiledMapServiceLayer" : nil
    }
}
