// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

extension GeometryEngine {
    /// One path or ring led along another line: between the first and the last place where `reshaper` meets it, it follows `reshaper` instead.
    /// Nil when the two meet in fewer than two places.
    ///
    /// Of several paths or rings the one is changed that the longest stretch of `reshaper` runs between. A ring keeps its direction, and of its two sides the one
    /// that gives the larger area: a line that leaves a polygon and returns adds to it, one that crosses it cuts the smaller piece off. z and m of new vertices
    /// come from `reshaper`, or else are interpolated between the two places. Crossings may arise: simplify afterwards. Throws `.unsupported` for other kinds
    /// of geometry and for a reshaper that is not one path. n log n.
    public static func reshape<G: Geometry>(_ geometry: G, with reshaper: Polyline) throws(GeometryError) -> G? {
        guard geometry is Polyline || geometry is Polygon else {
            throw GeometryError(.unsupported, "Only lines and polygons can be reshaped.")
        }
        var line = reshaper
        if let target = geometry.spatialReference, let own = reshaper.spatialReference, own != target {
            line = try project(reshaper, into: target)
        }
        guard line.parts.ranges.filter({ $0.count > 1 }).count == 1,
            let path = line.parts.ranges.first(where: { $0.count > 1 })
        else { throw GeometryError(.unsupported, "A geometry is reshaped with a line of exactly one path.") }
        let parts = geometry.flatParts
        let stretches = parts.ranges.map {
            Stretch(of: $0, in: parts.coordinates, along: path, of: line.parts.coordinates)
        }
        let lengths = stretches.map { $0?.share ?? 0 }
        guard let best = lengths.indices.max(by: { lengths[$0] < lengths[$1] }), let stretch = stretches[best] else {
            return nil
        }
        var result = CoordinateParts(coordinates: parts.coordinates.emptyCopy())
        for (index, range) in parts.ranges.enumerated() {
            result.beginPart()
            if index != best {
                result.coordinates.append(range, of: parts.coordinates)
            } else if geometry is Polygon {
                let new = stretch.ring()
                result.coordinates.append(0..<new.count, of: new)
            } else {
                let new = stretch.path()
                result.coordinates.append(0..<new.count, of: new)
            }
        }
        return result.geometry(as: geometry.geometryType, in: geometry.spatialReference) as? G
    }
}

/// Where a line leaves a path and comes back to it, in vertices and shares of segments along both.
private struct Stretch {
    let source: CoordinateSequence
    let range: Range<Int>
    let line: CoordinateSequence
    /// Positions along the line, rising, and the ones along the path that belong to them.
    let first: (along: Double, at: Double)
    let last: (along: Double, at: Double)
    var share: Double { last.along - first.along }

    init?(of range: Range<Int>, in source: CoordinateSequence, along path: Range<Int>, of line: CoordinateSequence) {
        var first: (along: Double, at: Double)?
        var last: (along: Double, at: Double)?
        func note(_ along: Double, _ at: Double) {
            if along < first?.along ?? .infinity { first = (along, at) }
            if along > last?.along ?? -.infinity { last = (along, at) }
        }
        let segments = SegmentIndex(source, [range])
        for i in path.dropFirst() {
            let a = Self.place(i - 1, line), b = Self.place(i, line)
            for j in segments.candidates(a, b) {
                let c = Self.place(j - 1, source), d = Self.place(j, source)
                guard segmentsMeet(a.x, a.y, b.x, b.y, c.x, c.y, d.x, d.y) else { continue }
                let one = b - a, other = d - c, between = c - a
                let denominator = one.x * other.y - one.y * other.x
                func position(_ part: Double, _ index: Int) -> Double { Double(index - 1) + min(1, max(0, part)) }
                if denominator != 0 {
                    note(
                        position((between.x * other.y - between.y * other.x) / denominator, i),
                        position((between.x * one.y - between.y * one.x) / denominator, j))
                } else {
                    // On one line: the ends that lie on the other segment.
                    for end in [c, d] where (one * one).sum() > 0 {
                        let part = min(1, max(0, ((end - a) * one).sum() / (one * one).sum()))
                        let spot = a + one * part
                        guard (other * other).sum() > 0 else { continue }
                        note(position(part, i), position(((spot - c) * other).sum() / (other * other).sum(), j))
                    }
                }
            }
        }
        guard let first, let last, first.along < last.along, first.at != last.at else { return nil }
        (self.source, self.range, self.line, self.first, self.last) = (source, range, line, first, last)
    }

