// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaCodecs
import GromaGeometry
import GromaMapping
import GromaRendering
import Testing

@Suite("Golden pictures are the same however they are made") struct GoldenDeterminismTests {
    @Test("for any number of threads and any band height", arguments: GoldenCase.all)
    func sharing(_ golden: GoldenCase) async throws {
        let plain = try await golden.picture(GoldenCase.renderer()).image
        for (threads, bandHeight) in [(1, 17), (2, 64), (3, 17), (8, 256)] {
            let other = try await golden.picture(GoldenCase.renderer(threads: threads, bandHeight: bandHeight)).image
            #expect(other == plain, "\(golden) with \(threads) threads and bands of \(bandHeight)")
        }
    }

    /// Four tiles of half the picture's size on the case's ground, one map unit a pixel.
    private func scheme(_ view: Viewport) -> TileInfo {
        let extent = view.extent
        return TileInfo(
            rows: view.pixelHeight / 2, columns: view.pixelWidth / 2,
            origin: Point(x: extent.xMin, y: extent.yMax, spatialReference: view.spatialReference),
            spatialReference: view.spatialReference,
            levelsOfDetail: [LevelOfDetail(level: 0, resolution: view.resolution, scale: view.scale)])
    }

    /// Cases whose view is upright, at one pixel a pixel and of even size: those that tiles can make up.
    private static let tiled = GoldenCase.all.filter {
        let view = $0.viewport
        return view.rotation == 0 && view.pixelRatio == 1 && view.pixelWidth % 2 == 0 && view.pixelHeight % 2 == 0
    }

    @Test("tiles side by side are the picture", arguments: tiled)
    func tiles(_ golden: GoldenCase) async throws {
        let renderer = GoldenCase.renderer()
        let view = golden.viewport
        var snapshot = try await golden.snapshot()
        if snapshot.background == nil { snapshot.background = .white }
        let whole = try await renderer.image(of: snapshot, viewport: view)
        var stitched = Image(width: view.pixelWidth, height: view.pixelHeight)
        for row in 0..<2 {
            for column in 0..<2 {
                let key = TileKey(level: 0, row: row, column: column)
                let tile = try #require(try await renderer.tile(key, of: scheme(view), showing: snapshot)).image
                for y in 0..<tile.height {
                    for x in 0..<tile.width {
                        stitched[column * tile.width + x, row * tile.height + y] = tile[x, y]
                    }
                }
            }
        }
        let comparison = PictureComparison(stitched, whole)
        if stitched != whole {
            let place = try golden.show(comparison.picture, as: "tiles-diff.png")
            try golden.show(stitched, as: "tiles.png")
            Issue.record(
                "\(golden): tiles differ in \(comparison.differing) pixels, by up to \(comparison.worst): \(place)")
        }
    }
}
