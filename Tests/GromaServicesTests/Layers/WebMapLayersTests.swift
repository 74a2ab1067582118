// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaCodecs
import GromaFeatures
import GromaGeometry
import GromaMapping
import GromaServices
import TestSupport
import Testing

@Suite("Layers of web maps over HTTP")
@MainActor
struct WebMapLayersTests {
    private func map(_ layers: String) throws -> Map {
        let text =
            #"{"operationalLayers":[\#(layers)],"baseMap":{"baseMapLayers":[]},"spatialReference":{"wkid":102100},"version":"2.31"}"#
        return Map(
            webMap: try WebMap(data: text.utf8),
            services: HTTPServiceLoader(client: ServiceClient(transport: CurlTransport())))
    }

    @Test("a GeoJSON layer reads its file, keeps the author's names, and is drawn by the author's renderer")
    func geoJSON() async throws {
        let server = ScriptedServer { _, _ in
            ScriptedServer.reply(
                #"{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"NAME":"Oak","H":12},"geometry":{"type":"Point","coordinates":[1,2]}},{"type":"Feature","properties":{"NAME":"Elm","H":7},"geometry":{"type":"Point","coordinates":[3,4]}}]}"#,
                type: "application/geo+json")
        }
        defer { server.stop() }
        let map = try map(
            #"{"id":"g","title":"Trees","layerType":"GeoJSON","url":"\#(server.url("/trees.geojson"))","layerDefinition":{"definitionExpression":"H > 10","fields":[{"name":"NAME","type":"esriFieldTypeString","alias":"Kind of tree"}],"drawingInfo":{"renderer":{"type":"simple","symbol":{"type":"esriSMS","size":5}}}}}"#
        )
        let snapshot = try await map.snapshot()
        #expect(snapshot.failures.isEmpty)
        guard case .features(let content)? = snapshot.layers.first?.content else {
            Issue.record("no features")
            return
        }
        #expect(content.layerInfo.field(named: "NAME")?.alias == "Kind of tree")
        #expect(content.renderer is SimpleRenderer)
        var query = QueryParameters()
        query.whereClause = content.definitionExpression
        let rows = try await content.table.queryFeatures(using: query)
        #expect(rows.count == 1)
        #expect(rows.value(at: 0, field: "NAME") == .string("Oak"))
    }

    @Test("a CSV layer follows the author's delimiter, columns of places and field types")
    func csv() async throws {
        let server = ScriptedServer { _, _ in
            ScriptedServer.reply("CODE|east|north\n007|1.5|2.5\n8|3|4\n", type: "text/csv")
        }
        defer { server.stop() }
        let layer =
            #"{"id":"c","layerType":"CSV","url":"\#(server.url("/a.csv"))","columnDelimiter":"|","locationInfo":{"locationType":"coordinates","latitudeFieldName":"north","longitudeFieldName":"east"},"layerDefinition":{"fields":[{"name":"CODE","type":"esriFieldTypeString"}]}}"#
        let snapshot = try await map(layer).snapshot()
        guard case .features(let content)? = snapshot.layers.first?.content else {
            Issue.record("no features: \(snapshot.failures)")
            return
        }
        let rows = try await content.table.queryFeatures(using: QueryParameters())
        #expect((rows.geometry(at: 0) as? Point)?.x == 1.5)
        #expect(rows.value(at: 1, field: "CODE") == .string("8"))
        let wrong = layer.replacingOccurrences(of: "\"north\"", with: "\"nowhere\"")
        let failed = try await map(wrong).snapshot()
        #expect(failed.layers.isEmpty)
        #expect(failed.failures.first.map { "\($0.error)".contains("no column nowhere") } == true)
    }

    @Test("a map image layer shows what the map's author switched on, and taps reach its sublayers")
    func mapImage() async throws {
        let server = ScriptedServer { _, _ in
            ScriptedServer.reply(
                #"{"mapName":"Net","capabilities":"Map","layers":[{"id":0,"name":"Top","parentLayerId":-1,"subLayerIds":[1,2]},{"id":1,"name":"Valves","parentLayerId":0,"defaultVisibility":true},{"id":2,"name":"Pipes","parentLayerId":0,"defaultVisibility":true,"minScale":5000},{"id":3,"name":"Old","parentLayerId":-1,"defaultVisibility":false}]}"#
            )
        }
        defer { server.stop() }
        let head = #"{"id":"m","layerType":"ArcGISMapServiceLayer","url":"\#(server.url("/Net/MapServer"))""#
        let parts =
            #","layers":[{"id":2,"popupInfo":{"title":"Pipe {ID}"},"layerDefinition":{"definitionExpression":"D > 100"}},{"id":3,"popupInfo":{"title":"Old"}},{"id":1,"defaultVisibility":false}]"#
        guard case .image(let content)? = try await map(head + parts + "}").snapshot().layers.first?.content else {
            Issue.record("no picture")
            return
        }
        #expect(content.visibleSublayerIDs == [2])
        #expect(content.definitionExpressions == [2: "D > 100"])
        #expect(content.sublayers.map(\.name) == ["Pipes"])
        #expect(content.sublayers.first?.minScale == 5_000)
        guard
            case .image(let listed)? = try await map(head + parts + #","visibleLayers":[3,1]}"#).snapshot().layers
                .first?.content
        else {
            Issue.record("no picture")
            return
        }
        #expect(listed.visibleSublayerIDs == [1, 3])
        #expect(listed.sublayers.map(\.id) == [3])
    }
}
