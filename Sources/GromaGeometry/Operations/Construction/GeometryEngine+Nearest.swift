// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// The answer to a proximity question.
public struct ProximityResult: Sendable, Hashable {
    /// The nearest place, in the geometry's reference.
    public var coordinate: Point
    /// Planar distance in units of the reference.
    public var distance: Double
    /// Index of the vertex, or of the first vertex of the segment, counted through all parts; -1 for a point inside a polygon.
    public var vertexIndex: Int
    /// True when the asked point lies to the right of the segment in its direction; false for points.
    public var isRightSide: Bool
}

extension GeometryEngine {
    /// The place of the geometry nearest to `point`, or nil when one is empty. Inside a polygon it is the point itself, unless `testPolygonInterior` is false.
    public static func nearestCoordinate(
        in geometry: any Geometry, to point: Point, testPolygonInterior: Bool = true
    ) throws(GeometryError) -> ProximityResult? {
        let asked = try matched(point, to: geometry).extent
        guard !asked.isEmpty, !geometry.isEmpty else { return nil }
        let x = asked.xMin, y = asked.yMin, parts = geometry.flatParts, xy = parts.coordinates.xy
        if geometry.dimensionality == 0 { return try nearestVertex(in: geometry, to: point) }
        if geometry.dimensionality == 2, testPolygonInterior, parts.location(x: x, y: y) != .outside {
            let here = Point(x: x, y: y, spatialReference: geometry.spatialReference)
            return ProximityResult(coordinate: here, distance: 0, vertexIndex: -1, isRightSide: false)
        }
        var best: ProximityResult?
        for range in parts.ranges {
            for index in range.dropFirst() {
                let ax = xy[2 * index - 2], ay = xy[2 * index - 1], dx = xy[2 * index] - ax, dy = xy[2 * index + 1] - ay
                let length = dx * dx + dy * dy
                let part = length > 0 ? min(1, max(0, ((x - ax) * dx + (y - ay) * dy) / length)) : 0
                let nx = part == 1 ? xy[2 * index] : ax + part * dx, ny = part == 1 ? xy[2 * index + 1] : ay + part * dy
                let distance = ((nx - x) * (nx - x) + (ny - y) * (ny - y)).squareRoot()
                guard distance < best?.distance ?? .infinity else { continue }
                best = ProximityResult(
                    coordinate: Point(x: nx, y: ny, spatialReference: geometry.spatialReference), distance: distance,
                    vertexIndex: index - 1, isRightSide: dx * (y - ay) - dy * (x - ax) < 0)
            }
        }
        return best
    }

    /// The vertex nearest to `point`, or nil when one is empty.
    public static func nearestVertex(in geometry: any Geometry, to point: Point) throws(GeometryError)
        -> ProximityResult?
    {
        try nearestVertices(in: geometry, to: point, radius: .infinity, limit: 1).first
    }

    /// The vertices within `radius` units of `point`, nearest first, at most `limit`.
    public static func nearestVertices(
        in geometry: any Geometry, to point: Point, radius: Double, limit: Int
    ) throws(GeometryError) -> [ProximityResult] {
        let asked = try matched(point, to: geometry).extent
        guard !asked.isEmpty, limit > 0 else { return [] }
        let coordinates = geometry.flatParts.coordinates
        var found: [(distance: Double, index: Int)] = []
        for index in 0..<coordinates.count {
            let dx = coordinates.xy[2 * index] - asked.xMin, dy = coordinates.xy[2 * index + 1] - asked.yMin
            let distance = (dx * dx + dy * dy).squareRoot()
            if distance <= radius { found.append((distance, index)) }
        }
        return found.sorted { ($0.distance, $0.index) < ($1.distance, $1.index) }.prefix(limit).map {
            ProximityResult(
                coordinate: coordinates.point(at: $0.index, in: geometry.spatialReference), distance: $0.distance,
                vertexIndex: $0.index, isRightSide: false)
        }
    }

    /// The point `distance` units along the line from its start, paths taken one after the other; the ends beyond them. z and m are interpolated.
    public static func point(along polyline: Polyline, distance: Double) -> Point {
        let parts = polyline.parts
        guard !parts.coordinates.isEmpty, !distance.isNaN else { return .empty(in: polyline.spatialReference) }
        var left = max(0, distance)
        for range in parts.ranges {
            for index in range.dropFirst() {
                let length = segmentLength(index, parts.coordinates)
                if left <= length, length > 0 {
                    var place = parts.coordinates.emptyCopy()
                    place.appendBetween(index - 1, index, of: parts.coordinates, part: left / length)
                    return place.point(at: 0, in: polyline.spatialReference)
                }
                left -= length
            }
        }
        return parts.coordinates.point(at: parts.coordinates.count - 1, in: polyline.spatialReference)
    }

    /// How far along the line, 0 to 1, its place nearest to `point` is; NaN when that is farther than `tolerance` units away (negative: any distance) or the
    /// line is empty.
    public static func fraction(along polyline: Polyline, to point: Point, tolerance: Double = -1) throws(GeometryError)
        -> Double
    {
        guard let near = try nearestCoordinate(in: polyline, to: point), tolerance < 0 || near.distance <= tolerance
        else { return .nan }
        var before = 0.0, total = 0.0
        for range in polyline.parts.ranges {
            for index in range.dropFirst() {
                if index - 1 == near.vertexIndex {
                    let dx = near.coordinate.x - polyline.parts.coordinates.xy[2 * index - 2]
                    let dy = near.coordinate.y - polyline.parts.coordinates.xy[2 * index - 1]
                    before = total + (dx * dx + dy * dy).squareRoot()
                }
                total += segmentLength(index, polyline.parts.coordinates)
            }
        }
        return total > 0 ? before / total : 0
    }

    private static func segmentLength(_ index: Int, _ coordinates: CoordinateSequence) -> Double {
        let dx = coordinates.xy[2 * index] - coordinates.xy[2 * index - 2],
            dy = coordinates.xy[2 * index + 1] - coordinates.xy[2 * index - 1]
        return (dx * dx + dy * dy).squareRoot()
    }
}
