// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import Foundation
import GromaCodecs
public import GromaMapping
import Synchronization

/// A server's data folder.
///
/// ```
/// groma-store.json     {"format":"groma-store","version":1}
/// portal.sqlite        items, users, services (PortalDatabase)
/// services/NAME.gpkg   a feature service: one GeoPackage
/// tiles/NAME.gpkg      a tile service: one GeoPackage with tiles
/// ```
/// One object serves a folder in one process; opened files are kept open.
public final class StoreDirectory: Sendable {
    /// The version of the layout that this Groma reads and writes.
    public static let dataVersion = 1

    /// The folder.
    public let url: URL
    /// Items, users and services.
    public let portal: PortalDatabase
    private struct OpenFiles {
        var packages: [String: GeoPackage] = [:]
        var caches: [String: TileCache] = [:]
    }
    private let open = Mutex(OpenFiles())

    /// Opens a data folder; `createIfMissing` makes a new one in a folder that is missing or empty.
    ///
    /// Throws `.notFound`, `.wrongVersion` for data of another version, `.alreadyExists` for a folder with other things in it.
    public init(url: URL, createIfMissing: Bool = false) throws {
        self.url = url
        let marker = url.appendingPathComponent("groma-store.json")
        let files = FileManager.default
        if files.fileExists(atPath: marker.path) {
            try Self.checkVersion(marker)
        } else {
            let content = (try? files.contentsOfDirectory(atPath: url.path)) ?? []
            guard createIfMissing else {
                throw StorageError(
                    .notFound,
                    "\(url.path) is no Groma data folder; make one with `groma sample create` or `groma import`.")
            }
            guard content.isEmpty else {
                throw StorageError(
                    .alreadyExists, "\(url.path) holds other files; choose an empty or new folder for the data.")
            }
            do {
                for folder in ["services", "tiles"] {
                    try files.createDirectory(
                        at: url.appendingPathComponent(folder), withIntermediateDirectories: true)
                }
                let text = "{\"format\":\"groma-store\",\"version\":\(Self.dataVersion)}\n"
                try Data(text.utf8).write(to: marker, options: .atomic)
            } catch {
                throw StorageError(
                    .inputOutput,
                    "The data folder \(url.path) can't be made; choose one where you may write, with room for it.",
                    cause: error)
            }
        }
        portal = try PortalDatabase(fileURL: url.appendingPathComponent("portal.sqlite"))
    }

    private static func checkVersion(_ marker: URL) throws {
        var version: Int?
        if let data = try? Data(contentsOf: marker), let json = try? JSONValue(parsing: data),
            json["format"]?.string == "groma-store"
        {
            version = json["version"]?.int
        }
        guard version == dataVersion else {
            let folder = marker.deletingLastPathComponent().path
            throw StorageError(
                .wrongVersion,
                """
                The data folder \(folder) has data version \(version.map(String.init) ?? "unknown"); this Groma reads version \
                \(dataVersion). Make it anew, or use the Groma that wrote it.
                """)
        }
    }

    // MARK: Services

    /// The services, in the order in which they were made.
    public func services() async throws -> [ServiceRecord] {
        try await portal.file.read { try $0.rows("\(Self.selectService) ORDER BY position", [], Self.service) }
    }

    /// One service; nil when there is none.
    public func service(named name: String, kind: ServiceRecord.Kind) async throws -> ServiceRecord? {
        try await portal.file.read {
            try $0.first(
                "\(Self.selectService) WHERE name = ? AND kind = ?", [.text(name), .text(kind.rawValue)], Self.service)
        }
    }

    /// Makes a feature service and answers its empty GeoPackage. Throws `.alreadyExists`.
    public func createFeatureService(_ service: ServiceRecord) async throws -> GeoPackage {
        let path = try await register(service, .features, folder: "services")
        do {
            let package = try GeoPackage(fileURL: url.appendingPathComponent(path), access: .create)
            open.withLock { $0.packages[service.name] = package }
            return package
        } catch {
            // A service without a file would be listed and never answer.
            try? await deleteService(named: service.name, kind: .features)
            throw error
        }
    }

    /// Makes a tile service and answers its empty cache. Throws `.alreadyExists`.
    public func createTileService(_ service: ServiceRecord, info: TileLayerInfo) async throws -> TileCache {
        let path = try await register(service, .tiles, folder: "tiles")
        let cache = try TileCache(creating: url.appendingPathComponent(path), info: info)
        open.withLock { $0.caches[service.name] = cache }
        return cache
    }

    /// The GeoPackage of a feature service. Throws `.notFound`.
    public func featureService(named name: String) async throws -> GeoPackage {
        if let package = open.withLock({ $0.packages[name] }) { return package }
        let package = try GeoPackage(fileURL: try await file(of: name, .features), access: .readWrite)
        return open.withLock { files in
            // Another task may have been faster; then its object serves all.
            if let known = files.packages[name] { return known }
            files.packages[name] = package
            return package
        }
    }

