// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// The vertices of one path or ring in a builder: a collection of points that can be changed, inserted and removed anywhere.
///
/// The points' own references play no part: coordinates are in the builder's. A ring in a `PolygonBuilder` does not repeat its first vertex.
public struct MutablePart: Sendable, Hashable, RandomAccessCollection, MutableCollection, RangeReplaceableCollection {
    private var points: [Point]

    /// A part without vertices.
    public init() { points = [] }
    /// A part of the vertices given, in their order.
    public init(points: some Sequence<Point>) { self.points = Array(points) }

    /// Adds a vertex at the end, in the builder's units.
    public mutating func append(x: Double, y: Double, z: Double? = nil, m: Double? = nil) {
        points.append(Point(x: x, y: y, z: z, m: m))
    }

    /// 0.
    public var startIndex: Int { 0 }
    /// The number of vertices.
    public var endIndex: Int { points.count }
    /// The vertex at an index, which must exist.
    public subscript(position: Int) -> Point {
        get { points[position] }
        set { points[position] = newValue }
    }
    /// Puts other vertices in the place of a range. Linear.
    public mutating func replaceSubrange(_ range: Range<Int>, with newPoints: some Collection<Point>) {
        points.replaceSubrange(range, with: newPoints)
    }
}

extension CoordinateParts {
    /// The parts of a builder; those without vertices are left out, rings are closed.
    init(_ parts: [MutablePart], closesRings: Bool) {
        let filled = parts.filter { !$0.isEmpty }
        let points = filled.flatMap { part in closesRings ? part + part.prefix(1) : part }
        var starts: [Int] = []
        var start = 0
        for part in filled {
            starts.append(start)
            start += part.count + (closesRings ? 1 : 0)
        }
        self.init(coordinates: CoordinateSequence(points: points), starts: starts)
    }

    /// The vertices as parts of a builder; the closing vertex of rings is left out.
    func mutableParts(areRings: Bool) -> [MutablePart] {
        ranges.map { range in
            let vertices = areRings && coordinates.isClosed(range) ? range.dropLast() : range
            return MutablePart(points: vertices.map { coordinates.point(at: $0) })
        }
    }
}
