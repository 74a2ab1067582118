// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaGeometry

/// Shapes made of others: set operations, cuts, buffers and the like.
enum ShapeFunctions {
    static let all: [BuiltIn] = [
        two("Intersection") { try GeometryEngine.intersection($0, $1) },
        two("Difference") { try GeometryEngine.difference($0, $1) },
        two("SymmetricDifference") { try GeometryEngine.symmetricDifference($0, $1) },
        two("Clip") { shape, other in try GeometryEngine.clip(shape, to: other.extent) },
        .many("Union", .geometry, .geometry, 1...BuiltIn.anyCount) { run, values in
            let shapes = try list(values, "Union", run)
            guard !shapes.isEmpty else { return .null }
            var union = try GeometryEngine.union(of: shapes)
            if let point = union as? Point, shapes.count > 1 {
                union = Multipoint(points: [point], spatialReference: point.spatialReference)
            }
            return Shapes.value(union)
        },
        .two("Cut", .geometry, .geometry, least: 2, isPure: false) { run, value, cutter in
            guard let shape = try Shapes.shape(value, "Cut", run),
                let line = try Shapes.shape(cutter ?? .null, "Cut", run)
            else { return try run.array([]) }
            guard let line = line as? Polyline else {
                throw ArcadeError(.wrongType, "Cut needs a polyline to cut with.")
            }
            return try run.array(try GeometryEngine.cut(shape, usingCutter: line).map(Shapes.value))
        },
        .many("Buffer", .geometry, .geometry, 2...3) { run, values in
            try one(values[0], "Buffer", run) { shape in
                let distance = try Shapes.planar(values[1], values.count > 2 ? values[2] : nil, run)
                return try GeometryEngine.buffer(around: shape, distance: distance)
            }
        },
        .many("BufferGeodetic", .geometry, .geometry, 2...3) { run, values in
            try Shapes.checkGeodetic("BufferGeodetic", run)
            return try one(values[0], "BufferGeodetic", run) { shape in
                let metres = try Shapes.metres(values.count > 2 ? values[2] : nil, run) ?? 1
                let distance = Conversion.number(values[1]) * metres
                // Circles have 54 sides, as scripts know them from elsewhere.
                return try GeometryEngine.geodeticBuffer(
                    around: shape, distance: distance, maxDeviation: distance * (1 - cos(.pi / 53.99)))
            }
        },
        .two("Centroid", .geometry, .geometry, isPure: false) { run, value, options in
            var kind = "geometric"
            if case .dictionary(let box)? = options, case .text(let text)? = box["type"] { kind = text.lowercased() }
            if case .array = value {
                let points = try list([value], "Centroid", run).compactMap { $0 as? Point }
                guard !points.isEmpty else { return .null }
                return Shapes.value(Middle.of(Multipoint(points: points, spatialReference: points[0].spatialReference)))
            }
            return try one(value, "Centroid", run) { shape in
                if kind == "labelpoint", let polygon = shape as? Polygon {
                    return GeometryEngine.labelPoint(for: polygon)
                }
                return Middle.of(shape)
            }
        },
        .one("ConvexHull", .geometry, .geometry, isPure: false) { run, value in
            if case .array = value {
                let shapes = try list([value], "ConvexHull", run)
                guard !shapes.isEmpty else { return .null }
                return Shapes.value(try GeometryEngine.convexHull(of: try GeometryEngine.union(of: shapes)))
            }
            return try one(value, "ConvexHull", run) { try GeometryEngine.convexHull(of: $0) }
        },
        .many("Densify", .geometry, .geometry, 2...3) { run, values in
            try one(values[0], "Densify", run) { shape in
                let length = try Shapes.planar(values[1], values.count > 2 ? values[2] : nil, run)
                return try densified(shape, length, run)
            }
        },
        .many("DensifyGeodetic", .geometry, .geometry, 2...3) { run, values in
            try Shapes.checkGeodetic("DensifyGeodetic", run)
            return try one(values[0], "DensifyGeodetic", run) { shape in
                let metres = try Shapes.metres(values.count > 2 ? values[2] : nil, run) ?? 1
                let length = Conversion.number(values[1]) * metres
                try run.steps(Int(max(0, min(1e9, try GeometryEngine.geodeticLength(of: shape) / max(length, 1e-9)))))
                return try GeometryEngine.geodeticDensify(shape, maxSegmentLength: length)
            }
        },
        .many("Generalize", .geometry, .geometry, 2...4) { run, values in
            try one(values[0], "Generalize", run) { shape in
                let deviation = try Shapes.planar(values[1], values.count > 3 ? values[3] : nil, run)
                var removes = true
                if values.count > 2, case .boolean(let truth) = values[2] { removes = truth }
                return try GeometryEngine.generalize(
                    shape, maxDeviation: max(0, deviation), removeDegenerateParts: removes)
            }
        },
        .one("Simplify", .geometry, .geometry, isPure: false) { run, value in
            try one(value, "Simplify", run) { try GeometryEngine.simplify($0) }
        },
        .one("MultiPartToSinglePart", .geometry, .geometry, isPure: false) { run, value in
            guard let shape = try Shapes.shape(value, "MultiPartToSinglePart", run) else { return try run.array([]) }
            return try run.array(GeometryEngine.singleParts(of: shape).map(Shapes.value))
        },
        .many("Offset", .geometry, .geometry, 2...6) { run, values in
            try one(values[0], "Offset", run) { shape in
                let distance = try Shapes.planar(values[1], values.count > 2 ? values[2] : nil, run)
                let join = values.count > 3 ? try Conversion.text(values[3], run).lowercased() : "round"
                let type: GeometryEngine.OffsetType =
                    switch join {
                    case "bevel", "bevelled": .bevelled
                    case "miter", "mitered": .mitered
                    case "square", "squared": .squared
                    default: .rounded
                    }
                let ratio = values.count > 4 && !values[4].isNull ? Conversion.number(values[4]) : 10
                let error = values.count > 5 && !values[5].isNull ? Conversion.number(values[5]) : 0
                return try GeometryEngine.offset(
                    shape, distance: distance, offsetType: type, bevelRatio: ratio, flattenError: max(0, error))
            }
        },
        .many("Rotate", .geometry, .geometry, 2...3) { run, values in
            try one(values[0], "Rotate", run) { shape in
                let origin = values.count > 2 ? try Shapes.point(values[2], "Rotate", run) : nil
                let angle = Conversion.number(values[1])
                guard angle.isFinite else { throw ArcadeError(.wrongType, "Rotate needs an angle.") }
                var turned = shape
                if let box = shape as? Envelope { turned = Polygon(box) }
                return GeometryEngine.rotate(turned, angle: angle, origin: origin ?? Middle.of(shape))
            }
        },
    ]

