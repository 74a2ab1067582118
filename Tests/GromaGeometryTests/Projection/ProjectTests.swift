// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaGeometry
import TestSupport
import Testing

@Suite("Projection") struct ProjectTests {
    @Test("empty shapes stay empty and take the new reference", arguments: GeometryType.allCases)
    func empties(type: GeometryType) throws {
        let empty = CoordinateParts().geometry(as: type, in: .wgs84)
        let projected = try GeometryEngine.project(empty, into: .webMercator)
        #expect(projected.isEmpty)
        #expect(projected.spatialReference == .webMercator)
    }

    @Test("a shape without a reference, and references nobody knows, are said")
    func unknown() {
        let point = Point(x: 1, y: 2)
        let cases: [(Point, SpatialReference)] = [
            (point, .wgs84), (Point(x: 1, y: 2, spatialReference: .wgs84), SpatialReference(wkid: 999_999)),
            (Point(x: 1, y: 2, spatialReference: SpatialReference(wkid: 30_999)), .wgs84),
            (Point(x: 1, y: 2, spatialReference: SpatialReference(wkt: "nonsense")), .wgs84),
        ]
        for (point, target) in cases {
            #expect { try GeometryEngine.project(point, into: target) } throws: {
                ($0 as? GeometryError)?.code == .spatialReference
            }
        }
    }

    @Test(
        "closed-form mercator agrees with the projection library for every name of web mercator",
        arguments: [102100, 102113, 900913, 3785, 3857])
    func mercator(wkid: Int) throws {
        let target = SpatialReference(wkid: wkid)
        for (longitude, latitude) in [(0.0, 0.0), (-179.5, 84), (13.4, 52.5), (180, -85.05), (-60, -33.3)] {
            let ours = try GeometryEngine.project(Point(latitude: latitude, longitude: longitude), into: target)
            // Through the same datum under another id, which takes the library's way.
            let theirs = try GeometryEngine.project(
                Point(x: longitude, y: latitude, spatialReference: SpatialReference(wkid: 4979)), into: target)
            #expect(abs(ours.x - theirs.x) < 1e-6 && abs(ours.y - theirs.y) < 1e-6)
            let back = try GeometryEngine.project(ours, into: .wgs84)
            #expect(abs(back.x - longitude) < 1e-12 && abs(back.y - latitude) < 1e-12)
        }
    }

    @Test("a pole has no place in web mercator as a point, and ends far north or south, finite, as a vertex")
    func poles() throws {
        for latitude in [90.0, -90, 123] {
            let pole = Point(latitude: latitude, longitude: 10)
            let projected = try GeometryEngine.project(pole, into: .webMercator)
            #expect(projected.isEmpty && projected.spatialReference == .webMercator)
            let vertices = try GeometryEngine.project(Multipoint(points: [pole]), into: .webMercator).coordinates
            #expect(vertices.xy[1].isFinite && abs(vertices.xy[1]) > WebMercator.halfWorld)
            #expect((vertices.xy[1] > 0) == (latitude > 0))
        }
    }

    @Test(
        "coordinates are x before y in every reference, and there and back is the same place",
        arguments: [2056, 32632, 3035, 27700, 2154, 54030, 3395])
    func roundTrip(wkid: Int) throws {
        let reference = SpatialReference(wkid: wkid)
        let (longitude, latitude) = [27700: (-2.0, 53.0), 2154: (2.5, 47.0)][wkid] ?? (8.5, 47.2)
        var generator = SeededGenerator(seed: UInt64(wkid))
        let places = (0..<50).map { _ in
            Point(
                latitude: latitude + generator.number(-0.2...0.2), longitude: longitude + generator.number(-0.2...0.2))
        }
        let shape = Multipoint(points: places)
        let there = try GeometryEngine.project(shape, into: reference)
        #expect(there.spatialReference == reference)
        let back = try GeometryEngine.project(there, into: .wgs84)
        for (a, b) in zip(shape.coordinates.xy, back.coordinates.xy) { #expect(abs(a - b) < 5e-8, "seed \(wkid)") }
    }

    @Test("z and m stay as they are")
    func zm() throws {
        let line = Polyline(
            points: [Point(x: 8, y: 47, z: 400, m: 1), Point(x: 9, y: 48, z: 500, m: 2)], spatialReference: .wgs84)
        let projected = try GeometryEngine.project(line, into: SpatialReference(wkid: 2056))
        #expect(projected.parts.coordinates.z == [400, 500])
        #expect(projected.parts.coordinates.m == [1, 2])
    }

    @Test("a reference given as text works as its id does")
    func text() throws {
        let wkt = """
            PROJCS["WGS_1984_UTM_Zone_32N",GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],            PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Transverse_Mercator"],            PARAMETER["False_Easting",500000.0],PARAMETER["False_Northing",0.0],PARAMETER["Central_Meridian",9.0],            PARAMETER["Scale_Factor",0.9996],PARAMETER["Latitude_Of_Origin",0.0],UNIT["Meter",1.0]]
            """
        let point = Point(latitude: 47.5, longitude: 8.7)
        let byText = try GeometryEngine.project(point, into: SpatialReference(wkt: wkt))
        let byID = try GeometryEngine.project(point, into: SpatialReference(wkid: 32632))
        #expect(abs(byText.x - byID.x) < 1e-6 && abs(byText.y - byID.y) < 1e-6)
    }

    @Test("an envelope becomes the box round its curved outline")
    func envelope() throws {
        let box = Envelope(xMin: -30, yMin: 40, xMax: 30, yMax: 60, spatialReference: .wgs84)
        let projected = try GeometryEngine.project(box, into: SpatialReference(wkid: 3035))
        let corners = try GeometryEngine.project(
            Multipoint(
                points: [Point(x: -30, y: 40), Point(x: 30, y: 40), Point(x: 30, y: 60), Point(x: -30, y: 60)],
                spatialReference: .wgs84),
            into: SpatialReference(wkid: 3035)
        ).extent
        #expect(projected.yMin < corners.yMin - 1000)
        #expect(abs(projected.xMax - corners.xMax) < 1)
    }

    @Test("many threads project at once")
    func threads() async throws {
        let expected = try GeometryEngine.project(Point(latitude: 47, longitude: 8), into: SpatialReference(wkid: 2056))
        try await withThrowingTaskGroup(of: Point.self) { group in
            for _ in 0..<32 {
                group.addTask { @concurrent in
                    try GeometryEngine.project(Point(latitude: 47, longitude: 8), into: SpatialReference(wkid: 2056))
                }
            }
            for try await point in group { #expect(point == expected) }
        }
    }

    @Test("a vertex without a place is counted in bulk and an error for a shape")
    func lost() throws {
        var xy = [0.0, -30, 8.5, 47]
        let gnomonic = SpatialReference(wkid: 102034)
        let count = try GeometryEngine.project(&xy, from: .wgs84, to: gnomonic)
        #expect(count == 1)
        #expect(xy[0].isNaN && xy[2].isFinite)
        #expect { try GeometryEngine.project(Point(latitude: -30, longitude: 0), into: gnomonic) } throws: {
            ($0 as? GeometryError)?.code == .spatialReference
        }
    }

    @Test(
        "a text that is none of a reference is refused at once, and neither looked for as a name nor opened as a file",
        arguments: [
            "LOC=x\"]", "WGS 84", "+init=/etc/hostname:1", "@/etc/hostname", "{\"type\":\"GeographicCRS\"}", "GEOGCS",
            "FOO[\"a\"]", "  ", "PROJCS:1",
        ])
    func noWellKnownText(text: String) {
        let point = Point(x: 1, y: 2, spatialReference: SpatialReference(wkt: text))
        #expect {
            try GeometryEngine.project(point, into: .wgs84)
        } throws: {
            ($0 as? GeometryError)?.code == .spatialReference && "\($0)".contains("well-known text")
        }
    }
}
