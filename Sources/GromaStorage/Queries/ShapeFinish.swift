// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaFeatures
import GromaGeometry

/// What happens to an answer's shapes after reading: projection into the reference that was asked for.
struct ShapeFinish {
    let parameters: QueryParameters
    let layout: TableLayout

    func apply(to set: inout FeatureSet) throws {
        guard let target = parameters.outSpatialReference, let own = layout.spatialReference, own != target else {
            return
        }
        set.spatialReference = target
        guard var shapes = set.geometries else { return }
        let lost = try GeometryEngine.project(&shapes.coordinates.xy, from: own, to: target)
        if lost > 0 { dropLost(&shapes) }
        set.geometries = shapes
    }

    /// Rows with a vertex that has no place in the target become empty: half a shape would be wrong.
    private func dropLost(_ shapes: inout GeometryColumn) {
        var kept = GeometryColumn(type: shapes.type)
        kept.coordinates = shapes.coordinates.emptyCopy()
        kept.nullRows = shapes.nullRows
        for row in 0..<shapes.count {
            let vertices = shapes.vertexRange(ofRow: row)
            let isWhole = vertices.allSatisfy { !shapes.coordinates.xy[2 * $0].isNaN }
            if isWhole {
                let shift = kept.coordinates.count - vertices.lowerBound
                kept.coordinates.append(vertices, of: shapes.coordinates)
                kept.partStarts += shapes.partRange(ofRow: row).map { shapes.partStarts[$0 + 1] + shift }
            }
            kept.featureStarts.append(kept.partStarts.count - 1)
        }
        shapes = kept
    }
}
