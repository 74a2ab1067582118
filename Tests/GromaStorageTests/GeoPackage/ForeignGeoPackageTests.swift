// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaFeatures
import GromaGeometry
import GromaStorage
import Testing

/// Tables that other programs made, right and wrong.
@Suite("GeoPackages of other programs") struct ForeignGeoPackageTests {
    private let folder: TestFolder

    init() throws { folder = try TestFolder() }

    /// A file with table t (id, geom, and `columns`) and the rows that `sql` inserts.
    private func package(columns: String = "name TEXT", _ sql: String) async throws -> GeoPackage {
        let url = folder.file("f.gpkg")
        try await GeoPackage(fileURL: url, access: .create).close()
        let database = try Database(path: url.path, mode: .readWrite)
        try database.execute(
            """
            CREATE TABLE t (id INTEGER PRIMARY KEY, geom POINT, \(columns));
            INSERT INTO gpkg_contents (table_name, data_type, identifier, srs_id) VALUES ('t', 'features', 't', 4326);
            INSERT INTO gpkg_geometry_columns VALUES ('t', 'geom', 'POINT', 4326, 0, 0);
            \(sql)
            """)
        return try GeoPackage(fileURL: url, access: .readOnly)
    }

    @Test(
        "values that their column's type has no place for are named with table, row and field",
        arguments: [
            ("n INTEGER", "'abc'", "n: \"abc\" is no whole number"),
            ("n INTEGER", "1.5", "n: \"1.5\" is no whole number"),
            ("n INTEGER", "1e300", "no whole number"), ("n DOUBLE", "'xyz'", "n: \"xyz\" is no number"),
            ("n DATETIME", "'yesterday'", "n: \"yesterday\" is no date"), ("n DATETIME", "1577836800", "no date"),
            ("n DATETIME", "'2020-02-30T10:00:00Z'", "no date"),
            ("n TEXT", "CAST(x'FFFE' AS TEXT)", "no text in UTF-8"),
            ("n INTEGER", "x'00FF'", "n: 2 bytes is no whole number"),
        ])
    func misfits(column: String, value: String, says: String) async throws {
        let package = try await package(columns: column, "INSERT INTO t VALUES (7, NULL, \(value));")
        let table = try await package.featureTable(named: "t")
        let error = await #expect(throws: StorageError.self) { try await table.queryFeatures(using: QueryParameters()) }
        #expect(error?.message.contains("Table t of f.gpkg, row 7: ") == true, "\(String(describing: error))")
        #expect(error?.message.contains(says) == true, "\(String(describing: error))")
    }

    @Test("values of another kind that lose nothing are read")
    func fits() async throws {
        let package = try await package(
            columns: "n INTEGER, f DOUBLE, d DATETIME, s TEXT, e INTEGER",
            """
            INSERT INTO t VALUES (1, NULL, 1e15, '1.5', '2020-02-29', 5, '');
            INSERT INTO t VALUES (2, NULL, '12', 9e999, '2020-02-29T00:00:00+01:00', CAST('é' AS BLOB), NULL);
            """)
        let rows = try await package.featureTable(named: "t").queryFeatures(using: QueryParameters())
        let first = rows.record(at: 0).attributes, second = rows.record(at: 1).attributes
        #expect(first["n"] == .integer(1_000_000_000_000_000) && first["f"] == .double(1.5))
        #expect(first["d"] == .date(1_582_934_400_000) && first["s"] == "5" && first["e"] == .null)
        #expect(second["n"] == 12 && second["f"] == .null && second["d"] == .date(1_582_930_800_000))
        #expect(second["s"] == "é")
    }

    @Test(
        "a damaged shape is named with table and row",
        arguments: ["x'4750'", "x'47500001E6100000'", "'POINT(1 2)'", "x'4750000FE61000000101'", "5"])
    func damagedShape(value: String) async throws {
        let package = try await package("INSERT INTO t VALUES (7, \(value), 'a');")
        let table = try await package.featureTable(named: "t")
        let error = await #expect(throws: StorageError.self) { try await table.queryFeatures(using: QueryParameters()) }
        #expect(error?.message.contains("Table t of f.gpkg, row 7: ") == true, "\(String(describing: error))")
    }

    @Test("a table that can't be read hides no other, and is told of")
    func unreadable() async throws {
        let package = try await package(
            """
            INSERT INTO t VALUES (1, NULL, 'a');
            CREATE TABLE p (k TEXT PRIMARY KEY);
            CREATE VIEW broken AS SELECT id FROM missing;
            INSERT INTO gpkg_contents (table_name, data_type, identifier) VALUES ('p', 'attributes', 'p'),
              ('gone', 'features', 'gone'), ('broken', 'features', 'broken');
            """)
        #expect(try await package.featureTables().map(\.tableName) == ["t"])
        #expect(try await package.unreadableTables().keys.sorted() == ["broken", "gone", "p"])
        let error = await #expect(throws: StorageError.self) { try await package.featureTable(named: "P") }
        #expect(error?.code == .unsupported && error?.message.contains("primary key") == true)
    }

