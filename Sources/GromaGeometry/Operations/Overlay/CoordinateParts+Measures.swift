// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

extension CoordinateParts {
    /// Gives every vertex the measure it has in one of `sources`: that of the same place, or the one between the ends of the segment it lies on; NaN where it
    /// lies on none. The geometry library knows no measures, so what it made gets them back here. n log n.
    mutating func takeMeasures(from sources: [CoordinateParts]) {
        let sources = sources.filter { $0.coordinates.m != nil }
        guard !sources.isEmpty else { return }
        var known: [SIMD2<Double>: Double] = [:]
        for source in sources {
            for (index, measure) in (source.coordinates.m ?? []).enumerated() {
                // Adding zero makes -0 and 0 one place.
                known[SIMD2(source.coordinates.xy[2 * index], source.coordinates.xy[2 * index + 1]) + SIMD2(0, 0)] =
                    measure
            }
        }
        var measures: [Double] = []
        measures.reserveCapacity(coordinates.count)
        var segments: MeasuredSegments?
        for index in 0..<coordinates.count {
            let place = SIMD2(coordinates.xy[2 * index], coordinates.xy[2 * index + 1]) + SIMD2(0, 0)
            if let measure = known[place] {
                measures.append(measure)
            } else {
                if segments == nil { segments = MeasuredSegments(sources) }
                measures.append(segments?.measure(at: place) ?? .nan)
            }
        }
        coordinates.m = measures
    }
}

/// Finds the segment a new vertex was cut into.
private struct MeasuredSegments {
    private let sources: [(coordinates: CoordinateSequence, measures: [Double], segments: SegmentIndex)]
    /// How far a cut may be from its segment: a few roundings of the largest coordinate.
    private let tolerance: Double

    init(_ parts: [CoordinateParts]) {
        sources = parts.map { ($0.coordinates, $0.coordinates.m ?? [], SegmentIndex($0.coordinates, $0.ranges)) }
        let largest = parts.map { part in
            let box = part.coordinates.extent()
            return box.isEmpty ? 0 : max(abs(box.xMin), abs(box.xMax), abs(box.yMin), abs(box.yMax))
        }
        tolerance = (largest.max() ?? 0) * 1e-12
    }

    func measure(at place: SIMD2<Double>) -> Double? {
        var best: (distance: Double, measure: Double)?
        for source in sources {
            let xy = source.coordinates.xy
            for end in source.segments.candidates(place, place, margin: tolerance) {
                let from = SIMD2(xy[2 * end - 2], xy[2 * end - 1]), side = SIMD2(xy[2 * end], xy[2 * end + 1]) - from
                let length = (side * side).sum()
                let part = length > 0 ? min(1, max(0, ((place - from) * side).sum() / length)) : 0
                let aside = place - from - side * part
                let distance = (aside * aside).sum().squareRoot()
                if distance <= tolerance, distance < best?.distance ?? .infinity {
                    let first = source.measures[end - 1]
                    best = (distance, first + (source.measures[end] - first) * part)
                }
            }
        }
        return best?.measure
    }
}
