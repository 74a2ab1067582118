// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import CGEOS

/// One geometry of the library: the only owner of a geometry pointer, together with the context it lives in.
@safe final class GEOSShape {
    let context: GEOSContext
    private(set) var pointer: OpaquePointer

    /// Takes over `pointer`.
    @unsafe init(adopting pointer: OpaquePointer, in context: GEOSContext) {
        self.context = context
        unsafe self.pointer = pointer
    }

    deinit { unsafe GEOSGeom_destroy_r(context.handle, pointer) }

    /// Copies a geometry into the library: multi geometries throughout, rings as shells with holes. Rings of fewer than four vertices and
    /// paths of fewer than two are left out. Throws `.malformed` for coordinates that are no finite numbers or beyond 1e30.
    convenience init(_ geometry: any Geometry, in context: GEOSContext) throws(GeometryError) {
        let parts = geometry.flatParts
        try Self.check(parts.coordinates.xy, of: geometry.geometryType)
        let builder = GEOSBuilder(context: context, parts: parts)
        switch geometry {
        case is Point, is Multipoint: try unsafe self.init(adopting: builder.points(), in: context)
        case is Polyline: try unsafe self.init(adopting: builder.lines(), in: context)
        case let polygon as Polygon:
            try unsafe self.init(adopting: builder.polygons(polygon.shells(keepsUnmeasured: false)), in: context)
        default:
            try unsafe self.init(
                adopting: builder.polygons(parts.starts.isEmpty ? [] : [Polygon.Shell(outer: 0, holes: [])]),
                in: context)
        }
    }

    /// Past this the library's products overflow, and it reads memory that is not its own.
    private static let largestCoordinate = 1e30

    private static func check(_ xy: [Double], of type: GeometryType) throws(GeometryError) {
        // A NaN fails the comparison too.
        guard xy.allSatisfy({ abs($0) <= largestCoordinate }) else {
            throw GeometryError(
                .malformed,
                "A \(type) has coordinates that are no finite numbers or beyond 1e30; remove those vertices.")
        }
    }

    /// Every ring of a polygon as an area of its own, whatever its direction; for making valid by the even-odd rule.
    convenience init(ringsOf polygon: Polygon, in context: GEOSContext) throws(GeometryError) {
        try Self.check(polygon.parts.coordinates.xy, of: .polygon)
        let builder = GEOSBuilder(context: context, parts: polygon.parts)
        let rings = polygon.parts.starts.indices.map { Polygon.Shell(outer: $0, holes: []) }
        try unsafe self.init(adopting: builder.polygons(rings), in: context)
    }

    /// The result of a library function on this shape.
    func map(
        _ operation: String, _ body: (OpaquePointer, OpaquePointer) -> OpaquePointer?
    ) throws(GeometryError) -> GEOSShape {
        try unsafe context.adopt(operation) { unsafe body(context.handle, pointer) }
    }

    /// Copies what the library holds into a geometry of the wanted kind; members of other kinds (a point where two polygons touch) are left out.
    func geometry(as type: GeometryType, in reference: SpatialReference?) -> any Geometry {
        let hasZ = unsafe GEOSHasZ_r(context.handle, pointer) == 1
        var parts = CoordinateParts(coordinates: CoordinateSequence(z: hasZ ? [] : nil))
        unsafe collect(pointer, as: type, into: &parts)
        if type == .point || type == .multipoint { parts.starts = parts.coordinates.isEmpty ? [] : [0] }
        return parts.geometry(as: type == .envelope ? .polygon : type, in: reference)
    }

    /// The same with measures, which the library does not know: those of `sources`, if all of the result's dimension have some.
    func geometry(
        as type: GeometryType, in reference: SpatialReference?, measuresOf sources: [any Geometry]
    ) -> any Geometry {
        let result = geometry(as: type, in: reference)
        let measured = sources.filter { !$0.isEmpty && $0.dimensionality == result.dimensionality }
        guard !result.isEmpty, !measured.isEmpty, measured.allSatisfy(\.hasM) else { return result }
        var parts = result.flatParts
        parts.takeMeasures(from: measured.map(\.flatParts))
        return parts.geometry(as: result.geometryType, in: reference)
    }

    /// The highest number of dimensions of a member: 0 points, 1 lines, 2 areas.
    var dimensionality: Int { Int(unsafe GEOSGeom_getDimensions_r(context.handle, pointer)) }

    private func collect(_ member: OpaquePointer, as type: GeometryType, into parts: inout CoordinateParts) {
        let handle = unsafe context.handle
        switch unsafe GEOSGeomTypes(UInt32(bitPattern: GEOSGeomTypeId_r(handle, member))) {
        case GEOS_POINT where type == .point || type == .multipoint: unsafe append(member, to: &parts)
        case GEOS_LINESTRING where type == .polyline, GEOS_LINEARRING where type == .polyline:
            unsafe append(member, to: &parts)
        case GEOS_POLYGON where type == .polygon || type == .envelope:
            guard let outer = unsafe GEOSGetExteriorRing_r(handle, member) else { return }
            unsafe appendRing(outer, clockwise: true, to: &parts)
            for index in 0..<max(0, unsafe GEOSGetNumInteriorRings_r(handle, member)) {
                guard let hole = unsafe GEOSGetInteriorRingN_r(handle, member, index) else { continue }
                unsafe appendRing(hole, clockwise: false, to: &parts)
            }
        case GEOS_MULTIPOINT, GEOS_MULTILINESTRING, GEOS_MULTIPOLYGON, GEOS_GEOMETRYCOLLECTION:
            for index in 0..<max(0, unsafe GEOSGetNumGeometries_r(handle, member)) {
                guard let inner = unsafe GEOSGetGeometryN_r(handle, member, index) else { continue }
                unsafe collect(inner, as: type, into: &parts)
            }
        default: break
        }
    }

    private func appendRing(_ ring: OpaquePointer, clockwise: Bool, to parts: inout CoordinateParts) {
        let first = parts.coordinates.count
        unsafe append(ring, to: &parts)
        parts.coordinates.orient(first..<parts.coordinates.count, clockwise: clockwise)
    }

    private func append(_ member: OpaquePointer, to parts: inout CoordinateParts) {
        guard let sequence = unsafe GEOSGeom_getCoordSeq_r(context.handle, member) else { return }
        var count: UInt32 = 0
        guard unsafe GEOSCoordSeq_getSize_r(context.handle, sequence, &count) == 1, count > 0 else { return }
        let hasZ = parts.coordinates.z != nil
        var flat = [Double](repeating: 0, count: Int(count) * (hasZ ? 3 : 2))
        guard unsafe GEOSCoordSeq_copyToBuffer_r(context.handle, sequence, &flat, hasZ ? 1 : 0, 0) == 1 else { return }
        parts.beginPart()
        if hasZ {
            for index in 0..<Int(count) {
                parts.append(x: flat[3 * index], y: flat[3 * index + 1])
                parts.coordinates.z?.append(flat[3 * index + 2])
            }
        } else {
            parts.coordinates.xy.append(contentsOf: flat)
        }
    }
}
