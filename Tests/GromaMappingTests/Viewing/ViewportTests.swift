// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaCodecs
import GromaGeometry
import GromaMapping
import Testing

@Suite("Viewports")
struct ViewportTests {
    private let center = Point(x: 7_236_000, y: 6_138_000, spatialReference: .webMercator)

    @Test("scale and resolution of web mercator are those of the tile levels")
    func scale() {
        #expect(abs(MapScale.scale(resolution: 1, in: .webMercator) - 3779.52) < 1e-6)
        #expect(abs(MapScale.resolution(scale: 18055.954822, in: .webMercator) - 4.77731426794937) < 1e-8)
        #expect(abs(MapScale.scale(resolution: 0.703125, in: .wgs84) - 295_828_763.8) < 1)
    }

    @Test(
        "a map unit is as long as its reference says; unknown ones are taken for metres",
        arguments: [
            (3857, 1.0), (4326, 111_319.490793), (4269, 111_319.490793), (2056, 1), (2263, 0.304800609601),
            (999_999, 1),
        ])
    func units(wkid: Int, meters: Double) {
        #expect(abs(MapScale.metersPerUnit(of: SpatialReference(wkid: wkid)) - meters) < 1e-5)
    }

    @Test("screen to map and back, at any rotation", arguments: [0.0, 30, 90, 180, 270, -45, 725])
    func roundTrip(rotation: Double) {
        let viewport = Viewport(width: 800, height: 600, center: center, scale: 10_000, rotation: rotation)
        for point in [ScreenPoint(x: 0, y: 0), ScreenPoint(x: 400, y: 300), ScreenPoint(x: 12.5, y: 599)] {
            let back = viewport.screenPoint(of: viewport.location(of: point))
            #expect(hypot(back.x - point.x, back.y - point.y) < 1e-5)
        }
        for corner in viewport.corners {
            let extent = viewport.extent
            #expect(corner.x >= extent.xMin - 1e-6 && corner.x <= extent.xMax + 1e-6)
            #expect(corner.y >= extent.yMin - 1e-6 && corner.y <= extent.yMax + 1e-6)
        }
    }

    @Test("y goes up on the ground and down on the screen; north turns clockwise")
    func orientation() {
        var viewport = Viewport(width: 200, height: 100, center: center, scale: 3779.52)
        let north = Point(x: center.x, y: center.y + 10, spatialReference: .webMercator)
        #expect(abs(viewport.screenPoint(of: north).y - 40) < 1e-6)
        viewport.rotation = 90
        #expect(abs(viewport.screenPoint(of: north).x - 110) < 1e-6)
        #expect(abs(viewport.screenPoint(of: north).y - 50) < 1e-6)
    }

    @Test("an extent is seen whole, and touches two sides")
    func fitting() {
        let extent = Envelope(xMin: 0, yMin: 0, xMax: 2_000, yMax: 100, spatialReference: .webMercator)
        let viewport = Viewport(width: 500, height: 500, fitting: Viewpoint(boundingGeometry: extent))
        #expect(abs(viewport.extent.width - 2_000) < 1e-6)
        #expect(viewport.extent.contains(x: 0, y: 100))
        let turned = Viewport(width: 500, height: 500, extent: extent, rotation: 90)
        #expect(abs(turned.scale - viewport.scale) < 1e-6)
    }

    @Test("nothing to fit shows the world; hopeless sizes and scales are raised")
    func degenerate() {
        let world = Viewport(width: 360, height: 180, fitting: nil)
        #expect(world.spatialReference.isWGS84)
        #expect(abs(world.resolution - 1) < 1e-9)
        let broken = Viewport(width: .nan, height: -5, center: center, scale: .nan, rotation: .infinity, pixelRatio: 0)
        #expect(broken.width == 1 && broken.height == 1 && broken.scale == 1 && broken.rotation == 0)
        #expect(broken.pixelWidth == 1)
        let point = Envelope(xMin: 1, yMin: 1, xMax: 1, yMax: 1, spatialReference: .webMercator)
        #expect(Viewport(width: 10, height: 10, extent: point).scale == 1_000)
        #expect(Viewport(width: 10, height: 10, extent: .empty()).scale == 1_000)
    }

    @Test("a picture has the ratio's pixels")
    func pixels() {
        let viewport = Viewport(width: 800, height: 600, center: center, scale: 1_000, pixelRatio: 2)
        #expect(viewport.pixelWidth == 1_600)
        #expect(viewport.pixelHeight == 1_200)
    }

    @Test("viewpoints are read from points and envelopes, and refused without a place")
    func viewpoints() throws {
        func viewpoint(_ text: String) throws -> Viewpoint? {
            Viewpoint(json: try #require(JSONValue(parsing: text).object))
        }
        let point = try #require(try viewpoint(#"{"scale":"5000","rotation":10,"targetGeometry":{"x":1,"y":2}}"#))
        #expect(point.targetScale == 5_000)
        #expect(point.rotation == 10)
        let box = try #require(
            try viewpoint(
                #"{"targetGeometry":{"xmin":0,"ymin":0,"xmax":2,"ymax":2,"spatialReference":{"wkid":102100}}}"#))
        #expect(box.targetGeometry.extent.center.x == 1)
        #expect(Viewpoint(json: box.json) == box)
        #expect(try viewpoint(#"{}"#) == nil)
        #expect(try viewpoint(#"{"targetGeometry":{"rings":[]}}"#) == nil)
        #expect(try viewpoint(#"{"targetGeometry":{"xmin":"NaN","ymin":0,"xmax":2,"ymax":2}}"#) == nil)
    }
}
