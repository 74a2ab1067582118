// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

extension Geometry {
    /// True when a sketch is complete enough to be stored: a point has a place, each path of a line two places that differ,
    /// each ring of a polygon three that do not lie on one line, a box an area. Coordinates that are no numbers make it false.
    public var sketchIsValid: Bool {
        guard !isEmpty else { return false }
        switch self {
        case let point as Point: return point.x.isFinite && point.y.isFinite
        case let multipoint as Multipoint: return multipoint.coordinates.xy.allSatisfy(\.isFinite)
        case let polyline as Polyline: return polyline.parts.allParts { $0.hasLength($1) }
        case let polygon as Polygon: return polygon.parts.allParts { $0.hasArea($1) }
        case let envelope as Envelope: return envelope.width > 0 && envelope.height > 0
        default: return false
        }
    }
}

extension CoordinateParts {
    fileprivate func allParts(_ holds: (CoordinateSequence, Range<Int>) -> Bool) -> Bool {
        coordinates.xy.allSatisfy(\.isFinite) && ranges.allSatisfy { holds(coordinates, $0) }
    }
}

extension CoordinateSequence {
    fileprivate func hasLength(_ range: Range<Int>) -> Bool {
        guard let first = range.first else { return false }
        return range.contains { xy[2 * $0] != xy[2 * first] || xy[2 * $0 + 1] != xy[2 * first + 1] }
    }

    /// True when some vertex lies off the line through the first one and the one that differs from it.
    fileprivate func hasArea(_ range: Range<Int>) -> Bool {
        guard let first = range.first else { return false }
        let originX = xy[2 * first], originY = xy[2 * first + 1]
        var direction: (x: Double, y: Double)?
        for index in range {
            let x = xy[2 * index] - originX, y = xy[2 * index + 1] - originY
            guard let known = direction else {
                if x != 0 || y != 0 { direction = (x, y) }
                continue
            }
            if known.x * y != known.y * x { return true }
        }
        return false
    }
}
