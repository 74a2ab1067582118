// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import CPROJ

/// The changes of datum that are known between two references.
public enum TransformationCatalog {
    /// Every registered way between the datums of two references, the most suitable first: the one `GeometryEngine.project` takes by itself where it can be used,
    /// then by area and accuracy as PROJ's register has them. Empty when both are on the same longitude/latitude reference.
    ///
    /// `areaOfInterest`, in any reference, leaves out what does not touch it. Ways whose grid files are missing are listed with their names. Costs up to
    /// 100 ms. Throws `.spatialReference` for a reference that is unknown.
    public static func transformations(
        from source: SpatialReference, to target: SpatialReference, areaOfInterest: Envelope? = nil
    ) throws(GeometryError) -> [DatumTransformation] {
        let from = try ReferenceFrame(of: source).geographicDefinition
        let to = try ReferenceFrame(of: target).geographicDefinition
        guard from != to else { return [] }
        var area: Envelope?
        if let asked = areaOfInterest, !asked.isEmpty { area = try GeometryEngine.project(asked, into: .wgs84) }
        let registered = try registered(from: from, to: to, area: area)
        guard let preferred = DatumTransformation.preferred(from: from, to: to) else { return registered }
        return [preferred] + registered.filter { $0.wkid != preferred.wkid }
    }

    /// The first of `transformations(from:to:areaOfInterest:)` that can be used with the grid files there are; nil when none is needed or known.
    public static func transformation(
        from source: SpatialReference, to target: SpatialReference, areaOfInterest: Envelope? = nil
    ) throws(GeometryError) -> DatumTransformation? {
        try transformations(from: source, to: target, areaOfInterest: areaOfInterest).first { $0.missingGrids.isEmpty }
    }

    private static func registered(from: String, to: String, area: Envelope?) throws(GeometryError)
        -> [DatumTransformation]
    {
        guard let context = unsafe proj_context_create() else {
            throw GeometryError(.operationFailed, "The projection library could not start: memory is short.")
        }
        defer { unsafe proj_context_destroy(context) }
        unsafe proj_log_level(context, PJ_LOG_NONE)
        let source = unsafe proj_create(context, from), target = unsafe proj_create(context, to)
        // Nothing here is null: destroying null is allowed throughout.
        defer {
            unsafe proj_destroy(source)
            unsafe proj_destroy(target)
        }
        // Of every authority: the vendor's register has ways that EPSG's has not.
        guard let factory = unsafe proj_create_operation_factory_context(context, "any") else { return [] }
        defer { unsafe proj_operation_factory_context_destroy(factory) }
        unsafe proj_operation_factory_context_set_grid_availability_use(
            context, factory, PROJ_GRID_AVAILABILITY_IGNORED)
        unsafe proj_operation_factory_context_set_spatial_criterion(
            context, factory, PROJ_SPATIAL_CRITERION_PARTIAL_INTERSECTION)
        unsafe proj_operation_factory_context_set_allow_ballpark_transformations(context, factory, 0)
        if let area {
            unsafe proj_operation_factory_context_set_area_of_interest(
                context, factory, area.xMin, area.yMin, area.xMax, area.yMax)
        }
        guard let list = unsafe proj_create_operations(context, source, target, factory) else { return [] }
        defer { unsafe proj_list_destroy(list) }
        var found: [DatumTransformation] = []
        for index in 0..<min(256, unsafe proj_list_get_count(list)) {
            guard let operation = unsafe proj_list_get(context, list, index) else { continue }
            defer { unsafe proj_destroy(operation) }
            if let transformation = unsafe transformation(operation, context, from: from, to: to) {
                found.append(transformation)
            }
        }
        return found
    }

    private static func transformation(
        _ operation: OpaquePointer, _ context: OpaquePointer, from: String, to: String
    ) -> DatumTransformation? {
        guard let normalized = unsafe proj_normalize_for_visualization(context, operation) else { return nil }
        defer { unsafe proj_destroy(normalized) }
        guard let definition = unsafe proj_as_proj_string(context, normalized, PJ_PROJ_5, nil),
            let name = unsafe proj_get_name(operation)
        else { return nil }
        let accuracy = unsafe proj_coordoperation_get_accuracy(context, operation)
        let code = unsafe proj_get_id_code(operation, 0)
        var missing: [String] = []
        for grid in 0..<max(0, unsafe proj_coordoperation_get_grid_used_count(context, operation)) {
            var short: UnsafePointer<CChar>? = nil
            var isAvailable: Int32 = 0
            let isKnown = unsafe proj_coordoperation_get_grid_used(
                context, operation, grid, &short, nil, nil, nil, nil, nil, &isAvailable)
            if isKnown == 1, isAvailable == 0, let short = unsafe short {
                missing.append(unsafe String(cString: short))
            }
        }
        let wkid: Int? = if let code = unsafe code { Int(unsafe String(cString: code)) } else { nil }
        return unsafe DatumTransformation(
            name: String(cString: name), wkid: wkid, accuracy: accuracy >= 0 ? accuracy : nil, missingGrids: missing,
            source: from, target: to, definition: String(cString: definition), isInverse: false)
    }
}
