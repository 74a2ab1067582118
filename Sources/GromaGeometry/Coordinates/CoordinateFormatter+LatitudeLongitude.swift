// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

extension CoordinateFormatter {
    /// Latitude, a space, longitude, each with its letter: `47 22 36.84N 008 32 30.12E`.
    ///
    /// The last part is rounded to `decimalPlaces`, 0 to 12, and carries over: there are never 60 minutes. Degrees have two digits
    /// in latitudes and three in longitudes, so that lists line up.
    public static func latitudeLongitudeString(
        from point: Point, format: LatitudeLongitudeFormat, decimalPlaces: Int
    ) throws(GeometryError) -> String {
        try check(decimalPlaces, in: 0...12, "The number of decimal places")
        let (latitude, longitude) = try geographic(point)
        return text(latitude, digits: 2, letters: ("N", "S"), format, decimalPlaces) + " "
            + text(longitude, digits: 3, letters: ("E", "W"), format, decimalPlaces)
    }

    /// Whole multiples of the smallest unit, so that rounding carries into minutes and degrees.
    private static func text(
        _ angle: Double, digits: Int, letters: (String, String), _ format: LatitudeLongitudeFormat, _ places: Int
    ) -> String {
        let power = powersOfTen[places]
        let perDegree =
            switch format {
            case .decimalDegrees: power
            case .degreesDecimalMinutes: 60 * power
            case .degreesMinutesSeconds: 3600 * power
            }
        // At most 180 * 3600 * 10^12, which fits.
        let units = Int((abs(angle) * Double(perDegree)).rounded())
        let letter = angle < 0 && units > 0 ? letters.1 : letters.0
        func decimal(_ value: Int, _ digits: Int) -> String {
            padded(value / power, digits) + (places > 0 ? "." + padded(value % power, places) : "")
        }
        let degrees = padded(units / perDegree, digits)
        switch format {
        case .decimalDegrees: return decimal(units, digits) + letter
        case .degreesDecimalMinutes: return degrees + " " + decimal(units % perDegree, 2) + letter
        case .degreesMinutesSeconds:
            let minutes = units % perDegree / (60 * power)
            return degrees + " " + padded(minutes, 2) + " " + decimal(units % (60 * power), 2) + letter
        }
    }

    /// The place that a text in any of the three formats names, in `spatialReference` or WGS 84.
    ///
    /// Latitude comes first unless letters say otherwise. Letters stand before or after their number; a minus may stand for S or W. Parts are separated by spaces,
    /// signs of degree, minute and second, colons or hyphens, the two coordinates by a comma, a semicolon, a slash, a space or their letters:
    /// `47°22'36.84"N 8°32'30.12"E`, `47.3769, 8.5417`, `W117 11.7 N34 3.4`.
    public static func point(
        fromLatitudeLongitudeString string: String, spatialReference: SpatialReference? = nil
    ) throws(GeometryError) -> Point {
        let (latitude, longitude) = try LatitudeLongitudeReader(string).coordinates()
        return try point(latitude: latitude, longitude: longitude, in: spatialReference)
    }
}
