// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaFeatures
import GromaGeometry

/// Carries out the edits of one layer, inside a transaction of the caller.
struct FeatureEditor {
    let layout: TableLayout
    let database: Database
    /// The name for the editor tracking fields.
    let editor: String?
    /// Epoch milliseconds for the editor tracking fields.
    let moment: Int64
    private let preparation: RowPreparation

    init(layout: TableLayout, database: Database, editor: String?, moment: Int64) {
        self.layout = layout
        self.database = database
        self.editor = editor
        self.moment = moment
        preparation = RowPreparation(layout: layout, editor: editor, moment: moment)
    }

    /// Adds, then updates, then deletes, then attachments, as services do.
    func apply(_ edits: FeatureEdits) throws -> FeatureEditResults {
        var results = FeatureEditResults()
        var given: Set<String> = []
        results.adds = try edits.adds.map { edit in
            try attempt(1017) {
                try refuseRepeated(edit, &given)
                return try add(edit)
            }
        }
        results.updates = try edits.updates.map { edit in
            try attempt(1019) { try update(edit, usesGlobalIDs: edits.usesGlobalIDs) }
        }
        results.deletes =
            try edits.deletes.map { id in try attempt(1018, id) { try delete(id) } }
            + edits.deletedGlobalIDs.map { text in try attempt(1018) { try delete(globalID: text) } }
        let attachments = AttachmentEditor(features: self)
        results.attachmentAdds = try edits.attachmentAdds.map { edit in
            try attempt(1008) { try attachments.add(edit) }
        }
        results.attachmentUpdates = try edits.attachmentUpdates.map { edit in
            try attempt(1009) { try attachments.update(edit) }
        }
        results.attachmentDeletes = try edits.attachmentDeletes.map { text in
            try attempt(1010) { try attachments.delete(text) }
        }
        return results
    }

    /// A refusal becomes a result; what fails the file itself (disk full, damage) is thrown and ends the transaction.
    private func attempt(_ code: Int, _ id: Int64? = nil, _ body: () throws -> EditResult) throws -> EditResult {
        do {
            return try body()
        } catch let refusal as EditError {
            return EditResult(objectID: id, error: refusal)
        } catch let error as StorageError where [.constraint, .invalidValue, .tooLarge].contains(error.code) {
            return EditResult(objectID: id, error: EditError(code: code, message: error.message))
        }
    }

    // MARK: Rows

    /// A GlobalID that was there before means a repeated request; two rows of one request with one GlobalID would lose one of them.
    private func refuseRepeated(_ record: FeatureRecord, _ given: inout Set<String>) throws {
        guard let name = layout.info.globalIDFieldName, let value = record.attributes.value(forField: name),
            !value.isNull
        else { return }
        let text = try RowPreparation.guidText(value, field: name)
        guard given.insert(text).inserted else {
            throw EditError(code: 1017, message: "Two of the features to add have the \(name) \(text).")
        }
    }

    private func add(_ record: FeatureRecord) throws -> EditResult {
        var globalID: String?
        if let name = layout.info.globalIDFieldName {
            if case let given? = record.attributes.value(forField: name), !given.isNull {
                let text = try RowPreparation.guidText(given, field: name)
                if let known = try objectID(ofGlobalID: text) { return EditResult(objectID: known, globalID: text) }
                globalID = text
            } else {
                globalID = ColumnMapping.makeGUID()
            }
        }
        let row = try preparation.newRow(record, globalID: globalID)
        let names = row.columns.map { ColumnMapping.quoted($0.name) }.joined(separator: ", ")
        let marks = row.columns.map { _ in "?" }.joined(separator: ", ")
        let sql =
            row.columns.isEmpty
            ? "INSERT INTO \(layout.table) DEFAULT VALUES" : "INSERT INTO \(layout.table) (\(names)) VALUES (\(marks))"
        try database.run(sql, row.columns.map(\.value))
        let id = database.lastInsertedRowID
        try noteChange(row.extent)
        return EditResult(objectID: id, globalID: globalID)
    }

    private func update(_ record: FeatureRecord, usesGlobalIDs: Bool) throws -> EditResult {
        let id = try objectID(of: record, usesGlobalIDs: usesGlobalIDs)
        guard let current = try identity(id) else {
            return EditResult(objectID: id, error: EditError(code: 1011, message: "Object is missing."))
        }
        let row: PreparedRow
        do {
            row = try preparation.changedRow(record) { try attributes(of: id) }
        } catch let refusal as EditError {
            return EditResult(objectID: id, globalID: current.globalID, error: refusal)
        }
        if !row.columns.isEmpty {
            let changes = row.columns.map { "\(ColumnMapping.quoted($0.name)) = ?" }.joined(separator: ", ")
            try database.run(
                "UPDATE \(layout.table) SET \(changes) WHERE \(layout.key) = ?",
                row.columns.map(\.value) + [.integer(id)])
            try noteChange(row.extent)
        }
        return EditResult(objectID: id, globalID: current.globalID)
    }

