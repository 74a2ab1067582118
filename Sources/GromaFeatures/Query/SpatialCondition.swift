// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaGeometry

/// How a query's shape must lie to the rows of a set.
struct SpatialCondition {
    private let geometry: any Geometry
    private let box: Envelope
    private let relationship: SpatialRelationship

    /// The query's shape is projected into the rows' reference where they differ; nil when it is empty: then no row fits.
    init?(_ geometry: any Geometry, _ relationship: SpatialRelationship, in reference: SpatialReference?) throws {
        guard relationship != .relation else {
            throw FeatureError(
                .unsupported,
                "Queries by a DE-9IM pattern (esriSpatialRelRelation) need the pattern; use a named relation.")
        }
        var shape = geometry
        if let target = reference, let source = geometry.spatialReference, source != target {
            shape = try GeometryEngine.project(geometry, into: target)
        }
        shape.spatialReference = reference
        if shape.isEmpty { return nil }
        self.geometry = shape
        box = shape.extent
        self.relationship = relationship
    }

    /// The rows among `rows` that fit, in their order.
    func rows(_ rows: [Int], of shapes: GeometryColumn) throws -> [Int] {
        try rows.filter { row in
            let own = shapes.extent(ofRow: row)
            guard !own.isEmpty, own.intersects(box) else { return false }
            switch relationship {
            case .envelopeIntersects, .indexIntersects: return true
            case .intersects where geometry is Envelope && (shapes.type == .point || holds(own)): return true
            default: break
            }
            guard let shape = shapes.geometry(at: row, in: geometry.spatialReference) else { return false }
            return try relates(to: shape)
        }
    }

    private func holds(_ other: Envelope) -> Bool {
        box.xMin <= other.xMin && box.xMax >= other.xMax && box.yMin <= other.yMin && box.yMax >= other.yMax
    }

    private func relates(to shape: any Geometry) throws -> Bool {
        switch relationship {
        case .intersects: try GeometryEngine.isGeometry(geometry, intersecting: shape)
        case .contains: try GeometryEngine.doesGeometry(geometry, contain: shape)
        case .within: try GeometryEngine.isGeometry(geometry, within: shape)
        case .crosses: try GeometryEngine.isGeometry(geometry, crossing: shape)
        case .overlaps: try GeometryEngine.isGeometry(geometry, overlapping: shape)
        case .touches: try GeometryEngine.isGeometry(geometry, touching: shape)
        case .envelopeIntersects, .indexIntersects, .relation: true
        }
    }
}
