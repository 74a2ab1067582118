// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaRaster

/// A symbol's layer in the form that the canvas takes.
enum ResolvedSymbolLayer: Sendable {
    case fill(ResolvedPaint)
    case stroke(ResolvedStroke, ResolvedPaint)
    case marker(MarkerSprite)

    init(_ layer: DrawSymbol.Layer, format: PixelFormat) {
        switch layer {
        case .fill(let paint): self = .fill(ResolvedPaint(paint, format: format))
        case .stroke(let style, let paint):
            self =
                style.isInvisible
                ? .fill(.none) : .stroke(ResolvedStroke(style), ResolvedPaint(paint, format: format))
        case .marker(let sprite): self = .marker(sprite)
        }
    }
}

/// Draws what of one layer meets a band.
struct BandDrawer: Sendable {
    let layer: DisplayList.Layer
    let bins: [BandBins]
    let isExact: Bool
    private let symbols: [[ResolvedSymbolLayer]]
    private let isBatched: [Bool]
    /// What a polygon below a pixel looks like: its line, or its fill where it has none.
    private let tinyPaint: [(paint: ResolvedPaint, grown: Int32)]

    init(layer: DisplayList.Layer, bins: [BandBins], format: PixelFormat, isExact: Bool) {
        self.layer = layer
        self.bins = bins
        self.isExact = isExact
        symbols = layer.symbols.map { symbol in
            symbol.layers.map { ResolvedSymbolLayer($0, format: format) }
        }
        isBatched = layer.symbols.map { !isExact && $0.isOpaque }
        tinyPaint = layer.symbols.map { symbol in
            var found: (ResolvedPaint, Int32) = (.none, 0)
            for part in symbol.layers {
                switch part {
                case .fill(let paint): found = (ResolvedPaint(paint, format: format), 0)
                case .stroke(let style, let paint) where !style.isInvisible && !paint.isInvisible:
                    found = (ResolvedPaint(paint, format: format), Int32(min(style.width, 4096) * 128))
                case .stroke, .marker: break
                }
            }
            return found
        }
    }

    func draw(band: Int, on canvas: Canvas) {
        if layer.isPoints { return drawMarkers(band: band, on: canvas) }
        if layer.drawsBySymbolLayer {
            let levels = symbols.map(\.count).max() ?? 0
            for level in 0..<levels { drawShapes(band: band, level: level, on: canvas) }
        } else {
            drawShapes(band: band, level: nil, on: canvas)
        }
    }

    // MARK: Lines and polygons

    /// Entries that wait to be drawn together.
    private struct Run {
        var symbol: Int32 = -1
        var number: UInt32 = 0
        var entries: [(chunk: Int32, entry: Int32)] = []
    }

    private func drawShapes(band: Int, level: Int?, on canvas: Canvas) {
        var run = Run()
        for (chunkIndex, chunk) in layer.chunks.enumerated() {
            for index in bins[chunkIndex][band] {
                let entry = chunk.entries[Int(index)]
                if !isBatched[Int(entry.symbol)] || entry.isAlone {
                    flush(&run, level, on: canvas)
                    drawAlone(chunk, Int(index), entry, level, on: canvas)
                    continue
                }
                if run.symbol != entry.symbol || run.number != entry.run {
                    flush(&run, level, on: canvas)
                    run.symbol = entry.symbol
                    run.number = entry.run
                }
                run.entries.append((Int32(truncatingIfNeeded: chunkIndex), index))
            }
        }
        flush(&run, level, on: canvas)
    }

    private func drawAlone(
        _ chunk: DisplayChunk, _ index: Int, _ entry: DisplayEntry, _ level: Int?, on canvas: Canvas
    ) {
        let symbol = Int(entry.symbol), box = chunk.shapes.box(index)
        if entry.isTiny {
            if level ?? 0 == 0 { drawTiny([(chunk, index)], symbol, on: canvas) }
            return
        }
        for (at, part) in symbols[symbol].enumerated() where level == nil || at == level {
            switch part {
            case .fill(.none), .stroke(_, .none), .marker: break
            case .fill(let paint):
                canvas.addFill(chunk.shapes, index)
                canvas.flushFill(touched: canvas.pixelRows(box, reach: 0), rule: .evenOdd, with: paint)
            case .stroke(let stroke, let paint):
                if !isExact, let width = stroke.thinWidth {
                    canvas.addThin(chunk.shapes, index, width: width)
                    canvas.flushThin(
                        touched: canvas.pixelRows(box, reach: 512), columns: canvas.pixelColumns(box, reach: 512),
                        with: paint)
                } else {
                    canvas.addStroke(chunk.shapes, index, stroke)
                    canvas.flushFill(
                        touched: canvas.pixelRows(box, reach: stroke.reach), rule: .nonZero, with: paint)
                }
            }
        }
    }

