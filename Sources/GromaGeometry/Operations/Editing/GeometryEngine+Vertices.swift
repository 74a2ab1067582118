// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

extension GeometryEngine {
    /// Vertices are added so that no segment is longer than `maxSegmentLength` units; the pieces of a segment are equal. z and m are interpolated.
    /// Throws `.tooLarge` beyond 10 million vertices.
    public static func densify<G: Geometry>(_ geometry: G, maxSegmentLength: Double) throws(GeometryError) -> G {
        guard maxSegmentLength > 0 else {
            throw GeometryError(.unsupported, "The longest segment must be more than 0.")
        }
        guard geometry.dimensionality > 0, geometry.geometryType != .envelope else { return geometry }
        let parts = geometry.flatParts, source = parts.coordinates
        var result = CoordinateParts(coordinates: source.emptyCopy())
        for range in parts.ranges {
            result.beginPart()
            for index in range {
                if index > range.lowerBound {
                    let dx = source.xy[2 * index] - source.xy[2 * index - 2],
                        dy = source.xy[2 * index + 1] - source.xy[2 * index - 1]
                    let length = (dx * dx + dy * dy).squareRoot()
                    let pieces = try pieceCount(
                        length.isFinite ? length / maxSegmentLength : 0, after: result.coordinates.count)
                    for piece in 1..<max(pieces, 1) {
                        result.coordinates.appendBetween(
                            index - 1, index, of: source, part: Double(piece) / Double(pieces))
                    }
                }
                result.coordinates.append(index..<(index + 1), of: source)
            }
        }
        return result.geometry(as: geometry.geometryType, in: geometry.spatialReference) as? G ?? geometry
    }

    /// Vertices are taken away that are nearer than `maxDeviation` units to the line without them (Douglas and Peucker). The first and the last vertex of a part stay.
    /// `removeDegenerateParts` drops rings left without area and paths left without length. z and m stay with their vertices. Crossings may arise: simplify afterwards.
    public static func generalize<G: Geometry>(
        _ geometry: G, maxDeviation: Double, removeDegenerateParts: Bool = false
    ) throws(GeometryError) -> G {
        guard maxDeviation >= 0 else { throw GeometryError(.unsupported, "The deviation must be 0 or more.") }
        guard geometry.dimensionality > 0, geometry.geometryType != .envelope else { return geometry }
        let parts = geometry.flatParts, source = parts.coordinates
        var result = CoordinateParts(coordinates: source.emptyCopy())
        for range in parts.ranges {
            let kept = keptVertices(range, of: source, maxDeviation: maxDeviation)
            if removeDegenerateParts {
                let isFlat = geometry.dimensionality == 2 ? kept.count < 4 : kept.count == 2 && source.isClosed(range)
                if isFlat { continue }
            }
            result.beginPart()
            for index in kept { result.coordinates.append(index..<(index + 1), of: source) }
        }
        return result.geometry(as: geometry.geometryType, in: geometry.spatialReference) as? G ?? geometry
    }

    /// The vertices of one part that thinning to within `maxDeviation` keeps, rising; the first and the last are among them. With a stack of
    /// its own, so that depth has no limit but memory. A line made to split off one vertex at a time is halved after 256 levels, which keeps a
    /// few vertices more and never takes away one too many.
    package static func keptVertices(
        _ range: Range<Int>, of source: CoordinateSequence, maxDeviation: Double
    ) -> [Int] {
        guard range.count > 2 else { return Array(range) }
        var isKept = [Bool](repeating: false, count: range.count)
        isKept[0] = true
        isKept[range.count - 1] = true
        var stack = [(range.lowerBound, range.upperBound - 1, 0)]
        while let (first, last, depth) = stack.popLast() {
            guard last - first > 1 else { continue }
            let ax = source.xy[2 * first], ay = source.xy[2 * first + 1]
            let dx = source.xy[2 * last] - ax, dy = source.xy[2 * last + 1] - ay
            let length = dx * dx + dy * dy
            var worst = (distance: -1.0, index: first)
            for index in (first + 1)..<last {
                let x = source.xy[2 * index] - ax, y = source.xy[2 * index + 1] - ay
                let along = length > 0 ? min(1, max(0, (x * dx + y * dy) / length)) : 0
                let ex = x - along * dx, ey = y - along * dy
                let distance = ex * ex + ey * ey
                if distance > worst.distance { worst = (distance, index) }
            }
            guard worst.distance > maxDeviation * maxDeviation else { continue }
            let split = depth < 256 ? worst.index : (first + last) / 2
            isKept[split - range.lowerBound] = true
            stack.append((first, split, depth + 1))
            stack.append((split, last, depth + 1))
        }
        return range.filter { isKept[$0 - range.lowerBound] }
    }

    /// Moved by dx and dy units.
    public static func move<G: Geometry>(_ geometry: G, deltaX: Double, deltaY: Double) -> G {
        transform(geometry) { x, y in (x + deltaX, y + deltaY) }
    }

    /// Turned about `origin` by degrees, counter-clockwise. An envelope becomes the box round its turned corners.
    public static func rotate<G: Geometry>(_ geometry: G, angle: Double, origin: Point) -> G {
        let (sine, cosine) = sineAndCosine(degrees: angle)
        return transform(geometry) { x, y in
            let dx = x - origin.x, dy = y - origin.y
            return (origin.x + dx * cosine - dy * sine, origin.y + dx * sine + dy * cosine)
        }
    }

    /// Stretched from `origin` by two factors.
    public static func scale<G: Geometry>(_ geometry: G, scaleX: Double, scaleY: Double, origin: Point) -> G {
        transform(geometry) { x, y in (origin.x + (x - origin.x) * scaleX, origin.y + (y - origin.y) * scaleY) }
    }

    private static func transform<G: Geometry>(_ geometry: G, _ body: (Double, Double) -> (Double, Double)) -> G {
        guard !geometry.isEmpty else { return geometry }
        var coordinates = geometry.flatParts.coordinates
        for index in stride(from: 0, to: coordinates.xy.count, by: 2) {
            (coordinates.xy[index], coordinates.xy[index + 1]) = body(coordinates.xy[index], coordinates.xy[index + 1])
        }
        return geometry.replacingCoordinates(coordinates, in: geometry.spatialReference) as? G ?? geometry
    }
}

extension CoordinateSequence {
    /// Adds the vertex at `part` (0 to 1) of the way between two vertices of another sequence; z and m are interpolated.
    mutating func appendBetween(_ first: Int, _ second: Int, of other: CoordinateSequence, part: Double) {
        xy.append(other.xy[2 * first] + (other.xy[2 * second] - other.xy[2 * first]) * part)
        xy.append(other.xy[2 * first + 1] + (other.xy[2 * second + 1] - other.xy[2 * first + 1]) * part)
        if let values = other.z { z?.append(values[first] + (values[second] - values[first]) * part) }
        if let values = other.m { m?.append(values[first] + (values[second] - values[first]) * part) }
    }
}
