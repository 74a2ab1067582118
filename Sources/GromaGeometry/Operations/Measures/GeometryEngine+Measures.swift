// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import CGEOS

extension GeometryEngine {
    /// Planar area in square units of the reference; 0 for points and lines. Holes are taken off by their direction, so the rings must wind as
    /// `simplify` leaves them; a polygon wound the wrong way throughout has a negative area. Curves count as curves. Linear.
    public static func area(of geometry: any Geometry) -> Double {
        guard geometry.dimensionality == 2 else { return 0 }
        if let curves = geometry.curves { return curves.reduce(0) { $0 - $1.signedArea } }
        let parts = geometry.flatParts
        return parts.ranges.reduce(0) { $0 - parts.coordinates.signedArea(of: $1) }
    }

    /// Planar length of lines or circumference of areas, in units of the reference; 0 for points. Curves count as curves. Linear.
    public static func length(of geometry: any Geometry) -> Double {
        guard geometry.dimensionality > 0 else { return 0 }
        if let curves = geometry.curves { return curves.reduce(0) { $0 + $1.length } }
        let parts = geometry.flatParts, xy = parts.coordinates.xy
        var sum = 0.0
        for range in parts.ranges {
            for index in range.dropFirst() {
                let dx = xy[2 * index] - xy[2 * index - 2], dy = xy[2 * index + 1] - xy[2 * index - 1]
                sum += (dx * dx + dy * dy).squareRoot()
            }
        }
        return sum
    }

    /// The least planar distance between two geometries in units of the first's reference; 0 when they meet, NaN when one is empty.
    public static func distance(from geometry1: any Geometry, to geometry2: any Geometry) throws(GeometryError)
        -> Double
    {
        let geometry2 = try matched(geometry2, to: geometry1)
        guard !geometry1.isEmpty, !geometry2.isEmpty else { return .nan }
        if let point = geometry1 as? Point { return distance(from: point, toShape: geometry2) }
        if let point = geometry2 as? Point { return distance(from: point, toShape: geometry1) }
        let context = try GEOSContext()
        let a = try GEOSShape(geometry1, in: context), b = try GEOSShape(geometry2, in: context)
        // The indexed distance looks at borders only, the plain one at every pair of segments.
        if try GEOSPreparedShape(a).intersects(b, "The distance") { return 0 }
        var distance = 0.0
        _ = try context.claim("The distance") {
            // 1 is success here, 0 an exception.
            unsafe GEOSDistanceIndexed_r(context.handle, a.pointer, b.pointer, &distance) == 1 ? 1 : 2
        }
        return distance
    }

    private static func distance(from point: Point, toShape shape: any Geometry) -> Double {
        let parts = shape.flatParts
        if shape.dimensionality == 2, parts.location(x: point.x, y: point.y) != .outside { return 0 }
        return parts.squaredDistance(toX: point.x, y: point.y, isLine: shape.dimensionality > 0).squareRoot()
    }

    /// The box round all of them, in the reference of the first.
    public static func combineExtents(of geometries: [any Geometry]) throws(GeometryError) -> Envelope {
        guard let first = geometries.first else { return .empty() }
        var result = first.extent
        result.spatialReference = first.spatialReference
        for geometry in geometries.dropFirst() { result = result.union(try matched(geometry, to: first).extent) }
        return result
    }
}
