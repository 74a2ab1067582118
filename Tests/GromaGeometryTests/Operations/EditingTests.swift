// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaGeometry
import Testing

@Suite("Simplify, normalise and the rest of editing") struct EditingTests {
    @Test("every operation takes an empty shape", arguments: GeometryType.allCases)
    func empties(type: GeometryType) throws {
        let empty = CoordinateParts().geometry(as: type, in: .wgs84)
        #expect(try GeometryEngine.simplify(empty).isEmpty)
        #expect(try GeometryEngine.isSimple(empty))
        #expect(try GeometryEngine.normalizeCentralMeridian(of: empty).isEmpty)
        #expect(try GeometryEngine.densify(empty, maxSegmentLength: 1).isEmpty)
        #expect(try GeometryEngine.generalize(empty, maxDeviation: 1).isEmpty)
        #expect(try GeometryEngine.buffer(around: empty, distance: 1).isEmpty)
        #expect(try GeometryEngine.geodeticBuffer(around: empty, distance: 1).isEmpty)
        #expect(try GeometryEngine.convexHull(of: empty).isEmpty)
        #expect(GeometryEngine.boundary(of: empty).isEmpty)
        #expect(GeometryEngine.rotate(empty, angle: 30, origin: Point(x: 0, y: 0)).isEmpty)
        #expect(try GeometryEngine.nearestCoordinate(in: empty, to: Point(x: 0, y: 0)) == nil)
        #expect(GeometryEngine.area(of: empty) == 0 && GeometryEngine.length(of: empty) == 0)
        #expect(try GeometryEngine.geodeticArea(of: empty) == 0)
        #expect(try GeometryEngine.distance(from: empty, to: Point(x: 0, y: 0)).isNaN)
        #expect(GeometryEngine.singleParts(of: empty).isEmpty)
    }

    @Test("a bow tie becomes two areas, wound clockwise")
    func bowtie() throws {
        let bowtie = Polygon(points: [
            Point(x: 0, y: 0), Point(x: 2, y: 2), Point(x: 2, y: 0), Point(x: 0, y: 2), Point(x: 0, y: 0),
        ])
        #expect(try !GeometryEngine.isSimple(bowtie))
        let simple = try GeometryEngine.simplify(bowtie)
        #expect(simple.parts.count == 2)
        #expect(GeometryEngine.area(of: simple) == 2)
        #expect(try GeometryEngine.isSimple(simple))
    }

    @Test("open rings are closed, repeated vertices go, a wrong direction is turned, what has no area goes")
    func untidy() throws {
        let open = Polygon(points: [
            Point(x: 0, y: 0), Point(x: 4, y: 0), Point(x: 4, y: 0), Point(x: 4, y: 4), Point(x: 0, y: 4),
        ])
        let simple = try GeometryEngine.simplify(open)
        #expect(GeometryEngine.area(of: simple) == 16)
        #expect(simple.parts.coordinates.isClosed(simple.parts.range(of: 0)))
        let flat = Polygon(points: [Point(x: 0, y: 0), Point(x: 4, y: 0), Point(x: 0, y: 0)])
        #expect(try GeometryEngine.simplify(flat).isEmpty)
        let dots = Multipoint(points: [
            Point(x: 1, y: 1), Point(x: -0.0, y: 0), Point(x: 0, y: 0), Point(x: 1, y: 1), Point(x: .nan, y: 0),
        ])
        #expect(try GeometryEngine.simplify(dots).coordinates.count == 2)
    }