    private static func one(
        _ value: Value, _ name: String, _ run: Run, _ body: (any Geometry) throws -> any Geometry
    ) throws -> Value {
        guard let shape = try Shapes.shape(value, name, run) else { return .null }
        try run.steps(shape.flatParts.coordinates.count)
        return Shapes.value(try body(shape))
    }

    /// With one shape missing: the other for differences, nothing for what both have.
    private static func two(
        _ name: String, _ body: @escaping @Sendable (any Geometry, any Geometry) throws -> any Geometry
    ) -> BuiltIn {
        .two(name, .geometry, .geometry, least: 2, isPure: false) { run, a, b in
            let first = try Shapes.shape(a, name, run), second = try Shapes.shape(b ?? .null, name, run)
            guard let first else { return name == "SymmetricDifference" ? second.map(Shapes.value) ?? .null : .null }
            guard let second else { return name.hasSuffix("Difference") ? Shapes.value(first) : .null }
            try run.steps(first.flatParts.coordinates.count + second.flatParts.coordinates.count)
            return Shapes.value(try body(first, second))
        }
    }

    private static func list(_ values: [Value], _ name: String, _ run: Run) throws -> [any Geometry] {
        var shapes: [any Geometry] = []
        for value in values {
            if case .array(let box) = value {
                try run.steps(box.elements.count)
                for element in box.elements {
                    if let shape = try Shapes.shape(element, name, run) { shapes.append(shape) }
                }
            } else if let shape = try Shapes.shape(value, name, run) {
                shapes.append(shape)
            }
        }
        return shapes
    }

    /// Vertices that would be made count as steps before they are made.
    private static func densified(_ shape: any Geometry, _ length: Double, _ run: Run) throws -> any Geometry {
        guard length > 0 else { throw ArcadeError(.wrongType, "Densify needs a length above 0.") }
        try run.steps(Int(min(1e12, GeometryEngine.length(of: shape) / length)))
        return try GeometryEngine.densify(shape, maxSegmentLength: length)
    }
}

/// The middle of a shape: of its area, of its length, of its points.
enum Middle {
    static func of(_ shape: any Geometry) -> Point {
        switch shape {
        case let point as Point: return point
        case let box as Envelope: return box.center
        default: break
        }
        let parts = shape.flatParts, xy = parts.coordinates.xy
        guard let first = xy.first, xy.count > 1 else { return .empty(in: shape.spatialReference) }
        // Relative to the first vertex, so that small shapes far from the origin keep their digits.
        let originX = first, originY = xy[1]
        var sumX = 0.0, sumY = 0.0, weight = 0.0
        for range in parts.ranges {
            for index in shape.dimensionality == 0 ? range : range.dropFirst() {
                let x = xy[2 * index] - originX, y = xy[2 * index + 1] - originY
                if shape.dimensionality == 0 {
                    sumX += x
                    sumY += y
                    weight += 1
                    continue
                }
                let lastX = xy[2 * index - 2] - originX, lastY = xy[2 * index - 1] - originY
                if shape.dimensionality == 1 {
                    let length = ((x - lastX) * (x - lastX) + (y - lastY) * (y - lastY)).squareRoot()
                    sumX += length * (x + lastX) / 2
                    sumY += length * (y + lastY) / 2
                    weight += length
                } else {
                    let cross = lastX * y - x * lastY
                    sumX += cross * (x + lastX) / 3
                    sumY += cross * (y + lastY) / 3
                    weight += cross
                }
            }
        }
        guard weight != 0 else { return shape.extent.center }
        return Point(
            x: originX + sumX / weight, y: originY + sumY / weight, spatialReference: shape.spatialReference)
    }
}
