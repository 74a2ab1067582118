// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaCodecs
import GromaMapping
import TestSupport
import Testing

@Suite("Real web maps lose nothing", .enabled(if: SharedData.isAvailable, "GROMA_SHARED_DATA names no folder"))
struct WebMapRoundTripTests {
    @Test("the documents are there") func present() {
        #expect(RealDocuments.webMaps.count == 6)
        #expect(RealDocuments.itemData.count == 5)
        #expect(RealDocuments.sampleWebMaps.count == 3)
    }

    @Test(
        "read and written, every leaf is the same, in the same order",
        arguments: RealDocuments.webMaps + RealDocuments.sampleWebMaps)
    func roundTrip(path: String) throws {
        let map = try WebMap(data: RealDocuments.bytes(path))
        let written = try JSONValue(parsing: JSONValue.object(map.json).serialized())
        #expect(leaves(written) == leaves(try RealDocuments.tree(path)))
    }

    /// Sets one typed property of each layer and table in turn, and names the leaves that differ afterwards.
    @Test(
        "changing one property of one layer changes that leaf alone",
        arguments: RealDocuments.webMaps + RealDocuments.sampleWebMaps)
    func oneProperty(path: String) throws {
        let original = try WebMap(data: RealDocuments.bytes(path))
        let before = leaves(.object(original.json))
        var changes = 0
        func check(_ place: String, _ change: (inout WebMap) -> Void, _ expected: String) throws {
            var map = original
            change(&map)
            let after = leaves(try JSONValue(parsing: JSONValue.object(map.json).serialized()))
            let difference = after.difference(from: before)
            #expect(difference.insertions.count == 1, "\(place): \(difference.insertions)")
            #expect(difference.removals.count <= 1, "\(place): \(difference.removals)")
            guard case .insert(_, let leaf, _)? = difference.insertions.first else { return }
            #expect(leaf == expected)
            changes += 1
        }
        for index in original.operationalLayers.indices {
            let base = ".operationalLayers[\(index)]"
            try check(base, { $0.operationalLayers[index].opacity = 0.125 }, "\(base).opacity=0.125")
            try check(base, { $0.operationalLayers[index].title = "Changed" }, "\(base).title=\"Changed\"")
            let layer = original.operationalLayers[index]
            if layer.popupDefinition?.fieldInfos.isEmpty == false {
                try check(
                    base, { $0.operationalLayers[index].popupDefinition?.fieldInfos[0].label = "Changed" },
                    "\(base).popupInfo.fieldInfos[0].label=\"Changed\"")
            }
            if layer.layerDefinition?.drawingInfo?.renderer != nil {
                try check(
                    base,
                    {
                        guard var renderer = $0.operationalLayers[index].layerDefinition?.drawingInfo?.renderer else {
                            return
                        }
                        renderer.json["label"] = "Changed"
                        $0.operationalLayers[index].layerDefinition?.drawingInfo?.renderer = renderer
                    }, "\(base).layerDefinition.drawingInfo.renderer.label=\"Changed\"")
            }
            for inner in layer.layers.indices where layer.kind == .group {
                try check(
                    base, { $0.operationalLayers[index].layers[inner].title = "Changed" },
                    "\(base).layers[\(inner)].title=\"Changed\"")
            }
        }
        for index in original.tables.indices {
            try check("table", { $0.tables[index].title = "Changed" }, ".tables[\(index)].title=\"Changed\"")
        }
        for index in original.basemap.layers.indices {
            try check(
                "base", { $0.basemap.layers[index].title = "Changed" },
                ".baseMap.baseMapLayers[\(index)].title=\"Changed\"")
        }
        #expect(changes >= 2 * original.operationalLayers.count)
        print("\(path): \(changes) single changes, each alone in the written document")
    }

    @Test(
        "deep inside: symbols, labels, stops and breaks", arguments: RealDocuments.webMaps + RealDocuments.sampleWebMaps
    )
    func deepProperties(path: String) throws {
        let original = try WebMap(data: RealDocuments.bytes(path))
        for index in original.operationalLayers.indices {
            var map = original
            guard var info = map.operationalLayers[index].layerDefinition?.drawingInfo else { continue }
            switch info.renderer {
            case var unique as UniqueValueRenderer where !unique.uniqueValues.isEmpty:
                unique.uniqueValues[0].label = "Changed"
                info.renderer = unique
            case var breaks as ClassBreaksRenderer where !breaks.classBreaks.isEmpty:
                breaks.classBreaks[0].label = "Changed"
                info.renderer = breaks
            case var simple as SimpleRenderer:
                simple.label = "Changed"
                info.renderer = simple
            default: continue
            }
            map.operationalLayers[index].layerDefinition?.drawingInfo = info
            let difference = leaves(.object(map.json)).difference(from: leaves(.object(original.json)))
            #expect(difference.insertions.count == 1)
            #expect(difference.removals.count <= 1)
        }
    }

    @Test("item data of feature services is written back whole, its layers listed", arguments: RealDocuments.itemData)
    func itemData(path: String) throws {
        let tree = try RealDocuments.tree(path)
        var data = try FeatureServiceItemData(data: RealDocuments.bytes(path))
        #expect(leaves(.object(data.json)) == leaves(tree))
        #expect(data.layers.map(\.id) == tree["layers"]?.array?.map { $0["id"]?.int })
        #expect(data.tables.count == tree["tables"]?.array?.count ?? 0)
        for index in data.layers.indices {
            let before = leaves(.object(data.json))
            data.layers[index].refreshInterval = Double(index) + 7
            #expect(leaves(.object(data.json)).difference(from: before).insertions.count == 1)
        }
    }
}
