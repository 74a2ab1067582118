// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaGeometry
import TestSupport

extension SeededGenerator {
    /// A number of the range.
    mutating func number(_ range: ClosedRange<Double> = -1000...1000) -> Double { .random(in: range, using: &self) }
}

/// Random shapes of every kind.
enum RandomShapes {
    static func points(_ count: Int, z: Bool, m: Bool, using generator: inout SeededGenerator) -> [Point] {
        (0..<count).map { _ in
            Point(
                x: generator.number(), y: generator.number(), z: z ? generator.number() : nil,
                m: m ? generator.number() : nil)
        }
    }

    /// A star-shaped ring round a centre: simple, clockwise, closed.
    static func ring(
        x: Double, y: Double, radius: Double, vertices: Int, clockwise: Bool = true, z: Bool = false, m: Bool = false,
        using generator: inout SeededGenerator
    ) -> [Point] {
        var points = (0..<vertices).map { index in
            let angle = (clockwise ? -1 : 1) * 2 * Double.pi * Double(index) / Double(vertices)
            let distance = radius * generator.number(0.5...1)
            return Point(
                x: x + distance * cosine(angle), y: y + distance * cosine(angle - .pi / 2),
                z: z ? generator.number() : nil,
                m: m ? generator.number() : nil)
        }
        if let first = points.first { points.append(first) }
        return points
    }

    private static func cosine(_ angle: Double) -> Double {
        // A Taylor series is enough for a test shape and keeps Foundation out.
        var term = 1.0, sum = 1.0
        var reduced = angle
        while reduced > .pi { reduced -= 2 * .pi }
        while reduced < -.pi { reduced += 2 * .pi }
        for step in 1...14 {
            term *= -reduced * reduced / Double((2 * step - 1) * 2 * step)
            sum += term
        }
        return sum
    }

    /// One shape of the kind; polygons have one to three areas apart from each other, some with a hole.
    static func shape(_ type: GeometryType, z: Bool, m: Bool, using generator: inout SeededGenerator) -> any Geometry {
        switch type {
        case .point: return points(1, z: z, m: m, using: &generator)[0]
        case .multipoint:
            return Multipoint(points: points(.random(in: 1...9, using: &generator), z: z, m: m, using: &generator))
        case .envelope:
            return Envelope(
                xMin: generator.number(), yMin: generator.number(), xMax: generator.number(), yMax: generator.number())
        case .polyline:
            return Polyline(
                parts: CoordinateParts(
                    rings: (0..<Int.random(in: 1...4, using: &generator)).map { _ in
                        points(.random(in: 2...9, using: &generator), z: z, m: m, using: &generator)
                    }))
        case .polygon:
            var rings: [[Point]] = []
            for area in 0..<Int.random(in: 1...3, using: &generator) {
                let x = 3000 * Double(area)
                rings.append(ring(x: x, y: 0, radius: 1000, vertices: 12, z: z, m: m, using: &generator))
                if Bool.random(using: &generator) {
                    rings.append(
                        ring(x: x, y: 0, radius: 300, vertices: 7, clockwise: false, z: z, m: m, using: &generator))
                }
            }
            return Polygon(parts: CoordinateParts(rings: rings))
        }
    }
}

extension CoordinateParts {
    /// Parts from points, one list a part.
    init(rings: [[Point]]) {
        var starts: [Int] = []
        var all: [Point] = []
        for ring in rings {
            starts.append(all.count)
            all += ring
        }
        self.init(coordinates: CoordinateSequence(points: all), starts: starts)
    }
}
