// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// A shape that is being made, vertex by vertex; it may be incomplete at any moment.
///
/// Builders are values: a copy is a step to come back to.
public protocol GeometryBuilder: Sendable {
    /// What comes out.
    associatedtype Shape: Geometry
    /// The reference of every coordinate; nil when there is none.
    var spatialReference: SpatialReference? { get }
    /// The shape as it is now, complete or not.
    func toGeometry() -> Shape
}

extension GeometryBuilder {
    /// True without any vertex.
    public var isEmpty: Bool { toGeometry().isEmpty }
    /// True when the shape could be stored as it is; see `Geometry.sketchIsValid`.
    public var sketchIsValid: Bool { toGeometry().sketchIsValid }

    /// A point in the builder's reference. Throws `GeometryError` where it cannot be projected.
    func place(_ point: Point) throws(GeometryError) -> Point {
        guard let own = spatialReference, let other = point.spatialReference, own != other else {
            var placed = point
            placed.spatialReference = spatialReference
            return placed
        }
        return try GeometryEngine.project(point, into: own)
    }
}

extension GeometryEngine {
    /// A shape without any vertex, to begin a sketch with.
    public static func makeEmptyGeometry(
        _ type: GeometryType, spatialReference: SpatialReference? = nil
    ) -> any Geometry {
        switch type {
        case .point: Point.empty(in: spatialReference)
        case .multipoint: Multipoint(spatialReference: spatialReference)
        case .polyline: Polyline(spatialReference: spatialReference)
        case .polygon: Polygon(spatialReference: spatialReference)
        case .envelope: Envelope.empty(in: spatialReference)
        }
    }
}

/// Makes a point.
public struct PointBuilder: GeometryBuilder {
    /// NaN until it is set.
    public var x: Double
    /// NaN until it is set.
    public var y: Double
    /// Nil for none.
    public var z: Double?
    /// Nil for none.
    public var m: Double?
    /// The reference of `x` and `y`; nil when there is none.
    public let spatialReference: SpatialReference?

    /// Begins without a place.
    public init(spatialReference: SpatialReference?) { self.init(point: .empty(in: spatialReference)) }
    /// Begins with a point.
    public init(point: Point) {
        (x, y, z, m) = (point.x, point.y, point.z, point.m)
        spatialReference = point.spatialReference
    }
    /// The point as it is now; empty while it has no place.
    public func toGeometry() -> Point { Point(x: x, y: y, z: z, m: m, spatialReference: spatialReference) }
}

/// Makes a set of points.
public struct MultipointBuilder: GeometryBuilder {
    /// The points, all in `spatialReference`.
    public private(set) var points: [Point]
    /// The reference of the points; nil when there is none.
    public let spatialReference: SpatialReference?

    /// Begins without points.
    public init(spatialReference: SpatialReference?) {
        points = []
        self.spatialReference = spatialReference
    }
    /// Begins with a set of points.
    public init(multipoint: Multipoint) {
        points = multipoint.coordinates.points(in: multipoint.spatialReference)
        spatialReference = multipoint.spatialReference
    }
    /// Adds a point, projected into the builder's reference. Throws `GeometryError` where it cannot be projected.
    public mutating func add(_ point: Point) throws(GeometryError) { points.append(try place(point)) }
    /// Removes a point by its place in `points`.
    public mutating func remove(at index: Int) { points.remove(at: index) }
    /// The points as they are now.
    public func toGeometry() -> Multipoint { Multipoint(points: points, spatialReference: spatialReference) }
}
