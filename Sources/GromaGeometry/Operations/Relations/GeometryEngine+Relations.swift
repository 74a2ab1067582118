// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import CGEOS

extension GeometryEngine {
    /// True when the two share at least a point. An empty geometry meets nothing. Points, boxes and shapes of moderate size are
    /// tested here, large pairs by the geometry library with an index of the first.
    public static func isGeometry(
        _ geometry1: any Geometry, intersecting geometry2: any Geometry
    ) throws(GeometryError) -> Bool {
        let geometry2 = try matched(geometry2, to: geometry1)
        guard !geometry1.isEmpty, !geometry2.isEmpty, geometry1.extent.intersects(geometry2.extent) else {
            return false
        }
        if let answer = fastIntersects(geometry1, geometry2) { return answer }
        let operation = "The test for intersection"
        let context = try GEOSContext()
        let a = try GEOSShape(simpleForm(geometry1), in: context), b = try GEOSShape(simpleForm(geometry2), in: context)
        return try GEOSPreparedShape(a).intersects(b, operation)
    }

    /// True when the two share no point; also when one is empty.
    public static func isGeometry(
        _ geometry1: any Geometry, disjointWith geometry2: any Geometry
    ) throws(GeometryError) -> Bool {
        try !isGeometry(geometry1, intersecting: geometry2)
    }

    /// True when no point of `geometry2` is outside of `geometry1` and their insides share a point: a polygon does not contain its own border.
    public static func doesGeometry(
        _ geometry1: any Geometry, contain geometry2: any Geometry
    ) throws(GeometryError) -> Bool {
        let geometry2 = try matched(geometry2, to: geometry1)
        guard !geometry1.isEmpty, !geometry2.isEmpty else { return false }
        let outer = geometry1.extent, inner = geometry2.extent
        guard outer.xMin <= inner.xMin, outer.xMax >= inner.xMax, outer.yMin <= inner.yMin, outer.yMax >= inner.yMax
        else { return false }
        if let point = geometry2 as? Point, geometry1.dimensionality == 2 {
            return geometry1.flatParts.location(x: point.x, y: point.y) == .inside
        }
        let operation = "The test for containment"
        let first = try simpleForm(geometry1), second = try simpleForm(geometry2)
        // Where only borders touch, the library computes the whole relation.
        try CrossingBound.check([first, second], operation)
        let context = try GEOSContext()
        let a = try GEOSShape(first, in: context), b = try GEOSShape(second, in: context)
        return try GEOSPreparedShape(a).contains(b, operation)
    }

    /// True when `geometry2` contains `geometry1`.
    public static func isGeometry(
        _ geometry1: any Geometry, within geometry2: any Geometry
    ) throws(GeometryError) -> Bool {
        try doesGeometry(geometry2, contain: try matched(geometry1, to: geometry2))
    }

    /// True when the insides share some but not all points and what they share has fewer dimensions than the larger of the two; two lines that
    /// meet in points inside both. Never true for two points or two polygons.
    public static func isGeometry(
        _ geometry1: any Geometry, crossing geometry2: any Geometry
    ) throws(GeometryError) -> Bool {
        try unsafe compareMeeting(geometry1, geometry2, "The test for crossing") { unsafe GEOSCrosses_r($0, $1, $2) }
    }

    /// True when only borders share points.
    public static func isGeometry(
        _ geometry1: any Geometry, touching geometry2: any Geometry
    ) throws(GeometryError) -> Bool {
        try unsafe compareMeeting(geometry1, geometry2, "The test for touching") { unsafe GEOSTouches_r($0, $1, $2) }
    }

    /// True when two shapes of the same dimension share a part of that dimension, but neither contains the other.
    public static func isGeometry(
        _ geometry1: any Geometry, overlapping geometry2: any Geometry
    ) throws(GeometryError) -> Bool {
        try unsafe compareMeeting(geometry1, geometry2, "The test for overlap") { unsafe GEOSOverlaps_r($0, $1, $2) }
    }

    /// True when the two are the same set of points, whatever the order of vertices and parts. Two empty ones of a kind are equivalent.
    public static func isGeometry(
        _ geometry1: any Geometry, equivalentTo geometry2: any Geometry
    ) throws(GeometryError) -> Bool {
        let geometry2 = try matched(geometry2, to: geometry1)
        if geometry1.isEmpty || geometry2.isEmpty {
            return geometry1.isEmpty && geometry2.isEmpty && geometry1.dimensionality == geometry2.dimensionality
        }
        return try unsafe compareMeeting(geometry1, geometry2, "The test for equality") {
            unsafe GEOSEquals_r($0, $1, $2)
        }
    }

