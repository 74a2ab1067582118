// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// Cuts lines and rings that reach too far for the pixel grid, or hold NaN and infinite vertices, to what it can hold.
///
/// The cut lies a million pixels away from the origin, so what is visible keeps its directions.
package struct GuardBox {
    private let kernel: PixelTransformKernel
    private static let limit = Double(pixelPointLimit / 2)

    package init(_ transform: PixelTransform) { kernel = transform.kernel }

    /// The vertices of a part on the grid's scale, non-finite ones left out.
    private func places(_ xy: Span<Double>) -> [SIMD2<Double>] {
        var places: [SIMD2<Double>] = []
        places.reserveCapacity(xy.count / 2)
        for index in 0..<xy.count / 2 {
            let at = kernel.global(SIMD2(xy[2 * index], xy[2 * index + 1])) - kernel.origin
            if at.x.isFinite && at.y.isFinite && abs(at.x) < 1e300 && abs(at.y) < 1e300 { places.append(at) }
        }
        return places
    }

    /// The ring cut at the box (Sutherland-Hodgman); empty when nothing is left.
    package func ring(_ xy: Span<Double>) -> [PixelPoint] {
        var ring = places(xy)
        for (axis, sign) in [(0, 1.0), (0, -1.0), (1, 1.0), (1, -1.0)] {
            guard let last = ring.last else { return [] }
            var kept: [SIMD2<Double>] = []
            kept.reserveCapacity(ring.count + 4)
            var previous = last
            for place in ring {
                let before = previous[axis] * sign <= Self.limit, now = place[axis] * sign <= Self.limit
                if before != now {
                    let t = (Self.limit * sign - previous[axis]) / (place[axis] - previous[axis])
                    var crossing = previous + (place - previous) * t
                    crossing[axis] = Self.limit * sign
                    kept.append(crossing)
                }
                if now { kept.append(place) }
                previous = place
            }
            ring = kept
        }
        guard let first = ring.first else { return [] }
        if ring.last != first { ring.append(first) }
        return ring.map(onGrid)
    }

    /// The pieces of a line that lie in the box.
    package func line(_ xy: Span<Double>) -> [[PixelPoint]] {
        let places = places(xy)
        var pieces: [[PixelPoint]] = [], piece: [PixelPoint] = []
        for index in places.indices.dropFirst() {
            guard let (from, to) = inside(places[index - 1], places[index]) else {
                if piece.count > 1 { pieces.append(piece) }
                piece = []
                continue
            }
            let a = onGrid(from), b = onGrid(to)
            if piece.last != a {
                if piece.count > 1 { pieces.append(piece) }
                piece = [a]
            }
            piece.append(b)
        }
        if piece.count > 1 { pieces.append(piece) }
        return pieces
    }

    /// The part of a segment that lies in the box (Liang-Barsky).
    private func inside(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> (SIMD2<Double>, SIMD2<Double>)? {
        var from = 0.0, to = 1.0
        let d = b - a
        for axis in 0..<2 {
            if d[axis] == 0 {
                if abs(a[axis]) > Self.limit { return nil }
                continue
            }
            let t0 = (-Self.limit - a[axis]) / d[axis], t1 = (Self.limit - a[axis]) / d[axis]
            from = max(from, min(t0, t1))
            to = min(to, max(t0, t1))
        }
        guard from <= to else { return nil }
        return (from == 0 ? a : a + d * from, to == 1 ? b : a + d * to)
    }

    private func onGrid(_ place: SIMD2<Double>) -> PixelPoint {
        let limit = SIMD2(repeating: Self.limit)
        let near = pointwiseMin(pointwiseMax(place.rounded(.toNearestOrEven), limit * -1), limit)
        return PixelPoint(Int32(near.x), Int32(near.y))
    }
}
