// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaCodecs
import GromaGeometry
import GromaMapping
import GromaRaster

/// Fetches the tiles of a view; of services that resample, from coarser levels where one is missing.
struct TilePreparation: Sendable {
    let grid: MapGrid
    let source: any TileSource
    /// Tiles under way at once.
    private static let concurrency = 8
    /// Tiles of one view at most; a view that needs more takes a coarser level.
    private static let most = 512

    func prepare() async throws -> PreparedLayer {
        let info = try await source.tileLayerInfo()
        guard info.tileInfo.spatialReference == grid.spatialReference else {
            throw RenderingError(
                .unsupported,
                "The tiles of \(info.name) are in another spatial reference than the map; they are not reprojected.")
        }
        var prepared = PreparedLayer()
        prepared.attribution = info.attribution
        var extent = grid.extent(margin: 1)
        if let full = info.fullExtent, !full.isEmpty, full.spatialReference == grid.spatialReference {
            guard full.intersects(extent) else { return prepared }
            extent = Envelope(
                xMin: max(extent.xMin, full.xMin), yMin: max(extent.yMin, full.yMin), xMax: min(extent.xMax, full.xMax),
                yMax: min(extent.yMax, full.yMax), spatialReference: extent.spatialReference)
        }
        guard let range = Self.range(of: extent, resolution: grid.resolution, scheme: info.tileInfo) else {
            return prepared
        }
        let coarsest = info.tileInfo.levelsOfDetail.map(\.level).min() ?? range.level
        // A service that does not resample has nothing to show where it has no tile.
        let pictures = try await pictures(of: range.keys, coarsest: info.resamples ? coarsest : range.level)
        // Coarser tiles first: they lie under their neighbours' better ones.
        let placed = pictures.sorted {
            ($0.key.level, $0.key.row, $0.key.column) < ($1.key.level, $1.key.row, $1.key.column)
        }
        prepared.content = .pictures(placed.compactMap { place($0.value, at: $0.key, info.tileInfo) })
        return prepared
    }

    /// The tiles of the level whose pixels come nearest to the picture's without being much coarser.
    static func range(of extent: Envelope, resolution: Double, scheme: TileInfo) -> TileRange? {
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

    private func pictures(of keys: [TileKey], coarsest: Int) async throws -> [TileKey: PixelBuffer] {
        var found: [TileKey: PixelBuffer] = [:]
        var wanted = Set(keys)
        while !wanted.isEmpty {
            let order = wanted.sorted { ($0.row, $0.column) < ($1.row, $1.column) }
            let answers = try await fetch(order)
            var coarser: Set<TileKey> = []
            for key in order {
                if let picture = answers[key] {
                    found[key] = picture
                } else if key.level > coarsest {
                    let parent = TileKey(level: key.level - 1, row: key.row >> 1, column: key.column >> 1)
                    if found[parent] == nil { coarser.insert(parent) }
                }
            }
            wanted = coarser
        }
        return found
    }

    /// Answers by key; tiles that the source does not have are missing. The first failure ends it.
    private func fetch(_ keys: [TileKey]) async throws -> [TileKey: PixelBuffer] {
        try await withThrowingTaskGroup(of: (TileKey, PixelBuffer?).self) { group in
            var rest = keys[...]
            func addNext() {
                guard let key = rest.popFirst() else { return }
                group.addTask {
                    guard let bytes = try await source.tile(at: key) else { return (key, nil) }
                    return (key, try PixelBuffer(try Image(decoding: bytes, maximumPixels: 4_096 * 4_096)))
                }
            }
            for _ in 0..<Self.concurrency { addNext() }
            var answers: [TileKey: PixelBuffer] = [:]
            for try await (key, picture) in group {
                answers[key] = picture
                addNext()
            }
            return answers
        }
    }

    private func place(_ picture: PixelBuffer, at key: TileKey, _ scheme: TileInfo) -> PlacedPicture? {
        guard let extent = scheme.extent(of: key) else { return nil }
        let t = grid.transform
        let across = extent.width / Double(picture.width)
        let down = extent.height / Double(picture.height)
        let corner = t.apply(x: extent.xMin, y: extent.yMax)
        var transform = PixelAffine(
            a: t.xx * across, b: t.yx * across, c: -t.xy * down, d: -t.yy * down, tx: corner.x, ty: corner.y)
        if t.xy == 0, abs(transform.a - 1) < 1e-6, abs(transform.d - 1) < 1e-6 {
            // One to one: whole pixels, so that tiles are copied and not blurred by a fraction of a pixel.
            transform = PixelAffine(tx: corner.x.rounded(), ty: corner.y.rounded())
        }
        return PlacedPicture(picture: picture, transform: transform)
    }
}
