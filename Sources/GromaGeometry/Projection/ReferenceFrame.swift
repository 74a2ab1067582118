// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import CPROJ
import Synchronization

/// What a spatial reference says about units, the globe, and its world's width.
public struct ReferenceFrame: Sendable, Hashable {
    /// True when coordinates are angles.
    public var isGeographic: Bool
    /// Metres a unit of a projected reference; radians a unit of a geographic one.
    public var unitFactor: Double
    /// Half the longer axis of the ellipsoid, in metres.
    public var semiMajorAxis: Double
    /// Flattening of the ellipsoid; 0 for a sphere.
    public var flattening: Double
    /// True where the authority that defines the reference writes northing or latitude first, as WMS 1.3.0 and URN names follow.
    public var isNorthingFirst = false
    /// The id of the longitude/latitude reference on the same datum, or nil when there is no id for it.
    public var geographicWKID: Int?
    /// What PROJ calls that longitude/latitude reference.
    let geographicDefinition: String

    private static let known = Mutex<[String: ReferenceFrame]>([:])

    /// Looks the reference up. The first time for a reference costs milliseconds, then it is kept.
    /// Throws `.spatialReference` when it is unknown.
    public init(of reference: SpatialReference) throws(GeometryError) {
        try self.init(definition: reference.projDefinition())
    }

    /// The frame of what PROJ calls a reference.
    init(definition: String) throws(GeometryError) {
        if let frame = Self.known.withLock({ $0[definition] }) {
            self = frame
            return
        }
        self = try Self.read(definition)
        let frame = self
        Self.known.withLock { frames in
            if frames.count >= 256 { frames.removeAll() }
            frames[definition] = frame
        }
    }

    private init(
        isGeographic: Bool, unitFactor: Double, semiMajorAxis: Double, flattening: Double, geographicWKID: Int?,
        geographicDefinition: String
    ) {
        self.isGeographic = isGeographic
        self.unitFactor = unitFactor
        self.semiMajorAxis = semiMajorAxis
        self.flattening = flattening
        self.geographicWKID = geographicWKID
        self.geographicDefinition = geographicDefinition
    }

    private static func read(_ definition: String) throws(GeometryError) -> ReferenceFrame {
        let failure = GeometryError(.spatialReference, "The spatial reference \(definition.prefix(80)) is unknown.")
        guard let context = unsafe proj_context_create() else { throw failure }
        defer { unsafe proj_context_destroy(context) }
        unsafe proj_log_level(context, PJ_LOG_NONE)
        guard let system = unsafe proj_create(context, definition) else { throw failure }
        defer { unsafe proj_destroy(system) }
        let type = unsafe proj_get_type(system)
        guard let geographic = unsafe proj_crs_get_geodetic_crs(context, system) else { throw failure }
        defer { unsafe proj_destroy(geographic) }
        guard let ellipsoid = unsafe proj_get_ellipsoid(context, system) else { throw failure }
        defer { unsafe proj_destroy(ellipsoid) }
        var major = 0.0, inverseFlattening = 0.0
        guard unsafe proj_ellipsoid_get_parameters(context, ellipsoid, &major, nil, nil, &inverseFlattening) == 1,
            major > 0
        else { throw failure }
        var factor = 1.0
        var isNorthingFirst = false
        if let axes = unsafe proj_crs_get_coordinate_system(context, system) {
            var found = 0.0
            if unsafe proj_cs_get_axis_info(context, axes, 0, nil, nil, nil, &found, nil, nil, nil) == 1, found > 0 {
                factor = found
            }
            var direction: UnsafePointer<CChar>?
            if unsafe proj_cs_get_axis_info(context, axes, 0, nil, nil, &direction, nil, nil, nil, nil) == 1,
                let direction = unsafe direction
            {
                isNorthingFirst = unsafe String(cString: direction).lowercased() == "north"
            }
            unsafe proj_destroy(axes)
        }
        var id: Int?
        if let code = unsafe proj_get_id_code(geographic, 0) { id = Int(unsafe String(cString: code)) }
        var name = try id.map { id throws(GeometryError) in try SpatialReference(wkid: id).projDefinition() }
        if name == nil, let text = unsafe proj_as_projjson(context, geographic, nil) {
            name = unsafe String(cString: text)
        }
        var frame = ReferenceFrame(
            isGeographic: type == PJ_TYPE_GEOGRAPHIC_2D_CRS || type == PJ_TYPE_GEOGRAPHIC_3D_CRS, unitFactor: factor,
            semiMajorAxis: major, flattening: inverseFlattening > 0 ? 1 / inverseFlattening : 0, geographicWKID: id,
            geographicDefinition: name ?? definition)
        frame.isNorthingFirst = isNorthingFirst
        return frame
    }
}
