// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import CGEOS

/// A shape with the library's index of its sides: the only owner of such a pointer.
///
/// Tests against it compare the sides of one with those of the other and never those of one among themselves, which the plain tests do and which is
/// quadratic for a ring whose sides' boxes overlap.
@safe final class GEOSPreparedShape {
    private let shape: GEOSShape
    private let pointer: OpaquePointer

    init(_ shape: GEOSShape) throws(GeometryError) {
        guard let pointer = unsafe GEOSPrepare_r(shape.context.handle, shape.pointer) else {
            throw shape.context.failure("The index of a shape")
        }
        self.shape = shape
        unsafe self.pointer = pointer
    }

    deinit { unsafe GEOSPreparedGeom_destroy_r(shape.context.handle, pointer) }

    /// Whether the two share a point.
    func intersects(_ other: GEOSShape, _ operation: String) throws(GeometryError) -> Bool {
        try shape.context.claim(operation) {
            unsafe GEOSPreparedIntersects_r(shape.context.handle, pointer, other.pointer)
        }
    }

    /// Whether no point of the other is outside and the insides share one.
    func contains(_ other: GEOSShape, _ operation: String) throws(GeometryError) -> Bool {
        try shape.context.claim(operation) {
            unsafe GEOSPreparedContains_r(shape.context.handle, pointer, other.pointer)
        }
    }
}
