// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// Flat coordinates of many vertices: x0, y0, x1, y1, …, with z and m beside them where the geometry has them.
///
/// This is the storage of every shape with more than one vertex, so that drawing and the geometry libraries read rows
/// of numbers and nobody copies coordinates one call at a time.
public struct CoordinateSequence: Sendable, Hashable {
    /// x and y in turn; `2 * count` numbers.
    public var xy: [Double]
    /// One height a vertex, or nil.
    public var z: [Double]?
    /// One measure a vertex, or nil; NaN where a vertex has none.
    public var m: [Double]?

    /// Makes a sequence; `z` and `m`, where given, must have half as many numbers as `xy`.
    public init(xy: [Double] = [], z: [Double]? = nil, m: [Double]? = nil) {
        precondition(xy.count % 2 == 0, "xy needs an even number of values")
        precondition(z.map { $0.count == xy.count / 2 } ?? true, "z needs one value a vertex")
        precondition(m.map { $0.count == xy.count / 2 } ?? true, "m needs one value a vertex")
        self.xy = xy
        self.z = z
        self.m = m
    }

    /// The number of vertices.
    public var count: Int { xy.count / 2 }
    /// True without vertices.
    public var isEmpty: Bool { xy.isEmpty }

    /// The vertex at `index` as a point in `spatialReference`.
    public func point(at index: Int, in spatialReference: SpatialReference? = nil) -> Point {
        Point(x: xy[2 * index], y: xy[2 * index + 1], z: z?[index], m: m?[index], spatialReference: spatialReference)
    }

    /// The box round the vertices of `range` (all by default); empty when there are none. NaN is left out.
    public func extent(of range: Range<Int>? = nil, in spatialReference: SpatialReference? = nil) -> Envelope {
        let range = range ?? 0..<count
        var xMin = Double.infinity, yMin = Double.infinity, xMax = -Double.infinity, yMax = -Double.infinity
        for index in range {
            let x = xy[2 * index], y = xy[2 * index + 1]
            if x < xMin { xMin = x }
            if x > xMax { xMax = x }
            if y < yMin { yMin = y }
            if y > yMax { yMax = y }
        }
        guard xMin <= xMax, yMin <= yMax else { return Envelope.empty(in: spatialReference) }
        return Envelope(xMin: xMin, yMin: yMin, xMax: xMax, yMax: yMax, spatialReference: spatialReference)
    }
}

/// Flat coordinates cut into parts: the paths of a polyline, the rings of a polygon.
public struct CoordinateParts: Sendable, Hashable {
    /// All vertices, part after part.
    public var coordinates: CoordinateSequence
    /// Index of the first vertex of each part, rising; the last part ends with the last vertex.
    public var starts: [Int]

    /// Makes parts; `starts` begins with 0 unless there are no parts, and rises up to the vertex count.
    public init(coordinates: CoordinateSequence = CoordinateSequence(), starts: [Int] = []) {
        precondition(starts.isEmpty == coordinates.isEmpty || starts.allSatisfy { $0 == 0 }, "vertices need a part")
        self.coordinates = coordinates
        self.starts = starts
    }

    /// The number of parts.
    public var count: Int { starts.count }
    /// Vertex indices of the part at `index`.
    public func range(of index: Int) -> Range<Int> {
        starts[index]..<(index + 1 < starts.count ? starts[index + 1] : coordinates.count)
    }
    /// Vertex indices of every part, in order.
    public var ranges: some Sequence<Range<Int>> { starts.indices.lazy.map { range(of: $0) } }

    /// Begins a new part; following `append` calls add to it.
    public mutating func beginPart() { starts.append(coordinates.count) }
    /// Adds a vertex to the last part.
    public mutating func append(x: Double, y: Double) {
        coordinates.xy.append(x)
        coordinates.xy.append(y)
    }
}
