// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
package import GromaGeometry

/// How a query's shape must lie to a row's: the exact test that memory and stores make behind whatever index they have.
///
/// Rows without a shape never pass, also where shapes apart are asked for.
package final class SpatialFilter: Sendable {
    /// The query's shape, grown by the query's distance, in the rows' reference.
    package let geometry: any Geometry
    /// The box that rows must touch, where `needsMeeting` is true.
    package let box: Envelope
    /// False where rows away from the shape may pass too: then no index helps.
    package let needsMeeting: Bool
    private let relationship: SpatialRelationship
    private let pattern: String
    private let isBox: Bool

    /// A filter; the query's shape is projected into the rows' reference where they differ. Nil when the query has no shape.
    ///
    /// An empty shape makes a filter that nothing passes. Throws `FeatureError` for a relation without a sound pattern and for
    /// a distance that is no length, `GeometryError` where the shape cannot be projected or grown.
    package init?(_ criteria: some RowCriteria, in reference: SpatialReference?) throws {
        guard var shape = criteria.geometry else { return nil }
        relationship = criteria.spatialRelationship
        pattern = try Self.pattern(criteria)
        if criteria.distance != 0 { shape = try Self.grown(shape, by: criteria.distance, reference: reference) }
        if let target = reference, let source = shape.spatialReference, source != target {
            shape = try GeometryEngine.project(shape, into: target)
        }
        shape.spatialReference = reference
        geometry = shape
        box = shape.extent
        isBox = shape is Envelope
        switch criteria.spatialRelationship {
        case .disjoint: needsMeeting = false
        case .relation:
            // Insides and borders of both: one of the four must have something in common.
            let marks = Array(pattern)
            needsMeeting = [0, 1, 3, 4].contains { "T012".contains(marks[$0]) }
        default: needsMeeting = true
        }
    }

    private static func pattern(_ criteria: some RowCriteria) throws(FeatureError) -> String {
        guard criteria.spatialRelationship == .relation else { return "" }
        let pattern = (criteria.relationPattern ?? "").uppercased()
        guard pattern.utf8.count == 9, pattern.allSatisfy({ "TF*012".contains($0) }) else {
            throw FeatureError(
                .invalidValue,
                "esriSpatialRelRelation needs a pattern of nine characters out of T F * 0 1 2; it is \"\(pattern.prefix(40))\"."
            )
        }
        return pattern
    }

    /// Metres on the ground where the place of the shape is known, else units of the shape.
    fileprivate static func grown(_ shape: any Geometry, by distance: Double, reference: SpatialReference?) throws
        -> any Geometry
    {
        guard distance > 0, distance.isFinite else {
            throw FeatureError(.invalidValue, "A query's distance must be a length above 0; it is \(distance).")
        }
        if shape.isEmpty { return shape }
        guard let known = shape.spatialReference ?? reference else {
            return try GeometryEngine.buffer(around: shape, distance: distance)
        }
        var placed = shape
        placed.spatialReference = known
        return try GeometryEngine.geodeticBuffer(around: placed, distance: distance, maxDeviation: distance / 20_000)
    }

    /// True when the rows' boxes are all that is asked about.
    package var isIndexOnly: Bool { relationship == .indexIntersects }

    /// The answer for a point where no exact test is needed, else nil.
    package func quickAnswer(x: Double, y: Double) -> Bool? {
        guard box.contains(x: x, y: y) else { return missed }
        switch relationship {
        case .envelopeIntersects, .indexIntersects: return true
        case .intersects: return isBox ? true : nil
        case .disjoint: return isBox ? false : nil
        default: return nil
        }
    }

    /// The answer for a shape in a box where no exact test is needed, else nil.
    package func quickAnswer(xMin: Double, yMin: Double, xMax: Double, yMax: Double) -> Bool? {
        guard xMin <= box.xMax, xMax >= box.xMin, yMin <= box.yMax, yMax >= box.yMin else { return missed }
        switch relationship {
        case .envelopeIntersects, .indexIntersects: return true
        case .intersects where isBox && xMin >= box.xMin && xMax <= box.xMax && yMin >= box.yMin && yMax <= box.yMax:
            return true
        // On the box's border only meeting is sure.
        case .contains where isBox && xMin > box.xMin && xMax < box.xMax && yMin > box.yMin && yMax < box.yMax:
            return true
        default: return nil
        }
    }

    /// What is known of a shape whose box is apart from the query's.
    private var missed: Bool? {
        if geometry.isEmpty { return false }
        return needsMeeting ? false : relationship == .disjoint ? true : nil
    }

    /// The exact answer for a shape in the rows' reference.
    package func passes(_ shape: any Geometry) throws(GeometryError) -> Bool {
        guard !geometry.isEmpty, !shape.isEmpty else { return false }
        return switch relationship {
        case .intersects: try GeometryEngine.isGeometry(geometry, intersecting: shape)
        case .disjoint: try GeometryEngine.isGeometry(geometry, disjointWith: shape)
        case .contains: try GeometryEngine.doesGeometry(geometry, contain: shape)
        case .within: try GeometryEngine.isGeometry(geometry, within: shape)
        case .crosses: try GeometryEngine.isGeometry(geometry, crossing: shape)
        case .overlaps: try GeometryEngine.isGeometry(geometry, overlapping: shape)
        case .touches: try GeometryEngine.isGeometry(geometry, touching: shape)
        case .relation: try GeometryEngine.isGeometry(geometry, relatedTo: shape, byRelation: pattern)
        case .envelopeIntersects, .indexIntersects: shape.extent.intersects(box)
        }
    }

    /// The rows among `rows` that pass, in their order.
    package func rows(_ rows: [Int], of shapes: GeometryColumn) throws(GeometryError) -> [Int] {
        var passing: [Int] = []
        for row in rows {
            let own = shapes.extent(ofRow: row)
            guard !own.isEmpty else { continue }
            let quick =
                shapes.type == .point
                ? quickAnswer(x: own.xMin, y: own.yMin)
                : quickAnswer(xMin: own.xMin, yMin: own.yMin, xMax: own.xMax, yMax: own.yMax)
            if let quick {
                if quick { passing.append(row) }
            } else if let shape = shapes.geometry(at: row, in: geometry.spatialReference), try passes(shape) {
                passing.append(row)
            }
        }
        return passing
    }
}

extension RowCriteria {
    /// The same criteria with the distance worked into the shape, for those who know no distances.
    package func growingGeometry(reference: SpatialReference?) throws -> Self {
        guard distance != 0, let shape = geometry else { return self }
        var criteria = self
        criteria.geometry = try SpatialFilter.grown(shape, by: distance, reference: reference)
        criteria.distance = 0
        return criteria
    }
}
