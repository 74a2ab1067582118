// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaFeatures
import GromaGeometry
import GromaRaster

/// Brings rows of a layer onto the pixel grid: leaves out what can't be seen, transforms and thins the rest.
struct ChunkBuilder: Sendable {
    /// Places in the drawing order a chunk holds.
    static let size = 4096
    /// Half a pixel, in 1/256.
    private static let thinning: Int32 = 128

    let layer: VectorLayer
    let transform: PixelTransform
    let window: PixelRect
    let quality: DrawingQuality
    /// How far each symbol reaches, in whole pixels; negative for symbols that draw nothing.
    let reach: [Int32]
    /// One a place in the drawing order; empty when all rows are one run.
    let runs: [UInt32]

    private var isExact: Bool { quality == .exact }

    /// A chunk while it grows.
    private struct Draft: ~Copyable {
        var entries: [DisplayEntry] = []
        var shapes = ShapeBuilder()

        consuming func finish() -> DisplayChunk {
            let entries = entries
            return DisplayChunk(entries: entries, shapes: shapes.finish(), places: [])
        }
    }

    func build(_ index: Int) -> DisplayChunk {
        if layer.geometry.isPoints { return buildPoints(index) }
        var chunk = Draft()
        let count = layer.order.isEmpty ? layer.geometry.count : layer.order.count
        let end = min(count, (index + 1) * Self.size)
        var place = index * Self.size
        let blockSize = DrawableGeometry.blockSize
        let view = mapWindow()
        let boxes = layer.geometry.boxes
        while place < end {
            let blockEnd = min(end, place + blockSize)
            if layer.order.isEmpty {
                if !Self.misses(layer.geometry.blockBoxes[place / blockSize], view) {
                    for row in place..<blockEnd where row >= boxes.count || !Self.misses(boxes[row], view) {
                        add(row, place: row, to: &chunk)
                    }
                }
            } else {
                for at in place..<blockEnd {
                    let row = Int(layer.order[at])
                    if row < 0 || row >= boxes.count || !Self.misses(boxes[row], view) {
                        add(row, place: at, to: &chunk)
                    }
                }
            }
            place = blockEnd
        }
        return chunk.finish()
    }

    /// A box on the map round everything that can be seen, with a little to spare: most rows of a close view are left out by four
    /// comparisons with it, before anything of them is brought onto the grid.
    private func mapWindow() -> SIMD4<Double> {
        let margin = Double(reach.max() ?? 0) + 4
        let determinant = transform.xx * transform.yy - transform.xy * transform.yx
        guard determinant != 0, determinant.isFinite else {
            return SIMD4(-.infinity, -.infinity, .infinity, .infinity)
        }
        var box = SIMD4(Double.infinity, .infinity, -.infinity, -.infinity)
        for x in [Double(window.x) - margin, Double(window.maxX) + margin] {
            for y in [Double(window.y) - margin, Double(window.maxY) + margin] {
                let px = x + Double(transform.originX) - transform.tx, py = y + Double(transform.originY) - transform.ty
                let mapX = (transform.yy * px - transform.xy * py) / determinant
                let mapY = (transform.xx * py - transform.yx * px) / determinant
                box = SIMD4(min(box.x, mapX), min(box.y, mapY), max(box.z, mapX), max(box.w, mapY))
            }
        }
        return box
    }

    /// True where a box surely lies outside; a box that is not finite is left to the exact test.
    @inline(__always)
    private static func misses(_ box: SIMD4<Double>, _ view: SIMD4<Double>) -> Bool {
        box.x > view.z || box.z < view.x || box.y > view.w || box.w < view.y
    }

    @inline(__always)
    private func sees(_ box: PixelBox, reach: Int32) -> Bool {
        let low = box.low &>> 8, high = box.high &>> 8
        return Int(high.x &+ reach) >= window.x && Int(low.x &- reach) < window.maxX
            && Int(high.y &+ reach) >= window.y && Int(low.y &- reach) < window.maxY
    }

    @inline(__always)
    private func add(_ row: Int, place: Int, to chunk: inout Draft) {
        let geometry = layer.geometry
        guard row >= 0 && row < geometry.count else { return }
        let symbol = layer.symbolIndices.isEmpty ? 0 : row < layer.symbolIndices.count ? layer.symbolIndices[row] : -1
        guard symbol >= 0, Int(symbol) < reach.count, reach[Int(symbol)] >= 0 else { return }
        var entry = DisplayEntry(symbol: symbol, run: runs.isEmpty ? 0 : runs[place])
        let traits = geometry.traits[row]
        entry.isReversed = traits.contains(.reversed)
        entry.isAlone = traits.contains(.ambiguous) || traits.contains(.nonFinite)
        addShape(row, entry, traits, &chunk)
    }

