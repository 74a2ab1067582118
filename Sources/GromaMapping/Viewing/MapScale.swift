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
    /// Metres a map unit: the length of a degree along the equator for degrees, 0.3048 for feet, and so on. Where the
    /// reference is missing or unknown the unit is taken for a metre; projecting into it throws.
    public static func metersPerUnit(of spatialReference: SpatialReference?) -> Double {
        guard let spatialReference, !spatialReference.isWebMercator else { return 1 }
        if spatialReference.isWGS84 { return metersPerDegree }
        guard let frame = try? ReferenceFrame(of: spatialReference) else { return 1 }
        return frame.isGeographic ? frame.unitFactor * frame.semiMajorAxis : frame.unitFactor
    }
}
