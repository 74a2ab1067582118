// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaRaster

/// A symbol's layer in the form that the canvas takes.
enum ResolvedSymbolLayer: Sendable {
    case fill(ResolvedPaint)
    case stroke(ResolvedStroke, ResolvedPaint)
    case marker(MarkerSprite)
    case lineMarkers(LineMarkers)
    case gradientStroke(ResolvedStroke, [ResolvedPaint])
    indirect case changed(ShapeChange, ResolvedSymbolLayer)

    init(_ layer: DrawSymbol.Layer, format: PixelFormat) {
        switch layer {
        case .fill(let paint): self = .fill(ResolvedPaint(paint, format: format))
        case .stroke(let style, let paint):
            self =
                style.isInvisible
                ? .fill(.none) : .stroke(ResolvedStroke(style), ResolvedPaint(paint, format: format))
        case .marker(let sprite): self = .marker(sprite)
        case .lineMarkers(let markers): self = .lineMarkers(markers)
        case .center: self = .fill(.none)
        case .gradientStroke(let style, let colors):
            self =
                style.isInvisible || colors.isEmpty
                ? .fill(.none)
                : .gradientStroke(ResolvedStroke(style), colors.map { ResolvedPaint(.color($0), format: format) })
        case .changed(let change, let layer): self = .changed(change, ResolvedSymbolLayer(layer, format: format))
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
                case .stroke, .marker, .lineMarkers, .center, .gradientStroke, .changed: break
                }
            }
            return found
        }
    }

    func draw(band: Int, on canvas: Canvas) {
        if layer.isPoints { return drawMarkers(band: band, on: canvas) }
        let rows = canvas.band(y: canvas.window.y, rows: canvas.window.height, takesThinLines: !isExact)
        if layer.drawsBySymbolLayer {
            let levels = symbols.map(\.count).max() ?? 0
            for level in 0..<levels { drawShapes(band: band, level: level, on: rows) }
        } else {
            drawShapes(band: band, level: nil, on: rows)
        }
        rows.end()
    }

    // MARK: Lines and polygons

    /// Entries of one chunk that wait to be drawn together with others.
    private struct RunPart {
        let chunk: DisplayChunk
        var entries: [Int32]
    }

    /// Entries that wait to be drawn together.
    private struct Run {
        var symbol: Int32 = -1
        var number: UInt32 = 0
        var parts: [RunPart] = []
        var box = PixelBox(low: PixelPoint(repeating: .max), high: PixelPoint(repeating: .min))
        var hasTiny = false

        mutating func begin(_ entry: DisplayEntry) {
            self = Run(symbol: entry.symbol, number: entry.run)
        }
    }

    private func drawShapes(band: Int, level: Int?, on rows: RasterBand) {
        var run = Run()
        for (chunkIndex, chunk) in layer.chunks.enumerated() {
            var isNew = true
            for index in bins[chunkIndex][band] {
                let entry = chunk.entries[Int(index)]
                if !isBatched[Int(entry.symbol)] || entry.isAlone {
                    lay(&run, level, on: rows)
                    isNew = true
                    drawAlone(chunk, Int(index), entry, level, on: rows)
                    continue
                }
                if run.symbol != entry.symbol || run.number != entry.run {
                    lay(&run, level, on: rows)
                    run.begin(entry)
                    isNew = true
                }
                let box = chunk.shapes.box(Int(index))
                run.box.low = pointwiseMin(run.box.low, box.low)
                run.box.high = pointwiseMax(run.box.high, box.high)
                run.hasTiny = run.hasTiny || entry.isTiny
                if isNew {
                    run.parts.append(RunPart(chunk: chunk, entries: []))
                    isNew = false
                }
                run.parts[run.parts.count - 1].entries.append(index)
            }
        }
        lay(&run, level, on: rows)
    }

    private func drawAlone(
        _ chunk: DisplayChunk, _ index: Int, _ entry: DisplayEntry, _ level: Int?, on rows: RasterBand
    ) {
        let symbol = Int(entry.symbol), box = chunk.shapes.box(index)
        if entry.isTiny {
            if level ?? 0 == 0 {
                drawTiny([RunPart(chunk: chunk, entries: [Int32(truncatingIfNeeded: index)])], symbol, on: rows)
            }
            return
        }
        for (at, part) in symbols[symbol].enumerated() where level == nil || at == level {
            switch part {
            case .fill(.none), .stroke(_, .none), .marker: break
            case .lineMarkers(let markers): stamp(markers, chunk.shapes.parts(index), on: rows)
            case .fill(let paint):
                rows.addFill(chunk.shapes, index)
                rows.layFill(box.rows(reach: 0), rule: .evenOdd, with: paint.placed(in: box))
            case .gradientStroke, .changed: draw(part, chunk.shapes.parts(index), on: rows)
            case .stroke(let stroke, let paint):
                if !isExact, let width = stroke.thinWidth {
                    rows.addThin(chunk.shapes, index, width: width)
                    rows.layThin(box.rows(reach: 512), box.columns(reach: 512), with: paint)
                } else {
                    rows.addStroke(chunk.shapes, index, stroke)
                    rows.layFill(box.rows(reach: stroke.reach), rule: .nonZero, with: paint)
                }
            }
        }
    }

    /// Draws a layer on a shape that lies in no store.
    private func draw(_ layer: ResolvedSymbolLayer, _ parts: [[PixelPoint]], on rows: RasterBand) {
        let box = PixelBox(around: parts)
        switch layer {
        case .fill(.none), .stroke(_, .none), .marker: break
        case .fill(let paint):
            for part in parts { rows.addFill(part) }
            rows.layFill(box.rows(reach: 0), rule: .evenOdd, with: paint.placed(in: box))
        case .stroke(let stroke, let paint):
            for part in parts { rows.addStroke(part, stroke) }
            rows.layFill(box.rows(reach: stroke.reach), rule: .nonZero, with: paint)
        case .lineMarkers(let markers): stamp(markers, parts, on: rows)
        case .changed(let change, let layer): draw(layer, change.applied(to: parts), on: rows)
        case .gradientStroke(let stroke, let paints):
            for part in parts {
                for piece in ShapeChange.pieces(of: part, most: paints.count) {
                    rows.addStroke(piece.points, stroke)
                    rows.layFill(
                        PixelBox(around: [piece.points]).rows(reach: stroke.reach), rule: .nonZero,
                        with: paints[Int(piece.share * Double(paints.count - 1))])
                }
            }
        }
    }

    private func stamp(_ markers: LineMarkers, _ parts: [[PixelPoint]], on rows: RasterBand) {
        let seen = rows.gridRows, reach = markers.sprites.radius + 1
        for part in parts {
            markers.forEachPlace(on: part) { place, degrees in
                let row = Int(place.y >> 2)
                guard row + reach >= seen.lowerBound, row - reach <= seen.upperBound,
                    let sprite = markers.sprites.sprite(degrees: degrees)
                else { return }
                rows.stamp(sprite, quarter: place)
            }
        }
    }

    /// Draws a run and empties it.
    private func lay(_ run: inout Run, _ level: Int?, on rows: RasterBand) {
        guard !run.parts.isEmpty else { return }
        let symbol = Int(run.symbol)
        for (at, part) in symbols[symbol].enumerated() where level == nil || at == level {
            switch part {
            case .fill(.none), .stroke(_, .none), .marker, .lineMarkers, .gradientStroke, .changed: break
            case .fill(let paint):
                for part in run.parts {
                    let shapes = part.chunk.shapes, entries = part.chunk.entries
                    for index in part.entries {
                        rows.addFill(shapes, Int(index), isReversed: entries[Int(index)].isReversed)
                    }
                }
                rows.layFill(run.box.rows(reach: 0), rule: .nonZero, with: paint)
            case .stroke(let stroke, let paint):
                drawLines(run, stroke, paint, on: rows)
            }
        }
        if run.hasTiny && level ?? 0 == 0 { drawTiny(run.parts, symbol, on: rows) }
        run.parts.removeAll(keepingCapacity: true)
        run.symbol = -1
    }

    private func drawLines(_ run: Run, _ stroke: ResolvedStroke, _ paint: ResolvedPaint, on rows: RasterBand) {
        if let width = stroke.thinWidth {
            for part in run.parts {
                let shapes = part.chunk.shapes
                for index in part.entries { rows.addThin(shapes, Int(index), width: width) }
            }
            rows.layThin(run.box.rows(reach: 512), run.box.columns(reach: 512), with: paint)
        } else {
            for part in run.parts {
                let shapes = part.chunk.shapes
                for index in part.entries { rows.addStroke(shapes, Int(index), stroke) }
            }
            rows.layFill(run.box.rows(reach: stroke.reach), rule: .nonZero, with: paint)
        }
    }

    private func drawTiny(_ parts: [RunPart], _ symbol: Int, on rows: RasterBand) {
        let (paint, grown) = tinyPaint[symbol]
        if case .none = paint { return }
        var whole = PixelBox(low: PixelPoint(repeating: .max), high: PixelPoint(repeating: .min))
        for part in parts {
            for index in part.entries where part.chunk.entries[Int(index)].isTiny {
                var box = part.chunk.shapes.box(Int(index))
                box.low = box.low &- SIMD2(repeating: grown)
                box.high = box.high &+ SIMD2(repeating: grown)
                whole.low = pointwiseMin(whole.low, box.low)
                whole.high = pointwiseMax(whole.high, box.high)
                rows.addBox(box)
            }
        }
        rows.layFill(whole.rows(reach: 0), rule: .nonZero, with: paint)
    }

    // MARK: Points

    private func sprites(of symbol: Int, level: Int?) -> [MarkerSprite] {
        symbols[symbol].enumerated().compactMap { at, part in
            if case .marker(let sprite) = part, level == nil || at == level { sprite } else { nil }
        }
    }

    private func drawMarkers(band: Int, on canvas: Canvas) {
        let levels = layer.drawsBySymbolLayer ? (symbols.map(\.count).max() ?? 0) : 1
        let entries =
            layer.hidesEqualMarkers
            ? EqualMarkers(layer, bins, band, canvas.window).remaining.map { $0[...] } : bins.map { $0[band] }
        for level in 0..<levels {
            for (chunk, indices) in zip(layer.chunks, entries) {
                // Neighbours mostly share a symbol: its sprites are looked up where it changes.
                var rest = indices
                while let first = rest.first {
                    let symbol = chunk.entries[Int(first)].symbol
                    let end = rest.firstIndex { chunk.entries[Int($0)].symbol != symbol } ?? rest.endIndex
                    let sprites = self.sprites(of: Int(symbol), level: layer.drawsBySymbolLayer ? level : nil)
                    if sprites.count == 1 {
                        canvas.stamp(sprites[0], quarters: chunk.places, entries: rest[..<end])
                    } else {
                        for index in rest[..<end] {
                            for sprite in sprites { canvas.stamp(sprite, quarter: chunk.places[Int(index)]) }
                        }
                    }
                    rest = rest[end...]
                }
            }
        }
    }
}

extension PixelBox {
    /// The box round the vertices of a shape.
    fileprivate init(around parts: [[PixelPoint]]) {
        self.init(low: PixelPoint(repeating: .max), high: PixelPoint(repeating: .min))
        for point in parts.joined() {
            low = pointwiseMin(low, point)
            high = pointwiseMax(high, point)
        }
        if high.x < low.x { self.init(low: .zero, high: .zero) }
    }
}