    /// The tiles of a tile service. Throws `.notFound`.
    public func tileService(named name: String) async throws -> TileCache {
        if let cache = open.withLock({ $0.caches[name] }) { return cache }
        let cache = try TileCache(fileURL: try await file(of: name, .tiles), isWritable: true)
        return open.withLock { files in
            if let known = files.caches[name] { return known }
            files.caches[name] = cache
            return cache
        }
    }

    /// Replaces the properties of a service. Throws `.notFound`.
    public func updateService(_ service: ServiceRecord) async throws {
        try await portal.file.write { database in
            try database.run(
                "UPDATE services SET properties = ? WHERE name = ? AND kind = ?",
                [.text(JSONValue.object(service.properties).text()), .text(service.name), .text(service.kind.rawValue)])
            guard database.changedRowCount == 1 else { throw Self.missing(service.name, service.kind) }
        }
    }

    /// Removes a service and its file; one that is gone changes nothing.
    public func deleteService(named name: String, kind: ServiceRecord.Kind) async throws {
        guard let path = try? await file(of: name, kind) else { return }
        let opened = open.withLock { files in
            (
                files.packages.removeValue(forKey: kind == .features ? name : ""),
                files.caches.removeValue(forKey: kind == .tiles ? name : "")
            )
        }
        try await opened.0?.close()
        try await opened.1?.close()
        try await portal.file.write {
            try $0.run("DELETE FROM services WHERE name = ? AND kind = ?", [.text(name), .text(kind.rawValue)])
        }
        for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path.path + suffix) }
    }

    /// Empties the write-ahead logs of all open files; a server calls it every few minutes.
    public func checkpoint() async throws {
        try await portal.file.checkpoint()
        for package in open.withLock({ Array($0.packages.values) }) { try await package.checkpoint() }
    }

    /// Leaves whole files without logs beside them.
    public func close() async throws {
        let opened = open.withLock { files in
            defer { files = OpenFiles() }
            return (Array(files.packages.values), Array(files.caches.values))
        }
        for package in opened.0 { try await package.close() }
        for cache in opened.1 { try await cache.close() }
        try await portal.close()
    }

    // MARK: Rows

    private static let selectService = "SELECT name, kind, properties FROM services"

    private static func service(_ row: Statement) throws -> ServiceRecord {
        guard let kind = ServiceRecord.Kind(rawValue: row.text(1)) else {
            throw StorageError(.malformed, "The store lists a service of the unknown kind \(row.text(1).prefix(40)).")
        }
        return ServiceRecord(
            name: row.text(0), kind: kind, properties: try parse(row.text(2), "service \(row.text(0))"))
    }

    private static func missing(_ name: String, _ kind: ServiceRecord.Kind) -> StorageError {
        StorageError(.notFound, "There is no service \(name.prefix(120))/\(kind.rawValue).")
    }

    private func file(of name: String, _ kind: ServiceRecord.Kind) async throws -> URL {
        let path = try await portal.file.read {
            try $0.text("SELECT file FROM services WHERE name = ? AND kind = ?", [.text(name), .text(kind.rawValue)])
        }
        guard let path else { throw Self.missing(name, kind) }
        return url.appendingPathComponent(path)
    }

    /// Notes a service under a file name of its own; letters and digits only, so that no name leaves the folder.
    private func register(_ service: ServiceRecord, _ kind: ServiceRecord.Kind, folder: String) async throws -> String {
        guard !service.name.isEmpty, service.kind == kind else {
            throw StorageError(.invalidValue, "A service needs a name, and the kind \(kind.rawValue) here.")
        }
        let base = String(service.name.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" }.prefix(60))
        return try await portal.file.write { database in
            let known = try database.integer(
                "SELECT 1 FROM services WHERE name = ? AND kind = ?", [.text(service.name), .text(kind.rawValue)])
            guard known == nil else {
                throw StorageError(.alreadyExists, "There is a service \(service.name)/\(kind.rawValue) already.")
            }
            var path = "\(folder)/\(base).gpkg", number = 2
            while try database.integer("SELECT 1 FROM services WHERE lower(file) = lower(?)", [.text(path)]) != nil {
                path = "\(folder)/\(base)_\(number).gpkg"
                number += 1
            }
            try database.run(
                "INSERT INTO services (name, kind, file, properties) VALUES (?, ?, ?, ?)",
                [
                    .text(service.name), .text(kind.rawValue), .text(path),
                    .text(JSONValue.object(service.properties).text()),
                ])
            return path
        }
    }
}
