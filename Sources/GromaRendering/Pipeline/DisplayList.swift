// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import GromaRaster

/// Vectors ready to be drawn: culled to a window, on the pixel grid, in drawing order, never changed any more.
///
/// ```
/// let list = try await DisplayList(layers, transform: transform, window: buffer.bounds, quality: .exact)
/// try await list.draw(into: buffer)
/// ```
/// Make `DrawableGeometry` once a layer, a display list once a view (or tile), and draw it as often as wanted. The same
/// list gives the same bytes for any number of threads and any band height; tiles whose transforms differ in whole-pixel
/// origins only fit together to the byte, as long as no coordinate lies beyond a million pixels.
public struct DisplayList: Sendable {
    struct Layer: Sendable {
        var symbols: [DrawSymbol]
        var reach: [Int32]
        var chunks: [DisplayChunk]
        var isPoints: Bool
        var drawsBySymbolLayer: Bool
        var hidesEqualMarkers: Bool
    }
    let layers: [Layer]
    /// The pixels it was made for; drawing elsewhere finds rows missing.
    public let window: PixelRect
    /// How carefully it draws.
    public let quality: DrawingQuality

    /// Prepares layers, the first at the bottom, for the pixels of `window`, which is a rectangle on the transform's grid.
    ///
    /// Work is shared among `threads` tasks (by default one a processor). Throws `CancellationError` soon after the task
    /// is cancelled. Time is linear in the visible vertices plus, far below that, the number of rows.
    @concurrent
    public init(
        _ layers: [VectorLayer], transform: PixelTransform, window: PixelRect, quality: DrawingQuality,
        threads: Int? = nil
    ) async throws {
        var prepared: [Layer] = []
        for layer in layers {
            prepared.append(
                try await Self.prepare(
                    layer, transform: transform, window: window, quality: quality,
                    threads: threads ?? WorkSharing.defaultThreads))
        }
        self.layers = prepared
        self.window = window
        self.quality = quality
    }

    /// The same with another layer, or none, in place of one. Throws as making a list does.
    @concurrent
    func replacing(
        _ index: Int, with layer: VectorLayer?, transform: PixelTransform, threads: Int?
    ) async throws -> DisplayList {
        var changed = layers
        changed.remove(at: index)
        if let layer {
            let list = try await DisplayList(
                [layer], transform: transform, window: window, quality: quality, threads: threads)
            changed.insert(contentsOf: list.layers, at: index)
        }
        return DisplayList(layers: changed, window: window, quality: quality)
    }

    private init(layers: [Layer], window: PixelRect, quality: DrawingQuality) {
        self.layers = layers
        self.window = window
        self.quality = quality
    }

    /// The number of entries, for judging what a view holds: rows, or vertices of points.
    public var count: Int { layers.reduce(0) { $0 + $1.chunks.reduce(0) { $0 + $1.entries.count } } }

    /// The same on the thread that asks, without an end before it is done: for the few graphics above a map that moves.
    package init(
        preparingNow layers: [VectorLayer], transform: PixelTransform, window: PixelRect, quality: DrawingQuality
    ) {
        self.layers = layers.map { layer in
            let work = Work(layer, transform: transform, window: window, quality: quality)
            return work.finished((0..<work.count).map { work.builder.build($0) })
        }
        self.window = window
        self.quality = quality
    }

    @concurrent
    private static func prepare(
        _ layer: VectorLayer, transform: PixelTransform, window: PixelRect, quality: DrawingQuality, threads: Int
    ) async throws -> Layer {
        let work = Work(layer, transform: transform, window: window, quality: quality)
        return work.finished(try await WorkSharing.map(work.count, threads: threads) { work.builder.build($0) })
    }

    /// What preparing a layer takes, in pieces that do not depend on each other.
    private struct Work: Sendable {
        let layer: VectorLayer
        let quality: DrawingQuality
        let reach: [Int32]
        let builder: ChunkBuilder
        /// Rows.
        let rows: Int
        /// Pieces.
        var count: Int { (rows + ChunkBuilder.size - 1) / ChunkBuilder.size }

        init(_ layer: VectorLayer, transform: PixelTransform, window: PixelRect, quality: DrawingQuality) {
            self.layer = layer
            self.quality = quality
            reach = layer.symbols.map { symbol in
                symbol.layers.isEmpty ? -1 : Int32(min(symbol.reach, 65_536).rounded(.up)) + 1
            }
            builder = ChunkBuilder(
                layer: layer, transform: transform, window: window, quality: quality, reach: reach,
                runs: quality == .fast ? DisplayList.runs(layer) : [])
            rows = layer.order.isEmpty ? layer.geometry.count : layer.order.count
        }

        func finished(_ chunks: [DisplayChunk]) -> Layer {
            Layer(
                symbols: layer.symbols, reach: reach, chunks: chunks.filter { !$0.entries.isEmpty },
                isPoints: layer.geometry.isPoints, drawsBySymbolLayer: layer.drawsBySymbolLayer,
                hidesEqualMarkers: quality == .fast && rows > 1024 && layer.symbols.count <= 16)
        }
    }

    /// Numbers the runs of one symbol in the drawing order of all rows, so that they do not depend on what is visible.
    private static func runs(_ layer: VectorLayer) -> [UInt32] {
        let geometry = layer.geometry
        let hasLoners = geometry.traits.contains { !$0.isDisjoint(with: [.ambiguous, .nonFinite]) }
        if geometry.isPoints || (layer.symbolIndices.isEmpty && !hasLoners) { return [] }
        let count = layer.order.isEmpty ? geometry.count : layer.order.count
        var runs = [UInt32](repeating: 0, count: count)
        var run: UInt32 = 0, last: Int32 = -1
        for place in 0..<count {
            let row = layer.order.isEmpty ? place : Int(layer.order[place])
            guard row >= 0, row < geometry.count else { continue }
            let symbol =
                layer.symbolIndices.isEmpty ? 0 : row < layer.symbolIndices.count ? layer.symbolIndices[row] : -1
            if symbol < 0 { continue }
            let isLoner = !geometry.traits[row].isDisjoint(with: [.ambiguous, .nonFinite])
            if symbol != last || isLoner { run += 1 }
            last = isLoner ? -1 : symbol
            runs[place] = run
        }
        return runs
    }
}
