// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaGeometry
import Testing

@Suite("Reshape, and z and m through operations") struct ReshapeTests {
    private static let square = Polygon(Envelope(xMin: 0, yMin: 0, xMax: 10, yMax: 10, spatialReference: .webMercator))
    private static func line(_ xy: [Double], z: [Double]? = nil, m: [Double]? = nil) -> Polyline {
        Polyline(parts: CoordinateParts(coordinates: CoordinateSequence(xy: xy, z: z, m: m), starts: [0]))
    }

    @Test("a path follows the line between the places where they meet, whichever way the line runs")
    func path() throws {
        let path = Self.line([0, 0, 10, 0])
        for detour in [[2.0, -1, 2, 5, 8, 5, 8, -1], [8.0, -1, 8, 5, 2, 5, 2, -1]] {
            let result = try #require(try GeometryEngine.reshape(path, with: Self.line(detour)))
            #expect(result.parts.coordinates.xy == [0, 0, 2, 0, 2, 5, 8, 5, 8, 0, 10, 0])
        }
    }

    @Test("a line out of a polygon and back adds to it; a line through it cuts the smaller piece off")
    func polygon() throws {
        let bulge = try #require(try GeometryEngine.reshape(Self.square, with: Self.line([9, 2, 15, 2, 15, 8, 9, 8])))
        #expect(GeometryEngine.area(of: bulge) == 130)
        #expect(bulge.spatialReference == .webMercator)
        let cut = try #require(try GeometryEngine.reshape(Self.square, with: Self.line([3, -1, 3, 11])))
        #expect(GeometryEngine.area(of: cut) == 70 && abs(cut.extent.xMin - 3) < 1e-12)
        let upwards = try #require(try GeometryEngine.reshape(Self.square, with: Self.line([7, 11, 7, -1])))
        #expect(GeometryEngine.area(of: upwards) == 70 && abs(upwards.extent.xMax - 7) < 1e-12)
        for result in [bulge, cut, upwards] { #expect(try GeometryEngine.isSimple(result)) }
    }

    @Test("of several rings the one with the longest stretch changes, the others stay")
    func rings() throws {
        var two = PolygonBuilder(Self.square)
        two.beginPart()
        for (x, y) in [(20.0, 0.0), (20, 10), (30, 10), (30, 0)] { two.add(x: x, y: y) }
        let result = try #require(
            try GeometryEngine.reshape(two.toGeometry(), with: Self.line([25, 9, 25, 15, 28, 15, 28, 9])))
        #expect(GeometryEngine.area(of: result) == 215)
        #expect(result.parts.range(of: 0).count == 5)
    }

    @Test("nothing to reshape is nil; points, and lines of several paths, are refused")
    func refused() throws {
        #expect(try GeometryEngine.reshape(Self.square, with: Self.line([20, 0, 30, 0])) == nil)
        #expect(try GeometryEngine.reshape(Self.square, with: Self.line([5, 5, 15, 5])) == nil)
        #expect(try GeometryEngine.reshape(Polygon(), with: Self.line([5, 5, 15, 5])) == nil)
        #expect { try GeometryEngine.reshape(Point(x: 0, y: 0), with: Self.line([0, 0, 1, 1])) } throws: {
            ($0 as? GeometryError)?.code == .unsupported
        }
        #expect { try GeometryEngine.reshape(Self.square, with: Polyline()) } throws: {
            ($0 as? GeometryError)?.code == .unsupported
        }
    }

    @Test("heights of new vertices come from the line, or from between the two places")
    func heights() throws {
        let path = Self.line([0, 0, 10, 0], z: [0, 10], m: [100, 200])
        let plain = try #require(try GeometryEngine.reshape(path, with: Self.line([2, -1, 2, 3, 8, 3, 8, -1])))
        #expect(plain.parts.coordinates.z == [0, 2, 3.5, 6.5, 8, 10])
        #expect(plain.parts.coordinates.m == [100, 120, 135, 165, 180, 200])
        let high = try #require(
            try GeometryEngine.reshape(path, with: Self.line([2, -1, 2, 3, 8, 3, 8, -1], z: [50, 51, 52, 53])))
        #expect(high.parts.coordinates.z == [0, 2, 51, 52, 8, 10])
    }

    @Test("measures survive simplify, clip, cut and set operations, interpolated where a side is cut")
    func measures() throws {
        let bowtie = Polygon(
            parts: CoordinateParts(
                coordinates: CoordinateSequence(
                    xy: [0, 0, 4, 4, 4, 0, 0, 4, 0, 0], z: [0, 4, 4, 0, 0], m: [0, 10, 20, 30, 0]),
                starts: [0]))
        let simple = try GeometryEngine.simplify(bowtie).parts
        let measures = try #require(simple.coordinates.m)
        #expect(simple.count == 2 && measures.allSatisfy { !$0.isNaN })
        for index in 0..<simple.coordinates.count where simple.coordinates.xy[2 * index] == 2 {
            #expect(measures[index] == 5 || measures[index] == 25)
        }
        #expect(simple.coordinates.z != nil)
        let square = Polygon(
            parts: CoordinateParts(
                coordinates: CoordinateSequence(xy: [0, 0, 0, 10, 10, 10, 10, 0, 0, 0], m: [0, 10, 20, 30, 0]),
                starts: [0]))
        let clipped = try GeometryEngine.clip(square, to: Envelope(xMin: -1, yMin: -1, xMax: 5, yMax: 20)).flatParts
        #expect(Set(clipped.coordinates.m ?? []) == [0, 10, 15])
        let pieces = try GeometryEngine.cut(square, usingCutter: Self.line([5, -1, 5, 11]))
        #expect(pieces.allSatisfy { $0.hasM && $0.flatParts.coordinates.m?.contains(15) == true })
        let moved = GeometryEngine.move(square, deltaX: 5, deltaY: 0)
        #expect(try GeometryEngine.union(square, moved).hasM)
        #expect(try !GeometryEngine.union(square, Self.square).hasM)
        let line = Self.line([-5, 5, 15, 5], m: [0, 20])
        let inside = try GeometryEngine.intersection(line, square).flatParts.coordinates
        #expect(inside.m?.sorted() == [5, 15])
        let dense = try GeometryEngine.geodeticDensify(
            Polyline(parts: Self.line([0, 0, 1, 0], z: [0, 10], m: [5, 6]).parts, spatialReference: .wgs84),
            maxSegmentLength: 60_000)
        #expect(dense.parts.coordinates.z == [0, 5, 10] && dense.parts.coordinates.m == [5, 5.5, 6])
    }
}
