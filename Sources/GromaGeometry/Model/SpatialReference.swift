// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// The coordinate system that coordinates are in.
///
/// Well-known ids are kept as the document wrote them (`102100` with `latestWKID` 3857) and compared by what they mean:
/// 102100, 102113, 900913 and 3785 are web mercator (Esri JSON specification, spatial reference object).
public struct SpatialReference: Sendable {
    /// The id the document used, or nil for a reference given by text.
    public var wkid: Int?
    /// Today's EPSG id, where the document gave one.
    public var latestWKID: Int?
    /// The id of the vertical reference, or nil.
    public var verticalWKID: Int?
    /// Today's id of the vertical reference, or nil.
    public var latestVerticalWKID: Int?
    /// The definition as well-known text, or nil.
    public var wkt: String?

    /// Makes a reference from an id; unknown ids are accepted here and refused when something is projected.
    public init(wkid: Int, latestWKID: Int? = nil, verticalWKID: Int? = nil, latestVerticalWKID: Int? = nil) {
        self.wkid = wkid
        self.latestWKID = latestWKID
        self.verticalWKID = verticalWKID
        self.latestVerticalWKID = latestVerticalWKID
    }

    /// Makes a reference from well-known text.
    public init(wkt: String) { self.wkt = wkt }

    /// Longitude and latitude in degrees, WGS 84 (4326).
    public static let wgs84 = SpatialReference(wkid: 4326, latestWKID: 4326)
    /// Spherical mercator in metres (102100 = EPSG 3857).
    public static let webMercator = SpatialReference(wkid: 102100, latestWKID: 3857)

    /// The id that says what the reference means: `latestWKID`, else `wkid` with old web mercator ids mapped to 3857.
    public var resolvedWKID: Int? {
        switch latestWKID ?? wkid {
        case 102100, 102113, 900913, 3785: 3857
        case let id: id
        }
    }
    /// True for every spelling of web mercator.
    public var isWebMercator: Bool { resolvedWKID == 3857 }
    /// True for WGS 84 longitude and latitude.
    public var isWGS84: Bool { resolvedWKID == 4326 }
}

extension SpatialReference: Hashable {
    public static func == (a: SpatialReference, b: SpatialReference) -> Bool {
        a.resolvedWKID == b.resolvedWKID && (a.resolvedWKID != nil || a.wkt == b.wkt)
    }
    public func hash(into hasher: inout Hasher) {
        hasher.combine(resolvedWKID)
        if resolvedWKID == nil { hasher.combine(wkt) }
    }
}
