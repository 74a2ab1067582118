// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaCodecs
import GromaFeatures
import GromaGeometry
import GromaMapping
import GromaRendering
import Testing

@Suite("Taps on clusters and bins")
struct AggregateIdentifyTests {
    private let viewport = Viewport(
        width: 200, height: 150,
        extent: Envelope(xMin: 0, yMin: 0, xMax: 200, yMax: 150, spatialReference: .webMercator))

    /// Three points near (50, 50), one alone at (150, 100).
    private func content(_ reduction: String) throws -> FeatureContent {
        let places = [(48.0, 50.0, 2), (52, 50, 4), (50, 53, 9), (150, 100, 7)]
        let fields = [Field(name: "OBJECTID", type: .oid), Field(name: "POP", type: .integer)]
        let rows = try FeatureSet(
            records: places.enumerated().map { index, place in
                FeatureRecord(
                    attributes: ["OBJECTID": .integer(Int64(index + 1)), "POP": .integer(Int64(place.2))],
                    geometry: Point(x: place.0, y: place.1, spatialReference: .webMercator))
            }, fields: fields, geometryType: .point, spatialReference: .webMercator, objectIDFieldName: "OBJECTID")
        let table = try FeatureCollectionTable(name: "Places", rows: rows)
        let json = try #require(try JSONValue(parsing: reduction.utf8).object)
        return FeatureContent(
            table: table,
            layerInfo: FeatureLayerInfo(
                id: 0, name: "Places", geometryType: .point, fields: fields, objectIDFieldName: "OBJECTID",
                spatialReference: .webMercator), renderer: SimpleRenderer(symbol: SimpleMarkerSymbol(size: 6)),
            featureReduction: FeatureReductions.reduction(from: json), popupDefinition: PopupDefinition(title: "{POP}"))
    }

    private func identify(_ reduction: String, x: Double, y: Double) async throws -> [MapIdentifier.LayerResult] {
        let snapshot = MapSnapshot(
            spatialReference: .webMercator,
            layers: [LayerSnapshot(id: "a", name: "Places", content: .features(try content(reduction)))])
        let answer = try await MapIdentifier(tolerance: 3).identify(
            at: ScreenPoint(x: x, y: 150 - y), in: snapshot, viewport: viewport)
        #expect(answer.failures.isEmpty)
        return answer.results
    }

    private let clusters = #"""
        {"type":"cluster","clusterRadius":15,"fields":[{"name":"SUM","alias":"People","onStatisticField":"POP","statisticType":"sum"},
        {"name":"TWICE","onStatisticExpression":{"expression":"$feature.POP * 2","returnType":"number"},"statisticType":"max"}],
        "popupInfo":{"title":"{cluster_count} places, {SUM} people"}}
        """#

    @Test("a tap on a cluster finds it with its numbers, its features and the popup that the author made for it")
    func cluster() async throws {
        let results = try await identify(clusters, x: 50, y: 51)
        #expect(results.count == 1)
        let result = try #require(results.first)
        #expect(result.popupDefinition?.title == "{cluster_count} places, {SUM} people")
        #expect(result.memberObjectIDs == [[1, 2, 3]])
        #expect(result.features.value(at: 0, field: "cluster_count") == 3)
        #expect(result.features.value(at: 0, field: "SUM") == .double(15))
        #expect(result.features.value(at: 0, field: "TWICE") == .double(18))
        #expect(result.layerInfo.field(named: "SUM")?.alias == "People")
    }

    @Test("a feature that stays alone is found with the layer's own popup")
    func single() async throws {
        let results = try await identify(clusters, x: 150, y: 100)
        #expect(results.map(\.popupDefinition?.title) == ["{POP}"])
        #expect(results.first?.features.objectIDs == [4])
        #expect(results.first?.memberObjectIDs.isEmpty == true)
    }

    @Test("closer than its closest scale the cluster's features are found themselves")
    func scales() async throws {
        let results = try await identify(
            clusters.replacing("\"type\"", with: "\"maxScale\":1000000000,\"type\""), x: 50, y: 51)
        #expect(results.first?.features.objectIDs?.sorted() == [1, 2, 3])
    }

    @Test("a tap in a bin finds the bin")
    func bin() async throws {
        let results = try await identify(
            #"{"type":"binning","fixedBinLevel":3,"fields":[],"popupInfo":{"title":"{aggregateCount}"}}"#, x: 120, y: 20
        )
        #expect(results.first?.features.value(at: 0, field: "aggregateCount") == 4)
        #expect(results.first?.memberObjectIDs == [[1, 2, 3, 4]])
    }
}
