// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaCodecs
public import GromaFeatures
import GromaGeometry

extension GeoPackage {
    /// Makes a layer or table for a description and answers its table, empty.
    ///
    /// The table's name in the file is `tableName`, or the layer's name with a number behind it where that is taken; the id is
    /// the description's, or the next free one when it is negative. The description is kept whole; aliases, coded values and
    /// ranges are also written in GeoPackage's own way (schema extension) for other programs. The spatial index comes with it.
    /// Throws `.alreadyExists` for a taken id, `.invalidValue` for a description without usable fields.
    @discardableResult
    public func createFeatureTable(_ info: FeatureLayerInfo, tableName: String? = nil) async throws
        -> GeoPackageFeatureTable
    {
        let layout = try await file.write { database in
            try LayerCreation(info: info, database: database).create(preferredName: tableName)
        }
        forgetLayouts()
        return GeoPackageFeatureTable(layout, in: self)
    }

    /// Replaces the kept description of a layer (renderer, templates, aliases, domains). Columns stay as they are: a field
    /// whose column is not there is refused with `.invalidValue`. Other processes see it when they open the file anew.
    public func updateLayerInfo(_ info: FeatureLayerInfo) async throws {
        try await file.write { database in
            guard let layout = try TableLayout.all(in: database).first(where: { $0.info.id == info.id }) else {
                throw StorageError(.notFound, "There is no layer with the id \(info.id) to describe.")
            }
            let columns = Set(
                try database.rows("SELECT name FROM pragma_table_info(?)", [.text(layout.tableName)]) { $0.text(0) })
            if let stray = info.fields.first(where: { $0.type != .geometry && !columns.contains($0.name) }) {
                throw StorageError(
                    .invalidValue,
                    "Field \(stray.name) of layer \(info.name) has no column in table \(layout.tableName).")
            }
            try LayerCreation(info: info, database: database).describe(table: layout.tableName)
        }
        forgetLayouts()
    }

    /// Removes a layer with its rows, attachments, index and description.
    public func deleteFeatureTable(id: Int) async throws {
        try await file.write { database in
            guard let layout = try TableLayout.all(in: database).first(where: { $0.info.id == id }) else {
                throw StorageError(.notFound, "There is no layer with the id \(id) to delete.")
            }
            for table in [layout.indexName, layout.attachmentTable, layout.tableName].compactMap({ $0 }) {
                try database.run("DROP TABLE \(ColumnMapping.quoted(table))")
                try database.run("DELETE FROM gpkg_extensions WHERE table_name = ?", [.text(table)])
            }
            for owner in ["groma_layers", "gpkg_data_columns", "gpkg_geometry_columns", "gpkg_contents"]
            where try database.hasTable(owner) {
                try database.run("DELETE FROM \(owner) WHERE table_name = ?", [.text(layout.tableName)])
            }
        }
    }
}

/// The statements that make one layer. Runs in a transaction.
struct LayerCreation {
    let info: FeatureLayerInfo
    let database: Database

    func create(preferredName: String?) throws -> TableLayout {
        var info = info
        let name = try freeName(preferredName ?? info.name)
        info.id = try freeID(info.id)
        try checkFields(info)
        let srsID = info.geometryType == nil ? -1 : try GeoPackageSchema.srsID(for: info.spatialReference, in: database)
        try database.run(
            "INSERT INTO gpkg_contents (table_name, data_type, identifier, description, srs_id) VALUES (?, ?, ?, ?, ?)",
            [
                .text(name), .text(info.geometryType == nil ? "attributes" : "features"),
                .text(try freeIdentifier(info.name, name)),
                .text(info.unknownJSON["description"]?.string ?? ""),
                info.geometryType == nil ? .null : .integer(srsID),
            ])
        var layout = TableLayout(
            tableName: name, info: info, objectIDColumn: info.objectIDFieldName, geometryColumn: nil, srsID: srsID)
        if let type = info.geometryType {
            let names = Set(info.fields.map { $0.name.lowercased() })
            let column = ["geom", "shape", "geometry_", "groma_geom"].first { !names.contains($0) } ?? "groma_geom_"
            layout.geometryColumn = column
            try database.run(
                "INSERT INTO gpkg_geometry_columns VALUES (?, ?, ?, ?, ?, ?)",
                [
                    .text(name), .text(column), .text(Self.typeName(type)), .integer(srsID),
                    .integer(info.hasZ ? 1 : 0),
                    .integer(info.hasM ? 1 : 0),
                ])
        }
        try createTable(layout)
        if layout.geometryColumn != nil {
            layout.indexName = try SpatialIndexSchema(layout: layout, database: database).create()
        }
        if info.hasAttachments { layout.attachmentTable = try AttachmentStore.create(for: layout, in: database) }
        try LayerCreation(info: info, database: database).describe(table: name)
        return layout
    }

