// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaFeatures
import GromaGeometry
import GromaMapping
import GromaRendering
import TestSupport
import Testing

@Suite("Clusters and bins") struct ReductionTests {
    /// Points with a number and a text each.
    private func features(_ places: [(Double, Double)], in reference: SpatialReference = .webMercator) -> FeatureSet {
        var set = FeatureSet()
        set.count = places.count
        set.objectIDFieldName = "OBJECTID"
        set.spatialReference = reference
        let all = [Bool](repeating: true, count: places.count)
        set.fields = [
            Field(name: "OBJECTID", type: .oid), Field(name: "N", type: .double), Field(name: "S", type: .string),
        ]
        set.columns = [
            AttributeColumn(values: .integers(places.indices.map { Int64($0 + 1) }), valid: all),
            AttributeColumn(values: .doubles(places.indices.map { Double($0) }), valid: all),
            AttributeColumn(values: .strings(places.indices.map { $0 % 3 == 0 ? "a" : "b" }), valid: all),
        ]
        var column = GeometryColumn(type: .point)
        column.coordinates.xy = places.flatMap { [$0.0, $0.1] }
        column.partStarts = Array(0...places.count)
        column.featureStarts = Array(0...places.count)
        set.geometries = column
        return set
    }

    /// A pixel a unit.
    private func grid(x: Double = 0) -> MapGrid {
        MapGrid(
            Viewport(
                width: 400, height: 300,
                extent: Envelope(xMin: x, yMin: 0, xMax: x + 400, yMax: 300, spatialReference: .webMercator)))
    }

    private func clusters(_ places: [(Double, Double)], radius: Double = 30, x: Double = 0) throws
        -> PointClusters.Result
    {
        let set = features(places)
        let column = try #require(set.geometries)
        return PointClusters(reduction: ClusteringFeatureReduction(radius: radius * 0.75), grid: grid(x: x))
            .clusters(of: set, column: column)
    }

    @Test("every point is in one cluster or alone, wherever the view lies", arguments: [3, 4, 5] as [UInt64])
    func partition(seed: UInt64) throws {
        var numbers = SeededGenerator(seed: seed)
        let places = (0..<300).map { _ in
            (Double.random(in: 0...400, using: &numbers), Double.random(in: 0...300, using: &numbers))
        }
        let found = try clusters(places)
        #expect((found.single + found.groups.joined()).sorted() == Array(0..<300), "seed \(seed)")
        #expect(found.groups.allSatisfy { $0.count > 1 })
        let moved = try clusters(places, x: 117)
        #expect(moved.groups == found.groups && moved.places == found.places, "seed \(seed)")
    }

    @Test("a cluster lies in the middle of its points and has the first one's id")
    func middle() throws {
        let found = try clusters([(100, 100), (104, 100), (102, 106), (300, 200)])
        #expect(found.groups == [[0, 1, 2]])
        #expect(found.single == [3])
        #expect(found.places == [102, 102])
        #expect(found.keys == [1])
    }

    @Test("points that are no places are left out; no points, no clusters")
    func degenerate() throws {
        let found = try clusters([(.nan, 1), (1, .infinity), (5, 5), (6, 6)])
        #expect(found.groups == [[2, 3]])
        #expect(try clusters([]).groups.isEmpty)
        #expect(try clusters([(1, 1), (1, 1)], radius: .nan).groups == [[0, 1]])
    }

    @Test("numbers of a group")
    func statistics() {
        let set = features([(0, 0), (1, 1), (2, 2), (3, 3)])
        func value(_ type: AggregateField.StatisticType, _ field: String) -> AttributeValue {
            let rows = FeatureAggregation(
                features: set, fields: [AggregateField(name: "R", onStatisticField: field, statisticType: type)]
            ).rows([[1, 2, 3], [0]], keys: [7, 8], countName: "n")
            return rows.value(at: 0, field: 2)
        }
        #expect(value(.sum, "N") == .double(6))
        #expect(value(.avg, "N") == .double(2))
        #expect(value(.min, "N") == .double(1))
        #expect(value(.max, "N") == .double(3))
        #expect(value(.stddev, "N") == .double(1))
        #expect(value(.count, "N") == .double(3))
        #expect(value(.mode, "S") == .string("b"))
        #expect(value(.sum, "S") == .null)
        let rows = FeatureAggregation(features: set, fields: []).rows([[1, 2, 3], [0]], keys: [7, 8], countName: "n")
        #expect(rows.value(at: 0, field: 1) == .integer(3) && rows.objectIDs == [7, 8])
    }

    @Test("a geohash cell is the published one")
    func geohash() throws {
        // ezs42 is the textbook cell of five letters: 42.583 to 42.627 north, 5.625 to 5.581 west.
        let set = features([(-5.6, 42.6), (-5.59, 42.61), (10, 10)], in: .wgs84)
        let column = try #require(set.geometries)
        let renderer = SimpleRenderer(symbol: SimpleFillSymbol())
        let bins = try GeohashBins(
            reduction: BinningFeatureReduction(fixedBinLevel: 5, renderer: renderer), spatialReference: .wgs84
        ).bins(of: column, count: 3)
        let place = try #require(bins.groups.firstIndex { $0 == [0, 1] })
        let box = try #require(bins.areas.geometry(at: place, in: .wgs84)).extent
        #expect(abs(box.xMin + 5.625) < 1e-3 && abs(box.xMax + 5.581) < 1e-3)
        #expect(abs(box.yMin - 42.583) < 1e-3 && abs(box.yMax - 42.627) < 1e-3)
        #expect(bins.groups.count == 2)
    }
}
