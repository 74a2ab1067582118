// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaCodecs
package import GromaGeometry
package import GromaMapping
import GromaRaster

/// Fetches the tiles of a view; of services that resample, from coarser levels where one is missing.
package struct TilePreparation: Sendable {
    let grid: MapGrid
    let source: any TileSource
    /// What a view has of tiles; nil where all are waited for.
    var loader: TileLoader?
    /// Tiles of one view at most; a view that needs more takes a coarser level.
    private static let most = 512

    func prepare() async throws -> PreparedLayer {
        let info = try await source.tileLayerInfo()
        let scheme = info.tileInfo
        let isMapsOwn = scheme.spatialReference == grid.spatialReference
        var prepared = PreparedLayer()
        prepared.attribution = info.attribution
        var extent = grid.extent(margin: 1)
        var resolution = grid.resolution
        if !isMapsOwn {
            extent = try GeometryEngine.project(extent, into: scheme.spatialReference)
            let pixels = Double((grid.window.width + 2) * (grid.window.height + 2))
            resolution = (extent.width * extent.height / pixels).squareRoot()
        }
        if grid.wrapsAround, let world = scheme.spatialReference.worldXRange {
            // Beside the world there is another copy of it, which is drawn for itself.
            // Schemes round the world's end, so a hundredth of a pixel is left out.
            extent.xMin = max(extent.xMin, world.lowerBound + resolution / 100)
            extent.xMax = min(extent.xMax, world.upperBound - resolution / 100)
            guard extent.xMin < extent.xMax else { return prepared }
        }
        if let full = info.fullExtent, !full.isEmpty, full.spatialReference == scheme.spatialReference {
            guard full.intersects(extent) else { return prepared }
            extent = Envelope(
                xMin: max(extent.xMin, full.xMin), yMin: max(extent.yMin, full.yMin), xMax: min(extent.xMax, full.xMax),
                yMax: min(extent.yMax, full.yMax), spatialReference: extent.spatialReference)
        }
        guard let range = Self.range(of: extent, resolution: resolution, scheme: scheme) else { return prepared }
        let pictures = try await TileFetch(source: source, info: info, loader: loader).pictures(of: range, &prepared)
        // Coarser tiles first: they lie under their neighbours' better ones.
        let ordered = pictures.sorted {
            ($0.key.level, $0.key.row, $0.key.column) < ($1.key.level, $1.key.row, $1.key.column)
        }
        let tiles = ordered.compactMap { key, picture in scheme.extent(of: key).map { (picture: picture, extent: $0) } }
        if isMapsOwn {
            prepared.content = .pictures(
                tiles.map {
                    PlacedPicture(picture: $0.picture, transform: grid.placement(of: $0.picture, on: $0.extent))
                })
        } else if let sheet = try Self.sheet(of: tiles, covering: range, scheme: scheme) {
            let warped = try RasterWarp(grid: grid, source: sheet.picture, extent: sheet.extent).picture()
            prepared.content = .pictures([PlacedPicture(picture: warped, transform: PixelAffine())])
        }
        return prepared
    }

    /// All tiles side by side on one picture, for what reads across their borders; nil without tiles.
    private static func sheet(
        of tiles: [(picture: PixelBuffer, extent: Envelope)], covering range: TileRange, scheme: TileInfo
    ) throws -> (picture: PixelBuffer, extent: Envelope)? {
        guard !tiles.isEmpty,
            let first = scheme.extent(
                of: TileKey(level: range.level, row: range.rows.lowerBound, column: range.columns.lowerBound)),
            let last = scheme.extent(
                of: TileKey(level: range.level, row: range.rows.upperBound, column: range.columns.upperBound))
        else { return nil }
        let extent = first.union(last)
        let sheet = try PixelBuffer(
            width: range.columns.count * scheme.columns, height: range.rows.count * scheme.rows,
            format: tiles[0].picture.format)
        let canvas = Canvas(sheet)
        let across = Double(sheet.width) / extent.width, down = Double(sheet.height) / extent.height
        for tile in tiles {
            let left = (tile.extent.xMin - extent.xMin) * across, top = (extent.yMax - tile.extent.yMax) * down
            let scaleX = tile.extent.width * across / Double(tile.picture.width)
            let scaleY = tile.extent.height * down / Double(tile.picture.height)
            let isWhole = abs(scaleX - 1) < 1e-6 && abs(scaleY - 1) < 1e-6
            canvas.draw(
                tile.picture,
                transform: isWhole
                    ? PixelAffine(tx: left.rounded(), ty: top.rounded())
                    : PixelAffine(a: scaleX, d: scaleY, tx: left, ty: top))
        }
        return (sheet, extent)
    }

    /// The tiles of the level whose pixels come nearest to the picture's without being much coarser.
    package static func range(of extent: Envelope, resolution: Double, scheme: TileInfo) -> TileRange? {
        let levels = scheme.levelsOfDetail.sorted { $0.resolution > $1.resolution }
        // A level up to a third coarser than the picture keeps its letters readable; a finer one would shrink them.
        var index = levels.firstIndex { $0.resolution <= resolution * 1.35 } ?? levels.count - 1
        while index >= 0 {
            guard let range = scheme.tiles(covering: extent, level: levels[index].level) else { return nil }
            if range.count <= most { return range }
            index -= 1
        }
        return nil
    }
}