    /// True when the intersection matrix of the two fits `relation`: nine of `T`, `F`, `*`, `0`, `1`, `2` (dimensionally extended nine-intersection
    /// model, Simple Features 1.2.1 section 6.1.15). Throws `.malformed` for another pattern.
    public static func isGeometry(
        _ geometry1: any Geometry, relatedTo geometry2: any Geometry, byRelation relation: String
    ) throws(GeometryError) -> Bool {
        guard relation.utf8.count == 9, relation.allSatisfy({ "TF*012".contains($0) }) else {
            throw GeometryError(
                .malformed, "\(relation.prefix(40)) is no relation; give nine characters out of T F * 0 1 2.")
        }
        let geometry2 = try matched(geometry2, to: geometry1)
        return try unsafe compare(geometry1, geometry2, "The relation test") {
            unsafe GEOSRelatePattern_r($0, $1, $2, relation)
        }
    }

    private static func compareMeeting(
        _ geometry1: any Geometry, _ geometry2: any Geometry, _ operation: String,
        _ test: (OpaquePointer, OpaquePointer, OpaquePointer) -> CChar
    ) throws(GeometryError) -> Bool {
        let geometry2 = try matched(geometry2, to: geometry1)
        guard !geometry1.isEmpty, !geometry2.isEmpty, geometry1.extent.intersects(geometry2.extent) else {
            return false
        }
        return try unsafe compare(geometry1, geometry2, operation, test)
    }

    /// Asks the library, with polygons in simple form: of rings that cross themselves it gives wrong answers silently.
    private static func compare(
        _ geometry1: any Geometry, _ geometry2: any Geometry, _ operation: String,
        _ test: (OpaquePointer, OpaquePointer, OpaquePointer) -> CChar
    ) throws(GeometryError) -> Bool {
        let context = try GEOSContext()
        let first = try simpleForm(geometry1), second = try simpleForm(geometry2)
        try CrossingBound.check([first, second], operation)
        let a = try GEOSShape(first, in: context), b = try GEOSShape(second, in: context)
        return try context.claim(operation) { unsafe test(context.handle, a.pointer, b.pointer) }
    }

    /// Polygons simplified, all else as it is.
    static func simpleForm(_ geometry: any Geometry) throws(GeometryError) -> any Geometry {
        geometry is Polygon ? try simplify(geometry) : geometry
    }

    /// Vertex pairs up to which the plain crossing test beats copying both shapes into the library.
    private static let mostPairs = 40_000

    /// The answer where it is cheap, else nil. Both are non-empty and their boxes meet.
    static func fastIntersects(_ a: any Geometry, _ b: any Geometry) -> Bool? {
        if a.geometryType == .envelope, b.geometryType == .envelope { return true }
        let first = a.flatParts, second = b.flatParts
        if a.geometryType == .envelope { return second.meets(a.extent, dimensionality: b.dimensionality) }
        if b.geometryType == .envelope { return first.meets(b.extent, dimensionality: a.dimensionality) }
        if a.dimensionality == 0 { return pointsMeet(first, second, dimensionality: b.dimensionality) }
        if b.dimensionality == 0 { return pointsMeet(second, first, dimensionality: a.dimensionality) }
        guard first.coordinates.count * second.coordinates.count <= mostPairs else { return nil }
        if first.crosses(second) { return true }
        // No borders meet: one lies inside the other or they are apart, and one vertex a part tells.
        return (b.dimensionality == 2 && anyPart(of: first, isIn: second))
            || (a.dimensionality == 2 && anyPart(of: second, isIn: first))
    }

    private static func anyPart(of parts: CoordinateParts, isIn area: CoordinateParts) -> Bool {
        parts.starts.contains {
            area.location(x: parts.coordinates.xy[2 * $0], y: parts.coordinates.xy[2 * $0 + 1]) != .outside
        }
    }

    private static func pointsMeet(_ points: CoordinateParts, _ other: CoordinateParts, dimensionality: Int) -> Bool {
        (0..<points.coordinates.count).contains { index in
            let x = points.coordinates.xy[2 * index], y = points.coordinates.xy[2 * index + 1]
            switch dimensionality {
            case 2: return other.location(x: x, y: y) != .outside
            case 1:
                return other.meets(Envelope(xMin: x, yMin: y, xMax: x, yMax: y), dimensionality: 1)
            default: return other.squaredDistance(toX: x, y: y, isLine: false) == 0
            }
        }
    }
}