    /// Deleting what was there once succeeds; an id that was never given is an error.
    private func delete(_ id: Int64) throws -> EditResult {
        guard let current = try identity(id) else {
            let last = try database.integer("SELECT seq FROM sqlite_sequence WHERE name = ?", [.text(layout.tableName)])
            if let last, id > 0, id <= last { return EditResult(objectID: id) }
            return EditResult(objectID: id, error: EditError(code: 1011, message: "Object is missing."))
        }
        try AttachmentStore(layout: layout, database: database).deleteAll(of: id)
        try database.run("DELETE FROM \(layout.table) WHERE \(layout.key) = ?", [.integer(id)])
        try noteChange(nil)
        return EditResult(objectID: id, globalID: current.globalID)
    }

    private func delete(globalID text: String) throws -> EditResult {
        let globalID = try RowPreparation.guidText(.guid(text), field: layout.info.globalIDFieldName ?? "GlobalID")
        guard let id = try objectID(ofGlobalID: globalID) else { return EditResult(objectID: nil, globalID: globalID) }
        return try delete(id)
    }

    // MARK: Looking up

    private func objectID(of record: FeatureRecord, usesGlobalIDs: Bool) throws -> Int64 {
        if !usesGlobalIDs, case .integer(let id)? = record.attributes.value(forField: layout.info.objectIDFieldName) {
            return id
        }
        guard let name = layout.info.globalIDFieldName, let given = record.attributes.value(forField: name),
            !given.isNull
        else { throw EditError(code: 1020, message: "An update needs the object id or GlobalID of its row.") }
        let text = try RowPreparation.guidText(given, field: name)
        guard let id = try objectID(ofGlobalID: text) else {
            throw EditError(code: 1011, message: "Object is missing.")
        }
        return id
    }

    /// The row with a GlobalID in any spelling; nil when there is none, or the layer has no GlobalIDs.
    func objectID(ofGlobalID text: String) throws -> Int64? {
        guard let name = layout.info.globalIDFieldName else { return nil }
        return try database.integer(
            "SELECT \(layout.key) FROM \(layout.table) WHERE \(TableLayout.bareGUID(column: name)) = ?",
            [.text(AttributeValue.bareGUID(text))])
    }

    /// Row id and GlobalID of a row that is there; nil when it is not.
    func identity(_ id: Int64) throws -> (id: Int64, globalID: String?)? {
        let globalID = layout.info.globalIDFieldName.map(ColumnMapping.quoted) ?? "NULL"
        return try database.first(
            "SELECT \(layout.key), \(globalID) FROM \(layout.table) WHERE \(layout.key) = ?", [.integer(id)]
        ) { ($0.integer(0), $0.optionalText(1)) }
    }

    private func attributes(of id: Int64) throws -> [String: AttributeValue] {
        let fields = layout.storedFields
        let names = fields.map { ColumnMapping.quoted($0.name) } + [layout.key]
        return try database.first(
            "SELECT \(names.joined(separator: ", ")) FROM \(layout.table) WHERE \(layout.key) = ?", [.integer(id)]
        ) { row in
            var values: [String: AttributeValue] = [:]
            for (place, field) in fields.enumerated() {
                values[field.name] = ColumnMapping.value(of: row, Int32(place), type: field.type)
            }
            return values
        } ?? [:]
    }

    /// Keeps the contents table true: when the table changed last, and a box that holds every shape.
    private func noteChange(_ extent: Envelope?) throws {
        try database.run(
            "UPDATE gpkg_contents SET last_change = ? WHERE table_name = ?",
            [.optional(DateText.text(moment)), .text(layout.tableName)])
        guard let extent, !extent.isEmpty else { return }
        try database.run(
            """
            UPDATE gpkg_contents SET min_x = min(coalesce(min_x, ?1), ?1), min_y = min(coalesce(min_y, ?2), ?2), \
            max_x = max(coalesce(max_x, ?3), ?3), max_y = max(coalesce(max_y, ?4), ?4) WHERE table_name = ?5
            """,
            [
                .double(extent.xMin), .double(extent.yMin), .double(extent.xMax), .double(extent.yMax),
                .text(layout.tableName),
            ])
    }
}
