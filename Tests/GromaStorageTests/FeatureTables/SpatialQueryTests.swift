// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaFeatures
import GromaGeometry
import GromaStorage
import TestSupport
import Testing

@Suite("Spatial queries on a GeoPackage")
struct SpatialQueryTests {
    private let folder: TestFolder
    private let package: GeoPackage

    init() throws {
        folder = try TestFolder()
        package = try GeoPackage(fileURL: folder.file("a.gpkg"), access: .create)
    }

    private func square(_ x: Double, _ y: Double, _ size: Double) -> Polygon {
        let xy = [x, y, x, y + size, x + size, y + size, x + size, y, x, y]
        return Polygon(
            parts: CoordinateParts(coordinates: CoordinateSequence(xy: xy), starts: [0]), spatialReference: .webMercator
        )
    }

    @Test(
        "each relation finds what it says: the query's shape to the row's",
        arguments: [
            (SpatialRelationship.intersects, ["same", "inside", "across", "touching", "around"]),
            (.envelopeIntersects, ["same", "inside", "across", "touching", "around", "corner"]),
            (.indexIntersects, ["same", "inside", "across", "touching", "around", "corner"]),
            (.contains, ["same", "inside"]), (.within, ["same", "around"]), (.overlaps, ["across"]),
            (.touches, ["touching"]), (.crosses, []),
        ])
    func relations(relationship: SpatialRelationship, names: [String]) async throws {
        let table = try await package.createFeatureTable(TestLayers.everyKind(.polygon))
        let triangle = Polygon(
            parts: CoordinateParts(
                coordinates: CoordinateSequence(xy: [10.5, 30, 30, 30, 30, 10.5, 10.5, 30]), starts: [0]),
            spatialReference: .webMercator)
        // Its box meets the query's box, the triangle itself stays beyond the corner.
        let corner = Polygon(
            parts: CoordinateParts(coordinates: CoordinateSequence(xy: [9, 12, 12, 12, 12, 9, 9, 12]), starts: [0]),
            spatialReference: .webMercator)
        var edits = FeatureEdits()
        let shapes: [(String, any Geometry)] = [
            ("same", square(0, 0, 10)), ("inside", square(2, 2, 3)), ("across", square(5, 5, 10)),
            ("touching", square(10, 0, 5)), ("around", square(-5, -5, 30)), ("corner", corner), ("far", triangle),
        ]
        edits.adds = shapes.map { FeatureRecord(attributes: ["NAME": .string($0.0)], geometry: $0.1) }
        #expect(try await table.applyEdits(edits).adds.allSatisfy { $0.error == nil })
        var parameters = QueryParameters()
        parameters.geometry = square(0, 0, 10)
        parameters.spatialRelationship = relationship
        let rows = try await table.queryFeatures(using: parameters)
        #expect((0..<rows.count).map { rows.value(at: $0, field: "NAME") } == names.map { .string($0) })
    }

    @Test("windows of any size find the same rows as a walk over all")
    func randomWindows() async throws {
        let table = try await package.createFeatureTable(TestLayers.everyKind(.polyline))
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = SeededGenerator(seed: seed)
        var records: [FeatureRecord] = []
        for _ in 0..<1_500 {
            let x = Double.random(in: 0...1_000, using: &random), y = Double.random(in: 0...1_000, using: &random)
            let dx = Double.random(in: -30...30, using: &random), dy = Double.random(in: -30...30, using: &random)
            let xy = [x, y, x + dx, y, x + dx, y + dy]
            let line = Polyline(
                parts: CoordinateParts(coordinates: CoordinateSequence(xy: xy), starts: [0]),
                spatialReference: .webMercator)
            records.append(FeatureRecord(geometry: line))
        }
        records.append(FeatureRecord())
        let set = try FeatureSet(
            records: records, fields: [], geometryType: .polyline, spatialReference: .webMercator)
        let ids = try await table.load(set)
        #expect(Set(ids) == Set(1...1_501))
        for size in [0.0, 1, 10, 100, 999, 5_000] {
            let x = Double.random(in: -10...900, using: &random), y = Double.random(in: -10...900, using: &random)
            let box = Envelope(xMin: x, yMin: y, xMax: x + size, yMax: y + size, spatialReference: .webMercator)
            var parameters = QueryParameters()
            parameters.geometry = box
            let found = try await table.queryObjectIDs(using: parameters)
            let expected = try zip(ids, records).filter { _, record in
                guard let shape = record.geometry else { return false }
                return try GeometryEngine.isGeometry(box, intersecting: shape)
            }.map(\.0).sorted()
            #expect(found == expected, "seed \(seed), size \(size)")
        }
    }

    @Test("a query's shape and the answer may be in other references than the layer")
    func references() async throws {
        let table = try await package.createFeatureTable(TestLayers.everyKind())
        let town = Point(latitude: 48.187, longitude: 65.0025)
        var edits = FeatureEdits()
        edits.adds = [FeatureRecord(attributes: ["NAME": "x"], geometry: town)]
        #expect(try await table.applyEdits(edits).adds.first?.error == nil)
        var parameters = QueryParameters()
        parameters.geometry = Envelope(xMin: 65, yMin: 48, xMax: 66, yMax: 49, spatialReference: .wgs84)
        parameters.outSpatialReference = .wgs84
        let rows = try await table.queryFeatures(using: parameters)
        let point = try #require(rows.geometry(at: 0) as? Point)
        #expect(abs(point.x - town.x) < 1e-9 && abs(point.y - town.y) < 1e-9)
        #expect(rows.spatialReference == .wgs84)
        let box = try await table.queryExtent(using: parameters)
        #expect(box.spatialReference == .wgs84 && abs(box.xMin - town.x) < 1e-9)
        parameters.geometry = Envelope(
            xMin: 0, yMin: 0, xMax: 1, yMax: 1, spatialReference: SpatialReference(wkid: 999_999))
        await #expect(throws: (any Error).self) { try await table.queryFeatures(using: parameters) }
    }

    @Test("a table without shapes can't be asked by a shape")
    func plainTable() async throws {
        let table = try await package.createFeatureTable(TestLayers.everyKind(nil))
        var edits = FeatureEdits()
        edits.adds = [FeatureRecord(attributes: ["NAME": "x"], geometry: Point(x: 1, y: 1))]
        #expect(try await table.applyEdits(edits).adds.first?.error == nil)
        let rows = try await table.queryFeatures(using: QueryParameters())
        #expect(rows.count == 1 && rows.geometries == nil)
        var parameters = QueryParameters()
        parameters.geometry = Envelope(xMin: 0, yMin: 0, xMax: 1, yMax: 1)
        await #expect(throws: FeatureError.self) { try await table.queryFeatures(using: parameters) }
        #expect(try await table.queryExtent(using: QueryParameters()).isEmpty)
    }
}
