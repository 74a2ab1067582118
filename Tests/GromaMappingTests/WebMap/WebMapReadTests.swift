// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaCodecs
import GromaMapping
import TestSupport
import Testing

/// `webmap-read/expected.jsonl`: what another engine reads from the same documents.
@Suite(
    "Real web maps read as another engine reads them",
    .enabled(if: SharedData.isAvailable, "GROMA_SHARED_DATA names no folder"))
struct WebMapReadTests {
    private struct Tally {
        var compared = 0
        mutating func check(_ ours: JSONValue?, _ theirs: JSONValue?, _ place: String) {
            guard let theirs else { return }
            compared += 1
            #expect(ours == theirs, "\(place)")
        }
    }

    @Test("layers, tables, renderers and popups") func compare() throws {
        let lines = try String(decoding: RealDocuments.bytes("data/webmap-read/expected.jsonl"), as: UTF8.self)
        var tally = Tally()
        for line in lines.split(separator: "\n") {
            let expected = try JSONValue(parsing: String(line))
            let file = try #require(expected["file"]?.string)
            let map = try WebMap(data: RealDocuments.bytes("data/real/web-maps/\(file)"))
            // That engine refuses documents of version 1; they are read here.
            guard expected["loadStatus"]?.string == "loaded" else { continue }
            tally.check(.string(map.version), expected["version"], "\(file) version")
            compare(map.operationalLayers, .operational, expected["layers"]?.array ?? [], file, &tally)
            compare(map.tables, .table, expected["tables"]?.array ?? [], "\(file) tables", &tally)
            tally.check(.string(map.basemap.title), expected["basemap"]?["title"], "\(file) basemap")
            tally.check(
                .integer(map.bookmarks.count), .integer(expected["bookmarks"]?.array?.count ?? 0), "\(file) bookmarks")
            tally.check(.string(map.timeZone), expected["timeZone"], "\(file) zone")
        }
        print("expected.jsonl: \(tally.compared) values compared")
        #expect(tally.compared > 300)
    }

    private func compare(
        _ ours: [WebMapLayer], _ role: LayerRole, _ theirs: [JSONValue], _ place: String, _ tally: inout Tally
    ) {
        // A layer that the other engine could not make is missing in its list.
        for expected in theirs {
            guard let id = expected["id"]?.string, let layer = ours.first(where: { $0.id == id }) else {
                Issue.record("\(place): no layer \(expected["id"]?.text() ?? "without id")")
                continue
            }
            let at = "\(place) \(id)"
            tally.check(.string(layer.title), expected["title"], "\(at) title")
            tally.check(.string(typeName(layer.kind(in: role))), expected["type"], "\(at) type")
            tally.check(.bool(layer.isVisible), expected["visible"], "\(at) visible")
            tally.check(.double(layer.opacity), expected["opacity"], "\(at) opacity")
            tally.check(.double(layer.minScale ?? 0), expected["minScale"], "\(at) minScale")
            tally.check(.double(layer.maxScale ?? 0), expected["maxScale"], "\(at) maxScale")
            tally.check(.bool(layer.isPopupEnabled), expected["popupEnabled"], "\(at) popupEnabled")
            tally.check(.bool(layer.showsInLegend), expected["legendEnabled"], "\(at) legendEnabled")
            tally.check((layer.itemID).map { .string($0) }, expected["portalItem"], "\(at) item")
            tally.check(
                (layer.layerDefinition?.definitionExpression).map { .string($0) }, expected["definitionExpression"],
                "\(at) where")
            tally.check(
                expected["refreshInterval"].map { _ in .double(layer.refreshInterval) }, expected["refreshInterval"],
                "\(at) refresh")
            compare(layer.layerDefinition?.drawingInfo, expected, at, &tally)
            compare(layer.popupDefinition, expected["popup"], at, &tally)
        }
    }

    private func compare(_ info: DrawingInfo?, _ expected: JSONValue, _ at: String, _ tally: inout Tally) {
        tally.check(.integer(info?.labelDefinitions.count ?? 0), expected["labels"], "\(at) labels")
        guard let theirs = expected["renderer"], let renderer = info?.renderer else {
            #expect(expected["renderer"] == nil || info?.renderer != nil, "\(at) renderer")
            return
        }
        switch renderer {
        case let simple as SimpleRenderer:
            tally.check("simple", theirs["type"], "\(at) renderer")
            tally.check((simple.symbol).map { .string(symbolName($0)) }, theirs["symbol"], "\(at) symbol")
        case let unique as UniqueValueRenderer:
            tally.check("unique-value", theirs["type"], "\(at) renderer")
            tally.check(unique.fieldNames.first.map { .string($0) }, theirs["field"], "\(at) field")
            tally.check(.integer(unique.uniqueValues.count), theirs["infos"], "\(at) infos")
            tally.check(unique.valueExpression.map { .string($0) }, theirs["valueExpression"], "\(at) expression")
        case let breaks as ClassBreaksRenderer:
            tally.check("class-breaks", theirs["type"], "\(at) renderer")
            tally.check(.string(breaks.fieldName), theirs["field"], "\(at) field")
            tally.check(.integer(breaks.classBreaks.count), theirs["infos"], "\(at) infos")
        default: Issue.record("\(at): renderer \(theirs.text()) was not read")
        }
        let variables: [JSONValue] = renderer.visualVariables.map {
            switch $0 {
            case .size: "size"
            case .color: "color"
            case .opacity: "opacity"
            case .rotation: "rotation"
            case .unsupported: "unsupported"
            }
        }
        tally.check(.array(variables), theirs["visualVariables"], "\(at) variables")
    }

    private func compare(_ popup: PopupDefinition?, _ theirs: JSONValue?, _ at: String, _ tally: inout Tally) {
        guard let theirs else { return }
        guard let popup else {
            Issue.record("\(at): no popup")
            return
        }
        tally.check(.string(popup.title), theirs["title"], "\(at) popup title")
        tally.check(.integer(popup.fieldInfos.count), theirs["fieldInfos"], "\(at) popup fields")
        let names = popup.expressions.map { JSONValue.string($0.name) }
        tally.check(.array(names), theirs["expressions"], "\(at) popup expressions")
        guard popup.hasElements else { return }
        let kinds = popup.elements.map { JSONValue.string($0.json["type"]?.string ?? "") }
        tally.check(.array(kinds), theirs["content"], "\(at) popup elements")
    }

    private func typeName(_ kind: LayerKind) -> String {
        switch kind {
        case .mapImage: "map-image"
        case .tiled: "tile"
        case .vectorTiled: "vector-tile"
        default: kind.name
        }
    }
    private func symbolName(_ symbol: any Symbol) -> String {
        switch symbol {
        case is SimpleLineSymbol: "simple-line"
        case is SimpleFillSymbol: "simple-fill"
        case is SimpleMarkerSymbol: "simple-marker"
        case is PictureMarkerSymbol: "picture-marker"
        case is MultilayerSymbol: "cim"
        default: "other"
        }
    }
}
