// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaFeatures
import GromaGeometry

/// How shapes lie to each other, and which rows lie so to a shape.
enum RelationFunctions {
    private typealias Test = @Sendable (any Geometry, any Geometry) throws -> Bool

    static let all: [BuiltIn] = [
        relation("Contains", .contains) { try GeometryEngine.doesGeometry($0, contain: $1) },
        relation("Within", .within) { try GeometryEngine.isGeometry($0, within: $1) },
        relation("Crosses", .crosses) { try GeometryEngine.isGeometry($0, crossing: $1) },
        relation("Intersects", .intersects) { try GeometryEngine.isGeometry($0, intersecting: $1) },
        relation("Overlaps", .overlaps) { try GeometryEngine.isGeometry($0, overlapping: $1) },
        relation("Touches", .touches) { try GeometryEngine.isGeometry($0, touching: $1) },
        relation("EnvelopeIntersects", .envelopeIntersects) { $0.extent.intersects($1.extent) },
        relation("Disjoint", nil) { try GeometryEngine.isGeometry($0, disjointWith: $1) },
        .many("Relate", .geometry, .geometry, 3...3) { run, values in
            guard let a = try Shapes.shape(values[0], "Relate", run), let b = try Shapes.shape(values[1], "Relate", run)
            else { return .boolean(false) }
            let pattern = try Conversion.text(values[2], run).uppercased()
            return .boolean(try GeometryEngine.isGeometry(a, relatedTo: b, byRelation: pattern))
        },
        .one("IsSimple", .geometry, .geometry, isPure: false) { run, value in
            guard let shape = try Shapes.shape(value, "IsSimple", run) else { return .boolean(true) }
            return .boolean(try GeometryEngine.isSimple(shape))
        },
        .one("IsSelfIntersecting", .geometry, .geometry, isPure: false) { run, value in
            guard let shape = try Shapes.shape(value, "IsSelfIntersecting", run) else { return .boolean(false) }
            return .boolean(try SelfIntersection.isThere(in: shape, run))
        },
    ]

    /// With a set of rows on either side the rows that lie so to the shape; else whether the two shapes do. Null lies to nothing.
    private static func relation(_ name: String, _ relationship: SpatialRelationship?, _ test: @escaping Test)
        -> BuiltIn
    {
        .two(name, .geometry, .geometry, least: 2, isPure: false) { run, a, b in
            let b = b ?? .null
            if let relationship {
                var rows: FeatureSetBox?, other = a
                if case .featureSet(let set) = a {
                    rows = set
                    other = b
                } else if case .featureSet(let set) = b {
                    rows = set
                }
                if let rows {
                    guard let shape = try Shapes.shape(other, name, run) else { return .featureSet(rows.first(0)) }
                    return .featureSet(rows.related(to: shape, relationship))
                }
            }
            guard let first = try Shapes.shape(a, name, run), let second = try Shapes.shape(b, name, run) else {
                return .boolean(false)
            }
            try run.steps(first.flatParts.coordinates.count + second.flatParts.coordinates.count)
            return .boolean(try test(first, second))
        }
    }
}

/// Whether a line or a border meets itself other than where its segments follow each other.
enum SelfIntersection {
    static func isThere(in shape: any Geometry, _ run: Run) throws -> Bool {
        let parts = shape.flatParts, xy = parts.coordinates.xy
        if shape.geometryType == .multipoint {
            var seen: Set<SIMD2<Double>> = []
            return !(0..<parts.coordinates.count).allSatisfy { seen.insert(SIMD2(xy[2 * $0], xy[2 * $0 + 1])).inserted }
        }
        guard shape.dimensionality > 0, shape.geometryType != .envelope else { return false }
        var ends: [(a: Int, b: Int)] = [], boxes: [Double] = []
        for range in parts.ranges {
            for index in range.dropFirst() {
                let ax = xy[2 * index - 2], ay = xy[2 * index - 1], bx = xy[2 * index], by = xy[2 * index + 1]
                guard ax != bx || ay != by else { continue }
                ends.append((index - 1, index))
                boxes += [min(ax, bx), min(ay, by), max(ax, bx), max(ay, by)]
            }
        }
        let index = SpatialIndex(boxes: boxes)
        var near: [Int] = []
        func point(_ place: Int) -> SIMD2<Double> { SIMD2(xy[2 * place], xy[2 * place + 1]) }
        for (number, segment) in ends.enumerated() {
            near.removeAll(keepingCapacity: true)
            index.query(
                xMin: boxes[4 * number], yMin: boxes[4 * number + 1], xMax: boxes[4 * number + 2],
                yMax: boxes[4 * number + 3], into: &near)
            try run.steps(near.count)
            for other in near where other > number {
                let a = point(segment.a), b = point(segment.b), c = point(ends[other].a), d = point(ends[other].b)
                let shared = [a, b].filter { $0 == c || $0 == d }
                // Neighbours share an end; more than that is an overlap.
                if shared.isEmpty ? meet(a, b, c, d) : overlap(a, b, c, d) { return true }
                if shared.count == 1, other > number + 1, !closes(number, other, ends, parts, point) { return true }
            }
        }
        return false
    }

    /// True for the first and the last segment of a part that ends where it begins.
    private static func closes(
        _ first: Int, _ last: Int, _ ends: [(a: Int, b: Int)], _ parts: CoordinateParts, _ point: (Int) -> SIMD2<Double>
    ) -> Bool {
        parts.ranges.contains { range in
            range.lowerBound == ends[first].a && range.upperBound - 1 == ends[last].b
                && point(range.lowerBound) == point(range.upperBound - 1)
        }
    }

    private static func side(_ a: SIMD2<Double>, _ b: SIMD2<Double>, _ p: SIMD2<Double>) -> Double {
        let cross = (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x)
        return cross > 0 ? 1 : cross < 0 ? -1 : 0
    }
    private static func isBetween(_ a: SIMD2<Double>, _ b: SIMD2<Double>, _ p: SIMD2<Double>) -> Bool {
        side(a, b, p) == 0 && min(a.x, b.x) <= p.x && p.x <= max(a.x, b.x) && min(a.y, b.y) <= p.y
            && p.y <= max(a.y, b.y)
    }
    private static func meet(
        _ a: SIMD2<Double>, _ b: SIMD2<Double>, _ c: SIMD2<Double>, _ d: SIMD2<Double>
    ) -> Bool {
        if side(a, b, c) * side(a, b, d) < 0, side(c, d, a) * side(c, d, b) < 0 { return true }
        return isBetween(a, b, c) || isBetween(a, b, d) || isBetween(c, d, a) || isBetween(c, d, b)
    }
    private static func overlap(
        _ a: SIMD2<Double>, _ b: SIMD2<Double>, _ c: SIMD2<Double>, _ d: SIMD2<Double>
    ) -> Bool {
        let inner = [(a, b, c), (a, b, d), (c, d, a), (c, d, b)].filter { isBetween($0.0, $0.1, $0.2) }.count
        return inner > 2
    }
}