    /// Writes the description of a table, in our form and in the schema extension's.
    func describe(table: String) throws {
        try database.run(
            "DELETE FROM groma_layers WHERE layer_id = ? OR table_name = ?", [.integer(Int64(info.id)), .text(table)])
        try database.run(
            "INSERT INTO groma_layers (layer_id, table_name, info) VALUES (?, ?, ?)",
            [.integer(Int64(info.id)), .text(table), .text(info.json.text())])
        try SchemaExtension(database: database).write(info.fields, table: table)
    }

    private static func typeName(_ type: GeometryType) -> String {
        switch type {
        case .point: "POINT"
        case .multipoint: "MULTIPOINT"
        case .polyline: "MULTILINESTRING"
        case .polygon, .envelope: "MULTIPOLYGON"
        }
    }

    private func createTable(_ layout: TableLayout) throws {
        var columns = ["\(layout.key) INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL"]
        if let shape = layout.shape, let type = info.geometryType { columns.append("\(shape) \(Self.typeName(type))") }
        for field in layout.storedFields {
            guard let type = ColumnMapping.declaredType(of: field) else { continue }
            columns.append("\(ColumnMapping.quoted(field.name)) \(type)\(field.isNullable ? "" : " NOT NULL")")
        }
        try database.run("CREATE TABLE \(layout.table) (\(columns.joined(separator: ", ")))")
        if let globalID = layout.info.globalIDFieldName {
            // Exactly once rests on this: a repeated add finds the row that the first one made.
            try database.run(
                "CREATE UNIQUE INDEX \(ColumnMapping.quoted("groma_\(layout.tableName)_globalid")) "
                    + "ON \(layout.table) (\(TableLayout.bareGUID(column: globalID)))")
        }
        for field in layout.storedFields where field.type == .guid {
            try database.run(
                "CREATE INDEX \(ColumnMapping.quoted("groma_\(layout.tableName)_\(field.name)")) "
                    + "ON \(layout.table) (\(TableLayout.bareGUID(column: field.name)))")
        }
    }

    private func checkFields(_ info: FeatureLayerInfo) throws {
        let names = info.fields.map { $0.name.lowercased() }
        guard Set(names).count == names.count, !names.contains("") else {
            throw StorageError(.invalidValue, "Layer \(info.name) has two fields of one name, or one without a name.")
        }
        guard names.count <= 1_000 else {
            throw StorageError(.tooLarge, "Layer \(info.name) has \(names.count) fields; a table holds at most 1,000.")
        }
        guard !info.objectIDFieldName.isEmpty else {
            throw StorageError(.invalidValue, "Layer \(info.name) names no object id field.")
        }
        if let globalID = info.globalIDFieldName, !names.contains(globalID.lowercased()) {
            throw StorageError(
                .invalidValue, "Layer \(info.name) names \(globalID) as global id field but has no such field.")
        }
    }

    private func freeID(_ wanted: Int) throws -> Int {
        let taken = Set(try TableLayout.all(in: database).map(\.info.id))
        guard wanted >= 0 else { return (0...taken.count).first { !taken.contains($0) } ?? taken.count }
        guard !taken.contains(wanted) else {
            throw StorageError(.alreadyExists, "There is a layer with the id \(wanted) already.")
        }
        return wanted
    }

    /// A table's name that is not taken and not reserved: letters, digits and `_` of the wish.
    private func freeName(_ wish: String) throws -> String {
        var base = String(wish.lowercased().map { $0.isLetter || $0.isNumber ? $0 : "_" }.prefix(60))
        if base.isEmpty || base.first?.isNumber == true { base = "layer_" + base }
        for reserved in ["gpkg_", "rtree_", "sqlite_", "groma_"] where base.hasPrefix(reserved) {
            base = "layer_" + base
        }
        var name = base, number = 2
        while try database.hasTable(name) {
            name = "\(base)_\(number)"
            number += 1
        }
        return name
    }

    private func freeIdentifier(_ wish: String, _ table: String) throws -> String {
        let isTaken = try database.integer("SELECT 1 FROM gpkg_contents WHERE identifier = ?", [.text(wish)]) != nil
        return isTaken || wish.isEmpty ? table : wish
    }
}
