// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

extension Geometry {
    /// True when a sketch is far enough to be a shape: a point has a position, a multipoint at least one, a polyline a path with two different
    /// vertices, a polygon a ring of three vertices that are not on one line, an envelope width and height. Whether rings cross is not asked: that is
    /// `GeometryEngine.isSimple(_:)`. Vertices that are no finite numbers do not count. Linear.
    public var sketchIsValid: Bool {
        let parts = flatParts, xy = parts.coordinates.xy
        func vertices(_ range: Range<Int>) -> some Sequence<SIMD2<Double>> {
            range.lazy.map { SIMD2(xy[2 * $0], xy[2 * $0 + 1]) }.filter { $0.x.isFinite && $0.y.isFinite }
        }
        return parts.ranges.contains { range in
            var rest = vertices(range).makeIterator()
            guard let first = rest.next() else { return false }
            if dimensionality == 0 { return true }
            guard let second = IteratorSequence(rest).first(where: { $0 != first }) else { return false }
            if dimensionality == 1 { return true }
            return vertices(range).contains {
                orientation(first.x, first.y, second.x, second.y, $0.x, $0.y) != 0
            }
        }
    }
}
