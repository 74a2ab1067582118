// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// Cuts a line into dashes.
///
/// Every dash's place is its distance from the line's start, whatever part of the line is visible; dashes outside of the
/// window are stepped over by arithmetic, so that a line far longer than the window costs nothing.
struct Dasher {
    /// Lengths in 1/256 pixel; an even number of them.
    private let lengths: [Double]
    private let period: Double
    private let offset: Double

    /// Nil when the style's line is solid.
    init?(_ style: StrokeStyle) {
        guard !style.dashes.isEmpty, style.dashes.count <= 64, style.dashes.allSatisfy({ $0.isFinite && $0 >= 0 })
        else {
            return nil
        }
        let once = style.dashes.map { Self.exact($0 * 256) }
        let lengths = once.count % 2 == 0 ? once : once + once
        self.lengths = lengths
        period = lengths.reduce(0, +)
        let gaps = zip(lengths.indices, lengths).reduce(0) { $0 + ($1.0 % 2 == 1 ? $1.1 : 0) }
        guard period >= 64, period.isFinite, gaps > 0 else { return nil }
        offset = style.dashOffset.isFinite ? Self.exact(style.dashOffset * 256) : 0
    }

    /// To a multiple of 1/256, so that sums are exact in whatever order they are made.
    private static func exact(_ value: Double) -> Double { (value * 256).rounded() / 256 }

    /// Strokes the dashes of a line without equal neighbours.
    func stroke(
        _ points: UnsafePointer<PixelPoint>, _ count: Int, with stroker: Stroker, into writer: EdgeWriter
    ) {
        guard count > 1 else { return }
        let pad = stroker.reach
        let low = PixelPoint(writer.left &- pad, writer.top &- pad)
        let high = PixelPoint(writer.left &+ writer.right &+ pad, writer.top &+ writer.bottom &+ pad)
        var place = position(at: offset)
        var scratch: [PixelPoint] = []
        for i in 0..<count - 1 {
            let a = points[i], b = points[i + 1]
            let dx = Double(b.x) - Double(a.x), dy = Double(b.y) - Double(a.y)
            let length = Self.exact((dx * dx + dy * dy).squareRoot())
            let visible = visibleRange(a, dx, dy, length, low, high)
            var done = 0.0
            // Until then the dash may have begun on a visible piece before this one.
            var hasCut = false
            if place.isDash && scratch.isEmpty { scratch.append(a) }
            while length - done > place.left {
                if hasCut
                    && (visible.isEmpty || done + place.left < visible.lowerBound - period || done > visible.upperBound)
                {
                    // Nothing to be seen before `target`: whole repeats at once.
                    let target = visible.isEmpty || done > visible.upperBound ? length : visible.lowerBound - period
                    let repeats = ((target - done) / period).rounded(.down) - 1
                    if repeats >= 1 {
                        done += repeats * period
                        if place.isDash { scratch = [point(a, dx, dy, done / length)] }
                        continue
                    }
                }
                done += place.left
                hasCut = true
                let cut = point(a, dx, dy, done / length)
                if place.isDash {
                    finish(&scratch, cut, SIMD2(Float(dx / length), Float(dy / length)), stroker, writer)
                }
                place = next(place)
                if place.isDash { scratch = [cut] }
            }
            place.left -= length - done
            if place.isDash && scratch.last != b { scratch.append(b) }
        }
        if place.isDash && scratch.count > 1 { emit(scratch, stroker, writer) }
    }

    private struct Position {
        var index: Int
        /// What is left of this dash or gap.
        var left: Double
        var isDash: Bool { index % 2 == 0 }
    }

    private func position(at distance: Double) -> Position {
        var rest = distance.truncatingRemainder(dividingBy: period)
        if rest < 0 { rest += period }
        var index = 0
        // A dash of no length is a dot of its own, also at the very start.
        while index < lengths.count - 1 && rest >= lengths[index] && (rest > lengths[index] || lengths[index] > 0) {
            rest -= lengths[index]
            index += 1
        }
        return Position(index: index, left: max(0, lengths[index] - rest))
    }

    private func next(_ place: Position) -> Position {
        let index = (place.index + 1) % lengths.count
        return Position(index: index, left: lengths[index])
    }

    private func point(_ a: PixelPoint, _ dx: Double, _ dy: Double, _ t: Double) -> PixelPoint {
        let t = min(max(t, 0), 1)
        return PixelPoint(
            a.x &+ Int32((dx * t).rounded(.down)), a.y &+ Int32((dy * t).rounded(.down)))
    }

    private func finish(
        _ dash: inout [PixelPoint], _ end: PixelPoint, _ direction: SIMD2<Float>, _ stroker: Stroker,
        _ writer: EdgeWriter
    ) {
        if dash.last != end { dash.append(end) }
        if dash.count == 1 { stroker.dot(end, direction, into: writer) } else { emit(dash, stroker, writer) }
        dash.removeAll(keepingCapacity: true)
    }

    private func emit(_ dash: [PixelPoint], _ stroker: Stroker, _ writer: EdgeWriter) {
        dash.withUnsafeBufferPointer { buffer in
            if let start = buffer.baseAddress { stroker.stroke(start, buffer.count, isClosed: false, into: writer) }
        }
    }

    /// Distances along the piece between which it may be seen.
    private func visibleRange(
        _ a: PixelPoint, _ dx: Double, _ dy: Double, _ length: Double, _ low: PixelPoint, _ high: PixelPoint
    ) -> Range<Double> {
        var from = 0.0, to = 1.0
        for (start, delta, least, most) in [(a.x, dx, low.x, high.x), (a.y, dy, low.y, high.y)] {
            let toLow = Double(least) - Double(start), toHigh = Double(most) - Double(start)
            if delta == 0 {
                if toLow > 0 || toHigh < 0 { return 0..<0 }
                continue
            }
            from = max(from, min(toLow / delta, toHigh / delta))
            to = min(to, max(toLow / delta, toHigh / delta))
        }
        return from < to ? from * length..<to * length : 0..<0
    }
}
