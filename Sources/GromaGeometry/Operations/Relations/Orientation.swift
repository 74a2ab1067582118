// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// On which side of the line from a to b the point p lies: 1 left, -1 right, 0 on it.
///
/// Plain arithmetic with an error bound decides nearly always; the rest is computed in twice the precision, so that touching
/// and crossing do not depend on rounding.
@inline(__always)
func orientation(_ ax: Double, _ ay: Double, _ bx: Double, _ by: Double, _ px: Double, _ py: Double) -> Int {
    let left = (ax - px) * (by - py)
    let right = (ay - py) * (bx - px)
    let determinant = left - right
    // 3 roundings of the differences and products, each at most half a unit in the last place.
    let bound = (abs(left) + abs(right)) * 3.5e-16
    if determinant > bound { return 1 }
    if determinant < -bound { return -1 }
    return exactSide(ax, ay, bx, by, px, py)
}

/// The same, and 0 also where the last digits do not decide: for proofs, which rather give up than trust a rounding.
///
/// Good for coordinates up to 1e100. What numbers next to zero lose when they underflow is far below the constant that is asked for.
@inline(__always)
func certainOrientation(_ a: SIMD2<Double>, _ b: SIMD2<Double>, _ p: SIMD2<Double>) -> Int {
    let left = (a.x - p.x) * (b.y - p.y)
    let right = (a.y - p.y) * (b.x - p.x)
    let determinant = left - right, size = abs(left) + abs(right)
    let bound = size * 3.5e-16 + 1e-290
    if determinant > bound { return 1 }
    if determinant < -bound { return -1 }
    let precise = preciseDeterminant(a.x, a.y, b.x, b.y, p.x, p.y)
    // Differences are exact; products and their difference are off by less than 2e-31 of their size.
    let preciseBound = size * 1e-29 + 1e-290
    return precise > preciseBound ? 1 : precise < -preciseBound ? -1 : 0
}

@inline(never)
private func exactSide(_ ax: Double, _ ay: Double, _ bx: Double, _ by: Double, _ px: Double, _ py: Double) -> Int {
    let determinant = preciseDeterminant(ax, ay, bx, by, px, py)
    return determinant > 0 ? 1 : determinant < 0 ? -1 : 0
}

@inline(never)
private func preciseDeterminant(
    _ ax: Double, _ ay: Double, _ bx: Double, _ by: Double, _ px: Double, _ py: Double
) -> Double {
    let left = DoubleDouble(ax, minus: px) * DoubleDouble(by, minus: py)
    let right = DoubleDouble(ay, minus: py) * DoubleDouble(bx, minus: px)
    let determinant = left - right
    return determinant.high != 0 ? determinant.high : determinant.low
}

/// A number as the unevaluated sum of two doubles (Dekker), about 31 digits.
private struct DoubleDouble {
    var high: Double
    var low: Double

    init(high: Double, low: Double) {
        self.high = high + low
        self.low = low - (self.high - high)
    }

    /// The exact difference.
    init(_ a: Double, minus b: Double) {
        high = a - b
        let shifted = high - a
        low = (a - (high - shifted)) - (b + shifted)
    }

    static func * (a: DoubleDouble, b: DoubleDouble) -> DoubleDouble {
        let product = a.high * b.high
        let rest = (-product).addingProduct(a.high, b.high) + (a.high * b.low + a.low * b.high)
        return DoubleDouble(high: product, low: rest)
    }

    static func - (a: DoubleDouble, b: DoubleDouble) -> DoubleDouble {
        let difference = DoubleDouble(a.high, minus: b.high)
        return DoubleDouble(high: difference.high, low: difference.low + (a.low - b.low))
    }
}

/// True when the closed segments ab and cd share a point.
@inline(__always)
func segmentsMeet(
    _ ax: Double, _ ay: Double, _ bx: Double, _ by: Double, _ cx: Double, _ cy: Double, _ dx: Double, _ dy: Double
) -> Bool {
    if max(ax, bx) < min(cx, dx) || max(cx, dx) < min(ax, bx) { return false }
    if max(ay, by) < min(cy, dy) || max(cy, dy) < min(ay, by) { return false }
    let c = orientation(ax, ay, bx, by, cx, cy), d = orientation(ax, ay, bx, by, dx, dy)
    if c * d > 0 { return false }
    let a = orientation(cx, cy, dx, dy, ax, ay), b = orientation(cx, cy, dx, dy, bx, by)
    // All four zero: on one line, and the boxes meet.
    return a * b <= 0
}

/// True when the closed segment ab and the box share a point.
func segmentMeetsBox(_ ax: Double, _ ay: Double, _ bx: Double, _ by: Double, _ box: Envelope) -> Bool {
    if max(ax, bx) < box.xMin || min(ax, bx) > box.xMax || max(ay, by) < box.yMin || min(ay, by) > box.yMax {
        return false
    }
    if box.contains(x: ax, y: ay) || box.contains(x: bx, y: by) { return true }
    // Their boxes meet, so they miss only where all four corners lie strictly on one side of the line.
    let first = orientation(ax, ay, bx, by, box.xMin, box.yMin)
    if first == 0 { return true }
    return orientation(ax, ay, bx, by, box.xMax, box.yMin) != first
        || orientation(ax, ay, bx, by, box.xMax, box.yMax) != first
        || orientation(ax, ay, bx, by, box.xMin, box.yMax) != first
}
