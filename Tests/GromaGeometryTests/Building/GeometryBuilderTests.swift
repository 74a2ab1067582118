// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaGeometry
import Testing

@Suite("Geometry builders") struct GeometryBuilderTests {
    @Test("a line is complete at two places that differ")
    func line() throws {
        var builder = PolylineBuilder(spatialReference: .webMercator)
        #expect(builder.isEmpty && !builder.sketchIsValid)
        builder.add(x: 1, y: 2)
        #expect(!builder.sketchIsValid)
        builder.add(x: 1, y: 2)
        #expect(!builder.sketchIsValid)
        builder.add(x: 3, y: 2)
        #expect(builder.sketchIsValid)
        #expect(builder.toGeometry().parts.coordinates.xy == [1, 2, 1, 2, 3, 2])
        builder.addPart()
        #expect(builder.sketchIsValid, "a path without vertices is not there yet")
        builder.add(x: 9, y: 9)
        #expect(!builder.sketchIsValid)
        #expect(builder.toGeometry().parts.starts == [0, 3])
    }

    @Test("a polygon is complete at three places that are not on one line; its rings close by themselves")
    func polygon() throws {
        var builder = PolygonBuilder(spatialReference: nil)
        builder.add(x: 0, y: 0)
        builder.add(x: 4, y: 0)
        #expect(!builder.sketchIsValid)
        builder.add(x: 8, y: 0)
        #expect(!builder.sketchIsValid)
        try builder.insert(Point(x: 4, y: 4), at: 2, inPart: 0)
        #expect(builder.sketchIsValid)
        #expect(builder.toGeometry().parts.coordinates.xy == [0, 0, 4, 0, 4, 4, 8, 0, 0, 0])
        let again = PolygonBuilder(polygon: builder.toGeometry())
        #expect(again.parts == builder.parts)
        builder.remove(at: 2, inPart: 0)
        #expect(!builder.sketchIsValid)
        for _ in 0..<3 { builder.remove(at: 0, inPart: 0) }
        #expect(builder.isEmpty && builder.parts.isEmpty)
    }

    @Test("points of another reference are projected; heights stay when every vertex has one")
    func projection() throws {
        var builder = PolylineBuilder(spatialReference: .webMercator)
        try builder.add(Point(x: 180, y: 0, z: 5, spatialReference: .wgs84))
        #expect(abs(builder.parts[0][0].x - WebMercator.halfWorld) < 1e-6)
        try builder.replace(with: Point(x: 7, y: 8, z: 9), at: 0, inPart: 0)
        #expect(builder.parts[0][0] == Point(x: 7, y: 8, z: 9, spatialReference: .webMercator))
        #expect(builder.toGeometry().hasZ)
        builder.add(x: 1, y: 1)
        #expect(!builder.toGeometry().hasZ)
    }

    @Test("points and sets of points")
    func points() throws {
        var point = PointBuilder(spatialReference: .wgs84)
        #expect(!point.sketchIsValid)
        (point.x, point.y) = (8, 47)
        #expect(point.sketchIsValid && point.toGeometry() == Point(latitude: 47, longitude: 8))
        var several = MultipointBuilder(spatialReference: .wgs84)
        #expect(!several.sketchIsValid)
        try several.add(Point(latitude: 47, longitude: 8))
        try several.add(Point(latitude: 48, longitude: 9))
        several.remove(at: 0)
        #expect(several.toGeometry().coordinates.xy == [9, 48] && several.sketchIsValid)
        #expect(MultipointBuilder(multipoint: several.toGeometry()).points == several.points)
    }

    @Test("an empty shape of each type begins a sketch and is not complete", arguments: GeometryType.allCases)
    func empty(_ type: GeometryType) {
        let geometry = GeometryEngine.makeEmptyGeometry(type, spatialReference: .wgs84)
        #expect(geometry.geometryType == type && geometry.isEmpty && geometry.spatialReference == .wgs84)
        #expect(!geometry.sketchIsValid)
    }

    @Test("numbers that are none are never complete")
    func notNumbers() {
        #expect(!Point(x: .infinity, y: 0).sketchIsValid)
        #expect(!Polyline(points: [Point(x: 0, y: 0), Point(x: .infinity, y: 1)]).sketchIsValid)
        #expect(!Envelope(xMin: 0, yMin: 0, xMax: 0, yMax: 4).sketchIsValid)
        #expect(Envelope(xMin: 0, yMin: 0, xMax: 1, yMax: 4).sketchIsValid)
    }
}
