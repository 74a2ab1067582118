// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// Refuses shapes whose segments cross so often that the geometry library would run out of memory: it keeps every crossing, and a scribble of
/// a million segments has a hundred thousand million.
enum CrossingBound {
    /// Below so many segments nothing can go wrong.
    private static let fewSegments = 4000
    private static let samples = 4000
    /// About a gigabyte in the library.
    private static let mostCrossings = 4_000_000.0

    /// Looks at a sample of all segments together: costs the building of an index, a tenth of a second for a million segments.
    static func check(_ shapes: [any Geometry], _ operation: String) throws(GeometryError) {
        let parts = shapes.filter { $0.dimensionality > 0 }.map(\.flatParts)
        guard parts.reduce(0, { $0 + $1.coordinates.count }) > fewSegments else { return }
        var all = CoordinateParts()
        for part in parts { all.append(part) }
        let segments = SegmentIndex(all.coordinates, all.ranges)
        guard segments.count > fewSegments else { return }
        let xy = all.coordinates.xy
        var generator = Sampler()
        var found = 0
        for sample in 1...samples {
            let end = segments.end(Int(generator.next() % UInt64(segments.count)))
            let a = SIMD2(xy[2 * end - 2], xy[2 * end - 1]), b = SIMD2(xy[2 * end], xy[2 * end + 1])
            for other in segments.candidates(a, b) where abs(other - end) > 1 {
                if segmentsMeet(
                    a.x, a.y, b.x, b.y, xy[2 * other - 2], xy[2 * other - 1], xy[2 * other], xy[2 * other + 1])
                {
                    found += 1
                }
            }
            // Each crossing is seen from both sides. The first few samples say nothing yet.
            let expected = Double(found) / Double(sample) * Double(segments.count) / 2
            if sample >= 20, expected > mostCrossings {
                throw GeometryError(
                    .tooLarge,
                    "\(operation): the \(segments.count) segments cross about \(Int(expected)) times, more than can be computed; generalize or divide the geometry."
                )
            }
        }
    }

    /// Numbers without a pattern, the same each time (splitmix64).
    private struct Sampler {
        private var state: UInt64 = 0
        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var value = state
            value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
            value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
            return value ^ (value >> 31)
        }
    }
}
