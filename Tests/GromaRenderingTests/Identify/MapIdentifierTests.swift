// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaCodecs
import GromaFeatures
import GromaGeometry
import GromaMapping
import GromaRendering
import Testing

@Suite("Identify") struct MapIdentifierTests {
    /// Points at (50, 50), (58, 50) and (150, 50), below them an area from 0 to 100, and a line at y = 120; a pixel a unit.
    @MainActor
    private func snapshot(hasPopups: Bool = true) async throws -> MapSnapshot {
        func layer(_ id: String, _ type: String, _ geometries: [String], popup: String = "") -> String {
            let rows = geometries.enumerated().map {
                #"{"attributes":{"OBJECTID":\#($0.offset + 1)},"geometry":\#($0.element)}"#
            }.joined(separator: ",")
            return """
                {"id":"\(id)","title":"\(id)","layerType":"ArcGISFeatureLayer","featureCollection":{"layers":[{
                "layerDefinition":{"name":"\(id)","geometryType":"\(type)","objectIdField":"OBJECTID",
                "fields":[{"name":"OBJECTID","type":"esriFieldTypeOID"}]},
                "featureSet":{"geometryType":"\(type)","features":[\(rows)]}\(popup)}]}}
                """
        }
        let document = """
            {"version":"2.31","spatialReference":{"wkid":102100},"baseMap":{"baseMapLayers":[]},"operationalLayers":[
            \(layer("areas", "esriGeometryPolygon", [#"{"rings":[[[0,0],[0,100],[100,100],[100,0],[0,0]]]}"#])),
            \(layer("lines", "esriGeometryPolyline", [#"{"paths":[[[0,120],[200,120]]]}"#])),
            \(layer("points", "esriGeometryPoint", [#"{"x":50,"y":50}"#, #"{"x":58,"y":50}"#, #"{"x":150,"y":50}"#],
                popup: hasPopups ? #","popupInfo":{"title":"Point"}"# : ""))]}
            """
        return try await Map(webMap: WebMap(data: Array(document.utf8)), services: GoldenServices()).snapshot()
    }
    private let view = Viewport(
        width: 200, height: 150,
        extent: Envelope(xMin: 0, yMin: 0, xMax: 200, yMax: 150, spatialReference: .webMercator))

    private func hits(
        _ identifier: MapIdentifier, _ x: Double, _ y: Double, hasPopups: Bool = true
    ) async throws -> [String: [Int64]] {
        let answer = try await identifier.identify(
            at: ScreenPoint(x: x, y: 150 - y), in: snapshot(hasPopups: hasPopups), viewport: view)
        #expect(answer.failures.isEmpty)
        return Dictionary(
            uniqueKeysWithValues: answer.results.map { result in
                (result.layerName, (0..<result.features.count).compactMap { result.features.objectID(at: $0) })
            })
    }

    @Test("the nearest first, layers from above, areas also inside")
    func order() async throws {
        let answer = try await MapIdentifier().identify(
            at: ScreenPoint(x: 55, y: 100), in: snapshot(), viewport: view)
        #expect(answer.results.map(\.layerName) == ["points", "areas"])
        #expect((0..<2).map { answer.results[0].features.objectID(at: $0) } == [2, 1])
    }

    @Test("the tolerance is a radius in pixels")
    func tolerance() async throws {
        #expect(try await hits(MapIdentifier(tolerance: 4), 150, 53) == ["points": [3]])
        #expect(try await hits(MapIdentifier(tolerance: 4), 153, 53).isEmpty)
        #expect(try await hits(MapIdentifier(tolerance: 5), 190, 116) == ["lines": [1]])
        #expect(try await hits(MapIdentifier(tolerance: 3), 190, 116).isEmpty)
    }

    @Test("as many features of a layer as asked for")
    func most() async throws {
        #expect(try await hits(MapIdentifier(tolerance: 20, maximumResultsPerLayer: 1), 54.5, 50)["points"] == [2])
        #expect(MapIdentifier(tolerance: 20, maximumResultsPerLayer: -3).maximumResultsPerLayer == 1)
    }

    @Test("layers without popups are passed over where only popups count")
    func popups() async throws {
        let only = MapIdentifier(tolerance: 10, returnsPopupsOnly: true)
        #expect(try await hits(only, 55, 50).keys.sorted() == ["points"])
        #expect(try await hits(only, 55, 50, hasPopups: false).isEmpty)
    }

    @Test("tolerances without sense are brought into bounds", arguments: [(Double.nan, 0.0), (-5, 0), (1e9, 100)])
    func bounds(tolerance: Double, wanted: Double) { #expect(MapIdentifier(tolerance: tolerance).tolerance == wanted) }
}
