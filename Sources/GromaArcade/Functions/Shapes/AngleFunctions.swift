// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaGeometry

/// Angles between points, and directions in other notations.
enum AngleFunctions {
    static let all: [BuiltIn] = [
        .many("Angle", .geometry, .geometry, 2...3) { run, values in
            try angle(values, "Angle", run) {
                atan2($0.y, $0.x) * 180 / .pi
            } between: { first, second in
                second - first
            }
        },
        .many("Bearing", .geometry, .geometry, 2...3) { run, values in
            try angle(values, "Bearing", run) {
                atan2($0.x, $0.y) * 180 / .pi
            } between: { first, second in
                second - first
            }
        },
        .many("ConvertDirection", .geometry, .core, 3...3) { run, values in
            try Direction.converted(values[0], values[1], values[2], run)
        },
    ]

    /// Of two points the direction from one to the other; of three the turn at the middle one.
    private static func angle(
        _ values: [Value], _ name: String, _ run: Run, _ direction: (SIMD2<Double>) -> Double,
        between: (Double, Double) -> Double
    ) throws -> Value {
        let points = try values.map { value -> SIMD2<Double> in
            guard let point = try Shapes.point(value, name, run) else {
                throw ArcadeError(.wrongType, "\(name) needs points; one is null.")
            }
            return SIMD2(point.x, point.y)
        }
        func degrees(_ from: SIMD2<Double>, _ to: SIMD2<Double>) -> Double { from == to ? 0 : direction(to - from) }
        let raw =
            points.count == 2
            ? degrees(points[0], points[1])
            : between(degrees(points[1], points[0]), degrees(points[1], points[2]))
        let wrapped = raw.truncatingRemainder(dividingBy: 360)
        return .number(wrapped < 0 ? wrapped + 360 : wrapped)
    }
}
