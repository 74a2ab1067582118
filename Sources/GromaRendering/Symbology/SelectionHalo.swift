// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaFeatures
import GromaGeometry
import GromaMapping
import GromaRaster

/// How selected shapes are marked: a ring or line in a colour of its own, cased in another on both sides, and areas tinted.
struct SelectionHalo: Sendable {
    let color: PixelColor
    /// Picture pixels a device-independent pixel.
    let pixelRatio: Double
    private let casing: PixelColor
    /// Device-independent pixels of the line, and of the casing on each of its sides.
    private static let line = 3.2
    private static let rim = 2.0
    /// Device-independent pixels that lines are wider, and rings further out, than at rest.
    private var spread = 0.0

    /// Makes marks in a renderer's colours, or the usual ones where it has none.
    init(_ renderer: MapRenderer, pixelRatio: Double) {
        color =
            renderer.selectionColor.map { PixelColor(red: $0.red, green: $0.green, blue: $0.blue, alpha: $0.alpha) }
            ?? PixelColor(red: 0xC6, green: 0x46, blue: 0)
        casing =
            renderer.selectionCasing.map { PixelColor(red: $0.red, green: $0.green, blue: $0.blue, alpha: $0.alpha) }
            ?? .white
        self.pixelRatio = pixelRatio
    }

    /// The same marks, so many device-independent pixels larger.
    func spread(by width: Double) -> SelectionHalo {
        var halo = self
        halo.spread = width
        return halo
    }

    /// The mark of a shape of that kind with that symbol.
    func symbol(for symbol: DrawSymbol, of type: GeometryType) throws(RasterError) -> DrawSymbol {
        // Of a ring the line stays as it is.
        let wider = type == .point || type == .multipoint ? 0 : spread
        let inner = StrokeStyle(width: (Self.line + wider) * pixelRatio, cap: .round, join: .round)
        let outer = StrokeStyle(
            width: (Self.line + 2 * Self.rim + wider) * pixelRatio, cap: .round, join: .round)
        switch type {
        case .point, .multipoint: return DrawSymbol(layers: [.marker(try ring(round: symbol.markerBox, inner, outer))])
        case .polyline:
            return DrawSymbol(layers: [.stroke(outer, .color(casing)), .stroke(inner, .color(color))])
        case .polygon, .envelope:
            var tint = color
            tint.alpha = UInt8((Double(color.alpha) * 0.15).rounded())
            return DrawSymbol(
                layers: [
                    .fill(.color(tint)), .stroke(outer, .color(casing)), .stroke(inner, .color(color)),
                ])
        }
    }

    /// A ring outside of what a marker covers.
    private func ring(
        round box: MarkerSprite.InkBox?, _ inner: StrokeStyle, _ outer: StrokeStyle
    ) throws(RasterError) -> MarkerSprite {
        let box = box ?? MarkerSprite.InkBox(left: 0, top: 0, right: 0, bottom: 0)
        let x = (box.left + box.right) / 2, y = (box.top + box.bottom) / 2
        let radius = min(
            max(box.right - box.left, box.bottom - box.top) / 2 + outer.width / 2 + spread * pixelRatio, 400)
        let reach = min(max(abs(x), abs(y)) + radius + outer.width / 2 + 1, 512)
        let (color, casing) = (color, casing)
        return try MarkerSprite(radius: reach) { canvas, atX, atY in
            var path = PixelPath()
            path.addCircle(x: atX + x, y: atY + y, radius: radius)
            canvas.stroke(path, outer, with: .color(casing))
            canvas.stroke(path, inner, with: .color(color))
        }
    }

    /// The marks of some rows, over the layer that draws them; nil where none is selected.
    func layer(over drawn: VectorLayer, isSelected: (Int) -> Bool) throws(RasterError) -> VectorLayer? {
        var indices = [Int32](repeating: -1, count: drawn.geometry.count)
        var isAny = false
        for row in indices.indices where isSelected(row) {
            let index = drawn.symbolIndices.isEmpty ? 0 : drawn.symbolIndices[row]
            guard index >= 0 else { continue }
            indices[row] = index
            isAny = true
        }
        guard isAny else { return nil }
        var symbols: [DrawSymbol] = []
        let used = Set(indices)
        for (index, symbol) in drawn.symbols.enumerated() {
            symbols.append(
                used.contains(Int32(index)) ? try self.symbol(for: symbol, of: drawn.geometry.column.type) : symbol)
        }
        return VectorLayer(geometry: drawn.geometry, symbols: symbols, symbolIndices: indices)
    }
}
