// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// Reads and writes well-known text (OGC Simple Features 1.2.1 section 7), with the `SRID=4326;` prefix of PostGIS.
///
/// z and m are kept (`POINT Z`, `POINTZ`, `POINT M`, `POINT ZM`; three numbers without a letter are z). Collections and curves are refused
/// as `.unsupported`. Outer rings are clockwise in our model and counter-clockwise in the text.
public enum WellKnownText {
    /// Reads one geometry. Its reference is `spatialReference`, else the SRID in the text, else nil.
    /// Throws `.malformed` with the byte offset, or `.unsupported`.
    public static func geometry(
        from text: String, spatialReference: SpatialReference? = nil
    ) throws(GeometryError) -> any Geometry {
        var reader = WKTReader(text: text, spatialReference: spatialReference)
        return try reader.readGeometry()
    }

    /// The text of `geometry`, numbers in the fewest digits that read back as the same number. An envelope is written as a polygon.
    ///
    /// `alwaysMulti` writes a one-part polyline or polygon as a multi geometry too; `includesSRID` puts the reference's id in front.
    public static func text(
        of geometry: any Geometry, alwaysMulti: Bool = false, includesSRID: Bool = false
    ) -> String {
        var writer = WKTWriter(alwaysMulti: alwaysMulti)
        if includesSRID, let id = geometry.spatialReference?.resolvedWKID { writer.text = "SRID=\(id);" }
        writer.write(geometry)
        return writer.text
    }
}
