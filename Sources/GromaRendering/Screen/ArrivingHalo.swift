// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaFeatures
import GromaRaster

/// Rows of a layer that were just selected, and the layer as it is without their marks.
struct ArrivingMarks: Sendable {
    /// What is drawn of the layer beneath them.
    let rest: DisplayList
    fileprivate let drawn: VectorLayer
    fileprivate let halo: SelectionHalo
    fileprivate let grid: MapGrid
    /// More rows, or rows of more vertices, are marked at once: every frame draws them anew.
    private static let most = (rows: 256, vertices: 20_000)

    /// Gathers rows of a layer that is drawn like `drawn`; nil where there are none, or too many to be moved.
    init?(
        _ rows: [Int], of drawn: VectorLayer, halo: SelectionHalo, grid: MapGrid, rest: () async throws -> DisplayList
    ) async throws {
        let all = drawn.geometry.column
        guard !rows.isEmpty, rows.count <= Self.most.rows,
            rows.reduce(0, { $0 + all.vertexRange(ofRow: $1).count }) <= Self.most.vertices
        else { return nil }
        var column = GeometryColumn(type: all.type)
        var indices: [Int32] = []
        for row in rows {
            guard let shape = all.geometry(at: row) else { continue }
            try column.append(shape)
            indices.append(drawn.symbolIndices.isEmpty ? 0 : drawn.symbolIndices[row])
        }
        self.drawn = VectorLayer(
            geometry: DrawableGeometry(column), symbols: drawn.symbols, symbolIndices: indices)
        self.halo = halo
        self.grid = grid
        self.rest = try await rest()
    }
}

/// Marks of what was just selected, larger than they are at rest: they close in on their shapes.
///
/// Meanwhile they lie above all layers, at rest where their layer is.
package struct ArrivingHalo: Sendable {
    /// The scene's ground without them.
    private let ground: PixelBuffer
    private let marks: [(marks: ArrivingMarks, opacity: Double)]
    private let quality: DrawingQuality

    /// Draws the ground of a scene once more; nil where nothing was just selected.
    init?(
        in layers: [PreparedLayer], _ composition: MapComposition, background: PixelColor, quality: DrawingQuality
    ) async throws {
        marks = Self.marks(in: layers, opacity: 1)
        guard !marks.isEmpty else { return nil }
        let window = composition.grid.window
        ground = try PixelBuffer(width: window.width, height: window.height, fill: background)
        self.quality = quality
        try await composition.draw(layers.map(\.withoutArriving), on: ground)
    }

    private static func marks(
        in layers: [PreparedLayer], opacity: Double
    ) -> [(marks: ArrivingMarks, opacity: Double)] {
        layers.flatMap { layer -> [(marks: ArrivingMarks, opacity: Double)] in
            if case .group(let members) = layer.content { return marks(in: members, opacity: opacity * layer.opacity) }
            return layer.arriving.map { [(marks: $0, opacity: opacity * layer.opacity)] } ?? []
        }
    }

    /// The ground with the marks, `spread` device-independent pixels larger than at rest; nil without memory for it.
    func picture(spread: Double) -> PixelBuffer? {
        guard let buffer = ground.copy() else { return nil }
        for (marks, opacity) in marks {
            guard let layer = try? marks.halo.spread(by: spread).layer(over: marks.drawn, isSelected: { _ in true }),
                let sheet = opacity < 1 ? try? PixelBuffer(width: buffer.width, height: buffer.height) : buffer
            else { continue }
            DisplayList(
                preparingNow: [layer], transform: marks.grid.transform, window: marks.grid.window, quality: quality
            ).drawNow(into: sheet)
            if opacity < 1 { Canvas(buffer).draw(sheet, x: 0, y: 0, opacity: opacity) }
        }
        return buffer
    }
}

extension PreparedLayer {
    /// The same without marks of what was just selected.
    fileprivate var withoutArriving: PreparedLayer {
        var layer = self
        if let arriving { layer.content = .vectors(arriving.rest) }
        if case .group(let members) = content { layer.content = .group(members.map(\.withoutArriving)) }
        return layer
    }
}
