// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaGeometry

/// Places on lines and borders.
enum LineFunctions {
    static let all: [BuiltIn] = [
        .two("NearestCoordinate", .geometry, .geometry, least: 2, isPure: false) { run, value, point in
            try nearest(value, point ?? .null, "NearestCoordinate", run) {
                try GeometryEngine.nearestCoordinate(in: $0, to: $1)
            }
        },
        .two("NearestVertex", .geometry, .geometry, least: 2, isPure: false) { run, value, point in
            try nearest(value, point ?? .null, "NearestVertex", run) {
                try GeometryEngine.nearestVertex(in: $0, to: $1)
            }
        },
        .many("DistanceToCoordinate", .geometry, .geometry, 2...3) { run, values in
            guard let shape = try Shapes.shape(values[0], "DistanceToCoordinate", run) else { return .null }
            let distance = try Shapes.planar(values[1], values.count > 2 ? values[2] : nil, run)
            return try place(along: shape, "DistanceToCoordinate", run) { _, length, before in
                distance >= before && distance <= before + length && length > 0 ? (distance - before) / length : nil
            }
        },
        .two("MeasureToCoordinate", .geometry, .geometry, least: 2, isPure: false) { run, value, measure in
            guard let shape = try Shapes.shape(value, "MeasureToCoordinate", run) else { return .null }
            let wanted = Conversion.number(measure ?? .null)
            guard let measures = shape.flatParts.coordinates.m else { return .null }
            return try place(along: shape, "MeasureToCoordinate", run) { index, _, _ in
                let a = measures[index - 1], b = measures[index]
                guard min(a, b) <= wanted, wanted <= max(a, b) else { return nil }
                return a == b ? 0 : (wanted - a) / (b - a)
            }
        },
        .two("PointToCoordinate", .geometry, .geometry, least: 2, isPure: false) { run, value, point in
            guard let shape = try Shapes.shape(value, "PointToCoordinate", run),
                let point = try Shapes.point(point ?? .null, "PointToCoordinate", run),
                let near = try GeometryEngine.nearestCoordinate(in: shape, to: point, testPolygonInterior: false)
            else { return .null }
            let parts = shape.flatParts
            var before = 0.0
            for (part, range) in parts.ranges.enumerated() {
                for index in range.dropFirst() {
                    let a = parts.coordinates.point(at: index - 1), b = parts.coordinates.point(at: index)
                    if index - 1 == near.vertexIndex {
                        let along = length(a, near.coordinate)
                        return try run.dictionary([
                            ("coordinate", .geometry(GeometryBox(near.coordinate))),
                            ("distanceAlong", .number(before + along)), ("partId", .number(Double(part))),
                            ("segmentId", .number(Double(index - 1 - range.lowerBound))),
                            ("distance", .number(near.distance)),
                            ("sideOfLine", .text(near.isRightSide ? "right" : "left")),
                        ])
                    }
                    before += length(a, b)
                }
            }
            return .null
        },
    ]

    private static func length(_ a: Point, _ b: Point) -> Double {
        ((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y)).squareRoot()
    }

    private static func nearest(
        _ value: Value, _ point: Value, _ name: String, _ run: Run,
        _ search: (any Geometry, Point) throws -> ProximityResult?
    ) throws -> Value {
        guard let shape = try Shapes.shape(value, name, run), let point = try Shapes.point(point, name, run),
            let found = try search(shape, point)
        else { return .null }
        try run.steps(shape.flatParts.coordinates.count)
        var place = found.coordinate
        place.spatialReference = shape.spatialReference
        var entries: [(String, Value)] = [
            ("coordinate", .geometry(GeometryBox(place))), ("distance", .number(found.distance)),
        ]
        if shape is Polyline {
            let side = try GeometryEngine.nearestCoordinate(in: shape, to: point)?.isRightSide ?? false
            entries.append(("sideOfLine", .text(side ? "right" : "left")))
        }
        return try run.dictionary(entries)
    }

    /// The first place for which `share` gives how far along a segment it is; it gets the segment's last vertex, its length, and the length before it.
    private static func place(
        along shape: any Geometry, _ name: String, _ run: Run, share: (Int, Double, Double) -> Double?
    ) throws -> Value {
        guard shape.dimensionality > 0 else { throw ArcadeError(.wrongType, "\(name) needs a line or an area.") }
        let parts = shape.flatParts
        try run.steps(parts.coordinates.count)
        var before = 0.0
        for (part, range) in parts.ranges.enumerated() {
            for index in range.dropFirst() {
                let a = parts.coordinates.point(at: index - 1), b = parts.coordinates.point(at: index)
                let length = length(a, b)
                if let share = share(index, length, before) {
                    func between(_ a: Double?, _ b: Double?) -> Double? {
                        a.flatMap { a in b.map { a + ($0 - a) * share } }
                    }
                    let place = Point(
                        x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share, z: between(a.z, b.z),
                        m: between(a.m, b.m), spatialReference: shape.spatialReference)
                    return try run.dictionary([
                        ("partId", .number(Double(part))), ("coordinate", .geometry(GeometryBox(place))),
                        ("segmentId", .number(Double(index - 1 - range.lowerBound))),
                    ])
                }
                before += length
            }
        }
        return .null
    }
}
