// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaCodecs
import GromaFeatures
import GromaGeometry

/// Where a layer's parts lie in its GeoPackage: what queries and edits are compiled against.
struct TableLayout: Sendable {
    var tableName: String
    var info: FeatureLayerInfo
    /// The primary key's column.
    var objectIDColumn: String
    var geometryColumn: String?
    var srsID: Int64 = -1
    /// The R-tree's table; nil when the file has none.
    var indexName: String?
    /// The table of attachments; nil when there is none.
    var attachmentTable: String?

    /// Fields that have a column besides the object id.
    var storedFields: [Field] {
        info.fields.filter { $0.type != .oid && $0.type != .geometry && $0.name != objectIDColumn }
    }
    /// The reference of the shapes.
    var spatialReference: SpatialReference? { info.spatialReference }
    /// The table's name for use in SQL.
    var table: String { ColumnMapping.quoted(tableName) }
    /// The primary key's name for use in SQL.
    var key: String { ColumnMapping.quoted(objectIDColumn) }
    /// The geometry column's name for use in SQL.
    var shape: String? { geometryColumn.map(ColumnMapping.quoted) }

    /// The table of a layer's attachments.
    static func attachmentTableName(of table: String) -> String { "groma_attachments_\(table)" }

    // MARK: Reading

    /// The layouts of a file's feature and attribute tables, in layer order.
    static func all(in database: Database) throws -> [TableLayout] { try read(in: database).layouts }

    /// The layouts of a file's feature and attribute tables, in layer order, and why tables of other programs have none, by their
    /// names: one that can't be read must not hide the others.
    static func read(in database: Database) throws -> (layouts: [TableLayout], failures: [String: StorageError]) {
        let described = try describedLayers(in: database)
        let contents = try database.rows(
            "SELECT table_name, data_type, identifier, description FROM gpkg_contents ORDER BY rowid"
        ) { ($0.text(0), $0.text(1), $0.optionalText(2), $0.optionalText(3)) }
        var layouts: [TableLayout] = [], failures: [String: StorageError] = [:]
        for (name, kind, identifier, summary) in contents {
            if let info = described[name] {
                layouts.append(try fromDescription(name, info, in: database))
            } else if ["features", "attributes", "aspatial"].contains(kind) {
                var layout: TableLayout
                do { layout = try derived(name, in: database) } catch let error as StorageError
                    where [.unsupported, .malformed, .statement].contains(error.code)
                {
                    failures[name] = error
                    continue
                }
                layout.info.name = identifier.flatMap { $0.isEmpty ? nil : $0 } ?? name
                if let summary, !summary.isEmpty { layout.info.unknownJSON["description"] = .string(summary) }
                layouts.append(layout)
            }
        }
        // Tables of other programs take the numbers that ours leave free, in the file's order.
        var taken = Set(described.values.map(\.id)), next = 0
        for index in layouts.indices where described[layouts[index].tableName] == nil {
            while taken.contains(next) { next += 1 }
            layouts[index].info.id = next
            taken.insert(next)
        }
        return (layouts.sorted { $0.info.id < $1.info.id }, failures)
    }

    /// A layer's layout from its own description; the file still says where columns lie.
    private static func fromDescription(_ name: String, _ info: FeatureLayerInfo, in database: Database) throws
        -> TableLayout
    {
        var layout = try derived(name, in: database)
        let reference = info.spatialReference ?? layout.info.spatialReference
        let extent = layout.info.extent
        layout.info = info
        layout.info.spatialReference = reference
        layout.info.extent = extent.map {
            Envelope(xMin: $0.xMin, yMin: $0.yMin, xMax: $0.xMax, yMax: $0.yMax, spatialReference: reference)
        }
        return layout
    }

    private static func describedLayers(in database: Database) throws -> [String: FeatureLayerInfo] {
        guard try database.hasTable("groma_layers") else { return [:] }
        var found: [String: FeatureLayerInfo] = [:]
        try database.forEach("SELECT table_name, info, layer_id FROM groma_layers") { row in
            do {
                var info = try FeatureLayerInfo(json: JSONValue(parsing: row.text(1)))
                info.id = Int(row.integer(2))
                found[row.text(0)] = info
            } catch {
                throw StorageError(.malformed, "The description of table \(row.text(0)) can't be read.", cause: error)
            }
        }
        return found
    }

