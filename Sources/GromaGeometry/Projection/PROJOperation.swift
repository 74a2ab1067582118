// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import CPROJ

/// One coordinate operation of PROJ with a context of its own: the only owner of PJ and PJ_CONTEXT pointers.
///
/// Used by one caller at a time (`TransformationPool` hands it out and takes it back), which is all that PROJ asks for; hence `@unchecked Sendable`.
@safe final class PROJOperation: @unchecked Sendable {
    private let context: OpaquePointer
    private let operation: OpaquePointer

    /// The best operation between two definitions ("EPSG:3857", well-known text); coordinates are x before y on both sides, angles in degrees.
    convenience init(from source: String, to target: String) throws(GeometryError) {
        let failure = GeometryError(
            .spatialReference,
            "There is no way from \(source.prefix(80)) to \(target.prefix(80)); check both spatial references.")
        try unsafe self.init(failure) { unsafe proj_create_crs_to_crs($0, source, target, nil) }
    }

    /// The operation of a definition: a registered one ("urn:ogc:def:coordinateOperation:ESRI::108190") or a pipeline, x before y on both sides.
    convenience init(definition: String) throws(GeometryError) {
        let failure = GeometryError(
            .spatialReference, "\(definition.prefix(120)) is no coordinate operation that PROJ knows.")
        // The catalogue's pipelines have their axes in order already.
        try unsafe self.init(failure, isNormalized: definition.hasPrefix("+proj")) {
            unsafe proj_create($0, definition)
        }
    }

    private init(
        _ failure: GeometryError, isNormalized: Bool = false, _ make: (OpaquePointer) -> OpaquePointer?
    ) throws(GeometryError) {
        guard let context = unsafe proj_context_create() else {
            throw GeometryError(.operationFailed, "The projection library could not start: memory is short.")
        }
        unsafe proj_log_level(context, PJ_LOG_NONE)
        guard let raw = unsafe make(context) else {
            var error = failure
            error.cause = unsafe Self.message(of: context, code: proj_context_errno(context))
            unsafe proj_context_destroy(context)
            throw error
        }
        if isNormalized {
            unsafe operation = raw
        } else {
            guard let normalized = unsafe proj_normalize_for_visualization(context, raw) else {
                unsafe proj_destroy(raw)
                unsafe proj_context_destroy(context)
                throw failure
            }
            unsafe proj_destroy(raw)
            unsafe operation = normalized
        }
        unsafe self.context = context
    }

    deinit {
        unsafe proj_destroy(operation)
        unsafe proj_context_destroy(context)
    }

    private static func message(of context: OpaquePointer, code: Int32) -> String? {
        guard code != 0, let text = unsafe proj_context_errno_string(context, code) else { return nil }
        return unsafe String(cString: text)
    }

    /// Moves pairs in place; what has no place in the target becomes infinite.
    func apply(to xy: inout [Double], inverse: Bool = false) {
        let count = xy.count / 2
        guard count > 0 else { return }
        let stride = 2 * MemoryLayout<Double>.stride
        unsafe xy.withUnsafeMutableBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return }
            _ = unsafe proj_trans_generic(
                operation, inverse ? PJ_INV : PJ_FWD, base, stride, count, base + 1, stride, count, nil, 0, 0, nil, 0, 0
            )
        }
    }
}
