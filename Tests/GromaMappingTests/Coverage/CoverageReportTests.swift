// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaCodecs
import GromaMapping
import TestSupport
import Testing

@Suite("Coverage reports")
struct CoverageReportTests {
    private func report(_ text: String) throws -> CoverageReport { try CoverageReport(data: text.utf8) }

    @Test("layer kinds, renderers, symbols, variables, labels and keys are named with their paths")
    func names() throws {
        let report = try report(
            """
            {"version":"2.1","widgets":{"a":1},"operationalLayers":[
            {"id":7,"title":"A","layerType":"ArcGISFeatureLayer","url":"x","screenSizePerspective":true,"layerDefinition":{"drawingInfo":{
            "renderer":{"type":"uniqueValue","field1":"F","uniqueValueInfos":[{"value":"1","note":"one","symbol":{"type":"CIMSymbolReference","symbol":{"x":1}}},
            {"value":"2","note":"two","symbol":{"type":"CIMSymbolReference"}}],"visualVariables":[{"type":"mystery"}]},
            "labelingInfo":[{"labelExpressionInfo":{"expression":"var a"}}]}},"popupInfo":{"title":"T","popupElements":[{"type":"hologram"}]}},
            {"layerType":"Hologram","url":"y","odd":1},
            {"layerType":"ArcGISFeatureLayer","layerDefinition":{"drawingInfo":{"renderer":{"type":"dictionary","radius":3}}}}],"baseMap":{"extra":true}}
            """)
        let first = report.operationalLayers[0]
        #expect(first.id == 7)
        func found(_ subject: CoverageReport.Note.Subject, _ layer: Int = 0) -> [String] {
            report.operationalLayers[layer].notes.filter { $0.subject == subject }.map {
                "\($0.name)@\($0.path)x\($0.count)"
            }
        }
        let drawing = "operationalLayers[0].layerDefinition.drawingInfo"
        #expect(found(.symbol) == ["CIMSymbolReference@\(drawing).renderer.uniqueValueInfos[0].symbolx2"])
        #expect(found(.visualVariable) == ["mystery@\(drawing).renderer.visualVariables[0]x1"])
        #expect(found(.label) == ["@\(drawing).labelingInfo[0]x1"])
        #expect(found(.popupElement) == ["hologram@operationalLayers[0].popupInfo.popupElements[0]x1"])
        #expect(found(.key).contains("screenSizePerspective@operationalLayers[0].screenSizePerspectivex1"))
        #expect(found(.key).contains("note@\(drawing).renderer.uniqueValueInfos[0].notex2"))
        #expect(found(.layer, 1) == ["Hologram@operationalLayers[1]x1"])
        #expect(!report.operationalLayers[1].isDrawn)
        #expect(found(.renderer, 2) == ["dictionary@\(drawing.replacing("[0]", with: "[2]")).rendererx1"])
        #expect(report.notes.map(\.path) == ["widgets.a", "baseMap.extra"])
    }

    @Test("members that ask for nothing are not named")
    func empty() throws {
        let report = try report(
            #"{"baseMap":{"a":null,"b":[],"c":{},"d":""},"operationalLayers":[{"id":"x","url":"http://x/FeatureServer/0","mediaInfos":[]}]}"#
        )
        #expect(report.notes.isEmpty)
        #expect(report.operationalLayers[0].notes.isEmpty)
    }

    @Test("what is no document of either kind is refused", arguments: ["", "[]", "{}", #"{"error":{"message":"no"}}"#])
    func refused(text: String) { #expect(throws: MappingError.self) { try report(text) } }

    @Test(
        "ids and titles of real documents stand in it verbatim, and each thing not acted on is named",
        .enabled(if: SharedData.isAvailable, "GROMA_SHARED_DATA names no folder"),
        arguments: RealDocuments.webMaps + RealDocuments.sampleWebMaps)
    func real(path: String) throws {
        let tree = try RealDocuments.tree(path)
        let report = try CoverageReport(data: RealDocuments.bytes(path))
        func check(_ ours: [JSONValue], _ theirs: [JSONValue]) {
            #expect(ours.count == theirs.count)
            for (mine, yours) in zip(ours, theirs) {
                #expect(mine["id"] == yours["id"] ?? .null)
                #expect(mine["title"] == yours["title"] ?? .null)
                if let inner = yours["layers"]?.array, yours["layerType"] == "GroupLayer" {
                    check(mine["layers"]?.array ?? [], inner)
                }
                if let title = yours["title"]?.string { #expect(report.text.contains(title)) }
            }
        }
        check(report.json["layers"]?.array ?? [], tree["operationalLayers"]?.array ?? [])
        // The report must not forget what the plain text plainly has.
        let all = report.json.text()
        let names = [
            "VectorTileLayer": "VectorTileLayer", "remapRangeLabels": "remapRangeLabels",
        ]
        for (word, name) in names where tree.text().contains("\"\(word)\"") {
            #expect(all.contains("\"\(name)\""), "\(word)")
        }
        #expect(report.properties.acted <= report.properties.total && report.properties.total > 0)
        let count = report.operationalLayers.reduce(0) { $0 + $1.notes.count }
        print("\(path): \(report.operationalLayers.count) layers, \(count) notes")
    }

    @Test(
        "layers of item data are listed", .enabled(if: SharedData.isAvailable, "GROMA_SHARED_DATA names no folder"),
        arguments: RealDocuments.itemData)
    func itemData(path: String) throws {
        let tree = try RealDocuments.tree(path)
        let report = try CoverageReport(data: RealDocuments.bytes(path))
        #expect(report.operationalLayers.map(\.id) == tree["layers"]?.array?.map { $0["id"] })
        #expect(report.tables.map(\.id) == (tree["tables"]?.array ?? []).map { $0["id"] })
    }
}
