// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaFeatures
import GromaGeometry

extension SpatialFilter {
    /// Tests a geometry blob, and reads its shape only where its box does not decide.
    func matches(_ bytes: UnsafeRawBufferPointer) throws -> Bool {
        if unsafe GeometryBlob.hasPlainHeader(bytes), let (x, y) = unsafe GeometryBlob.point(in: bytes, at: 8) {
            if let answer = quickAnswer(x: x, y: y) { return answer }
            return try passes(Point(x: x, y: y, spatialReference: geometry.spatialReference))
        }
        guard let own = try unsafe GeometryBlob.envelope(of: bytes) else { return false }
        if let answer = quickAnswer(xMin: own.xMin, yMin: own.yMin, xMax: own.xMax, yMax: own.yMax) { return answer }
        return try passes(unsafe GeometryBlob.geometry(from: bytes, spatialReference: geometry.spatialReference))
    }
}
