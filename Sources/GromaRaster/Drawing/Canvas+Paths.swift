// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

extension Canvas {
    /// Fills the inside of a path; open parts are closed by a straight line.
    public func fill(_ path: PixelPath, rule: FillRule = .evenOdd, with paint: Paint) {
        path.points.withUnsafeBufferPointer { points in
            path.partStarts.withUnsafeBufferPointer { starts in
                guard let first = points.baseAddress, let start = starts.baseAddress, starts.count > 1 else { return }
                let shape = Shape(points: first, starts: start, parts: starts.count - 1, box: box(points))
                fill(shape, rule: rule, with: ResolvedPaint(paint, format: buffer.format))
            }
        }
    }

    /// Draws a line along a path. A part that ends where it began is joined there.
    public func stroke(_ path: PixelPath, _ style: StrokeStyle, with paint: Paint) {
        if style.isInvisible || paint.isInvisible { return }
        let clean = path.withoutRepeats()
        clean.points.withUnsafeBufferPointer { points in
            clean.starts.withUnsafeBufferPointer { starts in
                guard let first = points.baseAddress, let start = starts.baseAddress, starts.count > 1 else { return }
                let shape = Shape(points: first, starts: start, parts: starts.count - 1, box: box(points))
                stroke(shape, ResolvedStroke(style), with: ResolvedPaint(paint, format: buffer.format))
            }
        }
    }

    private func box(_ points: UnsafeBufferPointer<PixelPoint>) -> PixelBox {
        var low = PixelPoint(repeating: .max), high = PixelPoint(repeating: .min)
        for point in points {
            low = pointwiseMin(low, point)
            high = pointwiseMax(high, point)
        }
        return points.isEmpty ? PixelBox(low: .zero, high: .zero) : PixelBox(low: low, high: high)
    }
}

extension PixelPath {
    /// The vertices without equal neighbours within a part.
    fileprivate func withoutRepeats() -> (points: [PixelPoint], starts: [Int32]) {
        var points: [PixelPoint] = [], starts: [Int32] = [0]
        points.reserveCapacity(self.points.count)
        for part in 0..<partCount {
            for index in Int(partStarts[part])..<Int(partStarts[part + 1]) {
                let isFirst = points.count == Int(starts[part])
                if isFirst || points[points.count - 1] != self.points[index] { points.append(self.points[index]) }
            }
            starts.append(Int32(points.count))
        }
        return (points, starts)
    }
}

/// A box on the global grid in 1/256 pixel, ends included.
package struct PixelBox: Sendable {
    package var low: PixelPoint
    package var high: PixelPoint

    package init(low: PixelPoint, high: PixelPoint) {
        self.low = low
        self.high = high
    }
}

/// Borrowed lines or rings: valid while the arrays behind it are.
package struct Shape {
    let points: UnsafePointer<PixelPoint>
    /// parts + 1 indices into `points`.
    let starts: UnsafePointer<Int32>
    let parts: Int
    /// Holds all points.
    let box: PixelBox

    package init(points: UnsafePointer<PixelPoint>, starts: UnsafePointer<Int32>, parts: Int, box: PixelBox) {
        self.points = points
        self.starts = starts
        self.parts = parts
        self.box = box
    }
}

/// A stroke style with what follows from it.
package struct ResolvedStroke: Sendable {
    let stroker: Stroker
    let dasher: Dasher?
    /// Width in 1/256 pixel when the line may take the thin line mask.
    package let thinWidth: Float?
    /// How far it may reach from its path, in 1/256 pixel.
    package let reach: Int32

    /// Resolves a style. Lines of at most 1.5 pixels with flat ends and no dashes may be drawn as thin lines.
    package init(_ style: StrokeStyle) {
        stroker = Stroker(style)
        dasher = Dasher(style)
        thinWidth = dasher == nil && style.width <= 1.5 && style.width > 0 ? Float(style.width * 256) : nil
        reach = stroker.reach
    }
}