    @Test("shapes across the antimeridian are cut there, east and west")
    func antimeridian() throws {
        let box = Envelope(xMin: 170, yMin: -10, xMax: 190, yMax: 10, spatialReference: .wgs84)
        let cut = try #require(try GeometryEngine.normalizeCentralMeridian(of: box) as? Polygon)
        #expect(cut.parts.count == 2)
        #expect(cut.extent.xMin == -180 && cut.extent.xMax == 180)
        #expect(abs(GeometryEngine.area(of: cut) - 400) < 1e-9)
        let line = Polyline(points: [Point(x: -190, y: 0), Point(x: -170, y: 20)], spatialReference: .wgs84)
        let parts = try #require(try GeometryEngine.normalizeCentralMeridian(of: line) as? Polyline).parts
        #expect(parts.coordinates.xy == [170, 0, 180, 10, -180, 10, -170, 20])
        let point = try GeometryEngine.normalizeCentralMeridian(of: Point(latitude: 5, longitude: 540))
        #expect((point as? Point)?.x == 180)
        let inside = Point(latitude: 5, longitude: -180)
        #expect(try GeometryEngine.normalizeCentralMeridian(of: inside) as? Point == inside)
    }

    @Test("a shape over too many worlds, and one in a reference without repetition")
    func worlds() throws {
        let long = Polyline(points: [Point(x: 0, y: 0), Point(x: 1e9, y: 0)], spatialReference: .wgs84)
        #expect { try GeometryEngine.normalizeCentralMeridian(of: long) } throws: {
            ($0 as? GeometryError)?.code == .tooLarge
        }
        let local = Point(x: 1e9, y: 0, spatialReference: SpatialReference(wkid: 2056))
        #expect(try GeometryEngine.normalizeCentralMeridian(of: local) as? Point == local)
    }

    @Test("densify keeps z and m between, and refuses absurd counts")
    func densify() throws {
        let line = Polyline(points: [Point(x: 0, y: 0, z: 0, m: 10), Point(x: 10, y: 0, z: 10, m: 20)])
        let dense = try GeometryEngine.densify(line, maxSegmentLength: 4)
        #expect(dense.parts.coordinates.count == 4)
        #expect(abs((dense.parts.coordinates.m?[1] ?? 0) - 13.333333333333334) < 1e-12)
        #expect { try GeometryEngine.densify(line, maxSegmentLength: 1e-12) } throws: {
            ($0 as? GeometryError)?.code == .tooLarge
        }
        #expect { try GeometryEngine.densify(line, maxSegmentLength: 0) } throws: {
            ($0 as? GeometryError)?.code == .unsupported
        }
    }

    @Test("generalize keeps ends; degenerate parts go when asked")
    func generalize() throws {
        let line = Polyline(points: [Point(x: 0, y: 0), Point(x: 1, y: 0.1), Point(x: 2, y: 0)])
        #expect(try GeometryEngine.generalize(line, maxDeviation: 0.2).parts.coordinates.xy == [0, 0, 2, 0])
        #expect(try GeometryEngine.generalize(line, maxDeviation: 0.05).parts.coordinates.count == 3)
        let small = Polygon(Envelope(xMin: 0, yMin: 0, xMax: 1, yMax: 1))
        #expect(try GeometryEngine.generalize(small, maxDeviation: 9, removeDegenerateParts: true).isEmpty)
    }

    @Test(
        "offset goes right for positive distances",
        arguments: [GeometryEngine.OffsetType.mitered, .bevelled, .rounded, .squared])
    func offset(type: GeometryEngine.OffsetType) throws {
        let line = Polyline(points: [Point(x: 0, y: 0), Point(x: 10, y: 0), Point(x: 10, y: 10)])
        let right = try GeometryEngine.offset(line, distance: 1, offsetType: type)
        #expect(abs(right.extent.yMin + 1) < 1e-12 && abs(right.extent.xMax - 11) < 1e-12)
        let left = try GeometryEngine.offset(line, distance: -1, offsetType: type)
        #expect(left.parts.coordinates.xy == [0, 1, 9, 1, 9, 10])
        #expect { try GeometryEngine.offset(Point(x: 1, y: 1), distance: 1) } throws: {
            ($0 as? GeometryError)?.code == .unsupported
        }
    }
}
