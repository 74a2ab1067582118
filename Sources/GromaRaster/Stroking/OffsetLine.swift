// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// Moves a line aside, to the left as it runs for positive distances. What it does follows from coordinate differences only.
enum OffsetLine {
    /// Corners farther away than this many distances are cut off.
    private static let longest = 3.0

    /// The line `distance` (1/256 pixel) beside `points`, which have no equal neighbours; a ring stays closed.
    static func moved(_ points: UnsafePointer<PixelPoint>, _ count: Int, by distance: Double) -> [PixelPoint] {
        guard count > 1 else { return count == 1 ? [points[0]] : [] }
        let isRing = count > 3 && points[0] == points[count - 1]
        var result: [PixelPoint] = []
        result.reserveCapacity(count + 8)
        func normal(_ index: Int) -> SIMD2<Double> {
            let a = points[index], b = points[index + 1]
            let x = Double(b.x) - Double(a.x), y = Double(b.y) - Double(a.y)
            let length = (x * x + y * y).squareRoot()
            return length > 0 ? SIMD2(y / length, -x / length) : .zero
        }
        func add(_ point: PixelPoint, _ shift: SIMD2<Double>) {
            let moved = PixelPoint(
                point.x &+ Int32((shift.x * distance).rounded()), point.y &+ Int32((shift.y * distance).rounded()))
            if result.last != moved { result.append(moved) }
        }
        for index in 0..<count {
            let before = index > 0 ? normal(index - 1) : isRing ? normal(count - 2) : normal(0)
            let after = index < count - 1 ? normal(index) : isRing ? normal(0) : normal(count - 2)
            let sum = before + after
            let square = sum.x * sum.x + sum.y * sum.y
            // The corner of the two moved pieces lies along their sum, at twice its inverse length.
            if square * longest * longest >= 4 {
                add(points[index], sum * (2 / square))
            } else {
                add(points[index], before)
                add(points[index], after)
            }
        }
        return result
    }
}
