// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaCodecs
import GromaGeometry
import GromaMapping

/// What `groma map show` prints.
struct MapSummary {
    private let map: WebMap

    init(_ map: WebMap) { self.map = map }

    var json: JSONValue {
        .object(
            JSONObject(
                [
                    ("version", .string(map.version)),
                    ("initialViewpoint", map.initialViewpoint.map { .object($0.json) } ?? .null),
                    ("basemap", .array(map.basemap.layers.map { entry($0, .basemap) })),
                    ("layers", .array(map.operationalLayers.map { entry($0, .operational) })),
                    ("tables", .array(map.tables.map { entry($0, .table) })),
                    ("bookmarks", .array(map.bookmarks.map { .string($0.name) })),
                ].map { (key: $0.0, value: $0.1) }))
    }

    private func entry(_ layer: WebMapLayer, _ role: LayerRole) -> JSONValue {
        let kind = layer.kind(in: role)
        var object: JSONObject = [
            "id": .string(layer.id), "title": .string(layer.title), "kind": .string(kind.name),
            "isVisible": .bool(layer.isVisible), "opacity": .double(layer.opacity),
        ]
        if let url = layer.url ?? layer.templateURL { object["url"] = .string(url) }
        if let filter = layer.layerDefinition?.definitionExpression, !filter.isEmpty {
            object["where"] = .string(filter)
        }
        if kind == .group { object["layers"] = .array(layer.layers.map { entry($0, role) }) }
        if kind == .mapImage {
            let parts = layer.sublayers.filter { $0.popupDefinition != nil }
            if !parts.isEmpty {
                object["sublayers"] = .array(
                    parts.map { part in
                        ["id": .integer(part.id ?? -1), "popup": popup(part.popupDefinition, part.isPopupEnabled)]
                    })
            }
        }
        if let parts = layer.featureCollection?.layers, !parts.isEmpty {
            object["sublayers"] = .array(
                parts.enumerated().map { index, part in
                    ["id": .string("\(layer.id):\(index)"), "popup": popup(part.popupDefinition, true)]
                })
        }
        object["popup"] = popup(layer.popupDefinition, layer.isPopupEnabled)
        return .object(object)
    }

    private func popup(_ definition: PopupDefinition?, _ isEnabled: Bool) -> JSONValue {
        guard let definition, isEnabled else { return .null }
        return [
            "title": .string(definition.title),
            "elements": .array(definition.elements.map { .string($0.json["type"]?.string ?? "") }),
            "fields": .array(definition.fieldInfos.filter(\.isVisible).map { .string($0.fieldName) }),
        ]
    }

    var text: String {
        var lines = ["Web map \(map.version)"]
        if let view = map.initialViewpoint {
            lines.append(
                view.targetScale > 0 && view.targetScale.isFinite
                    ? "starts at 1:\(Int(view.targetScale))" : "starts at \(view.targetGeometry.extent)")
        }
        for (title, layers, role) in [
            ("base map, from the bottom", map.basemap.layers, LayerRole.basemap),
            ("layers, from the bottom", map.operationalLayers, .operational), ("tables", map.tables, .table),
        ] where !layers.isEmpty {
            lines.append("\(title):")
            lines += layers.flatMap { rows($0, role, depth: 1) }
        }
        if !map.bookmarks.isEmpty { lines.append("bookmarks: " + map.bookmarks.map(\.name).joined(separator: ", ")) }
        return lines.joined(separator: "\n")
    }

    private func rows(_ layer: WebMapLayer, _ role: LayerRole, depth: Int) -> [String] {
        let indent = String(repeating: "  ", count: depth)
        let kind = layer.kind(in: role)
        var row = "\(indent)\(layer.id)  \(layer.title) (\(kind.name)\(layer.isVisible ? "" : ", off"))"
        if let definition = layer.popupDefinition, layer.isPopupEnabled {
            row += "  popup: \(definition.title.isEmpty ? "untitled" : definition.title)"
        }
        let parts = (layer.featureCollection?.layers ?? []).enumerated().compactMap { index, part in
            part.popupDefinition.map { "\(indent)  \(layer.id):\(index)  popup: \($0.title)" }
        }
        return [row] + parts + (kind == .group ? layer.layers.flatMap { rows($0, role, depth: depth + 1) } : [])
    }
}