    private func flush(_ run: inout Run, _ level: Int?, on canvas: Canvas) {
        guard !run.entries.isEmpty else { return }
        let symbol = Int(run.symbol)
        var whole = PixelBox(low: PixelPoint(repeating: .max), high: PixelPoint(repeating: .min))
        var tiny: [(DisplayChunk, Int)] = []
        for (chunkIndex, index) in run.entries {
            let chunk = layer.chunks[Int(chunkIndex)], box = chunk.shapes.box(Int(index))
            whole.low = pointwiseMin(whole.low, box.low)
            whole.high = pointwiseMax(whole.high, box.high)
            if chunk.entries[Int(index)].isTiny { tiny.append((chunk, Int(index))) }
        }
        for (at, part) in symbols[symbol].enumerated() where level == nil || at == level {
            switch part {
            case .fill(.none), .stroke(_, .none), .marker: break
            case .fill(let paint):
                for (chunkIndex, index) in run.entries {
                    let chunk = layer.chunks[Int(chunkIndex)]
                    canvas.addFill(chunk.shapes, Int(index), isReversed: chunk.entries[Int(index)].isReversed)
                }
                canvas.flushFill(touched: canvas.pixelRows(whole, reach: 0), rule: .nonZero, with: paint)
            case .stroke(let stroke, let paint):
                drawLines(run, whole, stroke, paint, on: canvas)
            }
        }
        if !tiny.isEmpty && level ?? 0 == 0 { drawTiny(tiny, symbol, on: canvas) }
        run.entries.removeAll(keepingCapacity: true)
    }

    private func drawLines(
        _ run: Run, _ whole: PixelBox, _ stroke: ResolvedStroke, _ paint: ResolvedPaint, on canvas: Canvas
    ) {
        if let width = stroke.thinWidth {
            for (chunkIndex, index) in run.entries {
                canvas.addThin(layer.chunks[Int(chunkIndex)].shapes, Int(index), width: width)
            }
            canvas.flushThin(
                touched: canvas.pixelRows(whole, reach: 512), columns: canvas.pixelColumns(whole, reach: 512),
                with: paint)
        } else {
            for (chunkIndex, index) in run.entries {
                canvas.addStroke(layer.chunks[Int(chunkIndex)].shapes, Int(index), stroke)
            }
            canvas.flushFill(touched: canvas.pixelRows(whole, reach: stroke.reach), rule: .nonZero, with: paint)
        }
    }

    private func drawTiny(_ entries: [(DisplayChunk, Int)], _ symbol: Int, on canvas: Canvas) {
        let (paint, grown) = tinyPaint[symbol]
        if case .none = paint { return }
        var whole = PixelBox(low: PixelPoint(repeating: .max), high: PixelPoint(repeating: .min))
        for (chunk, index) in entries {
            var box = chunk.shapes.box(index)
            box.low = box.low &- SIMD2(repeating: grown)
            box.high = box.high &+ SIMD2(repeating: grown)
            whole.low = pointwiseMin(whole.low, box.low)
            whole.high = pointwiseMax(whole.high, box.high)
            canvas.addBox(box)
        }
        canvas.flushFill(touched: canvas.pixelRows(whole, reach: 0), rule: .nonZero, with: paint)
    }

    // MARK: Points

    private func drawMarkers(band: Int, on canvas: Canvas) {
        let levels = layer.drawsBySymbolLayer ? (symbols.map(\.count).max() ?? 0) : 1
        let entries =
            layer.hidesEqualMarkers
            ? EqualMarkers(layer, bins, band, canvas.window).remaining : bins.map { Array($0[band]) }
        for level in 0..<levels {
            for (chunk, indices) in zip(layer.chunks, entries) {
                for index in indices {
                    let parts = symbols[Int(chunk.entries[Int(index)].symbol)]
                    for (at, part) in parts.enumerated() where !layer.drawsBySymbolLayer || at == level {
                        if case .marker(let sprite) = part {
                            canvas.stamp(sprite, quarter: chunk.places[Int(index)])
                        }
                    }
                }
            }
        }
    }
}
