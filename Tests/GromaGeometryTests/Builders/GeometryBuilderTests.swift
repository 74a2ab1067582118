// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaGeometry
import TestSupport
import Testing

@Suite("Builders and sketches") struct GeometryBuilderTests {
    @Test("an empty geometry of each kind, in the reference asked for", arguments: GeometryType.allCases)
    func empties(type: GeometryType) {
        let empty = makeEmptyGeometry(type, spatialReference: .webMercator)
        #expect(empty.isEmpty && empty.geometryType == type && empty.spatialReference == .webMercator)
        #expect(!empty.hasZ && !empty.hasM && empty.extent.isEmpty && !empty.sketchIsValid)
    }

    @Test(
        "what goes through a builder comes out as it was",
        arguments: [(false, false), (true, false), (false, true), (true, true)])
    func unchanged(z: Bool, m: Bool) {
        var generator = SeededGenerator(seed: 51)
        func isKept<B: GeometryBuilder>(_ type: B.Type) -> Bool {
            let shape = RandomShapes.shape(B.Shape.geometryType, z: z, m: m, using: &generator)
            guard let shape = shape as? B.Shape else { return false }
            let builder = B(shape)
            return builder.toGeometry() == shape && builder.extent == shape.extent && !builder.isEmpty
                && builder.hasZ == shape.hasZ && builder.hasM == shape.hasM
        }
        for _ in 0..<20 {
            #expect(isKept(PointBuilder.self) && isKept(MultipointBuilder.self) && isKept(PolylineBuilder.self))
            #expect(isKept(PolygonBuilder.self) && isKept(EnvelopeBuilder.self))
        }
    }

    @Test("a polygon ring by ring: closed on the way out, open in the builder")
    func polygon() throws {
        var builder = PolygonBuilder(spatialReference: .webMercator)
        #expect(builder.isEmpty && !builder.sketchIsValid)
        builder.add(x: 0, y: 0)
        builder.add(x: 0, y: 10)
        #expect(!builder.sketchIsValid)
        builder.add(x: 10, y: 10)
        #expect(builder.sketchIsValid)
        builder.beginPart()
        builder.beginPart()
        builder.add(x: 20, y: 20)
        let shape = builder.toGeometry()
        #expect(shape.parts.starts == [0, 4])
        #expect(shape.parts.coordinates.xy == [0, 0, 0, 10, 10, 10, 0, 0, 20, 20, 20, 20])
        builder.parts[0].insert(Point(x: 5, y: 12), at: 2)
        builder.parts[0].remove(at: 0)
        builder.parts.removeLast()
        #expect(builder.toGeometry().parts.coordinates.xy == [0, 10, 5, 12, 10, 10, 0, 10])
        builder.parts[0][1] = Point(x: 6, y: 13)
        builder.parts[0].replaceSubrange(0..<1, with: [Point(x: 1, y: 1), Point(x: 1, y: 2)])
        #expect(builder.parts[0].map(\.x) == [1, 1, 6, 10])
        #expect(PolygonBuilder(builder.toGeometry()) == builder)
    }

