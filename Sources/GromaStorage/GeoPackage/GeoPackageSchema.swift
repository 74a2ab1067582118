// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaGeometry

/// The tables that make an SQLite file a GeoPackage (OGC 12-128r18, clauses 1 and 2 and the extensions in annex F).
enum GeoPackageSchema {
    /// "GPKG" in the header's application id.
    static let applicationID: Int64 = 0x4750_4B47
    /// GeoPackage 1.3.
    static let userVersion: Int64 = 10_300
    /// What our own tables are called in `gpkg_extensions`.
    static let ownDefinition = "https://groma.dev/geopackage"

    /// Makes the core tables in a new file.
    static func create(in database: Database) throws {
        try database.execute("PRAGMA application_id=\(applicationID); PRAGMA user_version=\(userVersion)")
        try database.execute(
            """
            CREATE TABLE gpkg_spatial_ref_sys (srs_name TEXT NOT NULL, srs_id INTEGER NOT NULL PRIMARY KEY, \
            organization TEXT NOT NULL, organization_coordsys_id INTEGER NOT NULL, definition TEXT NOT NULL, description TEXT);
            CREATE TABLE gpkg_contents (table_name TEXT NOT NULL PRIMARY KEY, data_type TEXT NOT NULL, identifier TEXT UNIQUE, \
            description TEXT DEFAULT '', last_change DATETIME NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')), \
            min_x DOUBLE, min_y DOUBLE, max_x DOUBLE, max_y DOUBLE, srs_id INTEGER, \
            CONSTRAINT fk_gc_r_srs_id FOREIGN KEY (srs_id) REFERENCES gpkg_spatial_ref_sys(srs_id));
            CREATE TABLE gpkg_geometry_columns (table_name TEXT NOT NULL, column_name TEXT NOT NULL, \
            geometry_type_name TEXT NOT NULL, srs_id INTEGER NOT NULL, z TINYINT NOT NULL, m TINYINT NOT NULL, \
            CONSTRAINT pk_geom_cols PRIMARY KEY (table_name, column_name), CONSTRAINT uk_gc_table_name UNIQUE (table_name), \
            CONSTRAINT fk_gc_tn FOREIGN KEY (table_name) REFERENCES gpkg_contents(table_name), \
            CONSTRAINT fk_gc_srs FOREIGN KEY (srs_id) REFERENCES gpkg_spatial_ref_sys (srs_id));
            """)
        try database.execute(extensionsTable)
        try insert(srsID: -1, name: "Undefined Cartesian SRS", organization: "NONE", wkt: "undefined", in: database)
        try insert(srsID: 0, name: "Undefined geographic SRS", organization: "NONE", wkt: "undefined", in: database)
        _ = try srsID(for: .wgs84, in: database)
        try createOwnTables(in: database)
    }

    /// Makes our description tables in a GeoPackage of our own or of another program; does nothing when they are there.
    static func createOwnTables(in database: Database) throws {
        try database.execute(extensionsTable)
        try database.execute(
            """
            CREATE TABLE IF NOT EXISTS groma_layers (layer_id INTEGER PRIMARY KEY, table_name TEXT NOT NULL UNIQUE, \
            info TEXT NOT NULL);
            CREATE TABLE IF NOT EXISTS groma_documents (name TEXT NOT NULL PRIMARY KEY, json TEXT NOT NULL);
            """)
        for table in ["groma_layers", "groma_documents"] {
            try register(extension: "groma_description", table: table, definition: ownDefinition, in: database)
        }
    }

    /// Notes an extension once.
    static func register(
        extension name: String, table: String, column: String? = nil, definition: String,
        scope: String = "read-write", in database: Database
    ) throws {
        try database.run(
            """
            INSERT INTO gpkg_extensions (table_name, column_name, extension_name, definition, scope) \
            SELECT ?1, ?2, ?3, ?4, ?5 WHERE NOT EXISTS (SELECT 1 FROM gpkg_extensions \
            WHERE table_name IS ?1 AND column_name IS ?2 AND extension_name = ?3)
            """, [.text(table), .optional(column), .text(name), .text(definition), .text(scope)])
    }

    private static let extensionsTable = """
        CREATE TABLE IF NOT EXISTS gpkg_extensions (table_name TEXT, column_name TEXT, extension_name TEXT NOT NULL, \
        definition TEXT NOT NULL, scope TEXT NOT NULL, \
        CONSTRAINT ge_tce UNIQUE (table_name, column_name, extension_name));
        """

