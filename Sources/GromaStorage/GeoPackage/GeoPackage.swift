// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import Foundation
public import GromaCodecs
public import GromaFeatures
import Synchronization

/// A GeoPackage file: feature tables, plain tables and tiles in one SQLite database that GDAL and QGIS open too.
///
/// Reads run beside each other, writes one after the other, all on `BlockingPool` threads. Layers that Groma makes keep their
/// whole description (domains, templates, renderer) in the table `groma_layers`; layers of other programs are described from
/// the file's own schema.
public final class GeoPackage: Sendable {
    /// How a file is opened.
    public enum Access: Sendable {
        /// Reads only; the file and its folder may be write-protected.
        case readOnly
        /// Reads and writes a file that exists.
        case readWrite
        /// Makes a new file; fails when there is one.
        case create
    }

    /// Where the file lies.
    public let fileURL: URL
    package let file: DatabaseFile
    /// Layers as they were read last: their descriptions are long, and every request asks for one.
    private let known = Mutex<KnownLayouts?>(nil)
    private struct KnownLayouts {
        var schemaVersion: Int64
        var layouts: [TableLayout]
        var failures: [String: StorageError]
    }

    /// Opens or makes a file, on the calling thread (a few milliseconds).
    ///
    /// Throws `.cannotOpen`, `.alreadyExists`, `.malformed` for a file that is no GeoPackage.
    public init(fileURL: URL, access: Access = .readWrite) throws {
        self.fileURL = fileURL
        let path = fileURL.path
        let mode: Database.Mode =
            switch access {
            case .readOnly: .readOnly
            case .readWrite: .readWrite
            case .create: .create
            }
        if access == .create, FileManager.default.fileExists(atPath: path) {
            throw StorageError(.alreadyExists, "\(path) is there already; open it, or choose another name.")
        }
        file = try DatabaseFile(path: path, mode: mode) { database in
            if access == .create {
                try database.transaction { try GeoPackageSchema.create(in: database) }
                return
            }
            guard try database.hasTable("gpkg_contents"), try database.hasTable("gpkg_spatial_ref_sys") else {
                throw StorageError(
                    .malformed, "\(path) is an SQLite database but no GeoPackage: its contents table is missing.")
            }
            guard access == .readWrite else { return }
            try database.transaction { try GeoPackageSchema.createOwnTables(in: database) }
        }
    }

    /// The descriptions of the layers and tables, by rising id.
    public func layerInfos() async throws -> [FeatureLayerInfo] {
        try await file.read { database in
            try self.layouts(in: database).map { layout in
                var info = layout.info
                info.extent = try layout.extent(in: database)
                return info
            }
        }
    }

    /// The layers and tables, by rising id.
    public func featureTables() async throws -> [GeoPackageFeatureTable] {
        try await layouts().map { GeoPackageFeatureTable($0, in: self) }
    }

    /// The layer or table with an id. Throws `.notFound`.
    public func featureTable(id: Int) async throws -> GeoPackageFeatureTable {
        guard let layout = try await layouts().first(where: { $0.info.id == id }) else {
            throw StorageError(.notFound, "\(fileURL.lastPathComponent) has no layer with the id \(id).")
        }
        return GeoPackageFeatureTable(layout, in: self)
    }

    /// The layer or table of a name: the table's name in the file, else the layer's, in any case. Throws `.notFound`.
    public func featureTable(named name: String) async throws -> GeoPackageFeatureTable {
        let layouts = try await layouts(), lowered = name.lowercased()
        guard
            let layout = layouts.first(where: { $0.tableName.lowercased() == lowered })
                ?? layouts.first(where: { $0.info.name.lowercased() == lowered })
        else {
            if let failure = try await unreadableTables().first(where: { $0.key.lowercased() == lowered }) {
                throw failure.value
            }
            throw StorageError(.notFound, "\(fileURL.lastPathComponent) has no layer called \(name).")
        }
        return GeoPackageFeatureTable(layout, in: self)
    }

    /// Why tables that the file lists are no layers here, by their names: they are missing, have no key, or hold shapes of a kind
    /// that is not read.
    public func unreadableTables() async throws -> [String: StorageError] {
        try await file.read { try self.known(in: $0).failures }
    }

    private func layouts() async throws -> [TableLayout] {
        try await file.read { try self.layouts(in: $0) }
    }

    /// The layouts as the connection sees them: read again after any process changed the schema, or we a description.
    func layouts(in database: Database) throws -> [TableLayout] { try known(in: database).layouts }

    private func known(in database: Database) throws -> KnownLayouts {
        let version = try database.integer("PRAGMA schema_version") ?? 0
        if let known = known.withLock({ $0 }), known.schemaVersion == version { return known }
        let (layouts, failures) = try TableLayout.read(in: database)
        let found = KnownLayouts(schemaVersion: version, layouts: layouts, failures: failures)
        known.withLock { $0 = found }
        return found
    }

    /// Makes the next question read the descriptions again.
    func forgetLayouts() { known.withLock { $0 = nil } }

    /// A JSON document kept in the file under a name (a service's description, a map); nil when there is none.
    public func document(named name: String) async throws -> JSONValue? {
        try await file.read { database in
            guard try database.hasTable("groma_documents"),
                let text = try database.text("SELECT json FROM groma_documents WHERE name = ?", [.text(name)])
            else { return nil }
            do { return try JSONValue(parsing: text) } catch {
                throw StorageError(.malformed, "The document \(name) in \(database.path) is no JSON.", cause: error)
            }
        }
    }

    /// Keeps a JSON document in the file; nil removes it.
    public func setDocument(_ document: JSONValue?, named name: String) async throws {
        try await file.write { database in
            if let document {
                try database.run(
                    "INSERT OR REPLACE INTO groma_documents (name, json) VALUES (?, ?)",
                    [.text(name), .text(document.text())])
            } else {
                try database.run("DELETE FROM groma_documents WHERE name = ?", [.text(name)])
            }
        }
    }

    /// Moves what the write-ahead log holds into the file. A server calls it every few minutes.
    public func checkpoint() async throws { try await file.checkpoint() }

    /// Lets go of connections and leaves one whole file, without a log beside it, unless others still read it.
    public func close() async throws { try await file.close() }
}