    @Test("views and plain tables of older files are layers")
    func viewsAndOldTables() async throws {
        let package = try await package(
            """
            INSERT INTO t VALUES (3, NULL, 'a');
            CREATE VIEW v AS SELECT id, geom, name FROM t;
            CREATE TABLE old (id INTEGER PRIMARY KEY, x TEXT);
            INSERT INTO old VALUES (1, 'y');
            INSERT INTO gpkg_contents (table_name, data_type, identifier, srs_id) VALUES ('v', 'features', 'v', 4326),
              ('old', 'aspatial', 'old', 0);
            INSERT INTO gpkg_geometry_columns VALUES ('v', 'geom', 'POINT', 4326, 0, 0);
            """)
        let view = try await package.featureTable(named: "v").queryFeatures(using: QueryParameters())
        #expect(view.count == 1 && view.value(at: 0, field: "id") == 3 && view.value(at: 0, field: "name") == "a")
        let old = try await package.featureTable(named: "old").queryFeatures(using: QueryParameters())
        #expect(old.value(at: 0, field: "x") == "y" && old.geometries == nil)
    }

    @Test("a file of plain tables alone has no list of geometry columns")
    func plainTables() async throws {
        let package = try await package(
            """
            INSERT INTO t VALUES (3, NULL, 'a');
            UPDATE gpkg_contents SET data_type = 'attributes';
            DROP TABLE gpkg_geometry_columns;
            """)
        #expect(try await package.featureTable(named: "t").queryFeatureCount(using: QueryParameters()) == 1)
    }

    @Test("coded values and ranges that another program wrote are domains")
    func domains() async throws {
        let package = try await package(
            columns: "n INTEGER, s TEXT, f DOUBLE, g TEXT, w INTEGER",
            """
            CREATE TABLE gpkg_data_columns (table_name TEXT, column_name TEXT, name TEXT, title TEXT, description TEXT, \
            mime_type TEXT, constraint_name TEXT);
            CREATE TABLE gpkg_data_column_constraints (constraint_name TEXT, constraint_type TEXT, value TEXT, min NUMERIC, \
            min_is_inclusive BOOLEAN, max NUMERIC, max_is_inclusive BOOLEAN, description TEXT);
            INSERT INTO gpkg_data_columns VALUES ('t', 'n', NULL, 'Number', NULL, NULL, 'c'), ('t', 's', NULL, NULL, NULL, NULL, 'k'), \
            ('t', 'f', NULL, NULL, NULL, NULL, 'r'), ('t', 'g', NULL, NULL, NULL, NULL, 'p'), ('t', 'w', NULL, NULL, NULL, NULL, 'k');
            INSERT INTO gpkg_data_column_constraints VALUES ('c', 'enum', '2', NULL, NULL, NULL, NULL, 'two'), \
            ('c', 'enum', '1', NULL, NULL, NULL, NULL, 'one'), ('k', 'enum', 'a', NULL, NULL, NULL, NULL, NULL), \
            ('r', 'range', NULL, -1.5, 1, 8, 1, NULL), ('p', 'glob', '[a-z]*', NULL, NULL, NULL, NULL, NULL);
            """)
        let fields = try await package.featureTable(named: "t").layerInfo().fields
        func domain(_ name: String) -> Domain? { fields.first { $0.name == name }?.domain }
        #expect(
            domain("n")
                == .codedValue(
                    CodedValueDomain(
                        name: "c", codedValues: [CodedValue(code: 2, name: "two"), CodedValue(code: 1, name: "one")])))
        #expect(
            domain("s")
                == .codedValue(CodedValueDomain(name: "k", codedValues: [CodedValue(code: "a", name: "a")])))
        #expect(
            domain("f") == .range(RangeDomain(name: "r", minimum: .double(-1.5), maximum: .double(8))))
        #expect(domain("g") == nil && domain("w") == nil)
        #expect(fields.first { $0.name == "n" }?.alias == "Number")
    }

    @Test(
        "empty shapes stay empty and null ones null", arguments: [GeometryType.point, .multipoint, .polyline, .polygon])
    func emptyShapes(type: GeometryType) async throws {
        let package = try GeoPackage(fileURL: folder.file("e.gpkg"), access: .create)
        let info = TestLayers.everyKind(type)
        let table = try await package.createFeatureTable(info)
        var shapes = GeometryColumn(type: type)
        let empty: any Geometry =
            switch type {
            case .point: Point.empty(in: .webMercator)
            case .multipoint: Multipoint(points: [], spatialReference: .webMercator)
            case .polyline: Polyline(parts: CoordinateParts(), spatialReference: .webMercator)
            default: Polygon(parts: CoordinateParts(), spatialReference: .webMercator)
            }
        try shapes.append(empty)
        try shapes.append(nil)
        var rows = FeatureSet()
        rows.count = 2
        rows.geometries = shapes
        rows.geometryType = type
        rows.spatialReference = .webMercator
        try await table.load(rows, objectIDs: .assignedByRow)
        let found = try await table.queryFeatures(using: QueryParameters())
        #expect(found.geometry(at: 0)?.isEmpty == true && found.geometry(at: 1) == nil)
        #expect(try await table.queryExtent(using: QueryParameters()).isEmpty)
    }
}
