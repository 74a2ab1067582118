// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation

/// A map of the plane: x' = a x + c y + tx, y' = b x + d y + ty.
public struct PixelAffine: Sendable, Hashable {
    /// x's share in the new x.
    public var a: Double
    /// x's share in the new y.
    public var b: Double
    /// y's share in the new x.
    public var c: Double
    /// y's share in the new y.
    public var d: Double
    /// Added to the new x, in pixels.
    public var tx: Double
    /// Added to the new y, in pixels.
    public var ty: Double

    /// Makes a map from its six numbers; the identity by default.
    public init(a: Double = 1, b: Double = 0, c: Double = 0, d: Double = 1, tx: Double = 0, ty: Double = 0) {
        self.a = a
        self.b = b
        self.c = c
        self.d = d
        self.tx = tx
        self.ty = ty
    }

    /// A shift.
    public static func translation(x: Double, y: Double) -> PixelAffine { PixelAffine(tx: x, ty: y) }
    /// A change of size round (0, 0).
    public static func scale(x: Double, y: Double) -> PixelAffine { PixelAffine(a: x, d: y) }
    /// A turn round (0, 0): clockwise on the screen, where y goes down.
    public static func rotation(degrees: Double) -> PixelAffine {
        let radians = degrees * .pi / 180
        return PixelAffine(a: cos(radians), b: sin(radians), c: -sin(radians), d: cos(radians))
    }

    /// First this map, then `next`.
    public func then(_ next: PixelAffine) -> PixelAffine {
        PixelAffine(
            a: next.a * a + next.c * b, b: next.b * a + next.d * b, c: next.a * c + next.c * d,
            d: next.b * c + next.d * d, tx: next.a * tx + next.c * ty + next.tx,
            ty: next.b * tx + next.d * ty + next.ty)
    }

    /// Where the map takes a place.
    public func apply(x: Double, y: Double) -> (x: Double, y: Double) {
        (a * x + c * y + tx, b * x + d * y + ty)
    }

    /// The map back; nil when the plane is squeezed into a line or a number is not finite.
    public var inverse: PixelAffine? {
        let det = a * d - b * c
        guard det.isFinite, abs(det) > 1e-18, tx.isFinite, ty.isFinite else { return nil }
        return PixelAffine(
            a: d / det, b: -b / det, c: -c / det, d: a / det, tx: (c * ty - d * tx) / det, ty: (b * tx - a * ty) / det)
    }
}
