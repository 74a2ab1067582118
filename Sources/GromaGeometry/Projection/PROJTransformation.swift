// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import CPROJ

/// One PROJ pipeline with a context of its own: the only owner of PJ and PJ_CONTEXT pointers.
///
/// Used by one caller at a time (`TransformationPool` hands it out and takes it back), which is all that PROJ asks for; hence `@unchecked Sendable`.
@safe final class PROJTransformation: @unchecked Sendable {
    private let context: OpaquePointer
    private let pipeline: OpaquePointer

    /// The pipeline between two definitions ("EPSG:3857", well-known text); coordinates are x before y on both sides, angles in degrees.
    init(from source: String, to target: String) throws(GeometryError) {
        guard let context = unsafe proj_context_create() else {
            throw GeometryError(.operationFailed, "The projection library could not start: memory is short.")
        }
        unsafe proj_log_level(context, PJ_LOG_NONE)
        guard let raw = unsafe proj_create_crs_to_crs(context, source, target, nil) else {
            let cause = unsafe Self.message(of: context, code: proj_context_errno(context))
            unsafe proj_context_destroy(context)
            throw GeometryError(
                .spatialReference,
                "There is no way from \(source.prefix(80)) to \(target.prefix(80)); check both spatial references.",
                cause: cause)
        }
        guard let pipeline = unsafe proj_normalize_for_visualization(context, raw) else {
            unsafe proj_destroy(raw)
            unsafe proj_context_destroy(context)
            throw GeometryError(
                .spatialReference,
                "The axes of \(source.prefix(80)) or \(target.prefix(80)) cannot be put in x, y order.")
        }
        unsafe proj_destroy(raw)
        unsafe self.context = context
        unsafe self.pipeline = pipeline
    }

    deinit {
        unsafe proj_destroy(pipeline)
        unsafe proj_context_destroy(context)
    }

    private static func message(of context: OpaquePointer, code: Int32) -> String? {
        guard code != 0, let text = unsafe proj_context_errno_string(context, code) else { return nil }
        return unsafe String(cString: text)
    }

    /// Moves pairs in place; a pair that has no place in the target becomes NaN, and the number of those is returned.
    func apply(to xy: inout [Double]) -> Int {
        let count = xy.count / 2
        guard count > 0 else { return 0 }
        let stride = 2 * MemoryLayout<Double>.stride
        unsafe xy.withUnsafeMutableBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return }
            _ = unsafe proj_trans_generic(
                pipeline, PJ_FWD, base, stride, count, base + 1, stride, count, nil, 0, 0, nil, 0, 0)
        }
        var lost = 0
        for index in 0..<count where !(xy[2 * index].isFinite && xy[2 * index + 1].isFinite) {
            xy[2 * index] = .nan
            xy[2 * index + 1] = .nan
            lost += 1
        }
        return lost
    }
}
