// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import CNumerics

/// A place on the pixel grid in 1/256 pixel: x to the right, y down, (0, 0) the top left corner of the top left pixel.
///
/// All drawing starts from these whole numbers and computes with differences of them only. So a shape gives the same
/// bytes whichever band, tile or thread draws it, and moved by whole pixels it gives the same bytes moved.
public typealias PixelPoint = SIMD2<Int32>

/// The farthest coordinate a point may have, in 1/256 pixel (2^21 pixels from the origin); sums of two still fit.
package let pixelPointLimit: Int32 = 1 << 29

/// `b` where it is less than `a`, else `a`, for each of the two numbers; so `a` where `b` is no number. A few instructions, where the
/// standard `pointwiseMin` branches on whether either is no number.
@inlinable package func lesser(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> SIMD2<Double> {
    a.replacing(with: b, where: b .< a)
}

/// `b` where it is greater than `a`, else `a`, for each of the two numbers; so `a` where `b` is no number.
@inlinable package func greater(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> SIMD2<Double> {
    a.replacing(with: b, where: b .> a)
}

/// Truncates a number that is known to be within the range of Int32 (the caller has clipped it).
@inline(__always) func int32(_ value: Float) -> Int32 { cnum_i32(value) }

/// Pixels as a `PixelPoint` number; clamped to the limit, and 0 for NaN.
@inline(__always) func fixed(_ pixels: Double) -> Int32 {
    let scaled = (pixels * 256).rounded()
    if scaled >= Double(pixelPointLimit) { return pixelPointLimit }
    if scaled <= -Double(pixelPointLimit) { return -pixelPointLimit }
    return scaled == scaled ? Int32(scaled) : 0
}
