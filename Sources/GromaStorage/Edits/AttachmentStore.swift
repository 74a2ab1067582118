// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaFeatures

/// The attachments of one layer, in a table of their own beside it. Every function runs in the caller's transaction.
struct AttachmentStore {
    let layout: TableLayout
    let database: Database

    /// Makes the table for a layer and answers its name.
    static func create(for layout: TableLayout, in database: Database) throws -> String {
        let name = TableLayout.attachmentTableName(of: layout.tableName)
        let quoted = ColumnMapping.quoted(name)
        // The bytes stand last: a row's other columns are read without touching the pages of a long picture.
        try database.run(
            """
            CREATE TABLE \(quoted) (id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, parent_id INTEGER NOT NULL, \
            global_id TEXT(38) NOT NULL UNIQUE, name TEXT NOT NULL, content_type TEXT NOT NULL, \
            keywords TEXT NOT NULL DEFAULT '', size INTEGER NOT NULL, data BLOB NOT NULL)
            """)
        try database.run(
            "CREATE INDEX \(ColumnMapping.quoted(name + "_parent")) ON \(quoted) (parent_id)")
        try GeoPackageSchema.register(
            extension: "groma_attachments", table: name, definition: GeoPackageSchema.ownDefinition, in: database)
        return name
    }

    private var table: String { ColumnMapping.quoted(layout.attachmentTable ?? "") }

    /// Attachments of features, by parent and id. `ids` nil lists all.
    func list(of parents: [Int64]) throws -> [AttachmentInfo] {
        guard layout.attachmentTable != nil else { return [] }
        let parentGlobalID = layout.info.globalIDFieldName.map { "f.\(ColumnMapping.quoted($0))" } ?? "NULL"
        let sql = """
            SELECT a.id, a.global_id, a.parent_id, \(parentGlobalID), a.name, a.content_type, a.size, a.keywords \
            FROM \(table) a JOIN \(layout.table) f ON f.\(layout.key) = a.parent_id \
            WHERE a.parent_id IN (SELECT value FROM json_each(?)) ORDER BY a.parent_id, a.id
            """
        let list = "[\(parents.map(String.init).joined(separator: ","))]"
        return try database.rows(sql, [.text(list)]) { row in
            AttachmentInfo(
                id: row.integer(0), globalID: row.optionalText(1), parentObjectID: row.integer(2),
                parentGlobalID: row.optionalText(3), name: row.text(4), contentType: row.text(5),
                size: Int(clamping: row.integer(6)), keywords: row.text(7))
        }
    }

    /// The bytes of an attachment of a feature; nil when there is none.
    func data(_ id: Int64, of parent: Int64) throws -> [UInt8]? {
        guard layout.attachmentTable != nil else { return nil }
        return try database.first(
            "SELECT data FROM \(table) WHERE id = ? AND parent_id = ?", [.integer(id), .integer(parent)]
        ) { $0.bytes(0) }
    }

    /// Adds an attachment; one with a GlobalID that is there already adds nothing and answers its id.
    func add(_ edit: AttachmentEdit, parent: Int64) throws -> (id: Int64, globalID: String) {
        let globalID = edit.globalID.map(ColumnMapping.canonicalGUID) ?? ColumnMapping.makeGUID()
        if let known = try id(ofGlobalID: globalID) { return (known, globalID) }
        try database.run(
            "INSERT INTO \(table) (parent_id, global_id, name, content_type, keywords, size, data) VALUES (?, ?, ?, ?, ?, ?, ?)",
            [
                .integer(parent), .text(globalID), .text(edit.name), .text(edit.contentType), .text(edit.keywords),
                .integer(Int64(edit.data.count)), .blob(edit.data),
            ])
        return (database.lastInsertedRowID, globalID)
    }

    /// Replaces name, type, keywords and bytes of an attachment; false when there is none.
    func update(_ id: Int64, with edit: AttachmentEdit) throws -> Bool {
        try database.run(
            "UPDATE \(table) SET name = ?, content_type = ?, keywords = ?, size = ?, data = ? WHERE id = ?",
            [
                .text(edit.name), .text(edit.contentType), .text(edit.keywords), .integer(Int64(edit.data.count)),
                .blob(edit.data), .integer(id),
            ])
        return database.changedRowCount == 1
    }

    /// Removes an attachment; removing what is gone changes nothing.
    func delete(_ id: Int64) throws { try database.run("DELETE FROM \(table) WHERE id = ?", [.integer(id)]) }

    /// Removes all attachments of a feature.
    func deleteAll(of parent: Int64) throws {
        guard layout.attachmentTable != nil else { return }
        try database.run("DELETE FROM \(table) WHERE parent_id = ?", [.integer(parent)])
    }

    /// The id behind a GlobalID in any spelling; nil when there is none.
    func id(ofGlobalID text: String) throws -> Int64? {
        try database.integer("SELECT id FROM \(table) WHERE global_id = ?", [.text(ColumnMapping.canonicalGUID(text))])
    }

    /// GlobalID and parent of an attachment; nil when there is none.
    func identity(_ id: Int64) throws -> (globalID: String, parent: Int64)? {
        try database.first("SELECT global_id, parent_id FROM \(table) WHERE id = ?", [.integer(id)]) {
            ($0.text(0), $0.integer(1))
        }
    }
}
