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
