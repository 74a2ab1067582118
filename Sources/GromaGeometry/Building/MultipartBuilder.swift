// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// Makes a shape of paths: lines or rings.
public protocol MultipartBuilder: GeometryBuilder {
    /// The paths' vertices, all in `spatialReference`; a ring's first vertex is not repeated at its end.
    var parts: [[Point]] { get set }
}

extension MultipartBuilder {
    /// Adds a vertex at the end of the last path, beginning one where there is none; it is projected into the builder's
    /// reference. Throws `GeometryError` where it cannot be.
    public mutating func add(_ point: Point) throws(GeometryError) {
        let placed = try place(point)
        if parts.isEmpty { addPart() }
        parts[parts.count - 1].append(placed)
    }
    /// Adds a vertex at the end of the last path, in the builder's reference.
    public mutating func add(x: Double, y: Double) {
        if parts.isEmpty { addPart() }
        parts[parts.count - 1].append(Point(x: x, y: y, spatialReference: spatialReference))
    }
    /// Puts a vertex before the one at `index` of a path. Throws `GeometryError` where it cannot be projected.
    public mutating func insert(_ point: Point, at index: Int, inPart part: Int) throws(GeometryError) {
        parts[part].insert(try place(point), at: index)
    }
    /// Moves a vertex. Throws `GeometryError` where the new place cannot be projected.
    public mutating func replace(with point: Point, at index: Int, inPart part: Int) throws(GeometryError) {
        parts[part][index] = try place(point)
    }
    /// Takes a vertex away; a path without vertices goes with its last one.
    public mutating func remove(at index: Int, inPart part: Int) {
        parts[part].remove(at: index)
        if parts[part].isEmpty { parts.remove(at: part) }
    }
    /// Begins another path.
    public mutating func addPart(_ points: [Point] = []) { parts.append(points) }

    var coordinateParts: CoordinateParts {
        let paths = parts.filter { !$0.isEmpty }
        var starts: [Int] = []
        var count = 0
        for path in paths {
            starts.append(count)
            count += path.count
        }
        return CoordinateParts(coordinates: CoordinateSequence(points: paths.flatMap { $0 }), starts: starts)
    }
}

/// Makes a polyline.
public struct PolylineBuilder: MultipartBuilder {
    /// The paths' vertices.
    public var parts: [[Point]]
    /// The reference of the vertices; nil when there is none.
    public let spatialReference: SpatialReference?

    /// Begins without a path.
    public init(spatialReference: SpatialReference?) {
        self.init(polyline: Polyline(spatialReference: spatialReference))
    }
    /// Begins with a polyline.
    public init(polyline: Polyline) {
        parts = polyline.parts.points(in: polyline.spatialReference)
        spatialReference = polyline.spatialReference
    }
    /// The polyline as it is now.
    public func toGeometry() -> Polyline { Polyline(parts: coordinateParts, spatialReference: spatialReference) }
}

/// Makes a polygon; rings are closed where the polygon is made.
public struct PolygonBuilder: MultipartBuilder {
    /// The paths' vertices.
    public var parts: [[Point]]
    /// The reference of the vertices; nil when there is none.
    public let spatialReference: SpatialReference?

    /// Begins without a ring.
    public init(spatialReference: SpatialReference?) { self.init(polygon: Polygon(spatialReference: spatialReference)) }
    /// Begins with a polygon.
    public init(polygon: Polygon) {
        let coordinates = polygon.parts.coordinates
        parts = zip(polygon.parts.ranges, polygon.parts.points(in: polygon.spatialReference)).map { range, ring in
            range.count > 1 && coordinates.isClosed(range) ? Array(ring.dropLast()) : ring
        }
        spatialReference = polygon.spatialReference
    }
    /// The polygon as it is now, each ring of three vertices or more closed.
    public func toGeometry() -> Polygon {
        var closed = self
        closed.parts = parts.map { ring in ring.count > 2 ? ring + ring.prefix(1) : ring }
        return Polygon(parts: closed.coordinateParts, spatialReference: spatialReference)
    }
}

extension CoordinateSequence {
    func points(in spatialReference: SpatialReference?) -> [Point] {
        (0..<count).map { point(at: $0, in: spatialReference) }
    }
}

extension CoordinateParts {
    func points(in spatialReference: SpatialReference?) -> [[Point]] {
        ranges.map { range in range.map { coordinates.point(at: $0, in: spatialReference) } }
    }
}
