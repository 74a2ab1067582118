// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// The R-tree of a geometry column and the triggers that keep it (OGC 12-128r18, annex F.3, in the form of version 1.4, whose
/// update triggers also hold under UPSERT).
struct SpatialIndexSchema {
    let layout: TableLayout
    let database: Database

    private var index: String { "rtree_\(layout.tableName)_\(layout.geometryColumn ?? "")" }

    /// Makes index and triggers for a table and answers the index's name; cells of rows that are there are added in bulk.
    func create() throws -> String {
        try database.run("CREATE VIRTUAL TABLE \(ColumnMapping.quoted(index)) USING rtree(id, minx, maxx, miny, maxy)")
        try RTreeBuilder(index: index, database: database).build(try cells())
        try createTriggers()
        try GeoPackageSchema.register(
            extension: "gpkg_rtree_index", table: layout.tableName, column: layout.geometryColumn,
            definition: "http://www.geopackage.org/spec120/#extension_rtree", scope: "write-only", in: database)
        return index
    }

    /// Takes index and triggers away, for a bulk load.
    func drop() throws {
        for name in triggers.keys {
            try database.run("DROP TRIGGER IF EXISTS \(ColumnMapping.quoted("\(index)_\(name)"))")
        }
        for name in ["update1", "update3"] {
            try database.run("DROP TRIGGER IF EXISTS \(ColumnMapping.quoted("\(index)_\(name)"))")
        }
        try database.run("DROP TABLE IF EXISTS \(ColumnMapping.quoted(index))")
    }

    private func cells() throws -> [RTreeCell] {
        guard let shape = layout.shape else { return [] }
        var cells: [RTreeCell] = []
        try database.forEach("SELECT \(layout.key), \(shape) FROM \(layout.table) WHERE \(shape) NOT NULL") { row in
            let box = try unsafe row.withBlob(1) { try unsafe GeometryBlob.envelope(of: $0) }
            guard let box, box.xMin.isFinite, box.xMax.isFinite, box.yMin.isFinite, box.yMax.isFinite else { return }
            cells.append(
                RTreeCell(id: row.integer(0), xMin: box.xMin, xMax: box.xMax, yMin: box.yMin, yMax: box.yMax))
        }
        return cells
    }

    private func createTriggers() throws {
        for (name, body) in triggers {
            try database.run("CREATE TRIGGER \(ColumnMapping.quoted("\(index)_\(name)")) \(body)")
        }
    }

    private var triggers: [String: String] {
        let (table, key, shape) = (layout.table, layout.key, layout.shape ?? "")
        let tree = ColumnMapping.quoted(index)
        let hasNew = "(NEW.\(shape) NOT NULL AND NOT ST_IsEmpty(NEW.\(shape)))"
        let hasNoNew = "(NEW.\(shape) ISNULL OR ST_IsEmpty(NEW.\(shape)))"
        let hadOld = "(OLD.\(shape) NOT NULL AND NOT ST_IsEmpty(OLD.\(shape)))"
        let hadNoOld = "(OLD.\(shape) ISNULL OR ST_IsEmpty(OLD.\(shape)))"
        let sides = "ST_MinX(NEW.\(shape)), ST_MaxX(NEW.\(shape)), ST_MinY(NEW.\(shape)), ST_MaxY(NEW.\(shape))"
        let insert = "INSERT OR REPLACE INTO \(tree) VALUES (NEW.\(key), \(sides));"
        let sameRow = "OLD.\(key) = NEW.\(key)"
        return [
            "insert": "AFTER INSERT ON \(table) WHEN \(hasNew) BEGIN \(insert) END",
            "update2": """
            AFTER UPDATE OF \(shape) ON \(table) WHEN \(sameRow) AND \(hasNoNew) \
            BEGIN DELETE FROM \(tree) WHERE id = OLD.\(key); END
            """,
            "update4": """
            AFTER UPDATE ON \(table) WHEN OLD.\(key) != NEW.\(key) AND \(hasNoNew) \
            BEGIN DELETE FROM \(tree) WHERE id IN (OLD.\(key), NEW.\(key)); END
            """,
            "update5": """
            AFTER UPDATE ON \(table) WHEN OLD.\(key) != NEW.\(key) AND \(hasNew) \
            BEGIN DELETE FROM \(tree) WHERE id = OLD.\(key); \(insert) END
            """,
            "update6": """
            AFTER UPDATE OF \(shape) ON \(table) WHEN \(sameRow) AND \(hasNew) AND \(hadOld) \
            BEGIN UPDATE \(tree) SET minx = ST_MinX(NEW.\(shape)), maxx = ST_MaxX(NEW.\(shape)), \
            miny = ST_MinY(NEW.\(shape)), maxy = ST_MaxY(NEW.\(shape)) WHERE id = NEW.\(key); END
            """,
            "update7": """
            AFTER UPDATE OF \(shape) ON \(table) WHEN \(sameRow) AND \(hasNew) AND \(hadNoOld) \
            BEGIN INSERT INTO \(tree) VALUES (NEW.\(key), \(sides)); END
            """,
            "delete": """
            AFTER DELETE ON \(table) WHEN OLD.\(shape) NOT NULL BEGIN DELETE FROM \(tree) WHERE id = OLD.\(key); END
            """,
        ]
    }
}
