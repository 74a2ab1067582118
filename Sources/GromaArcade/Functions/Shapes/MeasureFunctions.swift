// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaGeometry

/// Areas, lengths and distances.
enum MeasureFunctions {
    static let all: [BuiltIn] = [
        measure("Area") { shape, unit, run in
            let area = GeometryEngine.area(of: shape).magnitude
            guard let own = try Shapes.squareMetres(unit, run) else { return area }
            let metres = try Shapes.metresAUnit(run)
            return area * metres * metres / own
        },
        measure("AreaGeodetic") { shape, unit, run in
            try Shapes.checkGeodetic("AreaGeodetic", run)
            return try GeometryEngine.geodeticArea(of: shape).magnitude / (try Shapes.squareMetres(unit, run) ?? 1)
        },
        measure("Length") { shape, unit, run in try planar(GeometryEngine.length(of: shape), unit, run) },
        measure("Length3D") { shape, unit, run in try planar(length3D(shape), unit, run) },
        measure("LengthGeodetic") { shape, unit, run in
            try Shapes.checkGeodetic("LengthGeodetic", run)
            return try GeometryEngine.geodeticLength(of: shape) / (try Shapes.metres(unit, run) ?? 1)
        },
        .many("Distance", .geometry, .geometry, 2...3) { run, values in
            let (a, b) = try pair(values, "Distance", run)
            return .number(
                try planar(try GeometryEngine.distance(from: a, to: b), values.count > 2 ? values[2] : nil, run))
        },
        .many("DistanceGeodetic", .geometry, .geometry, 2...3) { run, values in
            try Shapes.checkGeodetic("DistanceGeodetic", run)
            let (a, b) = try pair(values, "DistanceGeodetic", run)
            guard let first = a as? Point, let second = b as? Point else {
                throw ArcadeError(.wrongType, "DistanceGeodetic needs two points.")
            }
            let metres = try GeometryEngine.geodeticDistance(from: first, to: second).distance
            return .number(metres / (try Shapes.metres(values.count > 2 ? values[2] : nil, run) ?? 1))
        },
    ]

    private static func measure(
        _ name: String, _ body: @escaping @Sendable (any Geometry, Value?, Run) throws -> Double
    ) -> BuiltIn {
        .two(name, .geometry, .geometry, isPure: false) { run, value, unit in
            if case .featureSet(let set) = value {
                return .number(
                    try RowStatistics.sum(over: set, run) { try body(try Shapes.matched($0, run), unit, run) })
            }
            guard let shape = try Shapes.shape(value, name, run) else { return .number(0) }
            try run.steps(shape.flatParts.coordinates.count)
            return .number(try body(shape, unit, run))
        }
    }

    private static func planar(_ length: Double, _ unit: Value?, _ run: Run) throws -> Double {
        guard let own = try Shapes.metres(unit, run) else { return length }
        return length * (try Shapes.metresAUnit(run)) / own
    }

    private static func pair(
        _ values: [Value], _ name: String, _ run: Run
    ) throws -> (any Geometry, any Geometry) {
        guard let a = try Shapes.shape(values[0], name, run), let b = try Shapes.shape(values[1], name, run) else {
            throw ArcadeError(.wrongType, "\(name) needs two shapes; one is null.")
        }
        return (a, b)
    }

    private static func length3D(_ shape: any Geometry) -> Double {
        let parts = shape.flatParts, xy = parts.coordinates.xy
        guard shape.dimensionality > 0, let z = parts.coordinates.z else { return GeometryEngine.length(of: shape) }
        var sum = 0.0
        for range in parts.ranges {
            for index in range.dropFirst() {
                let dx = xy[2 * index] - xy[2 * index - 2], dy = xy[2 * index + 1] - xy[2 * index - 1]
                let dz = z[index] - z[index - 1]
                sum += (dx * dx + dy * dy + (dz.isNaN ? 0 : dz * dz)).squareRoot()
            }
        }
        return sum
    }
}
