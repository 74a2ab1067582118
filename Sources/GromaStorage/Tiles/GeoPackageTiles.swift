// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaCodecs
import GromaFeatures
import GromaGeometry
import GromaMapping

/// The tile tables of a GeoPackage (OGC 12-128r18, section 2.2).
struct GeoPackageTiles {
    let database: Database

    /// Makes a tile table for a scheme. The scheme itself is kept as JSON too, so that scales and format come back as they were.
    func create(_ info: TileLayerInfo, tableName: String) throws {
        try createMatrixTables()
        let scheme = info.tileInfo
        let srsID = try GeoPackageSchema.srsID(for: scheme.spatialReference, in: database)
        let box = try matrixSetBox(info)
        let extent = info.fullExtent ?? box
        try database.run(
            """
            INSERT INTO gpkg_contents (table_name, data_type, identifier, min_x, min_y, max_x, max_y, srs_id) \
            VALUES (?, 'tiles', ?, ?, ?, ?, ?, ?)
            """,
            [
                .text(tableName), .text(info.name.isEmpty ? tableName : info.name), .double(extent.xMin),
                .double(extent.yMin), .double(extent.xMax), .double(extent.yMax), .integer(srsID),
            ])
        try database.run(
            "INSERT INTO gpkg_tile_matrix_set VALUES (?, ?, ?, ?, ?, ?)",
            [
                .text(tableName), .integer(srsID), .double(box.xMin), .double(box.yMin), .double(box.xMax),
                .double(box.yMax),
            ])
        for level in scheme.levelsOfDetail {
            let columns = max(1, (box.width / (Double(scheme.columns) * level.resolution)).rounded())
            let rows = max(1, (box.height / (Double(scheme.rows) * level.resolution)).rounded())
            try database.run(
                "INSERT INTO gpkg_tile_matrix VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                [
                    .text(tableName), .integer(Int64(level.level)), .integer(Int64(columns)), .integer(Int64(rows)),
                    .integer(Int64(scheme.columns)), .integer(Int64(scheme.rows)),
                    // The size that makes the matrix fill the box exactly: readers check it.
                    .double(box.width / columns / Double(scheme.columns)),
                    .double(box.height / rows / Double(scheme.rows)),
                ])
        }
        try database.run(
            """
            CREATE TABLE \(ColumnMapping.quoted(tableName)) (id INTEGER PRIMARY KEY AUTOINCREMENT, zoom_level INTEGER NOT NULL, \
            tile_column INTEGER NOT NULL, tile_row INTEGER NOT NULL, tile_data BLOB NOT NULL, \
            UNIQUE (zoom_level, tile_column, tile_row))
            """)
        try database.run(
            "INSERT OR REPLACE INTO groma_documents (name, json) VALUES (?, ?)",
            [.text(documentName(tableName)), .text(JSONValue.object(describe(info)).text())])
    }

    /// The layout of a tile table; the first one for nil.
    func layout(named name: String?) throws -> TileLayout {
        let found = try database.first(
            """
            SELECT c.table_name, c.identifier, c.min_x, c.min_y, c.max_x, c.max_y, s.srs_id, s.min_x, s.max_y, c.data_type \
            FROM gpkg_contents c JOIN gpkg_tile_matrix_set s ON s.table_name = c.table_name \
            WHERE ?1 IS NULL OR c.table_name = ?1 ORDER BY c.rowid
            """, [.optional(name)]
        ) { row in
            (
                table: row.text(0), title: row.text(1),
                extent: row.isNull(2)
                    ? nil
                    : Envelope(xMin: row.double(2), yMin: row.double(3), xMax: row.double(4), yMax: row.double(5)),
                srsID: row.integer(6), left: row.double(7), top: row.double(8), kind: row.text(9)
            )
        }
        guard let found else {
            throw StorageError(.notFound, "\(database.path) has no tiles\(name.map { " called \($0)" } ?? "").")
        }
        guard found.kind == "tiles" else {
            throw StorageError(.unsupported, "The tiles \(found.table) are of kind \(found.kind), not pictures.")
        }
        if let kept = try keptInfo(found.table) { return TileLayout(tableName: found.table, info: kept) }
        guard let reference = try GeoPackageSchema.spatialReference(srsID: found.srsID, in: database) else {
            throw StorageError(.unsupported, "The tiles \(found.table) don't say their spatial reference.")
        }
        var extent = found.extent
        extent?.spatialReference = reference
        let scheme = try scheme(of: found.table, left: found.left, top: found.top, reference: reference)
        return TileLayout(
            tableName: found.table, info: TileLayerInfo(name: found.title, tileInfo: scheme, fullExtent: extent))
    }

    private func scheme(of table: String, left: Double, top: Double, reference: SpatialReference) throws -> TileInfo {
        let levels = try database.rows(
            """
            SELECT zoom_level, tile_width, tile_height, pixel_x_size FROM gpkg_tile_matrix WHERE table_name = ? \
            ORDER BY zoom_level LIMIT 1000
            """, [.text(table)]
        ) {
            (
                level: Int(clamping: $0.integer(0)), width: Int(clamping: $0.integer(1)),
                height: Int(clamping: $0.integer(2)), size: $0.double(3)
            )
        }
        guard let first = levels.first,
            levels.allSatisfy({
                $0.size > 0 && $0.size.isFinite && $0.width == first.width && $0.height == first.height
            })
        else {
            throw StorageError(.unsupported, "The tiles \(table) have no levels, or levels of different tile sizes.")
        }
        return TileInfo(
            rows: first.height, columns: first.width, origin: Point(x: left, y: top, spatialReference: reference),
            spatialReference: reference,
            levelsOfDetail: levels.map {
                LevelOfDetail(
                    level: $0.level, resolution: $0.size, scale: MapScale.scale(resolution: $0.size, in: reference))
            })
    }

    // MARK: Our own description

    private func documentName(_ table: String) -> String { "tiles/\(table)" }

    private func describe(_ info: TileLayerInfo) -> JSONObject {
        JSONObject([
            ("name", .string(info.name)), ("tileInfo", info.tileInfo.json),
            ("fullExtent", info.fullExtent.map(\.json) ?? .null), ("minScale", .double(info.minScale)),
            ("maxScale", .double(info.maxScale)), ("copyrightText", .string(info.attribution)),
            ("resampling", .bool(info.resamples)),
        ])
    }

    private func keptInfo(_ table: String) throws -> TileLayerInfo? {
        guard try database.hasTable("groma_documents"),
            let text = try database.text(
                "SELECT json FROM groma_documents WHERE name = ?", [.text(documentName(table))])
        else { return nil }
        do {
            let json = try JSONValue(parsing: text)
            return TileLayerInfo(
                name: json["name"]?.string ?? table, tileInfo: try TileInfo(json: json["tileInfo"] ?? .null),
                fullExtent: json["fullExtent"].flatMap { Envelope(json: $0) }, minScale: json["minScale"]?.double ?? 0,
                maxScale: json["maxScale"]?.double ?? 0, attribution: json["copyrightText"]?.string ?? "",
                resamples: json["resampling"]?.bool ?? false)
        } catch {
            throw StorageError(.malformed, "The description of the tiles \(table) can't be read.", cause: error)
        }
    }

    // MARK: Matrices

    /// The box that all levels fill: whole tiles of the coarsest level from the origin over the full extent.
    private func matrixSetBox(_ info: TileLayerInfo) throws -> Envelope {
        let scheme = info.tileInfo
        let world: Envelope? =
            if scheme.spatialReference.isWebMercator {
                Envelope(xMin: 0, yMin: -20_037_508.342787, xMax: 20_037_508.342787, yMax: 0)
            } else if scheme.spatialReference.isWGS84 {
                Envelope(xMin: 0, yMin: -90, xMax: 180, yMax: 0)
            } else {
                info.fullExtent
            }
        guard let world, let coarsest = scheme.levelsOfDetail.max(by: { $0.resolution < $1.resolution }) else {
            throw StorageError(.unsupported, "Tiles in \(scheme.spatialReference) need a full extent and a level.")
        }
        let width = Double(scheme.columns) * coarsest.resolution, height = Double(scheme.rows) * coarsest.resolution
        // A hair of slack: the world is not a whole number of tiles to the last digit.
        let columns = max(1, ((world.xMax - scheme.origin.x) / width - 1e-6).rounded(.up))
        let rows = max(1, ((scheme.origin.y - world.yMin) / height - 1e-6).rounded(.up))
        guard columns < 1e9, rows < 1e9 else {
            throw StorageError(.tooLarge, "The full extent has too many tiles at the scheme's coarsest level.")
        }
        return Envelope(
            xMin: scheme.origin.x, yMin: scheme.origin.y - rows * height, xMax: scheme.origin.x + columns * width,
            yMax: scheme.origin.y, spatialReference: scheme.spatialReference)
    }

    private func createMatrixTables() throws {
        try database.execute(
            """
            CREATE TABLE IF NOT EXISTS gpkg_tile_matrix_set (table_name TEXT NOT NULL PRIMARY KEY, srs_id INTEGER NOT NULL, \
            min_x DOUBLE NOT NULL, min_y DOUBLE NOT NULL, max_x DOUBLE NOT NULL, max_y DOUBLE NOT NULL, \
            CONSTRAINT fk_gtms_table_name FOREIGN KEY (table_name) REFERENCES gpkg_contents(table_name), \
            CONSTRAINT fk_gtms_srs FOREIGN KEY (srs_id) REFERENCES gpkg_spatial_ref_sys (srs_id));
            CREATE TABLE IF NOT EXISTS gpkg_tile_matrix (table_name TEXT NOT NULL, zoom_level INTEGER NOT NULL, \
            matrix_width INTEGER NOT NULL, matrix_height INTEGER NOT NULL, tile_width INTEGER NOT NULL, \
            tile_height INTEGER NOT NULL, pixel_x_size DOUBLE NOT NULL, pixel_y_size DOUBLE NOT NULL, \
            CONSTRAINT pk_ttm PRIMARY KEY (table_name, zoom_level), \
            CONSTRAINT fk_tmm_table_name FOREIGN KEY (table_name) REFERENCES gpkg_contents(table_name));
            """)
    }
}