    private static func place(_ index: Int, _ coordinates: CoordinateSequence) -> SIMD2<Double> {
        SIMD2(coordinates.xy[2 * index], coordinates.xy[2 * index + 1])
    }

    /// The path up to the line, along it, and on.
    func path() -> CoordinateSequence {
        let isForward = first.at < last.at
        let (low, high) = isForward ? (first.at, last.at) : (last.at, first.at)
        var result = source.emptyCopy()
        appendVertices(after: Double(range.lowerBound) - 1, before: low, to: &result)
        appendLine(reversed: !isForward, to: &result)
        appendVertices(after: high, before: Double(range.upperBound), to: &result)
        return result
    }

    /// The larger of the two rings that the line makes, closed, in the direction of the old one.
    func ring() -> CoordinateSequence {
        let isForward = first.at < last.at
        let (low, high) = isForward ? (first.at, last.at) : (last.at, first.at)
        // Along the ring outside of the two places and back over the line, or between them.
        var outside = source.emptyCopy(), inside = source.emptyCopy()
        appendVertices(after: Double(range.lowerBound) - 1, before: low, to: &outside)
        appendLine(reversed: !isForward, to: &outside)
        appendVertices(after: high, before: Double(range.upperBound) - 1, to: &outside)
        appendLine(reversed: isForward, to: &inside)
        appendVertices(after: low, before: high, to: &inside)
        var result =
            abs(outside.signedArea(of: 0..<outside.count)) >= abs(inside.signedArea(of: 0..<inside.count))
            ? outside : inside
        result.closeRing(from: 0)
        let old = source.signedArea(of: range)
        if old != 0 { result.orient(0..<result.count, clockwise: old < 0) }
        return result
    }

    /// The vertices strictly between two positions of the path.
    private func appendVertices(after low: Double, before high: Double, to result: inout CoordinateSequence) {
        for index in range where Double(index) > low && Double(index) < high {
            result.append(index..<(index + 1), of: source)
        }
    }

    /// The line from one place to the other, with both.
    private func appendLine(reversed: Bool, to result: inout CoordinateSequence) {
        var between = source.emptyCopy()
        appendPlace(at: first.at, to: &between)
        let inner =
            Int(first.along.rounded(.down)) + 1..<max(Int(first.along.rounded(.down)) + 1, Int(last.along.rounded(.up)))
        for index in inner {
            between.append(index..<(index + 1), of: line)
        }
        appendPlace(at: last.at, to: &between)
        fill(&between.z, between.xy)
        fill(&between.m, between.xy)
        if reversed { between.reverse(0..<between.count) }
        result.append(0..<between.count, of: between)
    }

    private func appendPlace(at position: Double, to result: inout CoordinateSequence) {
        let index = min(range.upperBound - 2, Int(position.rounded(.down)))
        result.appendBetween(index, index + 1, of: source, part: position - Double(index))
    }

    /// Puts values between those of both ends where the line had none.
    private func fill(_ values: inout [Double]?, _ xy: [Double]) {
        guard var filled = values, filled.contains(where: \.isNaN), let start = filled.first, let end = filled.last
        else { return }
        var distances = [0.0]
        for index in 1..<filled.count {
            let dx = xy[2 * index] - xy[2 * index - 2], dy = xy[2 * index + 1] - xy[2 * index - 1]
            distances.append(distances[index - 1] + (dx * dx + dy * dy).squareRoot())
        }
        let length = distances.last ?? 0
        for index in filled.indices where filled[index].isNaN {
            filled[index] = length > 0 ? start + (end - start) * distances[index] / length : start
        }
        values = filled
    }
}
