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

    /// Global pixel rows it meets with `reach` around it.
    package func rows(reach: Int32) -> Range<Int> {
        Int((low.y &- reach) >> 8)..<Int((high.y &+ reach) >> 8) &+ 1
    }

    /// Global pixel columns it meets with `reach` around it.
    package func columns(reach: Int32) -> Range<Int> {
        Int((low.x &- reach) >> 8)..<Int((high.x &+ reach) >> 8) &+ 1
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
    /// How far beside its path it is drawn, in 1/256 pixel.
    let offset: Double

    /// Resolves a style. Lines of at most 1.5 pixels with flat ends and no dashes may be drawn as thin lines.
    package init(_ style: StrokeStyle) {
        stroker = Stroker(style)
        dasher = Dasher(style)
        offset = style.offset.isFinite ? min(max(style.offset, -4096), 4096) * 256 : 0
        thinWidth =
            dasher == nil && offset == 0 && style.width <= 1.5 && style.width > 0 ? Float(style.width * 256) : nil
        reach = stroker.reach + Int32(abs(offset) * 3)
    }
}

extension Canvas {
    /// Fills a borrowed shape.
    func fill(_ shape: Shape, rule: FillRule, with paint: ResolvedPaint) {
        let rows = shape.box.rows(reach: 0), paint = paint.placed(in: shape.box)
        forEachBand(rows) { y, count in
            let band = band(y: y, rows: count)
            band.addFill(shape)
            band.layFill(rows, rule: rule, with: paint)
        }
    }

    /// Strokes a borrowed shape whose parts have no equal neighbours.
    func stroke(_ shape: Shape, _ stroke: ResolvedStroke, with paint: ResolvedPaint) {
        let rows = shape.box.rows(reach: stroke.reach), paint = paint.placed(in: shape.box)
        forEachBand(rows) { y, count in
            let band = band(y: y, rows: count)
            band.addStroke(shape, stroke)
            band.layFill(rows, rule: .nonZero, with: paint)
        }
    }
}
