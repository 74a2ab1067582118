// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import GromaGeometry

/// Scale and resolution of a screen of 96 dots per inch.
public enum MapScale {
    /// Dots per inch of a device-independent pixel.
    public static let dotsPerInch = 96.0
    /// Metres a degree along the equator of WGS 84, the measure by which services give geographic scales.
    public static let metersPerDegree = 6_378_137 * Double.pi / 180

    /// The published levels of web maps are computed with this figure, not with 1/0.0254; so are scales here, and a view at a
    /// level's scale has exactly its resolution.
    private static let inchesPerMeter = 39.37

    /// Map units a device-independent pixel, from the scale's denominator.
    public static func resolution(scale: Double, in spatialReference: SpatialReference?) -> Double {
        scale / inchesPerMeter / dotsPerInch / metersPerUnit(of: spatialReference)
    }
    /// The scale's denominator, from map units a device-independent pixel.
    public static func scale(resolution: Double, in spatialReference: SpatialReference?) -> Double {
        resolution * metersPerUnit(of: spatialReference) * dotsPerInch * inchesPerMeter
    }
    /// Metres a map unit: 1 for metres, the length of a degree along the equator for degrees.
    public static func metersPerUnit(of spatialReference: SpatialReference?) -> Double {
        guard let id = spatialReference?.resolvedWKID else {
            return spatialReference?.wkt?.hasPrefix("GEOG") == true ? metersPerDegree : 1
        }
        return (4_000..<5_000).contains(id) || (37_001...37_260).contains(id) || (104_000..<105_000).contains(id)
            ? metersPerDegree : 1
    }
}
