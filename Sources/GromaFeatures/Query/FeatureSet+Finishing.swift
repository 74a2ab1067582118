// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaGeometry

extension FeatureSet {
    /// Brings the shapes into the form that a query asks for: heights and measures, reference, centroids, thinning, decimals.
    ///
    /// Shapes with a vertex that has no place in the target reference become empty: half a shape would be wrong.
    package mutating func finishShapes(_ parameters: QueryParameters) throws {
        let source = spatialReference, target = parameters.outSpatialReference
        if let target { spatialReference = source == nil ? source : target }
        guard var shapes = geometries else { return }
        geometries = nil
        if !parameters.returnsZ { shapes.coordinates.z = nil }
        if !parameters.returnsM { shapes.coordinates.m = nil }
        if let target, let source, source != target,
            try GeometryEngine.project(&shapes.coordinates.xy, from: source, to: target) > 0
        {
            shapes = shapes.droppingLostShapes()
        }
        if parameters.returnsCentroid, shapes.type == .polygon { centroids = shapes.centroids() }
        if parameters.maxAllowableOffset > 0, parameters.returnsGeometry {
            shapes = shapes.thinned(by: parameters.maxAllowableOffset)
        }
        if let digits = parameters.geometryPrecision {
            shapes.coordinates.xy.roundValues(digits: digits)
            centroids?.coordinates.xy.roundValues(digits: digits)
        }
        geometries = parameters.returnsGeometry ? shapes : nil
    }
}

extension [Double] {
    /// Rounds to decimals, half away from zero; numbers too large to have them stay.
    fileprivate mutating func roundValues(digits: Int) {
        var scale = 1.0
        for _ in 0..<Swift.min(Swift.max(0, digits), 15) { scale *= 10 }
        for index in indices {
            let scaled = self[index] * scale
            if abs(scaled) < 0x1p52 { self[index] = scaled.rounded() / scale }
        }
    }
}

extension GeometryColumn {
    /// Empties rows with a vertex that is NaN.
    fileprivate func droppingLostShapes() -> GeometryColumn {
        var kept = GeometryColumn(type: type)
        kept.coordinates = coordinates.emptyCopy()
        kept.nullRows = nullRows
        for row in 0..<count {
            let vertices = vertexRange(ofRow: row)
            if vertices.allSatisfy({ !coordinates.xy[2 * $0].isNaN }) {
                let shift = kept.coordinates.count - vertices.lowerBound
                kept.coordinates.append(vertices, of: coordinates)
                for part in partRange(ofRow: row) { kept.partStarts.append(partStarts[part + 1] + shift) }
            }
            kept.endRow()
        }
        return kept
    }

    /// Lines and outlines with the vertices that matter beyond `offset` (Douglas and Peucker). Holes and further parts smaller than that
    /// go; a row's first part stays, as a triangle at least where it is a ring.
    package func thinned(by offset: Double) -> GeometryColumn {
        guard type == .polyline || type == .polygon else { return self }
        var thin = GeometryColumn(type: type)
        thin.coordinates = coordinates.emptyCopy()
        thin.coordinates.xy.reserveCapacity(coordinates.xy.count / 4)
        thin.nullRows = nullRows
        for row in 0..<count {
            let parts = partRange(ofRow: row)
            for part in parts {
                let range = vertexRange(ofPart: part)
                var kept = GeometryEngine.keptVertices(range, of: coordinates, maxDeviation: offset)
                let isClosed = coordinates.isClosed(range)
                if isClosed, kept.count < 4 {
                    guard part == parts.lowerBound else { continue }
                    kept = smallest(range)
                }
                for vertex in kept { thin.coordinates.append(vertex..<(vertex + 1), of: coordinates) }
                thin.partStarts.append(thin.coordinates.count)
            }
            thin.endRow()
        }
        return thin
    }

    /// A ring's first vertex, the one farthest from it, and the one farthest from the line between, closed.
    private func smallest(_ range: Range<Int>) -> [Int] {
        let xy = coordinates.xy, first = range.lowerBound, last = range.upperBound - 1
        func offset(_ index: Int) -> (x: Double, y: Double) {
            (xy[2 * index] - xy[2 * first], xy[2 * index + 1] - xy[2 * first + 1])
        }
        let inner = (first + 1)..<max(first + 1, last)
        guard
            let far = inner.max(by: { a, b in
                let (p, q) = (offset(a), offset(b))
                return p.x * p.x + p.y * p.y < q.x * q.x + q.y * q.y
            })
        else { return Array(range) }
        let axis = offset(far)
        func height(_ index: Int) -> Double {
            let point = offset(index)
            return abs(point.x * axis.y - point.y * axis.x)
        }
        guard let wide = inner.filter({ $0 != far }).max(by: { height($0) < height($1) }) else { return Array(range) }
        return [first, min(far, wide), max(far, wide), last]
    }

    /// The centroid of each row's area; of the vertices where a shape has none. Null for rows without a shape.
    package func centroids() -> GeometryColumn {
        var points = GeometryColumn(type: .point)
        for row in 0..<count {
            let vertices = vertexRange(ofRow: row)
            if let (x, y) = centroid(ofRow: row, vertices) {
                points.coordinates.xy += [x, y]
                points.partStarts.append(points.coordinates.count)
            } else {
                points.nullRows.insert(row)
            }
            points.endRow()
        }
        return points
    }

    private func centroid(ofRow row: Int, _ vertices: Range<Int>) -> (x: Double, y: Double)? {
        guard let origin = vertices.first else { return nil }
        let xy = coordinates.xy, originX = xy[2 * origin], originY = xy[2 * origin + 1]
        var area = 0.0, x = 0.0, y = 0.0
        for part in partRange(ofRow: row) {
            for vertex in vertexRange(ofPart: part).dropFirst() {
                let ax = xy[2 * vertex - 2] - originX, ay = xy[2 * vertex - 1] - originY
                let bx = xy[2 * vertex] - originX, by = xy[2 * vertex + 1] - originY
                let cross = ax * by - bx * ay
                area += cross
                x += (ax + bx) * cross
                y += (ay + by) * cross
            }
        }
        if area != 0, (x / area).isFinite, (y / area).isFinite {
            return (originX + x / (3 * area), originY + y / (3 * area))
        }
        let count = Double(vertices.count)
        return (
            vertices.reduce(0) { $0 + xy[2 * $1] / count }, vertices.reduce(0) { $0 + xy[2 * $1 + 1] / count }
        )
    }
}
