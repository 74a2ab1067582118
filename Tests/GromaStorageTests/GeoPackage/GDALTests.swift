// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaFeatures
import GromaGeometry
import GromaStorage
import Testing

@Suite(
    "GeoPackages between Groma and GDAL",
    .enabled(if: OutsideProgram.isInstalled("ogrinfo"), "needs ogrinfo: apt-get install gdal-bin"))
struct GDALTests {
    private let folder: TestFolder

    init() throws { folder = try TestFolder() }

    private func ogrinfo(_ arguments: String...) async throws -> String {
        try await #require(OutsideProgram("ogrinfo")).output(arguments)
    }

    @Test("GDAL reads our layers with the same types, values, domains and no warning")
    func ours() async throws {
        let url = folder.file("ours.gpkg")
        let package = try GeoPackage(fileURL: url, access: .create)
        let table = try await package.createFeatureTable(TestLayers.everyKind())
        try await package.createFeatureTable(withID(1, TestLayers.everyKind(nil, name: "Inspections")))
        var edits = FeatureEdits()
        edits.adds = [
            FeatureRecord(
                attributes: [
                    "NAME": "Ünï", "STATUS": 2, "COUNT_": -7, "BIG": .integer(1 << 40), "RATIO": 0.25, "DEPTH": 1.5,
                    "SEEN": .date(1_700_000_000_123), "DUE": .dateOnly("2024-02-29"),
                ], geometry: Point(x: 1.25, y: -2.5, spatialReference: .webMercator))
        ]
        _ = try await table.applyEdits(edits)
        try await package.close()
        let text = try await ogrinfo("-al", url.path)
        for expected in [
            "Geometry: Point", "FID Column = OBJECTID", "Geometry Column = geom", "NAME (String) = Ünï",
            "STATUS (Integer(Int16)) = 2", "COUNT_ (Integer) = -7", "BIG (Integer64) = 1099511627776",
            "RATIO (Real(Float32)) = 0.25", "DEPTH (Real) = 1.5", "SEEN (DateTime) = 2023/11/14 22:13:20.123+00",
            "DUE (Date) = 2024/02/29", "POINT (1.25 -2.5)", "Layer name: inspections", "EPSG\",3857",

        ] {
            #expect(text.contains(expected), "missing: \(expected) in\n\(text)")
        }
        #expect(!text.contains("Warning") && !text.contains("ERROR"), "\(text)")
        let domain = try await ogrinfo("-fielddomain", "inlets_status", url.path)
        #expect(domain.contains("1: Good") && domain.contains("2: Bad"), "\(domain)")
        let window = try await ogrinfo("-al", "-so", "-spat", "1", "-3", "2", "-2", url.path, "inlets")
        #expect(window.contains("Feature Count: 1"), "\(window)")
        #expect(try await ogrinfo("-sql", "SELECT rtreecheck('rtree_inlets_geom')", url.path).contains("= ok"))
    }

    private func withID(_ id: Int, _ info: FeatureLayerInfo) -> FeatureLayerInfo {
        var info = info
        info.id = id
        return info
    }

    @Test("lines, areas, heights and measures survive the way to GDAL", arguments: [false, true])
    func shapes(hasZ: Bool) async throws {
        let url = folder.file("shapes.gpkg")
        let package = try GeoPackage(fileURL: url, access: .create)
        var info = TestLayers.everyKind(.polygon, name: "Areas")
        info.hasZ = hasZ
        let table = try await package.createFeatureTable(info)
        let ring: [(Double, Double)] = [(0, 0), (0, 10), (10, 10), (10, 0), (0, 0)]
        let hole: [(Double, Double)] = [(2, 2), (4, 2), (4, 4), (2, 4), (2, 2)]
        let xy = (ring + hole).flatMap { [$0.0, $0.1] }
        let coordinates = CoordinateSequence(xy: xy, z: hasZ ? (0..<10).map(Double.init) : nil)
        let polygon = Polygon(
            parts: CoordinateParts(coordinates: coordinates, starts: [0, 5]), spatialReference: .webMercator)
        var edits = FeatureEdits()
        edits.adds = [FeatureRecord(attributes: ["NAME": "x"], geometry: polygon)]
        #expect(try await table.applyEdits(edits).adds.first?.error == nil)
        let back = try await table.queryFeatures(using: QueryParameters())
        #expect((back.geometry(at: 0) as? Polygon) == polygon)
        try await package.close()
        let text = try await ogrinfo("-al", url.path)
        #expect(text.contains(hasZ ? "3D Multi Polygon" : "Geometry: Multi Polygon"), "\(text)")
        let wkt =
            hasZ
            ? "MULTIPOLYGON Z (((0 0 4,10 0 3," : "MULTIPOLYGON (((0 0,10 0,10 10,0 10,0 0),(2 2,2 4,4 4,4 2,2 2)))"
        #expect(text.contains(wkt), "\(text)")
    }

    @Test("a GeoPackage that GDAL made is described, read, asked by window and edited")
    func theirs() async throws {
        let source = folder.file("in.geojson"), url = folder.file("theirs.gpkg")
        let features = (0..<200).map { index in
            """
            {"type":"Feature","properties":{"name":"n\(index)","n":\(index),"r":\(Double(index) / 4),\
            "t":"2024-03-0\(index % 9 + 1)T10:00:00.250Z","d":"2024-03-31"},\
            "geometry":{"type":"Polygon","coordinates":[[[\(index),0],[\(index + 1),0],[\(index + 1),1],[\(index),0]]]}}
            """
        }
        try Data("{\"type\":\"FeatureCollection\",\"features\":[\(features.joined(separator: ","))]}".utf8).write(
            to: source)
        let ogr2ogr = try #require(OutsideProgram("ogr2ogr"))
        _ = try await ogr2ogr.output(["-f", "GPKG", url.path, source.path, "-nln", "areas"])
        let package = try GeoPackage(fileURL: url, access: .readWrite)
        let table = try await package.featureTable(named: "AREAS")
        let info = try await table.layerInfo()
        #expect(info.geometryType == .polygon)
        #expect(info.spatialReference?.isWGS84 == true)
        #expect(info.fields.map(\.type) == [.oid, .string, .integer, .double, .date, .dateOnly])
        #expect(info.extent == Envelope(xMin: 0, yMin: 0, xMax: 200, yMax: 1, spatialReference: .wgs84))
        var parameters = QueryParameters()
        parameters.geometry = Envelope(xMin: 10.5, yMin: 0, xMax: 12.5, yMax: 2, spatialReference: .wgs84)
        parameters.spatialRelationship = .envelopeIntersects
        let rows = try await table.queryFeatures(using: parameters)
        #expect(rows.count == 3)
        #expect(rows.value(at: 0, field: "name") == "n10")
        #expect(rows.value(at: 0, field: "t") == .date(1_709_373_600_250))
        var edits = FeatureEdits()
        edits.updates = [FeatureRecord(attributes: ["fid": 11, "name": "changed"], geometry: rows.geometry(at: 2))]
        edits.deletes = [12]
        let results = try await table.applyEdits(edits)
        #expect(results.updates.first?.error == nil && results.deletes.first?.error == nil)
        #expect(try await table.queryFeatureCount(using: parameters) == 2, "one gone, one moved into another place")
        try await package.close()
        let text = try await ogrinfo("-al", "-q", url.path, "-where", "fid = 11")
        #expect(text.contains("name (String) = changed"), "\(text)")
        #expect(try await ogrinfo("-sql", "SELECT rtreecheck('rtree_areas_geom')", url.path).contains("= ok"))
        #expect(try await ogrinfo(url.path).contains("1: areas"))
    }
}
