// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

extension CoordinateParts {
    /// True when a vertex or, for lines and areas, a segment meets the box. `isArea` counts the inside too.
    /// Linear; the hot path of window queries.
    public func meets(_ box: Envelope, dimensionality: Int) -> Bool {
        guard !box.isEmpty else { return false }
        for range in ranges {
            for index in range {
                let x = coordinates.xy[2 * index], y = coordinates.xy[2 * index + 1]
                if box.contains(x: x, y: y) { return true }
                guard dimensionality > 0, index > range.lowerBound else { continue }
                if segmentMeetsBox(coordinates.xy[2 * index - 2], coordinates.xy[2 * index - 1], x, y, box) {
                    return true
                }
            }
        }
        return dimensionality == 2 && location(x: box.xMin, y: box.yMin) != .outside
    }

    /// The least squared distance from (x, y) to a vertex or, with `isLine`, a segment; infinity when there is none. Linear.
    public func squaredDistance(toX x: Double, y: Double, isLine: Bool) -> Double {
        var least = Double.infinity
        for range in ranges {
            var ax = 0.0, ay = 0.0
            for index in range {
                let bx = coordinates.xy[2 * index] - x, by = coordinates.xy[2 * index + 1] - y
                var distance = bx * bx + by * by
                if isLine, index > range.lowerBound {
                    let dx = bx - ax, dy = by - ay
                    let length = dx * dx + dy * dy
                    let along = -(ax * dx + ay * dy)
                    if along > 0, along < length {
                        let across = ax * dy - ay * dx
                        distance = min(distance, across * across / length)
                    }
                }
                least = min(least, distance)
                (ax, ay) = (bx, by)
            }
        }
        return least
    }

    /// True when a segment of one meets a segment of the other. Product of the vertex counts in the worst case, after boxes of parts and segments.
    func crosses(_ other: CoordinateParts) -> Bool {
        let boxes = other.ranges.map { (range: $0, box: other.coordinates.extent(of: $0)) }
        let a = coordinates.xy, b = other.coordinates.xy
        for range in ranges {
            let partBox = coordinates.extent(of: range)
            for second in boxes where second.box.intersects(partBox) {
                for i in range.dropFirst() {
                    let ax = a[2 * i - 2], ay = a[2 * i - 1], bx = a[2 * i], by = a[2 * i + 1]
                    if max(ax, bx) < second.box.xMin || min(ax, bx) > second.box.xMax { continue }
                    if max(ay, by) < second.box.yMin || min(ay, by) > second.box.yMax { continue }
                    for j in second.range.dropFirst()
                    where segmentsMeet(ax, ay, bx, by, b[2 * j - 2], b[2 * j - 1], b[2 * j], b[2 * j + 1]) {
                        return true
                    }
                }
            }
        }
        return false
    }
}
