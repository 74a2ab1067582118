// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// Reads and writes well-known binary: OGC Simple Features 1.2.1 section 8.2 (ISO type codes) and the extended form of
/// PostGIS (flag bits and SRID), both byte orders, with z and m.
///
/// Curves, surfaces with curves, triangulations and collections of mixed kinds are refused as `.unsupported`.
/// Outer rings are clockwise in our model and counter-clockwise in well-known binary; both directions turn them.
public enum WellKnownBinary {
    /// What the first bytes of a geometry say about it.
    public struct Header: Sendable, Hashable {
        /// The kind of shape in our model: a line string and a multi line string are both `.polyline`.
        public var geometryType: GeometryType
        /// True when each vertex carries a height.
        public var hasZ: Bool
        /// True when each vertex carries a measure.
        public var hasM: Bool
        /// The SRID of the extended form, or nil; 0 counts as nil.
        public var srid: Int?
    }

    /// How to write.
    public struct WritingOptions: Sendable, Hashable {
        /// The two ways to say z, m and SRID.
        public enum Dialect: Sendable, Hashable {
            /// Type code plus 1000, 2000 or 3000; no SRID. GeoPackage takes this one.
            case iso
            /// Flag bits in the type code and an SRID, as PostGIS reads it.
            case extended
        }
        /// ISO by default.
        public var dialect: Dialect
        /// True writes a one-part polyline or polygon as a multi geometry too, for columns that hold multi geometries.
        public var alwaysMulti: Bool
        /// True writes the most significant byte first.
        public var isBigEndian: Bool

        /// Makes options; the defaults are ISO, little-endian, simple kinds where they suffice.
        public init(dialect: Dialect = .iso, alwaysMulti: Bool = false, isBigEndian: Bool = false) {
            self.dialect = dialect
            self.alwaysMulti = alwaysMulti
            self.isBigEndian = isBigEndian
        }
    }

    /// Reads one geometry. Its reference is `spatialReference`, else the SRID in the bytes, else nil.
    ///
    /// Every count is checked against the bytes that are left before anything is allocated.
    /// Throws `.malformed` with the byte offset, or `.unsupported`.
    public static func geometry(
        from bytes: RawSpan, spatialReference: SpatialReference? = nil
    ) throws(GeometryError) -> any Geometry {
        try unsafe bytes.withUnsafeBytes { (buffer) throws(GeometryError) in
            var reader = unsafe WKBReader(buffer)
            var ahead = reader
            let header = try ahead.readTopHeader().header
            var parts = CoordinateParts(
                coordinates: CoordinateSequence(z: header.hasZ ? [] : nil, m: header.hasM ? [] : nil))
            try reader.readGeometry(into: &parts)
            let reference = spatialReference ?? header.srid.map { SpatialReference(wkid: $0) }
            return parts.geometry(as: header.geometryType, in: reference)
        }
    }

    /// Reads one geometry from an array of bytes.
    public static func geometry(
        from bytes: [UInt8], spatialReference: SpatialReference? = nil
    ) throws(GeometryError) -> any Geometry {
        try unsafe geometry(from: bytes.span.bytes, spatialReference: spatialReference)
    }

    /// Reads only the header of a geometry.
    public static func header(of bytes: RawSpan) throws(GeometryError) -> Header {
        try unsafe bytes.withUnsafeBytes { (buffer) throws(GeometryError) in
            var reader = unsafe WKBReader(buffer)
            return try reader.readTopHeader().header
        }
    }

    /// Adds one geometry's vertices to `parts` without making a geometry value: the bulk path of stores and readers.
    ///
    /// A point becomes a part of one vertex (NaN when empty), a multipoint one part, a polyline or polygon a part for
    /// each path or ring (closed, outer clockwise). z and m are kept where `parts.coordinates.z` and `.m` are arrays, filled with
    /// NaN where the bytes have none, and left out where they are nil. On an error `parts` may hold some of the vertices.
    @discardableResult
    public static func append(from bytes: RawSpan, to parts: inout CoordinateParts) throws(GeometryError) -> Header {
        try unsafe bytes.withUnsafeBytes { (buffer) throws(GeometryError) in
            var reader = unsafe WKBReader(buffer)
            return try reader.readGeometry(into: &parts)
        }
    }

    /// Writes `geometry` behind `bytes`. An envelope is written as a polygon. Linear, but see `Polygon.shells()`.
    public static func append(
        _ geometry: any Geometry, to bytes: inout [UInt8], options: WritingOptions = WritingOptions()
    ) {
        var writer = WKBWriter(bytes: bytes, options: options)
        bytes = []
        writer.write(geometry)
        bytes = writer.bytes
    }

    /// The bytes of `geometry`.
    public static func bytes(of geometry: any Geometry, options: WritingOptions = WritingOptions()) -> [UInt8] {
        var bytes: [UInt8] = []
        append(geometry, to: &bytes, options: options)
        return bytes
    }
}

extension CoordinateParts {
    /// The geometry that flat parts stand for: the first vertex of a point, all vertices of a multipoint.
    package func geometry(as type: GeometryType, in reference: SpatialReference?) -> any Geometry {
        switch type {
        case .point where coordinates.isEmpty:
            Point(
                x: .nan, y: .nan, z: coordinates.z.map { _ in .nan }, m: coordinates.m.map { _ in .nan },
                spatialReference: reference)
        case .point: coordinates.point(at: 0, in: reference)
        case .multipoint: Multipoint(coordinates: coordinates, spatialReference: reference)
        case .polyline: Polyline(parts: self, spatialReference: reference)
        case .polygon: Polygon(parts: self, spatialReference: reference)
        case .envelope: coordinates.extent(in: reference)
        }
    }
}
