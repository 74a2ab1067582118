// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaCodecs
import GromaFeatures
import GromaGeometry
import GromaMapping
import GromaServices

/// `groma map`
struct MapCommand: Command {
    static let specification = Specification(
        name: "map", summary: "makes web maps and changes their layers and popups",
        discussion: """
            ACTION is one of
              create      makes an empty map, on base layers if --basemap names some
              add-layer   puts a layer on top: an address (feature, map or image service, tiles, WMS, WMTS, GeoJSON, CSV), or a
                          feature file, whose features go into the map itself
              set-popup   says what a tap on a layer shows; without --field and the like all fields of the layer
              show        prints what the map holds
            MAP is a file, or the address of a portal item that the person signed in may change; create takes --portal instead to
            make a new item. A sublayer of a map image layer is ID:N. What a map holds besides stays as it is.
            """,
        positionals: [
            .init(name: "ACTION", help: "create, add-layer, set-popup or show"),
            .init(name: "MAP", help: "a web map file, or a portal item's address"),
            .init(name: "SOURCE", help: "add-layer: the layer's address, or a feature file", isOptional: true),
        ],
        options: [
            .value(
                "title", "TEXT",
                "of the layer or, with create --portal, of the item; with set-popup the popup's, {FIELD} in it"),
            .value(
                "basemap", "URL", "create: a base layer, from the bottom up; may stand more than once", repeats: true),
            .value(
                "reference", "URL", "create: a base layer above all others, for names; may stand more than once",
                repeats: true),
            .value("center", "LON,LAT", "create: the middle of the first view in degrees; with --scale"),
            .value("scale", "N", "create: the scale's denominator"),
            .value(
                "extent", "XMIN,YMIN,XMAX,YMAX[,WKID]",
                "create: the first view; web mercator unless WKID says otherwise"),
            .value("background", "COLOR", "create: the colour below everything, as #rrggbb or a CSS name"),
            .value("portal", "URL", "create: the portal to make an item in; MAP is the item's title then"),
            .value("layer", "ID", "set-popup: the layer; add-layer: the new layer's id"),
            .value("type", "NAME", "add-layer: the kind, as web maps name it, where the address does not say"),
            .value("where", "SQL", "add-layer: only features that match are shown"),
            .value("opacity", "N", "add-layer: 0 to 1"),
            .flag("hidden", "add-layer: off at first"),
            .value("field", "NAME[=LABEL]", "set-popup: a field to show; may stand more than once", repeats: true),
            .value(
                "format", "NAME=FORMAT", "set-popup: decimal places such as 2, or a date format such as shortDate",
                repeats: true),
            .value("text", "HTML", "set-popup: a text, {FIELD} in it; may stand more than once", repeats: true),
            .value("chart", "KIND=FIELD,…", "set-popup: a barchart, columnchart, linechart or piechart", repeats: true),
            .value("image", "URL", "set-popup: a picture, {FIELD} in its address", repeats: true),
            .value(
                "expression", "NAME=ARCADE", "set-popup: a script that fields and texts name as expression/NAME",
                repeats: true),
            .value("related", "ID", "set-popup: related records by the relationship's number", repeats: true),
            .flag("attachments", "set-popup: show the feature's attachments"),
            .flag("none", "set-popup: a tap shows nothing"),
            .flag("json", "show: as one JSON object"),
        ] + Connection.options)

    static func run(_ arguments: Arguments) async throws {
        let target = MapTarget(try arguments.required(1), Connection(arguments))
        switch try arguments.required(0) {
        case "create": try await create(target, arguments)
        case "add-layer":
            var map = try await target.read()
            let layer = try await MapLayerOptions(arguments).layer(for: map, Connection(arguments))
            map.operationalLayers.append(layer)
            try await target.write(map)
            Output.line(layer.id)
        case "set-popup":
            var map = try await target.read()
            let id = try arguments.needed("layer")
            guard let options = try await PopupOptions(arguments, in: map, layerID: id, Connection(arguments)) else {
                throw CommandError("the map has no layer \(id); it has \(ids(map))")
            }
            let isThere = try map.updateLayer(id: id) { try options.apply(to: &$0) }
            guard isThere else { throw CommandError("the map has no layer \(id); it has \(ids(map))") }
            try await target.write(map)
        case "show":
            let map = try await target.read()
            Output.line(arguments.flag("json") ? MapSummary(map).json.text() : MapSummary(map).text)
        case let other: throw UsageError("ACTION is create, add-layer, set-popup or show, not \(other)")
        }
    }

    static func ids(_ map: WebMap) -> String {
        (map.allLayers.map(\.layer) + map.tables).map(\.id).joined(separator: ", ")
    }

    private static func create(_ target: MapTarget, _ arguments: Arguments) async throws {
        var layers: [WebMapLayer] = []
        for (option, isReference) in [("basemap", false), ("reference", true)] {
            for url in arguments.values(option) {
                // Of a map service as a base map the tiles are meant, which every base map has.
                let type = WebMapLayer.layerTypeOfBasemap(url)
                var layer = try WebMapLayer(id: "base-\(layers.count + 1)", title: "", url: url, layerType: type)
                if isReference { layer.isReference = true }
                layers.append(layer)
            }
        }
        var map = WebMap(basemap: WebMapBasemap(title: "Base map", layers: layers))
        if let text = arguments.value("background") {
            guard let color = Color(css: text) else { throw UsageError("--background is a colour, not \(text)") }
            map.background = color
        }
        map.initialViewpoint = try viewpoint(arguments)
        if let address = arguments.value("portal") {
            guard let url = MapSource.webAddress(address) else {
                throw UsageError("--portal is an address, not \(address)")
            }
            let portal = Portal(url: url, client: try await Connection(arguments).client(for: url))
            let item = try await portal.addItem(
                PortalItemDraft(
                    title: try arguments.required(1), type: "Web Map", text: JSONValue.object(map.json).text()))
            let page = url.appending(path: "home/item.html").appending(queryItems: [
                .init(name: "id", value: "\(item.id)")
            ])
            Output.line(page.absoluteString)
        } else {
            try await target.create(map)
        }
    }

    private static func viewpoint(_ arguments: Arguments) throws -> Viewpoint? {
        if let numbers = try arguments.numbers("extent", counts: [4, 5]) {
            let box = Envelope(
                xMin: numbers[0], yMin: numbers[1], xMax: numbers[2], yMax: numbers[3],
                spatialReference: numbers.count == 5 ? SpatialReference(wkid: Int(numbers[4])) : .webMercator)
            return try Viewpoint(boundingGeometry: GeometryEngine.project(box, into: .webMercator))
        }
        guard let center = try arguments.numbers("center", counts: [2]) else { return nil }
        guard let scale = try arguments.number("scale"), scale > 0 else {
            throw UsageError("--center needs --scale, a positive number")
        }
        let place = Point(latitude: center[1], longitude: center[0])
        return try Viewpoint(center: GeometryEngine.project(place, into: .webMercator), scale: scale)
    }
}
