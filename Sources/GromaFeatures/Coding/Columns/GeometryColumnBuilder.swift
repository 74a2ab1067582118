// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaCodecs
import GromaGeometry

/// Gathers shapes as flat arrays while features are decoded.
struct GeometryColumnBuilder {
    /// The type of the shapes; nil until the document or the first shape tells.
    var type: GeometryType?
    /// False while vertices are told relative to each other: equal numbers are then no equal places.
    var closesRings = true
    var positions = PositionBuffer()
    /// True while every row is one part of one vertex, as points are: then starts are not gathered, as they only count.
    private var isPlain = true
    private var plainRows = 0
    /// True when the part of the next plain row is there.
    private var hasPlainPart = false
    private var partStarts: [Int] = [0]
    private var featureStarts: [Int] = [0]
    /// Vertices of the parts that are ended.
    private var endedVertices = 0
    private(set) var nullRows: Set<Int> = []
    /// Paths and rings with curves, by row.
    var curves: [Int: [CurvePath]] = [:]
    /// True once a row said anything of a shape, be it null.
    private(set) var hasShapes = false

    init(type: GeometryType?) { self.type = type }

    /// Rows so far.
    var count: Int { isPlain ? plainRows : featureStarts.count - 1 }
    /// Vertices of the part that is being read.
    var openVertices: Int { positions.count - endedVertices }

    /// Ends a part after its vertices were appended; a part without vertices is left out. Rings are closed where they are open.
    mutating func endPart() {
        let first = endedVertices
        let vertices = positions.count - first
        guard vertices > 0 else { return }
        if type == .polygon, closesRings, vertices >= 3 { closeRing(from: first) }
        endedVertices = positions.count
        if isPlain {
            if vertices == 1, !hasPlainPart {
                hasPlainPart = true
                return
            }
            gatherStarts()
        }
        partStarts.append(endedVertices)
    }

    /// Gathers starts from now on, and those that were only counted.
    private mutating func gatherStarts() {
        isPlain = false
        partStarts = Array(0...plainRows + (hasPlainPart ? 1 : 0))
        featureStarts = Array(0...plainRows)
    }

    private mutating func closeRing(from first: Int) {
        let last = positions.count - 1
        let x = positions.xy[2 * first], y = positions.xy[2 * first + 1]
        guard
            !CoordinateSequence.closes(positions.xy[2 * last], x)
                || !CoordinateSequence.closes(positions.xy[2 * last + 1], y)
        else { return }
        positions.padWhatExists()
        positions.append(x: x, y: y)
        if let value = positions.third?[first] { positions.third?.append(value) }
        if let value = positions.fourth?[first] { positions.fourth?.append(value) }
    }

    /// Turns the last part, which begins at vertex `first`, when it runs the other way round.
    mutating func orientRing(from first: Int, clockwise: Bool) {
        let xy = positions.xy
        var area = 0.0
        for vertex in first..<max(first, positions.count - 1) {
            let x0 = xy[2 * first], y0 = xy[2 * first + 1]
            area +=
                (xy[2 * vertex] - x0) * (xy[2 * vertex + 3] - y0) - (xy[2 * vertex + 2] - x0)
                * (xy[2 * vertex + 1] - y0)
        }
        guard area != 0, (area < 0) != clockwise else { return }
        positions.padWhatExists()
        positions.reverse(from: first)
    }

    /// Ends a row. A row that follows no part is an empty shape, or a null one.
    mutating func endRow(isNull: Bool = false) {
        if isNull { nullRows.insert(count) } else { hasShapes = true }
        if isPlain {
            if hasPlainPart {
                hasPlainPart = false
                plainRows += 1
                return
            }
            gatherStarts()
        }
        featureStarts.append(partStarts.count - 1)
    }

    /// Adds the rows of another builder behind these; false, and nothing is added, where shapes are of another type.
    mutating func append(contentsOf other: GeometryColumnBuilder) -> Bool {
        guard type == nil || other.type == nil || type == other.type else { return false }
        let rows = count, vertices = positions.count
        if isPlain, other.isPlain {
            plainRows += other.plainRows
        } else {
            var other = other
            if isPlain { gatherStarts() }
            if other.isPlain { other.gatherStarts() }
            let parts = partStarts.count - 1
            partStarts.append(contentsOf: other.partStarts.dropFirst().lazy.map { $0 + vertices })
            featureStarts.append(contentsOf: other.featureStarts.dropFirst().lazy.map { $0 + parts })
        }
        type = type ?? other.type
        positions.append(other.positions)
        endedVertices = positions.count
        for row in other.nullRows { nullRows.insert(rows + row) }
        for (row, paths) in other.curves { curves[rows + row] = paths }
        hasShapes = hasShapes || other.hasShapes
        return true
    }

    /// Makes room for so many rows; pages that stay empty cost nothing.
    mutating func reserve(rows: Int) {
        guard !isPlain else { return }
        featureStarts.reserveCapacity(rows + 1)
        partStarts.reserveCapacity(rows + rows / 8 + 1)
    }

    /// Moves the third numbers of the vertices from `first` on to the fourth: they were measures, not heights.
    mutating func thirdIsMeasure(from first: Int) {
        guard let third = positions.third, third.count > first else { return }
        positions.padThird()
        positions.padFourth()
        for index in first..<positions.count {
            positions.fourth?[index] = positions.third?[index] ?? .nan
            positions.third?[index] = .nan
        }
    }

    /// The column; nil when no row had a shape and no type was stated. `hasZ` and `hasM` are what the document stated.
    mutating func finish(hasZ: Bool, hasM: Bool) -> GeometryColumn? {
        guard let type else { return nil }
        positions.padWhatExists()
        var column = GeometryColumn(type: type)
        column.coordinates.xy = positions.xy
        let isZ = hasZ || positions.third?.contains { !$0.isNaN } == true
        let isM = hasM || positions.fourth?.contains { !$0.isNaN } == true
        if isZ {
            positions.padThird()
            column.coordinates.z = positions.third
        }
        if isM {
            positions.padFourth()
            column.coordinates.m = positions.fourth
        }
        if isPlain, !hasPlainPart {
            // Both count the rows: they share one array.
            let starts = Array(0...plainRows)
            (column.partStarts, column.featureStarts) = (starts, starts)
        } else {
            if isPlain { gatherStarts() }
            column.partStarts = partStarts
            column.featureStarts = featureStarts
        }
        column.nullRows = nullRows
        column.statedCurves = curves
        return column
    }
}
