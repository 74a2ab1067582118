// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// From map coordinates to the pixel grid: column = xx x + xy y + tx, row = yx x + yy y + ty, less a whole-pixel origin.
///
/// Places are rounded to 1/256 pixel on the whole map's grid before the origin is taken off. So tiles that share the
/// six numbers and differ in `originX` and `originY` only get the same vertices to the last bit, and fit together.
public struct PixelTransform: Sendable, Hashable {
    /// Columns a map unit of x.
    public var xx: Double
    /// Columns a map unit of y.
    public var xy: Double
    /// The column of the map's origin.
    public var tx: Double
    /// Rows a map unit of x.
    public var yx: Double
    /// Rows a map unit of y.
    public var yy: Double
    /// The row of the map's origin.
    public var ty: Double
    /// The whole pixel that shall be (0, 0); within ±2^52.
    public var originX: Int
    /// The row of that pixel; within ±2^52.
    public var originY: Int

    /// Makes a transform from its numbers.
    public init(
        xx: Double, xy: Double = 0, tx: Double, yx: Double = 0, yy: Double, ty: Double, originX: Int = 0,
        originY: Int = 0
    ) {
        self.xx = xx
        self.xy = xy
        self.tx = tx
        self.yx = yx
        self.yy = yy
        self.ty = ty
        self.originX = originX
        self.originY = originY
    }

    /// North up: the map place (`left`, `top`) at the upper left corner, `pixelsPerUnit` pixels a map unit.
    public init(left: Double, top: Double, pixelsPerUnit: Double) {
        self.init(xx: pixelsPerUnit, tx: -left * pixelsPerUnit, yy: -pixelsPerUnit, ty: top * pixelsPerUnit)
    }

    /// Where a map place lies, in pixels from the origin; not rounded.
    public func apply(x: Double, y: Double) -> (x: Double, y: Double) {
        (xx * x + xy * y + tx - Double(originX), yx * x + yy * y + ty - Double(originY))
    }

    /// The place on the grid; nil for NaN, infinite, and farther than two million pixels from the origin.
    public func point(x: Double, y: Double) -> PixelPoint? {
        kernel.isInRange(SIMD2(x, y)) ? kernel.point(SIMD2(x, y)) : nil
    }

    /// Adds the places of the points `xy` (x and y in turn) that a marker of so many pixels' `reach` shows in `window`, to the nearest
    /// quarter pixel; those that `point` has no place for are left out.
    package func addQuarterPlaces(
        of xy: Span<Double>, in window: PixelRect, reach: Int32, to places: inout [SIMD2<Int32>]
    ) {
        let kernel = self.kernel
        let left = window.x &- Int(reach), right = window.maxX &+ Int(reach)
        let top = window.y &- Int(reach), bottom = window.maxY &+ Int(reach)
        var index = 0
        while index &+ 1 < xy.count {
            let at = SIMD2(xy[index], xy[index &+ 1])
            index &+= 2
            guard kernel.isInRange(at) else { continue }
            let point = kernel.point(at)
            let column = Int(point.x >> 8), row = Int(point.y >> 8)
            guard column >= left, column < right, row >= top, row < bottom else { continue }
            places.append((point &+ SIMD2(repeating: 32)) &>> 6)
        }
    }

    /// The box on the grid round a box on the map, rotated or not; nil when it is empty or not finite. Clamped to the limit.
    package func box(xMin: Double, yMin: Double, xMax: Double, yMax: Double) -> PixelBox? {
        guard xMin <= xMax, yMin <= yMax else { return nil }
        let kernel = self.kernel
        var low: SIMD2<Double>, high: SIMD2<Double>
        if kernel.isAligned {
            let a = kernel.global(SIMD2(xMin, yMin)), b = kernel.global(SIMD2(xMax, yMax))
            low = lesser(a, b)
            high = greater(a, b)
        } else {
            low = SIMD2(repeating: .infinity)
            high = SIMD2(repeating: -.infinity)
            for corner in [SIMD2(xMin, yMin), SIMD2(xMax, yMin), SIMD2(xMin, yMax), SIMD2(xMax, yMax)] {
                let at = kernel.global(corner)
                low = lesser(low, at)
                high = greater(high, at)
            }
        }
        let limit = SIMD2(repeating: Double(pixelPointLimit))
        // Limits come first: they stand in where a corner is no number.
        low = lesser(limit, greater(limit * -1, low.rounded(.toNearestOrEven) - kernel.origin))
        high = lesser(limit, greater(limit * -1, high.rounded(.toNearestOrEven) - kernel.origin))
        guard low.x <= high.x, low.y <= high.y else { return nil }
        return PixelBox(
            low: PixelPoint(Int32(low.x), Int32(low.y)), high: PixelPoint(Int32(high.x), Int32(high.y)))
    }

    /// Map units that `pixels` are wide, at least along the more shrunk axis.
    package func mapLength(pixels: Double) -> Double {
        let scale = min((xx * xx + yx * yx).squareRoot(), (xy * xy + yy * yy).squareRoot())
        return scale > 0 ? pixels / scale : .infinity
    }

    var kernel: PixelTransformKernel { PixelTransformKernel(self) }
}

/// The numbers in the form that loops over vertices take: 1/256 pixel, both axes at a time.
struct PixelTransformKernel {
    let byX: SIMD2<Double>, byY: SIMD2<Double>, shift: SIMD2<Double>
    let origin: SIMD2<Double>
    /// True when x alone decides the column and y alone the row.
    let isAligned: Bool
    private let scale: SIMD2<Double>
    private let lowOrigin: SIMD2<Int32>

    /// Adding it leaves the nearest whole number in a Double's low bits.
    private static let rounder = 6_755_399_441_055_744.0

    init(_ t: PixelTransform) {
        byX = SIMD2(t.xx, t.yx) * 256
        byY = SIMD2(t.xy, t.yy) * 256
        shift = SIMD2(t.tx, t.ty) * 256
        scale = SIMD2(t.xx, t.yy) * 256
        isAligned = t.xy == 0 && t.yx == 0
        origin = SIMD2(Double(t.originX), Double(t.originY)) * 256
        lowOrigin = SIMD2(
            Int32(truncatingIfNeeded: t.originX &<< 8), Int32(truncatingIfNeeded: t.originY &<< 8))
    }

    /// On the whole map's grid, not rounded.
    @inline(__always) func global(_ p: SIMD2<Double>) -> SIMD2<Double> {
        isAligned ? p * scale + shift : byX * p.x + byY * p.y + shift
    }

    /// The place of a vertex that is in range.
    @inline(__always) func point(_ p: SIMD2<Double>) -> PixelPoint { rounded(global(p)) &- lowOrigin }

    /// The same where `isAligned` was asked before the loop.
    @inline(__always) func alignedPoint(_ p: SIMD2<Double>) -> PixelPoint { rounded(p * scale + shift) &- lowOrigin }

    @inline(__always) private func rounded(_ p: SIMD2<Double>) -> PixelPoint {
        let bits = unsafeBitCast(p + SIMD2(repeating: Self.rounder), to: SIMD4<Int32>.self)
        return PixelPoint(bits[0], bits[2])
    }

    @inline(__always) func isInRange(_ p: SIMD2<Double>) -> Bool {
        let at = global(p) - origin, limit = Double(pixelPointLimit)
        return abs(at.x) <= limit && abs(at.y) <= limit && abs(at.x + origin.x) < 1e15 && abs(at.y + origin.y) < 1e15
    }
}
