// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaGeometry

/// Shapes made of coordinates.
enum ConstructionFunctions {
    static let all: [BuiltIn] = [
        make("Point", .point), make("Multipoint", .multipoint), make("Polyline", .polyline), make("Polygon", .polygon),
        .one("Extent", .geometry, .geometry, isPure: false) { run, value in
            switch value {
            case .geometry, .feature:
                guard let shape = try Shapes.shape(value, "Extent", run) else { return .null }
                var box = shape.extent
                box.spatialReference = shape.spatialReference
                return Shapes.value(box)
            default: return try Shapes.shape(fromJSON: value, as: .envelope, run)
            }
        },
        .one("RingIsClockwise", .geometry, .geometry, isPure: false) { run, value in
            guard case .array(let ring) = value else {
                throw ArcadeError(.wrongType, "RingIsClockwise needs an array of points, not \(value.shown).")
            }
            try run.steps(ring.elements.count)
            let points = try ring.elements.compactMap { try Shapes.point($0, "RingIsClockwise", run) }
            var twice = 0.0
            for (index, point) in points.enumerated() {
                let next = points[(index + 1) % points.count]
                twice +=
                    (point.x - points[0].x) * (next.y - points[0].y) - (next.x - points[0].x) * (point.y - points[0].y)
            }
            return .boolean(twice < 0)
        },
    ]

    private static func make(_ name: String, _ kind: GeometryType) -> BuiltIn {
        .one(name, .geometry, .geometry, isPure: false) { run, value in
            if case .geometry(let box) = value, box.shape.geometryType == kind { return value }
            return try Shapes.shape(fromJSON: value, as: kind, run)
        }
    }
}