extension Canvas {
    /// Fills a borrowed shape.
    package func fill(_ shape: Shape, rule: FillRule, with paint: ResolvedPaint) {
        let rows = pixelRows(shape.box, reach: 0)
        forEachBand(rows) { y, count in
            addFill(shape, bandY: y, rows: count)
            flushFill(bandY: y, rows: count, touched: rows, rule: rule, with: paint)
        }
    }

    /// Strokes a borrowed shape whose parts have no equal neighbours.
    package func stroke(_ shape: Shape, _ stroke: ResolvedStroke, with paint: ResolvedPaint) {
        let rows = pixelRows(shape.box, reach: stroke.reach)
        forEachBand(rows) { y, count in
            addStroke(shape, stroke, bandY: y, rows: count)
            flushFill(bandY: y, rows: count, touched: rows, rule: .nonZero, with: paint)
        }
    }

    /// Adds a shape's inside to the cells of the band that begins at row `bandY`.
    package func addFill(_ shape: Shape, bandY: Int, rows: Int, isReversed: Bool = false) {
        let writer = cells(at: bandY, rows: rows).edgeWriter
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

    /// Adds a rectangle to the cells.
    package func addBox(_ box: PixelBox, bandY: Int, rows: Int) {
        let writer = cells(at: bandY, rows: rows).edgeWriter
        writer.add(PixelPoint(box.low.x, box.high.y), box.low)
        writer.add(PixelPoint(box.high.x, box.low.y), box.high)
    }

    /// Adds a shape's outline to the cells.
    package func addStroke(_ shape: Shape, _ stroke: ResolvedStroke, bandY: Int, rows: Int) {
        let writer = cells(at: bandY, rows: rows).edgeWriter
        for part in 0..<shape.parts {
            let start = Int(shape.starts[part]), end = Int(shape.starts[part &+ 1])
            let points = shape.points + start
            if let dasher = stroke.dasher {
                dasher.stroke(points, end &- start, with: stroke.stroker, into: writer, scratch: &dashScratch)
            } else {
                stroke.stroker.stroke(points, end &- start, isClosed: true, into: writer)
            }
        }
    }

    /// Adds a shape's lines to the thin line mask.
    package func addThin(_ shape: Shape, width: Float, bandY: Int, rows: Int) {
        let mask = thinLines(at: bandY, rows: rows)
        for part in 0..<shape.parts {
            let start = Int(shape.starts[part]), end = Int(shape.starts[part &+ 1])
            var index = start &+ 1
            while index < end {
                mask.add(shape.points[index &- 1], shape.points[index], width: width)
                index &+= 1
            }
        }
    }

    /// Lays what was added to the cells onto the band; `touched` are global rows that hold all of it.
    package func flushFill(bandY: Int, rows: Int, touched: Range<Int>, rule: FillRule, with paint: ResolvedPaint) {
        let from = max(0, touched.lowerBound - bandY), to = min(rows, touched.upperBound - bandY)
        if from < to { sweep(cells(at: bandY, rows: rows), rows: from..<to, paint, rule) }
    }

    /// Lays what was added to the thin line mask onto the band.
    package func flushThin(
        bandY: Int, rows: Int, touched: Range<Int>, columns: Range<Int>, with paint: ResolvedPaint
    ) {
        let mask = thinLines(at: bandY, rows: rows)
        let from = max(0, touched.lowerBound - bandY), to = min(rows, touched.upperBound - bandY)
        let left = max(0, columns.lowerBound - window.x), right = min(window.width, columns.upperBound - window.x)
        if from < to && left < right { sweep(mask, rows: from..<to, columns: left..<right, paint) }
    }

    /// Global pixel rows a box meets with `reach` around it.
    package func pixelRows(_ box: PixelBox, reach: Int32) -> Range<Int> {
        Int((box.low.y &- reach) >> 8)..<Int((box.high.y &+ reach) >> 8) &+ 1
    }

    /// Global pixel columns a box meets with `reach` around it.
    package func pixelColumns(_ box: PixelBox, reach: Int32) -> Range<Int> {
        Int((box.low.x &- reach) >> 8)..<Int((box.high.x &+ reach) >> 8) &+ 1
    }
}
