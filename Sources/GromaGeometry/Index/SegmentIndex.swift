// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// The segments of lines or rings by place, for operations that would compare every segment with every other.
struct SegmentIndex {
    /// The second vertex of each segment, in the order of the index.
    private let ends: [Int]
    private let index: SpatialIndex

    /// Segments with an end that is no finite number are left out. n log n.
    init(_ coordinates: CoordinateSequence, _ ranges: some Sequence<Range<Int>>) {
        var ends: [Int] = [], boxes: [Double] = []
        let xy = coordinates.xy
        for range in ranges {
            for end in range.dropFirst() {
                let ax = xy[2 * end - 2], ay = xy[2 * end - 1], bx = xy[2 * end], by = xy[2 * end + 1]
                guard ax.isFinite, ay.isFinite, bx.isFinite, by.isFinite else { continue }
                ends.append(end)
                boxes += [min(ax, bx), min(ay, by), max(ax, bx), max(ay, by)]
            }
        }
        self.ends = ends
        index = SpatialIndex(boxes: boxes)
    }

    /// The number of segments.
    var count: Int { ends.count }
    /// The second vertex of a segment.
    func end(_ segment: Int) -> Int { ends[segment] }

    /// The second vertices of the segments whose box may meet that of a segment, rising.
    func candidates(_ a: SIMD2<Double>, _ b: SIMD2<Double>, margin: Double = 0) -> [Int] {
        var found: [Int] = []
        index.query(
            xMin: min(a.x, b.x) - margin, yMin: min(a.y, b.y) - margin, xMax: max(a.x, b.x) + margin,
            yMax: max(a.y, b.y) + margin, into: &found)
        return found.map { ends[$0] }.sorted()
    }
}
