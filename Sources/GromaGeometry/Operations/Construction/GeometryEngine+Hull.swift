// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import CGEOS

extension GeometryEngine {
    /// The smallest convex shape round all vertices: a polygon, or a line or point where they do not span an area. Empty in, empty polygon out.
    public static func convexHull(of geometry: any Geometry) throws(GeometryError) -> any Geometry {
        guard !geometry.isEmpty else { return Polygon(spatialReference: geometry.spatialReference) }
        let points = Multipoint(
            coordinates: geometry.flatParts.coordinates, spatialReference: geometry.spatialReference)
        let hull = try unsafe GEOSShape(points, in: GEOSContext()).map("The convex hull") {
            unsafe GEOSConvexHull_r($0, $1)
        }
        let type: GeometryType = hull.dimensionality == 2 ? .polygon : hull.dimensionality == 1 ? .polyline : .point
        return hull.geometry(as: type, in: geometry.spatialReference)
    }

    /// The rings of a polygon as a polyline; the end points of a polyline (those that an odd number of paths share) as a multipoint; nothing, as an empty
    /// multipoint, of points.
    public static func boundary(of geometry: any Geometry) -> any Geometry {
        let parts = geometry.flatParts
        switch geometry.dimensionality {
        case 2: return Polyline(parts: parts, spatialReference: geometry.spatialReference)
        case 1:
            var counts: [SIMD2<Double>: Int] = [:]
            var order: [Int] = []
            for range in parts.ranges where !range.isEmpty && !parts.coordinates.isClosed(range) {
                for index in [range.lowerBound, range.upperBound - 1] {
                    let place = SIMD2(parts.coordinates.xy[2 * index], parts.coordinates.xy[2 * index + 1])
                    if counts[place, default: 0] == 0 { order.append(index) }
                    counts[place, default: 0] += 1
                }
            }
            var ends = parts.coordinates.emptyCopy()
            for index in order {
                let place = SIMD2(parts.coordinates.xy[2 * index], parts.coordinates.xy[2 * index + 1])
                if counts[place, default: 0] % 2 == 1 { ends.append(index..<(index + 1), of: parts.coordinates) }
            }
            return Multipoint(coordinates: ends, spatialReference: geometry.spatialReference)
        default: return Multipoint(spatialReference: geometry.spatialReference)
        }
    }

    /// The smallest circle round a geometry: its centre, and its radius in units of the reference. An empty geometry gives an empty point and NaN.
    public static func minimumBoundingCircle(of geometry: any Geometry) throws(GeometryError) -> (
        center: Point, radius: Double
    ) {
        guard !geometry.isEmpty else { return (.empty(in: geometry.spatialReference), .nan) }
        let context = try GEOSContext()
        let shape = try GEOSShape(geometry, in: context)
        var radius = 0.0
        var center: OpaquePointer? = nil
        let circle = unsafe GEOSMinimumBoundingCircle_r(context.handle, shape.pointer, &radius, &center)
        // Both are made by the library and ours to free.
        if let circle = unsafe circle { unsafe GEOSGeom_destroy_r(context.handle, circle) }
        let middle = try unsafe context.adopt("The smallest circle") { unsafe center }
        let point = middle.geometry(as: .point, in: geometry.spatialReference) as? Point
        return (point ?? .empty(in: geometry.spatialReference), radius)
    }

    /// A point inside the polygon where a label has room: the middle of an upright chord at a quarter, half or three quarters of the width. Of the chords
    /// whose middle keeps an eighth of the shorter side of the box clear of the border the longest is taken, and where none does, the one with
    /// most room. z and m are left out. Empty in, empty out. Linear.
    public static func labelPoint(for polygon: Polygon) -> Point {
        let box = polygon.extent
        guard !box.isEmpty else { return .empty(in: polygon.spatialReference) }
        let enough = min(box.width, box.height) / 8
        var best = (room: -1.0, length: -1.0, x: box.center.x, y: box.center.y)
        for part in [0.5, 0.25, 0.75] {
            let x = box.xMin + box.width * part
            let heights = chordEnds(of: polygon.parts, x: x)
            for index in stride(from: 0, to: heights.count - 1, by: 2) {
                let length = heights[index + 1] - heights[index], y = (heights[index] + heights[index + 1]) / 2
                let distance = polygon.parts.squaredDistance(toX: x, y: y, isLine: true).squareRoot()
                let room = min(distance, enough)
                // Equal chords of a box: the one in the middle.
                if room > best.room * 1.000001 || (room > best.room * 0.999999 && length > best.length * 1.000001) {
                    best = (room, length, x, y)
                }
            }
        }
        return Point(x: best.x, y: best.y, spatialReference: polygon.spatialReference)
    }

    /// Where the upright line at x enters and leaves the area, from below.
    private static func chordEnds(of parts: CoordinateParts, x: Double) -> [Double] {
        var ends: [Double] = []
        let xy = parts.coordinates.xy
        for range in parts.ranges {
            for index in range.dropFirst() {
                let ax = xy[2 * index - 2], bx = xy[2 * index]
                guard (ax > x) != (bx > x) else { continue }
                let ay = xy[2 * index - 1], by = xy[2 * index + 1]
                ends.append(ay + (by - ay) * (x - ax) / (bx - ax))
            }
        }
        return ends.sorted()
    }

    /// Each path, or each area with its holes, or each point, as a geometry of its own.
    public static func singleParts(of geometry: any Geometry) -> [any Geometry] {
        let parts = geometry.flatParts, reference = geometry.spatialReference
        switch geometry {
        case let polygon as Polygon:
            return polygon.shells().map { shell in
                var single = CoordinateParts(coordinates: parts.coordinates.emptyCopy())
                for ring in [shell.outer] + shell.holes {
                    single.beginPart()
                    single.coordinates.append(parts.range(of: ring), of: parts.coordinates)
                }
                return Polygon(parts: single, spatialReference: reference)
            }
        case is Polyline:
            return parts.ranges.map { range in
                var single = CoordinateParts(coordinates: parts.coordinates.emptyCopy(), starts: [])
                single.beginPart()
                single.coordinates.append(range, of: parts.coordinates)
                return Polyline(parts: single, spatialReference: reference)
            }
        case is Multipoint: return (0..<parts.coordinates.count).map { parts.coordinates.point(at: $0, in: reference) }
        default: return geometry.isEmpty ? [] : [geometry]
        }
    }
}
