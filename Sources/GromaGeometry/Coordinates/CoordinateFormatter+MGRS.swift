// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

extension CoordinateFormatter {
    /// The military grid reference: zone, band, square of 100 km, and `precision` digits (0 to 8) each for east and north in it, cut off, not rounded:
    /// `32TMT6538247000`, with spaces `32T MT 65382 47000`. Five digits name a square metre. Near the poles there is no zone number.
    public static func mgrsString(
        from point: Point, conversionMode: MGRSConversionMode = .automatic, precision: Int, addSpaces: Bool
    ) throws(GeometryError) -> String {
        try check(precision, in: 0...8, "The number of digits")
        let (latitude, longitude) = try geographic(point)
        let grid = MilitaryGrid(
            latitude: latitude, longitude: longitude, precision: precision,
            hasAntimeridianInFirst: conversionMode == .new180InZone01)
        return [grid.zone, grid.square, grid.easting, grid.northing].filter { !$0.isEmpty }
            .joined(separator: addSpaces ? " " : "")
    }

    /// The south-western corner of the square that a military grid reference names, in `spatialReference` or WGS 84.
    ///
    /// Zone, band and square must fit together; a square that only reaches into its band is accepted.
    public static func point(
        fromMGRSString string: String, spatialReference: SpatialReference? = nil
    ) throws(GeometryError) -> Point {
        let place = try MilitaryGrid.place(string)
        return try point(latitude: place.latitude, longitude: place.longitude, in: spatialReference)
    }

    /// The United States National Grid reference (FGDC-STD-011-2001), which is the military one on the datum of WGS 84: `18S UJ 23371 06519`.
    /// `precision` digits (0 to 8) each for east and north, cut off.
    public static func usngString(
        from point: Point, precision: Int, addSpaces: Bool
    ) throws(GeometryError) -> String {
        try mgrsString(from: point, precision: precision, addSpaces: addSpaces)
    }

    /// The south-western corner of the square that a National Grid reference names, in `spatialReference` or WGS 84. Zone and band must be given.
    public static func point(
        fromUSNGString string: String, spatialReference: SpatialReference? = nil
    ) throws(GeometryError) -> Point {
        try point(fromMGRSString: string, spatialReference: spatialReference)
    }
}
