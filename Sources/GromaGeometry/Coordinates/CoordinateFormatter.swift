// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// Places as text and back: latitude and longitude, UTM, MGRS, USNG.
///
/// All notations are on WGS 84. A point in another reference is projected first, and a point read from text is projected into the reference
/// asked for (WGS 84 by default). z and m play no part. Errors, writing and reading alike: `.spatialReference` for a point without a
/// reference, `.unsupported` for an empty point, a latitude beyond a pole or a number of digits out of range, `.malformed` for text that
/// is no place in the notation. Text is ASCII and the same in every language; case and repeated spaces do not matter when reading.
/// Each call takes one to two microseconds from or to WGS 84.
public enum CoordinateFormatter {
    /// How latitude and longitude are written.
    public enum LatitudeLongitudeFormat: Sendable, Hashable, CaseIterable {
        /// `47.3769N 008.5417E`
        case decimalDegrees
        /// `47 22.6140N 008 32.5020E`
        case degreesDecimalMinutes
        /// `47 22 36.84N 008 32 30.12E`
        case degreesMinutesSeconds
    }

    /// How a UTM text says which half of the earth it is on.
    public enum UTMConversionMode: Sendable, Hashable, CaseIterable {
        /// The latitude band, C to X without I and O; A, B, Y, Z at the poles: `32T 465382 5247000`.
        case latitudeBandIndicators
        /// N or S: `32N 465382 5247000`.
        case northSouthIndicators
    }

    /// In which zone a place at exactly 180 degrees lies. The letters of the squares are those for WGS 84 in every mode.
    public enum MGRSConversionMode: Sendable, Hashable, CaseIterable {
        /// As `new180InZone60`.
        case automatic
        /// Zone 1, where the axis runs along the western border.
        case new180InZone01
        /// Zone 60, along the eastern border.
        case new180InZone60
    }

    /// Degrees of WGS 84, the longitude from -180 to 180.
    static func geographic(_ point: Point) throws(GeometryError) -> (latitude: Double, longitude: Double) {
        guard !point.isEmpty else {
            throw GeometryError(.unsupported, "An empty point has no coordinates to write; check isEmpty first.")
        }
        let place = try GeometryEngine.project(point, into: .wgs84)
        guard abs(place.y) <= 90, place.x.isFinite else {
            throw GeometryError(
                .unsupported, "Latitude \(place.y), longitude \(place.x) is no place on earth; check the coordinates.")
        }
        return (place.y, abs(place.x) <= 180 ? place.x : place.x.remainder(dividingBy: 360))
    }

    /// The place in the reference asked for.
    static func point(
        latitude: Double, longitude: Double, in reference: SpatialReference?
    ) throws(GeometryError) -> Point {
        try GeometryEngine.project(Point(latitude: latitude, longitude: longitude), into: reference ?? .wgs84)
    }

    /// The error for text that cannot be read.
    static func malformed(_ text: String, _ problem: String) -> GeometryError {
        GeometryError(.malformed, "\"\(text.prefix(80))\" cannot be read: \(problem)")
    }

    /// Foreign text is bounded before it is looked at.
    static let longestText = 200

    static func check(_ count: Int, in range: ClosedRange<Int>, _ what: String) throws(GeometryError) {
        guard range.contains(count) else {
            throw GeometryError(
                .unsupported, "\(what) is \(count), but goes from \(range.lowerBound) to \(range.upperBound).")
        }
    }

    /// A number of at least so many digits, with zeros in front.
    static func padded(_ number: Int, _ digits: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
    }

    static let powersOfTen: [Int] = (0...18).map { (0..<$0).reduce(1) { power, _ in power * 10 } }
}
