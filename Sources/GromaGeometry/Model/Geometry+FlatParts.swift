// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

extension Geometry {
    /// All coordinates as flat parts: a point and a multipoint are one part, an envelope is its clockwise ring.
    package var flatParts: CoordinateParts {
        switch self {
        case let point as Point where point.isEmpty: CoordinateParts()
        case let point as Point: CoordinateParts(coordinates: CoordinateSequence(points: [point]), starts: [0])
        case let multipoint as Multipoint:
            CoordinateParts(coordinates: multipoint.coordinates, starts: multipoint.isEmpty ? [] : [0])
        case let polyline as Polyline: polyline.parts
        case let polygon as Polygon: polygon.parts
        case let envelope as Envelope: Polygon(envelope).parts
        default: preconditionFailure("Geometry has five kinds; \(type(of: self)) is none of them")
        }
    }

    /// The shape with other coordinates in the same parts; as many vertices as before.
    package func replacingCoordinates(_ coordinates: CoordinateSequence, in reference: SpatialReference?)
        -> any Geometry
    {
        CoordinateParts(coordinates: coordinates, starts: flatParts.starts).geometry(as: geometryType, in: reference)
    }

    /// The number of spatial dimensions of the shape itself: 0 for points, 1 for lines, 2 for areas.
    package var dimensionality: Int {
        switch geometryType {
        case .point, .multipoint: 0
        case .polyline: 1
        case .polygon, .envelope: 2
        }
    }
}

extension CoordinateParts {
    /// Adds the parts of another; z and m follow where this one has them.
    package mutating func append(_ other: CoordinateParts) {
        for range in other.ranges {
            beginPart()
            coordinates.append(range, of: other.coordinates)
        }
    }
}
