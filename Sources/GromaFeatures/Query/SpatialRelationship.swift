// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// How a query's shape must lie to a feature's.
public enum SpatialRelationship: String, Sendable, Hashable, CaseIterable {
    case intersects = "esriSpatialRelIntersects"
    case contains = "esriSpatialRelContains"
    case crosses = "esriSpatialRelCrosses"
    case disjoint = "esriSpatialRelDisjoint"
    case envelopeIntersects = "esriSpatialRelEnvelopeIntersects"
    case indexIntersects = "esriSpatialRelIndexIntersects"
    case overlaps = "esriSpatialRelOverlaps"
    case touches = "esriSpatialRelTouches"
    case within = "esriSpatialRelWithin"
    /// As the query's `relationPattern` says.
    case relation = "esriSpatialRelRelation"
}
