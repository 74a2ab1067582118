// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaGeometry
import GromaMapping
import GromaRaster
import GromaRendering
import Testing

@Suite("Pixel grids of views and tiles") struct MapGridTests {
    private func view(rotation: Double = 0, ratio: Double = 1) -> Viewport {
        Viewport(
            width: 300, height: 200, center: Point(x: 1_000, y: 2_000, spatialReference: .webMercator), scale: 5_000,
            rotation: rotation, pixelRatio: ratio)
    }

    @Test("the grid puts places where the viewport does", arguments: [0, 90, 180, 270, 33.3, -120], [1.0, 2, 1.5])
    func agreement(rotation: Double, ratio: Double) {
        let view = view(rotation: rotation, ratio: ratio), grid = MapGrid(view)
        for (x, y) in [(1_000.0, 2_000.0), (1_100, 2_050), (900, 1_800), (1_000.5, 2_000.25)] {
            let wanted = view.screenPoint(of: Point(x: x, y: y, spatialReference: .webMercator))
            let pixel = grid.transform.apply(x: x, y: y)
            #expect(abs(pixel.x - wanted.x * ratio) < 1e-6)
            #expect(abs(pixel.y - wanted.y * ratio) < 1e-6)
        }
        #expect(grid.window == PixelRect(x: 0, y: 0, width: Int(300 * ratio), height: Int(200 * ratio)))
        #expect(abs(grid.pixelsPerPoint - 4.0 / 3 * ratio) < 1e-12)
        #expect(abs(grid.resolution * ratio - view.resolution) < 1e-12)
    }

    @Test("the extent holds the view's corners and grows by the margin", arguments: [0.0, 45, 90])
    func extent(rotation: Double) {
        let view = view(rotation: rotation), grid = MapGrid(view)
        let extent = grid.extent(margin: 0)
        for corner in view.corners {
            #expect(corner.x >= extent.xMin - 1e-6 && corner.x <= extent.xMax + 1e-6)
            #expect(corner.y >= extent.yMin - 1e-6 && corner.y <= extent.yMax + 1e-6)
        }
        #expect(abs(extent.width - view.extent.width) < 1e-6)
        #expect(grid.extent(margin: 10).width > extent.width + 19 * grid.resolution)
    }

    @Test("tiles of a level share one grid: a place on their border is one pixel")
    func tiles() throws {
        let scheme = TileInfo.webMercator(levels: 0...20)
        let left = try #require(MapGrid(TileKey(level: 12, row: 1_400, column: 2_100), of: scheme))
        let right = try #require(MapGrid(TileKey(level: 12, row: 1_400, column: 2_101), of: scheme))
        let border = try #require(scheme.extent(of: TileKey(level: 12, row: 1_400, column: 2_101)))
        let onLeft = left.transform.apply(x: border.xMin, y: border.yMax)
        let onRight = right.transform.apply(x: border.xMin, y: border.yMax)
        #expect(abs(onLeft.x - 256) < 1e-4)
        #expect(abs(onRight.x) < 1e-4)
        #expect(abs(onLeft.x - 256 - onRight.x) < 1e-9 && abs(onLeft.y - onRight.y) < 1e-9)
        #expect(left.labelMargin == 256)
        #expect(MapGrid(TileKey(level: 21, row: 0, column: 0), of: scheme) == nil)
        #expect(MapGrid(TileKey(level: -1, row: 0, column: 0), of: scheme) == nil)
    }
}
