// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaFeatures

/// Aliases, coded values and ranges in the tables that other programs read (OGC 12-128r18, annex F.9, schema extension).
struct SchemaExtension {
    let database: Database

    /// Replaces what is written for a table's columns.
    func write(_ fields: [Field], table: String) throws {
        let described = fields.filter {
            $0.type != .oid && $0.type != .geometry && ($0.alias != $0.name || $0.domain != nil)
        }
        guard !described.isEmpty else { return }
        try createTables()
        try database.run("DELETE FROM gpkg_data_columns WHERE table_name = ?", [.text(table)])
        // Readers take the alias from `name`, which must differ within a table, or from `title`.
        var taken = Set<String>()
        for field in described {
            let name = taken.insert(field.alias).inserted ? field.alias : nil
            let constraint = try field.domain.flatMap { try write($0, field: field, table: table) }
            try database.run(
                "INSERT INTO gpkg_data_columns (table_name, column_name, name, title, constraint_name) VALUES (?, ?, ?, ?, ?)",
                [.text(table), .text(field.name), .optional(name), .text(field.alias), .optional(constraint)])
        }
    }

    /// The domains that the file gives a table's columns, by the names of their fields. A domain whose values the field can't hold, a
    /// range open at one end and a pattern have no counterpart here.
    func domains(of fields: [Field], table: String) throws -> [String: Domain] {
        guard try database.hasTable("gpkg_data_columns"), try database.hasTable("gpkg_data_column_constraints") else {
            return [:]
        }
        var domains: [String: Domain] = [:]
        for field in fields {
            let rows = try database.rows(
                """
                SELECT k.constraint_name, k.constraint_type, k.value, k.min, k.max, k.description FROM gpkg_data_columns c \
                JOIN gpkg_data_column_constraints k ON k.constraint_name = c.constraint_name \
                WHERE c.table_name = ? AND c.column_name = ? ORDER BY k.rowid
                """, [.text(table), .text(field.name)]
            ) {
                (
                    name: $0.text(0), kind: $0.text(1), value: $0.optionalText(2), low: $0.optionalDouble(3),
                    high: $0.optionalDouble(4), description: $0.optionalText(5)
                )
            }
            guard let first = rows.first else { continue }
            if first.kind == "range", let low = first.low, let high = first.high {
                domains[field.name] = .range(
                    RangeDomain(name: first.name, minimum: .double(low), maximum: .double(high)))
            } else if first.kind == "enum" {
                let codes = rows.compactMap { row in
                    row.value.flatMap { text in
                        Self.code(text, of: field.type).map { CodedValue(code: $0, name: row.description ?? text) }
                    }
                }
                guard codes.count == rows.count else { continue }
                domains[field.name] = .codedValue(CodedValueDomain(name: first.name, codedValues: codes))
            }
        }
        return domains
    }

    private static func code(_ text: String, of type: FieldType) -> AttributeValue? {
        switch type {
        case .smallInteger, .integer, .bigInteger: Int64(text).map { .integer($0) }
        case .single, .double: Double(text).map { .double($0) }
        case .string: .string(text)
        default: nil
        }
    }

    private func createTables() throws {
        try database.execute(
            """
            CREATE TABLE IF NOT EXISTS gpkg_data_columns (table_name TEXT NOT NULL, column_name TEXT NOT NULL, name TEXT, \
            title TEXT, description TEXT, mime_type TEXT, constraint_name TEXT, \
            CONSTRAINT pk_gdc PRIMARY KEY (table_name, column_name), CONSTRAINT gdc_tn UNIQUE (table_name, name));
            CREATE TABLE IF NOT EXISTS gpkg_data_column_constraints (constraint_name TEXT NOT NULL, \
            constraint_type TEXT NOT NULL, value TEXT, min NUMERIC, min_is_inclusive BOOLEAN, max NUMERIC, \
            max_is_inclusive BOOLEAN, description TEXT, CONSTRAINT gdcc_ntv UNIQUE (constraint_name, constraint_type, value));
            """)
        for table in ["gpkg_data_columns", "gpkg_data_column_constraints"] {
            try GeoPackageSchema.register(
                extension: "gpkg_schema", table: table,
                definition: "http://www.geopackage.org/spec121/#extension_schema",
                in: database)
        }
    }

    /// Writes a domain under a name of its own for the column and answers the name; nil for what the extension can't say.
    private func write(_ domain: Domain, field: Field, table: String) throws -> String? {
        let name = "\(table)_\(field.name)".lowercased()
        try database.run("DELETE FROM gpkg_data_column_constraints WHERE constraint_name = ?", [.text(name)])
        switch domain {
        case .inherited: return nil
        case .codedValue(let coded):
            for value in coded.codedValues {
                guard let code = text(of: value.code) else { continue }
                try database.run(
                    """
                    INSERT OR IGNORE INTO gpkg_data_column_constraints (constraint_name, constraint_type, value, description) \
                    VALUES (?, 'enum', ?, ?)
                    """, [.text(name), .text(code), .text(value.name)])
            }
            return coded.codedValues.isEmpty ? nil : name
        case .range(let range):
            guard field.type != .date, let low = range.minimum.number, let high = range.maximum.number else {
                return nil
            }
            try database.run(
                "INSERT INTO gpkg_data_column_constraints VALUES (?, 'range', NULL, ?, 1, ?, 1, ?)",
                [.text(name), .double(low), .double(high), .text(range.name)])
            return name
        }
    }

    private func text(of code: AttributeValue) -> String? {
        switch code {
        case .string(let text): text
        case .integer(let number): String(number)
        case .double(let number): number.description
        default: nil
        }
    }
}
