// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// A few rows of a canvas while they are drawn: shapes are added, then laid onto the pixels when the caller says so.
///
/// A value with nothing to change in it, so that loops over many shapes read plain memory. Valid until the canvas makes
/// the next band or moves its window.
package struct RasterBand {
    private let canvas: Canvas
    private let cells: CoverageCells
    private let mask: ThinLineMask?
    private let edges: EdgeWriter
    private let thinLines: ThinLineWriter?
    private let target: SweepTarget
    private let y: Int, rows: Int, x: Int, width: Int

    init(canvas: Canvas, y: Int, rows: Int, cells: CoverageCells, mask: ThinLineMask?) {
        self.canvas = canvas
        self.cells = cells
        self.mask = mask
        self.y = y
        self.rows = rows
        x = canvas.window.x
        width = canvas.window.width
        edges = cells.writer(x: canvas.window.x, y: y, rows: rows)
        thinLines = mask?.writer(x: canvas.window.x, y: y, rows: rows)
        target = SweepTarget(pixels: canvas.row(y), pitch: canvas.buffer.width)
    }

    // MARK: Adding shapes

    /// Adds the inside of a shape; `isReversed` turns its rings round.
    @inline(__always)
    package func addFill(_ store: ShapeStore, _ index: Int, isReversed: Bool = false) {
        store.withShape(index) { addFill($0, isReversed: isReversed) }
    }

    /// Adds the outline of a shape.
    package func addStroke(_ store: ShapeStore, _ index: Int, _ stroke: ResolvedStroke) {
        store.withShape(index) { addStroke($0, stroke) }
    }

    /// Adds lines that belong to no store.
    package func addStroke(_ points: [PixelPoint], _ stroke: ResolvedStroke) {
        withShape(points) { addStroke($0, stroke) }
    }

    /// Adds the inside of a ring that belongs to no store.
    package func addFill(_ ring: [PixelPoint]) { withShape(ring) { addFill($0) } }

    private func withShape(_ points: [PixelPoint], _ body: (Shape) -> Void) {
        let starts = [0, Int32(points.count)]
        points.withUnsafeBufferPointer { points in
            starts.withUnsafeBufferPointer { starts in
                guard let first = points.baseAddress, let start = starts.baseAddress, points.count > 1 else { return }
                body(Shape(points: first, starts: start, parts: 1, box: PixelBox(low: .zero, high: .zero)))
            }
        }
    }

    /// Adds the lines of a shape, up to 1.5 pixels wide (given in 1/256 pixel), to the thin line mask.
    package func addThin(_ store: ShapeStore, _ index: Int, width: Float) {
        guard let writer = thinLines else { return }
        store.withShape(index) { shape in
            for part in 0..<shape.parts {
                let start = Int(shape.starts[part]), end = Int(shape.starts[part &+ 1])
                var index = start &+ 1
                while index < end {
                    writer.add(shape.points[index &- 1], shape.points[index], width: width)
                    index &+= 1
                }
            }
        }
    }

    /// Stamps a marker at a place in quarter pixels; what was added before must have been laid.
    package func stamp(_ sprite: MarkerSprite, quarter place: SIMD2<Int32>) { canvas.stamp(sprite, quarter: place) }

    /// The grid's rows that the band holds.
    package var gridRows: Range<Int> { y..<y + rows }

    /// Adds a rectangle.
    package func addBox(_ box: PixelBox) {
        edges.add(PixelPoint(box.low.x, box.high.y), box.low)
        edges.add(PixelPoint(box.high.x, box.low.y), box.high)
    }

    func addFill(_ shape: Shape, isReversed: Bool = false) {
        let writer = edges
        for part in 0..<shape.parts {
            let start = Int(shape.starts[part]), end = Int(shape.starts[part &+ 1])
            if end &- start < 2 { continue }
            var previous = shape.points[end &- 1]
            if isReversed {
                for index in start..<end {
                    let point = shape.points[index]
                    writer.add(point, previous)
                    previous = point
                }
            } else {
                for index in start..<end {
                    let point = shape.points[index]
                    writer.add(previous, point)
                    previous = point
                }
            }
        }
    }

    func addStroke(_ shape: Shape, _ stroke: ResolvedStroke) {
        for part in 0..<shape.parts {
            let start = Int(shape.starts[part]), end = Int(shape.starts[part &+ 1])
            let points = shape.points + start
            if stroke.offset != 0 {
                OffsetLine.moved(points, end &- start, by: stroke.offset).withUnsafeBufferPointer { moved in
                    guard let first = moved.baseAddress else { return }
                    if let dasher = stroke.dasher {
                        dasher.stroke(first, moved.count, with: stroke.stroker, into: edges)
                    } else {
                        stroke.stroker.stroke(first, moved.count, isClosed: true, into: edges)
                    }
                }
            } else if let dasher = stroke.dasher {
                dasher.stroke(points, end &- start, with: stroke.stroker, into: edges)
            } else {
                stroke.stroker.stroke(points, end &- start, isClosed: true, into: edges)
            }
        }
    }

    // MARK: Laying what was added

    /// Lays fills, outlines and boxes; `touched` are global rows that hold all of them.
    package func layFill(_ touched: Range<Int>, rule: FillRule, with paint: ResolvedPaint) {
        let from = max(0, touched.lowerBound - y), to = min(rows, touched.upperBound - y)
        guard from < to else { return }
        switch paint {
        case .none: edges.sweep(rows: from..<to, into: target, source: TranslucentSource(pixel: 0), rule: rule)
        case .opaque(let pixel): edges.sweep(rows: from..<to, into: target, source: OpaqueSource(pixel), rule: rule)
        case .translucent(let pixel):
            edges.sweep(rows: from..<to, into: target, source: TranslucentSource(pixel: pixel), rule: rule)
        case .pattern(let pattern, let opacity):
            edges.sweep(rows: from..<to, into: target, source: PatternSource(pattern, opacity: opacity), rule: rule)
            withExtendedLifetime(pattern) {}
        case .gradient(let gradient):
            gradient.withSource { edges.sweep(rows: from..<to, into: target, source: $0, rule: rule) }
        }
    }

    /// Lays thin lines; `touched` and `columns` are global rows and columns that hold all of them.
    package func layThin(_ touched: Range<Int>, _ columns: Range<Int>, with paint: ResolvedPaint) {
        let from = max(0, touched.lowerBound - y), to = min(rows, touched.upperBound - y)
        let first = max(0, columns.lowerBound - x), last = min(width, columns.upperBound - x)
        guard let writer = thinLines, from < to, first < last else { return }
        let rows = from..<to, columns = first..<last
        switch paint {
        case .none:
            writer.sweep(rows: rows, columns: columns, into: target, source: TranslucentSource(pixel: 0))
        case .opaque(let pixel): writer.sweep(rows: rows, columns: columns, into: target, source: OpaqueSource(pixel))
        case .translucent(let pixel):
            writer.sweep(rows: rows, columns: columns, into: target, source: TranslucentSource(pixel: pixel))
        case .pattern(let pattern, let opacity):
            writer.sweep(rows: rows, columns: columns, into: target, source: PatternSource(pattern, opacity: opacity))
            withExtendedLifetime(pattern) {}
        case .gradient(let gradient):
            gradient.withSource { writer.sweep(rows: rows, columns: columns, into: target, source: $0) }
        }
    }

    /// Forgets what thin lines left beyond the band; call it when the band is done.
    package func end() { thinLines?.clearGuards() }
}
