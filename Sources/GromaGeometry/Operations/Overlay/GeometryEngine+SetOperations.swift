// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import CGEOS

extension GeometryEngine {
    // Of all set operations: z is kept and interpolated where a vertex is new, measures are kept where all inputs of the result's dimension have them.

    /// Everything that is in one or the other. Both must have the same dimension, except that an empty one adds nothing; points become a multipoint.
    /// Throws `.unsupported` for mixed dimensions.
    public static func union(_ geometry1: any Geometry, _ geometry2: any Geometry) throws(GeometryError) -> any Geometry
    {
        try union(of: [geometry1, geometry2])
    }

    /// Everything that is in at least one of them, in the reference of the first; an empty list is refused as `.unsupported`.
    public static func union(of geometries: [any Geometry]) throws(GeometryError) -> any Geometry {
        guard let first = geometries.first else {
            throw GeometryError(.unsupported, "The union of no geometries has no kind; give at least one.")
        }
        let filled = geometries.filter { !$0.isEmpty }
        let dimension = filled.first?.dimensionality ?? first.dimensionality
        guard filled.allSatisfy({ $0.dimensionality == dimension }) else {
            throw GeometryError(
                .unsupported, "Points, lines and polygons have no common union; unite geometries of one kind.")
        }
        var parts = CoordinateParts()
        if filled.allSatisfy(\.hasZ), !filled.isEmpty { parts.coordinates.z = [] }
        if filled.allSatisfy(\.hasM), !filled.isEmpty { parts.coordinates.m = [] }
        for geometry in filled {
            let other = try matched(geometry, to: first).flatParts
            for range in other.ranges {
                parts.beginPart()
                parts.coordinates.append(range, of: other.coordinates)
            }
        }
        let reference = first.spatialReference
        switch dimension {
        case 0:
            parts.starts = parts.coordinates.isEmpty ? [] : [0]
            return try simplify(Multipoint(coordinates: parts.coordinates, spatialReference: reference))
        case 1:
            return try unite(filled, to: first, as: .polyline)
        default:
            return try unite(filled, to: first, as: .polygon)
        }
    }

    private static func unite(
        _ geometries: [any Geometry], to first: any Geometry, as type: GeometryType
    ) throws(GeometryError) -> any Geometry {
        guard var result = geometries.first else {
            return CoordinateParts().geometry(as: type, in: first.spatialReference)
        }
        // Halves first: each level touches every vertex once.
        if geometries.count > 2 {
            let middle = geometries.count / 2
            let low = try unite(Array(geometries[..<middle]), to: first, as: type)
            let high = try unite(Array(geometries[middle...]), to: first, as: type)
            return try unsafe overlay(low, high, as: type, "The union") { unsafe GEOSUnion_r($0, $1, $2) }
        }
        result = try matched(result, to: first)
        guard geometries.count == 2 else {
            return try unsafe overlay(
                result, CoordinateParts().geometry(as: type, in: first.spatialReference), as: type, "The union"
            ) {
                unsafe GEOSUnion_r($0, $1, $2)
            }
        }
        return try unsafe overlay(result, matched(geometries[1], to: first), as: type, "The union") {
            unsafe GEOSUnion_r($0, $1, $2)
        }
    }

    /// What is in both, of the smaller dimension of the two; the points or lines where two polygons only touch are left out.
    public static func intersection(_ geometry1: any Geometry, _ geometry2: any Geometry) throws(GeometryError)
        -> any Geometry
    {
        let geometry2 = try matched(geometry2, to: geometry1)
        let smaller = geometry2.dimensionality < geometry1.dimensionality ? geometry2 : geometry1
        let type = resultType(smaller)
        guard !geometry1.isEmpty, !geometry2.isEmpty, geometry1.extent.intersects(geometry2.extent) else {
            return CoordinateParts().geometry(as: type, in: geometry1.spatialReference)
        }
        return try unsafe overlay(geometry1, geometry2, as: type, "The intersection") {
            unsafe GEOSIntersection_r($0, $1, $2)
        }
    }

    /// The shared pieces of each dimension: points, lines and polygons, those that exist.
    public static func intersections(_ geometry1: any Geometry, _ geometry2: any Geometry) throws(GeometryError)
        -> [any Geometry]
    {
        let geometry2 = try matched(geometry2, to: geometry1)
        guard !geometry1.isEmpty, !geometry2.isEmpty, geometry1.extent.intersects(geometry2.extent) else { return [] }
        let context = try GEOSContext()
        let shape = try unsafe computed(geometry1, geometry2, in: context, "The intersection") {
            unsafe GEOSIntersection_r($0, $1, $2)
        }
        return [.multipoint, .polyline, .polygon].map { shape.geometry(as: $0, in: geometry1.spatialReference) }.filter
        { !$0.isEmpty }
    }

    /// What is in the first but not in the second, of the kind of the first. A line takes nothing away from a polygon.
    public static func difference(_ geometry1: any Geometry, _ geometry2: any Geometry) throws(GeometryError)
        -> any Geometry
    {
        let geometry2 = try matched(geometry2, to: geometry1)
        guard !geometry1.isEmpty, !geometry2.isEmpty, geometry1.extent.intersects(geometry2.extent),
            geometry2.dimensionality >= geometry1.dimensionality
        else { return geometry1 }
        return try unsafe overlay(geometry1, geometry2, as: resultType(geometry1), "The difference") {
            unsafe GEOSDifference_r($0, $1, $2)
        }
    }

    /// What is in exactly one of them. Of a polygon and a line, or a line and points, it is the one of more dimensions as it is: what is left of the other
    /// has no place in one geometry.
    public static func symmetricDifference(
        _ geometry1: any Geometry, _ geometry2: any Geometry
    ) throws(GeometryError) -> any Geometry {
        let geometry2 = try matched(geometry2, to: geometry1)
        if geometry1.dimensionality != geometry2.dimensionality {
            return geometry1.dimensionality > geometry2.dimensionality ? geometry1 : geometry2
        }
        let type: GeometryType = geometry1.dimensionality == 0 ? .multipoint : resultType(geometry1)
        return try unsafe overlay(geometry1, geometry2, as: type, "The symmetric difference") {
            unsafe GEOSSymDifference_r($0, $1, $2)
        }
    }

    /// An envelope's results are polygons.
    static func resultType(_ geometry: any Geometry) -> GeometryType {
        geometry.geometryType == .envelope ? .polygon : geometry.geometryType
    }

    static func overlay(
        _ geometry1: any Geometry, _ geometry2: any Geometry, as type: GeometryType, _ operation: String,
        _ function: (OpaquePointer, OpaquePointer, OpaquePointer) -> OpaquePointer?
    ) throws(GeometryError) -> any Geometry {
        let shape = try unsafe computed(geometry1, geometry2, in: GEOSContext(), operation, function)
        return shape.geometry(as: type, in: geometry1.spatialReference, measuresOf: [geometry1, geometry2])
    }

    /// Asks the library, with polygons in simple form.
    private static func computed(
        _ geometry1: any Geometry, _ geometry2: any Geometry, in context: GEOSContext, _ operation: String,
        _ function: (OpaquePointer, OpaquePointer, OpaquePointer) -> OpaquePointer?
    ) throws(GeometryError) -> GEOSShape {
        let first = try simpleForm(geometry1), second = try simpleForm(geometry2)
        try CrossingBound.check([first, second], operation)
        let a = try GEOSShape(first, in: context), b = try GEOSShape(second, in: context)
        return try unsafe context.adopt(operation) { unsafe function(context.handle, a.pointer, b.pointer) }
    }
}
