// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import GromaGeometry

/// The shapes of many features as flat arrays.
///
/// Row i owns parts `featureStarts[i] ..< featureStarts[i + 1]`, part p owns vertices `partStarts[p] ..< partStarts[p + 1]`.
/// A point is one part of one vertex, a multipoint one part, an envelope one part of its two corners; a null or empty
/// shape owns no part. Where only some rows have a z, the others' z is NaN.
public struct GeometryColumn: Sendable {
    /// The kind of shapes.
    public var type: GeometryType
    /// The vertices of all rows, one after the other.
    public var coordinates = CoordinateSequence()
    /// First vertex of each part, and the vertex count at the end: parts + 1 numbers.
    public var partStarts: [Int] = [0]
    /// First part of each row, and the part count at the end: rows + 1 numbers.
    public var featureStarts: [Int] = [0]
    /// Rows whose shape was null (as opposed to empty).
    public var nullRows: Set<Int> = []
    /// Paths and rings with curves as their documents state them, by row. They count only while the row's vertices are still
    /// those that stand for them: `curves(ofRow:)` looks.
    package var statedCurves: [Int: [CurvePath]] = [:]

    /// An empty column.
    public init(type: GeometryType) { self.type = type }

    /// The number of rows.
    public var count: Int { featureStarts.count - 1 }
    /// Vertices of a row, all parts together.
    public func vertexRange(ofRow row: Int) -> Range<Int> {
        partStarts[featureStarts[row]]..<partStarts[featureStarts[row + 1]]
    }
    /// Parts of a row.
    public func partRange(ofRow row: Int) -> Range<Int> { featureStarts[row]..<featureStarts[row + 1] }
    /// Vertices of a part.
    public func vertexRange(ofPart part: Int) -> Range<Int> { partStarts[part]..<partStarts[part + 1] }

    /// The box round a row's shape; empty when it has no vertices.
    public func extent(ofRow row: Int, in spatialReference: SpatialReference? = nil) -> Envelope {
        coordinates.extent(of: vertexRange(ofRow: row), in: spatialReference)
    }

    /// A row's shape as a value; nil when it was null. Copies the row's coordinates.
    public func geometry(at row: Int, in spatialReference: SpatialReference? = nil) -> (any Geometry)? {
        if nullRows.contains(row) { return nil }
        let vertices = vertexRange(ofRow: row)
        switch type {
        case .point:
            guard let first = vertices.first else { return Point.empty(in: spatialReference) }
            var point = coordinates.point(at: first, in: spatialReference)
            if point.z?.isNaN == true { point.z = nil }
            return point
        case .envelope: return extent(ofRow: row, in: spatialReference)
        case .multipoint:
            return Multipoint(coordinates: slice(vertices), spatialReference: spatialReference)
        case .polyline:
            return Polyline(parts: parts(ofRow: row), curves: curves(ofRow: row), spatialReference: spatialReference)
        case .polygon:
            return Polygon(parts: parts(ofRow: row), curves: curves(ofRow: row), spatialReference: spatialReference)
        }
    }

    /// The row's paths or rings with their curves; nil where it has none, or where its vertices were changed since. Linear in
    /// the row's vertices.
    package func curves(ofRow row: Int) -> [CurvePath]? {
        guard !statedCurves.isEmpty, let paths = statedCurves[row], paths.count == partRange(ofRow: row).count else {
            return nil
        }
        for (path, part) in zip(paths, partRange(ofRow: row)) {
            let vertices = vertexRange(ofPart: part)
            let stated = path.densified()
            let isSame = stated.elementsEqual(coordinates.xy[2 * vertices.lowerBound..<2 * vertices.upperBound]) {
                $0 == $1 || $0.isNaN && $1.isNaN
            }
            guard isSame else { return nil }
        }
        return paths
    }

    private func parts(ofRow row: Int) -> CoordinateParts {
        let vertices = vertexRange(ofRow: row)
        let starts = partRange(ofRow: row).map { partStarts[$0] - vertices.lowerBound }
        return CoordinateParts(coordinates: slice(vertices), starts: starts)
    }

    private func slice(_ vertices: Range<Int>) -> CoordinateSequence {
        let z = coordinates.z.map { Array($0[vertices]) }
        return CoordinateSequence(
            xy: Array(coordinates.xy[2 * vertices.lowerBound..<2 * vertices.upperBound]),
            z: z?.allSatisfy(\.isNaN) == true ? nil : z, m: coordinates.m.map { Array($0[vertices]) })
    }

    /// Appends a row; nil appends a null shape.
    ///
    /// - Throws: `FeatureError` with `.invalidValue` when the shape is of another type than the column; an envelope
    ///   goes into a column of polygons as its ring.
    public mutating func append(_ geometry: (any Geometry)?) throws(FeatureError) {
        switch (type, geometry) {
        case (_, nil):
            nullRows.insert(count)
            endRow()
        case (.point, let point as Point): append(point)
        case (.multipoint, let multipoint as Multipoint):
            append(CoordinateParts(coordinates: multipoint.coordinates, starts: multipoint.isEmpty ? [] : [0]))
        case (.polyline, let polyline as Polyline):
            statedCurves[count] = polyline.curves
            append(polyline.parts)
        case (.polygon, let polygon as Polygon):
            statedCurves[count] = polygon.curves
            append(polygon.parts)
        case (.polygon, let box as Envelope): append(box.isEmpty ? CoordinateParts() : box.ring)
        case (.envelope, let box as Envelope):
            let corners = box.isEmpty ? [] : [box.xMin, box.yMin, box.xMax, box.yMax]
            append(CoordinateParts(coordinates: CoordinateSequence(xy: corners), starts: box.isEmpty ? [] : [0]))
        case (_, let other?):
            throw FeatureError(
                .invalidValue,
                "A shape of type \(other.geometryType.rawValue) does not fit among shapes of type \(type.rawValue).")
        }
    }

    private mutating func append(_ point: Point) {
        guard !point.isEmpty else { return endRow() }
        let coordinates = CoordinateSequence(xy: [point.x, point.y], z: point.z.map { [$0] }, m: point.m.map { [$0] })
        append(CoordinateParts(coordinates: coordinates, starts: [0]))
    }

    private mutating func append(_ parts: CoordinateParts) {
        let before = coordinates.count
        coordinates.xy += parts.coordinates.xy
        let added = parts.coordinates.count
        GeometryColumn.extend(&coordinates.z, from: before, by: parts.coordinates.z, count: added)
        GeometryColumn.extend(&coordinates.m, from: before, by: parts.coordinates.m, count: added)
        for range in parts.ranges where !range.isEmpty { partStarts.append(before + range.upperBound) }
        endRow()
    }

    private static func extend(_ values: inout [Double]?, from count: Int, by more: [Double]?, count added: Int) {
        if let more {
            if values == nil { values = Array(repeating: .nan, count: count) }
            values?.append(contentsOf: more)
        } else {
            values?.append(contentsOf: repeatElement(.nan, count: added))
        }
    }

    /// Ends a row after its parts were appended to `coordinates` and `partStarts`.
    package mutating func endRow() { featureStarts.append(partStarts.count - 1) }
}

extension Envelope {
    /// The corners as one closed clockwise ring, without z and m.
    fileprivate var ring: CoordinateParts {
        CoordinateParts(
            coordinates: CoordinateSequence(xy: [xMin, yMin, xMin, yMax, xMax, yMax, xMax, yMin, xMin, yMin]),
            starts: [0])
    }
}