    // MARK: Spatial references

    /// The file's id for a reference, which is added when it is missing. No reference is "undefined Cartesian" (-1).
    static func srsID(for reference: SpatialReference?, in database: Database) throws -> Int64 {
        guard let reference else { return -1 }
        if let wkid = reference.resolvedWKID {
            let organization = wkid > 32_767 ? "ESRI" : "EPSG"
            let known = try database.integer(
                """
                SELECT srs_id FROM gpkg_spatial_ref_sys \
                WHERE upper(organization) = ? AND organization_coordsys_id = ? AND srs_id > 0
                """, [.text(organization), .integer(Int64(wkid))])
            if let known { return known }
            let (name, definition) = definitions[wkid] ?? ("\(organization):\(wkid)", "undefined")
            try insert(srsID: Int64(wkid), name: name, organization: organization, wkt: definition, in: database)
            return Int64(wkid)
        }
        guard let wkt = reference.wkt, !wkt.isEmpty else { return -1 }
        let known = try database.integer("SELECT srs_id FROM gpkg_spatial_ref_sys WHERE definition = ?", [.text(wkt)])
        if let known { return known }
        let id = max(300_000, (try database.integer("SELECT max(srs_id) FROM gpkg_spatial_ref_sys") ?? 0) + 1)
        try insert(srsID: id, name: "Custom \(id)", organization: "NONE", wkt: wkt, in: database)
        return id
    }

    /// The reference behind a file's id; nil for the undefined ones (-1, 0) and for ids that the file does not explain.
    static func spatialReference(srsID: Int64, in database: Database) throws -> SpatialReference? {
        guard srsID > 0 else { return nil }
        let row = try database.first(
            "SELECT organization, organization_coordsys_id, definition FROM gpkg_spatial_ref_sys WHERE srs_id = ?",
            [.integer(srsID)]
        ) { ($0.text(0).uppercased(), $0.integer(1), $0.text(2)) }
        guard let (organization, code, definition) = row else { return nil }
        if organization == "EPSG" || organization == "ESRI", let wkid = Int(exactly: code), wkid > 0 {
            let reference = SpatialReference(wkid: wkid, latestWKID: wkid)
            return reference.isWebMercator ? .webMercator : reference
        }
        return definition.isEmpty || definition == "undefined" ? nil : SpatialReference(wkt: definition)
    }

    private static func insert(
        srsID: Int64, name: String, organization: String, wkt: String, in database: Database
    ) throws {
        try database.run(
            "INSERT OR IGNORE INTO gpkg_spatial_ref_sys VALUES (?, ?, ?, ?, ?, NULL)",
            [.text(name), .integer(srsID), .text(organization), .integer(srsID), .text(wkt)])
    }

    /// Well-known texts of the two references that almost every file has; others go by their code.
    private static let definitions: [Int: (name: String, wkt: String)] = [
        4326: (
            "WGS 84 geodetic",
            """
            GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563,AUTHORITY["EPSG","7030"]],\
            AUTHORITY["EPSG","6326"]],PRIMEM["Greenwich",0,AUTHORITY["EPSG","8901"]],\
            UNIT["degree",0.0174532925199433,AUTHORITY["EPSG","9122"]],AXIS["Latitude",NORTH],AXIS["Longitude",EAST],\
            AUTHORITY["EPSG","4326"]]
            """
        ),
        3857: (
            "WGS 84 / Pseudo-Mercator",
            """
            PROJCS["WGS 84 / Pseudo-Mercator",GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563,\
            AUTHORITY["EPSG","7030"]],AUTHORITY["EPSG","6326"]],PRIMEM["Greenwich",0,AUTHORITY["EPSG","8901"]],\
            UNIT["degree",0.0174532925199433,AUTHORITY["EPSG","9122"]],AUTHORITY["EPSG","4326"]],\
            PROJECTION["Mercator_1SP"],PARAMETER["central_meridian",0],PARAMETER["scale_factor",1],\
            PARAMETER["false_easting",0],PARAMETER["false_northing",0],UNIT["metre",1,AUTHORITY["EPSG","9001"]],\
            AXIS["Easting",EAST],AXIS["Northing",NORTH],EXTENSION["PROJ4","+proj=merc +a=6378137 +b=6378137 +lat_ts=0 \
            +lon_0=0 +x_0=0 +y_0=0 +k=1 +units=m +nadgrids=@null +wktext +no_defs"],AUTHORITY["EPSG","3857"]]
            """
        ),
    ]
}
