// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaFeatures
import GromaGeometry

/// The exact test behind the R-tree: how a query's shape must lie to a row's. Used by one connection for one statement.
final class SpatialFilter {
    /// The query's shape in the layer's reference.
    let geometry: any Geometry
    /// The box that rows must touch.
    let box: Envelope
    private let relationship: SpatialRelationship
    private let isBox: Bool

    /// A filter; the query's shape is projected into the layer's reference where they differ. Nil when the shape is empty:
    /// then no row matches.
    init?(_ geometry: any Geometry, _ relationship: SpatialRelationship, in reference: SpatialReference?) throws {
        guard relationship != .relation else {
            throw StorageError(
                .unsupported,
                "Queries by a DE-9IM pattern (esriSpatialRelRelation) are not supported; use a named relation.")
        }
        var shape = geometry
        if let target = reference, let source = geometry.spatialReference, source != target {
            shape = try GeometryEngine.project(geometry, into: target)
        }
        shape.spatialReference = reference
        if shape.isEmpty { return nil }
        self.geometry = shape
        self.box = shape.extent
        self.relationship = relationship
        self.isBox = shape is Envelope
    }

    /// True when the R-tree's answer is all that is asked.
    var isIndexOnly: Bool { relationship == .indexIntersects }

    /// Tests a geometry blob.
    func matches(_ bytes: UnsafeRawBufferPointer) throws -> Bool {
        if unsafe GeometryBlob.hasPlainHeader(bytes), let (x, y) = unsafe GeometryBlob.point(in: bytes, at: 8) {
            guard box.contains(x: x, y: y) else { return false }
            if relationship == .envelopeIntersects || relationship == .indexIntersects { return true }
            if isBox, relationship == .intersects { return true }
            return try relates(to: Point(x: x, y: y, spatialReference: geometry.spatialReference))
        }
        guard let own = try unsafe GeometryBlob.envelope(of: bytes) else { return false }
        guard own.xMin <= box.xMax, own.xMax >= box.xMin, own.yMin <= box.yMax, own.yMax >= box.yMin else {
            return false
        }
        switch relationship {
        case .envelopeIntersects, .indexIntersects: return true
        case .intersects, .contains:
            // A shape whose box lies in the query's box lies in it too; on its border only intersects is sure.
            if isBox, own.xMin > box.xMin, own.xMax < box.xMax, own.yMin > box.yMin, own.yMax < box.yMax { return true }
        default: break
        }
        return try relates(
            to: unsafe GeometryBlob.geometry(from: bytes, spatialReference: geometry.spatialReference))
    }

    private func relates(to feature: any Geometry) throws -> Bool {
        switch relationship {
        case .intersects: try GeometryEngine.isGeometry(geometry, intersecting: feature)
        case .contains: try GeometryEngine.doesGeometry(geometry, contain: feature)
        case .within: try GeometryEngine.isGeometry(geometry, within: feature)
        case .crosses: try GeometryEngine.isGeometry(geometry, crossing: feature)
        case .overlaps: try GeometryEngine.isGeometry(geometry, overlapping: feature)
        case .touches: try GeometryEngine.isGeometry(geometry, touching: feature)
        case .envelopeIntersects, .indexIntersects, .relation: true
        }
    }
}
