// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaGeometry

extension FeatureSet {
    /// The rows at these places, in this order, with the same fields. Rows may repeat.
    public func selecting(rows: [Int]) -> FeatureSet {
        var result = self
        result.count = rows.count
        result.columns = columns.map { $0.selecting(rows: rows) }
        result.geometries = geometries?.selecting(rows: rows)
        result.centroids = centroids?.selecting(rows: rows)
        return result
    }

    /// The same rows with these columns only.
    func selecting(fields places: [Int]) -> FeatureSet {
        var result = self
        result.fields = places.map { fields[$0] }
        result.columns = places.map { columns[$0] }
        return result
    }
}

extension AttributeColumn {
    func selecting(rows: [Int]) -> AttributeColumn {
        let packed: Values =
            switch values {
            case .integers(let numbers): .integers(rows.map { numbers[$0] })
            case .doubles(let numbers): .doubles(rows.map { numbers[$0] })
            case .strings(let texts): .strings(rows.map { texts[$0] })
            case .blobs(let blobs): .blobs(rows.map { blobs[$0] })
            }
        return AttributeColumn(values: packed, valid: rows.map { valid[$0] })
    }
}

extension GeometryColumn {
    func selecting(rows: [Int]) -> GeometryColumn {
        var result = GeometryColumn(type: type)
        result.coordinates = coordinates.emptyCopy()
        for (place, row) in rows.enumerated() {
            let vertices = vertexRange(ofRow: row)
            let shift = result.coordinates.count - vertices.lowerBound
            result.coordinates.append(vertices, of: coordinates)
            for part in partRange(ofRow: row) { result.partStarts.append(partStarts[part + 1] + shift) }
            if nullRows.contains(row) { result.nullRows.insert(place) }
            if !statedCurves.isEmpty { result.statedCurves[place] = statedCurves[row] }
            result.endRow()
        }
        return result
    }
}
