// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// Operations on geometries, as static functions: relations, set operations, measures, projection.
///
/// Where an operation takes two geometries, the second is projected into the reference of the first when both have one and they differ.
/// Planar operations work in the units of the reference; z and m are ignored by relations and lost where new vertices are made, unless said otherwise.
public enum GeometryEngine {}

extension GeometryEngine {
    /// The same shape in another reference. z and m stay as they are.
    ///
    /// Longitude/latitude in WGS 84 to and from web mercator (by any of its ids) is computed in closed form, World Robinson (54030) by Snyder's table, all
    /// else by PROJ with the most accurate transformation whose grids are installed (WGS 84 to NAD 83: by ITRF00, as ArcGIS does); the pipeline is cached.
    /// Vertices are moved one by one; the segments between them are not densified. An envelope becomes the box round its projected outline.
    /// An empty geometry stays empty; a point at a pole, which is at infinity in web mercator, becomes empty there, while the vertices of other shapes end
    /// at `WebMercator.y(latitude:)`. Throws `.spatialReference` when the geometry has no reference,
    /// one is unknown, or a vertex has no place in the target.
    ///
    /// `datumTransformation` chooses the change of datum, in either direction; one that does not go between the two references is refused as
    /// `.spatialReference`, one whose grid files are missing as `.unsupported`.
    public static func project<G: Geometry>(
        _ geometry: G, into spatialReference: SpatialReference, datumTransformation: DatumTransformation? = nil
    ) throws(GeometryError) -> G {
        guard let source = geometry.spatialReference else {
            throw GeometryError(
                .spatialReference,
                "A \(geometry.geometryType) without a spatial reference cannot be projected; set one first.")
        }
        var result = geometry
        result.spatialReference = spatialReference
        if source == spatialReference || geometry.isEmpty { return result }
        if let point = geometry as? Point, source.isWGS84, spatialReference.isWebMercator, abs(point.y) >= 90 {
            return Point.empty(in: spatialReference) as? G ?? result
        }
        if let envelope = geometry as? Envelope {
            return try project(envelope, from: source, to: spatialReference, by: datumTransformation) as? G ?? result
        }
        var coordinates = geometry.flatParts.coordinates
        let lost = try project(&coordinates.xy, from: source, to: spatialReference, by: datumTransformation)
        guard lost == 0 else {
            throw GeometryError(
                .spatialReference,
                "\(lost) of \(coordinates.count) vertices have no place in the target reference \(spatialReference.name); clip the geometry to its area of use."
            )
        }
        return geometry.replacingCoordinates(coordinates, in: spatialReference) as? G ?? result
    }

    /// Moves flat x, y pairs from one reference into another, in place: the bulk path. About 15 ns a vertex between WGS 84 and
    /// web mercator, 100 to 200 ns otherwise. A vertex without a place in the target becomes NaN, NaN; the number of those is returned.
    @discardableResult
    public static func project(
        _ xy: inout [Double], from source: SpatialReference, to target: SpatialReference
    ) throws(GeometryError) -> Int {
        if source == target { return 0 }
        if source.isWGS84, target.isWebMercator {
            WebMercator.project(&xy)
            return 0
        }
        if source.isWebMercator, target.isWGS84 {
            WebMercator.unproject(&xy)
            return 0
        }
        var pairs = xy
        xy = []
        defer { xy = pairs }
        return try TransformationPool.with(from: source.projDefinition(), to: target.projDefinition()) {
            $0.apply(to: &pairs)
        }
    }

    /// The bulk path over a chosen change of datum, if one is given.
    private static func project(
        _ xy: inout [Double], from source: SpatialReference, to target: SpatialReference, by datum: DatumTransformation?
    ) throws(GeometryError) -> Int {
        guard var datum else { return try project(&xy, from: source, to: target) }
        let from = try ReferenceFrame(of: source).geographicDefinition
        let to = try ReferenceFrame(of: target).geographicDefinition
        if datum.source == to, datum.target == from { datum = datum.inverse }
        guard datum.source == from, datum.target == to else {
            throw GeometryError(
                .spatialReference,
                "\(datum.name) does not go between \(source.name) and \(target.name); ask TransformationCatalog for those that do."
            )
        }
        guard datum.missingGrids.isEmpty else {
            throw GeometryError(
                .unsupported,
                "\(datum.name) needs grid files that are not installed: \(datum.missingGrids.joined(separator: ", ")).")
        }
        var pairs = xy
        xy = []
        defer { xy = pairs }
        return try TransformationPool.with(from: source.projDefinition(), to: target.projDefinition(), by: datum) {
            $0.apply(to: &pairs)
        }
    }

    /// Moves a whole sequence from one reference into another, in place; z and m stay as they are.
    @discardableResult
    public static func project(
        _ coordinates: inout CoordinateSequence, from source: SpatialReference, to target: SpatialReference
    ) throws(GeometryError) -> Int {
        try project(&coordinates.xy, from: source, to: target)
    }

    /// The box round the projected outline, 16 points a side: sides of a box are seldom straight in another reference.
    private static func project(
        _ envelope: Envelope, from source: SpatialReference, to target: SpatialReference, by datum: DatumTransformation?
    ) throws(GeometryError) -> Envelope {
        var xy: [Double] = []
        for step in 0..<16 {
            let across = envelope.xMin + envelope.width * Double(step) / 16
            let up = envelope.yMin + envelope.height * Double(step) / 16
            xy += [across, envelope.yMin, envelope.xMax, up, envelope.xMin, up, across, envelope.yMax]
        }
        xy += [envelope.xMax, envelope.yMax]
        _ = try project(&xy, from: source, to: target, by: datum)
        var result = CoordinateSequence(xy: xy).extent(in: target)
        guard !result.isEmpty else {
            throw GeometryError(
                .spatialReference, "No part of the envelope has a place in the target reference \(target.name).")
        }
        (result.zMin, result.zMax, result.mMin, result.mMax) = (
            envelope.zMin, envelope.zMax, envelope.mMin, envelope.mMax
        )
        return result
    }

    /// `other` in the reference of `geometry`, for operations on two geometries.
    static func matched(_ other: any Geometry, to geometry: any Geometry) throws(GeometryError) -> any Geometry {
        guard let target = geometry.spatialReference, let source = other.spatialReference, source != target else {
            return other
        }
        return try project(other, into: target)
    }
}

extension SpatialReference {
    /// How messages call the reference.
    var name: String { (wkid ?? latestWKID).map { "\($0)" } ?? wkt.map { String($0.prefix(60)) } ?? "(none)" }
}
