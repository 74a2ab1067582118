// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

extension CoordinateParts {
    /// What of the area that rings bound lies in the box, x and y only; nil where that is not certain.
    ///
    /// The rings must be closed and in simple form, the area on their right. They are cut side by side of the box: what is left of a ring on one side of a
    /// line is chains from the line to the line, whose ends, sorted along it, bound the area two by two. Given up where a vertex lies on a border or
    /// two cuts fall on one place, and where the result can't be shown to be rings that keep apart. n log n.
    package func clippedRings(to box: Envelope) -> CoordinateParts? {
        guard box.width > 0, box.height > 0,
            let east = beyond(box.xMin, axis: 0, keepsGreater: true),
            let middle = east.beyond(box.xMax, axis: 0, keepsGreater: false),
            let north = middle.beyond(box.yMin, axis: 1, keepsGreater: true),
            let result = north.beyond(box.yMax, axis: 1, keepsGreater: false),
            let rings = SeparateRings(result), rings.fit(Polygon(parts: result).shells())
        else { return nil }
        return result
    }

    /// What of the area lies on one side of the line where a coordinate, x for axis 0 and y for axis 1, is `limit`.
    private func beyond(_ limit: Double, axis: Int, keepsGreater: Bool) -> CoordinateParts? {
        let xy = coordinates.xy
        var whole = CoordinateParts()
        var chains = CoordinateParts()
        var ends: [ChainEnd] = []
        func isInside(_ vertex: Int) -> Bool { (xy[2 * vertex + axis] > limit) == keepsGreater }
        func cut(_ vertex: Int, _ other: Int, isExit: Bool) {
            let a = xy[2 * vertex + axis], b = xy[2 * other + axis]
            let from = xy[2 * vertex + 1 - axis], to = xy[2 * other + 1 - axis]
            // From the nearer end, which loses fewer digits.
            let place =
                abs(limit - a) < abs(limit - b)
                ? from + (to - from) * ((limit - a) / (b - a)) : to - (to - from) * ((b - limit) / (b - a))
            let onSide = min(max(from, to), max(min(from, to), place))
            ends.append(ChainEnd(place: onSide, chain: chains.count - 1, isExit: isExit))
            chains.append(x: axis == 0 ? limit : onSide, y: axis == 0 ? onSide : limit)
        }
        for range in ranges {
            let vertices = range.dropLast()
            if vertices.contains(where: { xy[2 * $0 + axis] == limit }) { return nil }
            guard let first = vertices.first(where: { !isInside($0) }) else {
                whole.beginPart()
                whole.coordinates.xy.append(contentsOf: xy[(2 * range.lowerBound)..<(2 * range.upperBound)])
                continue
            }
            // Round once from a vertex outside, so that every chain has both its ends.
            var last = first
            for vertex in [first + 1..<vertices.endIndex, vertices.startIndex..<first + 1].joined() {
                switch (isInside(last), isInside(vertex)) {
                case (false, true):
                    chains.beginPart()
                    cut(last, vertex, isExit: false)
                    chains.append(x: xy[2 * vertex], y: xy[2 * vertex + 1])
                case (true, true): chains.append(x: xy[2 * vertex], y: xy[2 * vertex + 1])
                case (true, false): cut(last, vertex, isExit: true)
                case (false, false): break
                }
                last = vertex
            }
        }
        // With the area on the right, the way along the line goes up it or down it.
        return whole.joining(chains, at: ends, exitsFirst: (axis == 0) == keepsGreater)
    }

    /// Where a chain meets the line.
    private struct ChainEnd {
        var place: Double
        var chain: Int
        var isExit: Bool
    }

    /// These rings, and those that chains make with the line between them; nil where ends do not follow each other as they must.
    private func joining(_ chains: CoordinateParts, at ends: [ChainEnd], exitsFirst: Bool) -> CoordinateParts? {
        let ends = ends.sorted { $0.place < $1.place }
        var following = [Int](repeating: 0, count: chains.count)
        for (number, end) in ends.enumerated() {
            if number > 0, ends[number - 1].place == end.place { return nil }
            guard end.isExit == (number.isMultiple(of: 2) == exitsFirst) else { return nil }
            if end.isExit { following[end.chain] = ends[number ^ 1].chain }
        }
        var result = self
        var isDone = [Bool](repeating: false, count: chains.count)
        for start in following.indices where !isDone[start] {
            result.beginPart()
            let first = result.coordinates.count
            var chain = start
            while !isDone[chain] {
                isDone[chain] = true
                result.coordinates.append(chains.range(of: chain), of: chains.coordinates)
                chain = following[chain]
            }
            result.coordinates.closeRing(from: first)
        }
        return result
    }
}