    /// A layout made from nothing but what the GeoPackage says.
    private static func derived(_ name: String, in database: Database) throws -> TableLayout {
        // Files of plain tables alone need no list of geometry columns.
        let geometry =
            try database.hasTable("gpkg_geometry_columns")
            ? try database.first(
                "SELECT column_name, geometry_type_name, srs_id, z, m FROM gpkg_geometry_columns WHERE table_name = ?",
                [.text(name)]
            ) { ($0.text(0), $0.text(1), $0.integer(2), $0.integer(3), $0.integer(4)) } : nil
        let columns = try database.rows("SELECT name, type, \"notnull\", pk FROM pragma_table_info(?)", [.text(name)]) {
            (name: $0.text(0), type: $0.text(1), isNullable: $0.integer(2) == 0, isKey: $0.integer(3) == 1)
        }
        guard !columns.isEmpty else {
            throw StorageError(.malformed, "Table \(name) is listed in \(database.fileName), but not there.")
        }
        // A view has no key; its first column takes the place (OGC 12-128r18, clause 2.1.6.1).
        let viewKey = columns.contains(where: \.isKey) ? nil : columns.prefix(1).first
        let isView =
            try viewKey != nil
            && database.integer("SELECT 1 FROM sqlite_master WHERE type = 'view' AND name = ?", [.text(name)]) != nil
        let candidates = isView ? [viewKey].compactMap(\.self) : columns.filter(\.isKey)
        guard let key = candidates.first(where: { $0.type.uppercased() == "INTEGER" }) else {
            throw StorageError(
                .unsupported,
                isView
                    ? "The first column of view \(name) is no INTEGER that could be its key; layers need one."
                    : "Table \(name) has no integer primary key; layers need one.")
        }
        var layout = TableLayout(
            tableName: name,
            info: FeatureLayerInfo(id: 0, name: name, geometryType: nil, fields: [], objectIDFieldName: key.name),
            objectIDColumn: key.name, geometryColumn: geometry?.0)
        layout.info.fields = try fields(
            columns.map { ($0.name, $0.type, $0.isNullable) }, of: name, key: key.name, in: database
        )
        .filter { $0.name != geometry?.0 }
        if let (column, type, srsID, z, m) = geometry {
            layout.srsID = srsID
            layout.info.geometryType = try geometryType(type, of: layout, in: database)
            layout.info.isTable = false
            layout.info.hasZ = z > 0
            layout.info.hasM = m > 0
            layout.info.spatialReference = try GeoPackageSchema.spatialReference(srsID: srsID, in: database)
            let index = "rtree_\(name)_\(column)"
            if try database.hasTable(index) { layout.indexName = index }
            layout.info.extent = try layout.extent(in: database)
        }
        let attachments = attachmentTableName(of: name)
        if try database.hasTable(attachments) {
            layout.attachmentTable = attachments
            layout.info.hasAttachments = true
        }
        return layout
    }

    private static func fields(
        _ columns: [(String, String, Bool)], of table: String, key: String, in database: Database
    ) throws -> [Field] {
        var titles: [String: String] = [:]
        if try database.hasTable("gpkg_data_columns") {
            try database.forEach(
                "SELECT column_name, coalesce(title, name) FROM gpkg_data_columns WHERE table_name = ?", [.text(table)]
            ) { titles[$0.text(0)] = $0.text(1) }
        }
        var fields = columns.map { name, type, isNullable in
            if name == key { return Field(name: name, type: .oid, isNullable: false, isEditable: false) }
            var field = ColumnMapping.field(name: name, declaredType: type, isNullable: isNullable)
            if let title = titles[name], !title.isEmpty { field.alias = title }
            return field
        }
        let domains = try SchemaExtension(database: database).domains(of: fields, table: table)
        for place in fields.indices { fields[place].domain = domains[fields[place].name] }
        return fields
    }

    /// A column of any geometry is what its first row is.
    private static func geometryType(_ name: String, of layout: TableLayout, in database: Database) throws
        -> GeometryType
    {
        switch name.uppercased() {
        case "POINT": return .point
        case "MULTIPOINT": return .multipoint
        case "LINESTRING", "MULTILINESTRING", "CURVE", "MULTICURVE", "COMPOUNDCURVE", "CIRCULARSTRING": return .polyline
        case "POLYGON", "MULTIPOLYGON", "SURFACE", "MULTISURFACE", "CURVEPOLYGON": return .polygon
        case "GEOMETRY", "GEOMETRYCOLLECTION": break
        default: throw StorageError(.unsupported, "Table \(layout.tableName) holds \(name), which we can't read.")
        }
        let shape = ColumnMapping.quoted(layout.geometryColumn ?? "")
        let first = try database.first("SELECT \(shape) FROM \(layout.table) WHERE \(shape) NOT NULL LIMIT 1") { row in
            try unsafe row.withBlob(0) { bytes in
                let header = try unsafe GeometryBlob.header(of: bytes)
                var parts = CoordinateParts()
                return try unsafe GeometryBlob.append(bytes, from: header.length, to: &parts)
            }
        }
        return first ?? .point
    }

    /// The box round the layer as the contents table has it, else from the R-tree's root (there rounded outwards to 32 bits);
    /// nil when neither knows. Edits widen it; deletes don't shrink it.
    func extent(in database: Database) throws -> Envelope? {
        let sides = try database.first(
            "SELECT min_x, min_y, max_x, max_y FROM gpkg_contents WHERE table_name = ? AND min_x NOT NULL",
            [.text(tableName)]
        ) { ($0.double(0), $0.double(1), $0.double(2), $0.double(3)) }
        if let sides {
            return Envelope(
                xMin: sides.0, yMin: sides.1, xMax: sides.2, yMax: sides.3, spatialReference: spatialReference)
        }
        guard let indexName, let box = try RTreeNode.rootBox(of: indexName, in: database) else { return nil }
        return Envelope(
            xMin: Double(box.xMin), yMin: Double(box.yMin), xMax: Double(box.xMax), yMax: Double(box.yMax),
            spatialReference: spatialReference)
    }
}

extension Database {
    /// True when a table or view of that name is there.
    package func hasTable(_ name: String) throws -> Bool {
        try integer(
            "SELECT 1 FROM sqlite_master WHERE type IN ('table', 'view') AND name = ? COLLATE NOCASE", [.text(name)])
            != nil
    }
}