    @Test("points in another reference are projected, and the first gives a builder its reference")
    func references() throws {
        var line = PolylineBuilder()
        try line.add(Point(latitude: 47, longitude: 8))
        let mercator = try GeometryEngine.project(Point(latitude: 48, longitude: 9), into: .webMercator)
        try line.add(mercator)
        let shape = line.toGeometry()
        #expect(shape.spatialReference == .wgs84)
        #expect(abs(shape.parts.coordinates.xy[2] - 9) < 1e-9 && abs(shape.parts.coordinates.xy[3] - 48) < 1e-9)
        var points = MultipointBuilder(spatialReference: SpatialReference(wkid: 999_999))
        #expect { try points.add(Point(latitude: 1, longitude: 1)) } throws: {
            ($0 as? GeometryError)?.code == .spatialReference
        }
        #expect(points.isEmpty)
        try points.add(Point(x: 1, y: 2))
        #expect(points.toGeometry().coordinates.xy == [1, 2])
    }

    @Test("z and m come out where every vertex has them")
    func zm() {
        var builder = MultipointBuilder()
        builder.add(x: 0, y: 0, z: 5, m: 1)
        builder.add(x: 1, y: 0, z: 6)
        let shape = builder.toGeometry()
        #expect(shape.coordinates.z == [5, 6] && shape.coordinates.m == nil)
        #expect(builder.hasZ && !builder.hasM)
    }

    @Test("a point builder holds one position, whatever is set")
    func point() throws {
        var builder = PointBuilder(spatialReference: .wgs84)
        #expect(builder.isEmpty && builder.toGeometry().isEmpty)
        try builder.set(Point(latitude: 1, longitude: 2))
        try builder.set(Point(latitude: 3, longitude: 4))
        builder.offset(byX: 1, y: -1)
        builder.z = 7
        #expect(builder.toGeometry() == Point(x: 5, y: 2, z: 7, spatialReference: .wgs84))
    }

    @Test("an envelope grows, shrinks and moves")
    func envelope() throws {
        var builder = EnvelopeBuilder(spatialReference: .wgs84)
        builder.expand(by: 3)
        #expect(builder.isEmpty)
        try builder.add(Point.empty())
        try builder.add(Point(latitude: 10, longitude: 20))
        #expect(!builder.sketchIsValid && !builder.isEmpty)
        try builder.add(Envelope(xMin: 22, yMin: 8, xMax: 24, yMax: 9, spatialReference: .wgs84))
        builder.expand(by: 0.5)
        builder.offset(byX: 1, y: 1)
        builder.setZ(1...2)
        builder.setM(3...4)
        let box = builder.toGeometry()
        #expect([box.xMin, box.yMin, box.xMax, box.yMax] == [22, 9.5, 24, 10.5])
        #expect(box.zMin == 1 && box.zMax == 2 && box.mMin == 3 && box.mMax == 4 && builder.sketchIsValid)
        builder.set(xMin: 5, yMin: 6, xMax: 1, yMax: 2)
        #expect(builder.toGeometry().xMin == 1 && builder.toGeometry().yMax == 6 && builder.hasZ)
    }

    @Test("a sketch is valid from the first position, the second place, the third corner off the line")
    func sketches() {
        func line(_ xy: [Double]) -> Polyline {
            Polyline(parts: CoordinateParts(coordinates: CoordinateSequence(xy: xy), starts: xy.isEmpty ? [] : [0]))
        }
        #expect(Point(x: 0, y: 0).sketchIsValid && !Point(x: .infinity, y: 0).sketchIsValid)
        #expect(Multipoint(points: [Point(x: 1, y: 1)]).sketchIsValid)
        #expect(!Multipoint(points: [Point(x: .nan, y: 1)]).sketchIsValid)
        #expect(
            !line([1, 1]).sketchIsValid && !line([1, 1, 1, 1]).sketchIsValid && line([1, 1, 1, 1, 2, 1]).sketchIsValid)
        #expect(!line([1, 1, .nan, 2]).sketchIsValid)
        func area(_ xy: [Double]) -> Polygon { Polygon(parts: line(xy).parts) }
        #expect(!area([0, 0, 1, 1]).sketchIsValid && !area([0, 0, 1, 1, 0, 0]).sketchIsValid)
        #expect(!area([0, 0, 1, 1, 3, 3, 0, 0]).sketchIsValid && area([0, 0, 1, 1, 3, 3.000001]).sketchIsValid)
        #expect(!Envelope(xMin: 0, yMin: 0, xMax: 5, yMax: 0).sketchIsValid)
        // A ring that is just begun does not spoil one that is complete.
        let two = Polygon(
            parts: CoordinateParts(coordinates: CoordinateSequence(xy: [0, 0, 1, 1, 1, 0, 9, 9]), starts: [0, 3]))
        #expect(two.sketchIsValid)
    }
}
