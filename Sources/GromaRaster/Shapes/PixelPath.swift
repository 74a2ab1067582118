// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// Lines and rings on the pixel grid, part after part: what `Canvas` fills and strokes.
///
/// Coordinates are pixels when given as numbers. NaN and infinite vertices are left out; a vertex farther than two
/// million pixels from the origin is drawn at that distance.
public struct PixelPath: Sendable, Hashable {
    /// All vertices.
    public private(set) var points: [PixelPoint] = []
    /// First vertex of each part, and the vertex count at the end: parts + 1 numbers.
    public private(set) var partStarts: [Int32] = [0]

    /// An empty path.
    public init() {}

    /// True without vertices.
    public var isEmpty: Bool { points.isEmpty }
    /// The number of parts.
    public var partCount: Int { partStarts.count - 1 }

    /// Begins a part at a vertex.
    public mutating func move(toX x: Double, y: Double) {
        guard x.isFinite, y.isFinite else { return beginPart() }
        beginPart()
        add(PixelPoint(fixed(x), fixed(y)))
    }

    /// Adds a vertex to the part; begins one where there is none.
    public mutating func line(toX x: Double, y: Double) {
        guard x.isFinite, y.isFinite else { return }
        add(PixelPoint(fixed(x), fixed(y)))
    }

    /// Ends the part where it began, so that it strokes with a join there.
    public mutating func close() {
        guard let start = partStarts.dropLast().last, start < Int32(points.count) else { return }
        if points[points.count - 1] != points[Int(start)] { add(points[Int(start)]) }
        beginPart()
    }

    /// Adds a rectangle, clockwise on the screen.
    public mutating func addRectangle(x: Double, y: Double, width: Double, height: Double) {
        move(toX: x, y: y)
        line(toX: x + width, y: y)
        line(toX: x + width, y: y + height)
        line(toX: x, y: y + height)
        close()
    }

    /// Adds a circle as a polygon that stays within 1/64 pixel of it; nothing when `radius` is not above 0.
    public mutating func addCircle(x: Double, y: Double, radius: Double) {
        guard radius > 0, radius.isFinite, x.isFinite, y.isFinite else { return }
        var turn = PixelTurn(steps: circleSteps(radius))
        // The corners lie a little outside so that the polygon has the circle's area.
        let grown = radius * turn.areaFactor
        move(toX: x + grown, y: y)
        for _ in 1..<turn.steps {
            turn.advance()
            line(toX: x + grown * turn.cosine, y: y + grown * turn.sine)
        }
        close()
    }

    /// Adds the vertices of another path as further parts.
    public mutating func append(_ other: PixelPath) {
        for part in 0..<other.partCount {
            beginPart()
            for index in other.partStarts[part]..<other.partStarts[part + 1] { add(other.points[Int(index)]) }
        }
    }

    /// The path moved by a distance in 1/256 pixel, for instance to a marker's place.
    public func moved(by offset: PixelPoint) -> PixelPath {
        var path = self
        for index in path.points.indices { path.points[index] = clamped(path.points[index] &+ offset) }
        return path
    }

    private func clamped(_ point: PixelPoint) -> PixelPoint {
        let limit = PixelPoint(repeating: pixelPointLimit)
        return pointwiseMin(pointwiseMax(point, PixelPoint.zero &- limit), limit)
    }

    private mutating func beginPart() {
        if partStarts.count == 1 || partStarts[partStarts.count - 1] != partStarts[partStarts.count - 2] {
            partStarts.append(Int32(points.count))
        }
    }

    private mutating func add(_ point: PixelPoint) {
        if partStarts.count == 1 { partStarts.append(0) }
        guard points.count < Int(Int32.max) - 1 else { return }
        points.append(point)
        partStarts[partStarts.count - 1] = Int32(points.count)
    }
}