    /// Points, which have no boxes of their own: blocks of rows that can't be seen are passed over, of others every vertex is looked at.
    private func buildPoints(_ index: Int) -> DisplayChunk {
        let geometry = layer.geometry, column = geometry.column, blockSize = DrawableGeometry.blockSize
        let xy = column.coordinates.xy.span, parts = column.partStarts.span, features = column.featureStarts.span
        let order = layer.order.span, symbols = layer.symbolIndices.span, reach = reach.span
        let count = order.isEmpty ? geometry.count : order.count
        let view = mapWindow()
        var entries: [DisplayEntry] = [], places: [SIMD2<Int32>] = []
        var place = index * Self.size
        let end = min(count, place + Self.size)
        /// The symbol of the row at a place in the order; negative where nothing is to be drawn.
        func symbol(at place: Int, _ order: Span<Int32>, _ symbols: Span<Int32>, _ reach: Span<Int32>) -> Int32 {
            let row = order.isEmpty ? place : Int(order[place])
            guard row >= 0, row < geometry.count else { return -1 }
            let symbol = symbols.isEmpty ? 0 : row < symbols.count ? symbols[row] : -1
            return symbol >= 0 && Int(symbol) < reach.count && reach[Int(symbol)] >= 0 ? symbol : -1
        }
        while place < end {
            // Rows that follow each other and have one symbol are looked at together.
            let blockEnd = min(end, (place / blockSize + 1) * blockSize)
            if order.isEmpty, Self.misses(geometry.blockBoxes[place / blockSize], view) {
                place = blockEnd
                continue
            }
            let current = symbol(at: place, order, symbols, reach), first = place
            place += 1
            if order.isEmpty {
                while place < blockEnd, symbol(at: place, order, symbols, reach) == current { place += 1 }
            }
            guard current >= 0 else { continue }
            let row = order.isEmpty ? first : Int(order[first])
            let vertices = parts[features[row]]..<parts[features[row + place - first]]
            transform.addQuarterPlaces(
                of: xy.extracting(2 * vertices.lowerBound..<2 * vertices.upperBound), in: window,
                reach: reach[Int(current)], to: &places)
            let entry = DisplayEntry(symbol: current, run: 0)
            entries.append(contentsOf: repeatElement(entry, count: places.count - entries.count))
        }
        return DisplayChunk(entries: entries, shapes: ShapeBuilder(capacity: 0).finish(), places: places)
    }

    private func addShape(
        _ row: Int, _ entry: DisplayEntry, _ traits: DrawableGeometry.Traits, _ chunk: inout Draft
    ) {
        let geometry = layer.geometry, map = geometry.boxes[row]
        guard let box = transform.box(xMin: map.x, yMin: map.y, xMax: map.z, yMax: map.w),
            sees(box, reach: reach[Int(entry.symbol)])
        else { return }
        var entry = entry
        let isPolygon = geometry.column.type == .polygon
        let size = box.high &- box.low
        if !isExact && isPolygon && size.x < 256 && size.y < 256 {
            entry.isTiny = true
        } else {
            let farthest = pointwiseMax(box.high, box.low &* -1)
            let isFar = max(farthest.x, farthest.y) >= pixelPointLimit / 2 || traits.contains(.nonFinite)
            if isFar { entry.isAlone = true }
            addParts(row, isFar: isFar, isPolygon: isPolygon, &chunk.shapes)
        }
        chunk.shapes.endShape(box: box)
        chunk.entries.append(entry)
    }

    private func addParts(_ row: Int, isFar: Bool, isPolygon: Bool, _ shapes: inout ShapeBuilder) {
        let column = layer.geometry.column
        let xy = column.coordinates.xy.span
        let tolerance: Int32 = isExact ? 0 : Self.thinning
        for part in column.featureStarts[row]..<column.featureStarts[row + 1] {
            let numbers = xy.extracting(2 * column.partStarts[part]..<2 * column.partStarts[part + 1])
            if !isFar {
                shapes.appendPart(numbers, transform, tolerance: tolerance)
            } else if isPolygon {
                shapes.appendPart(GuardBox(transform).ring(numbers))
            } else {
                for piece in GuardBox(transform).line(numbers) { shapes.appendPart(piece) }
            }
        }
    }
}
