// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import Foundation
public import GromaCodecs

/// A server's portal in one SQLite file: items with their data and pictures, users, services, and the portal's own properties.
///
/// Every change is durable when it returns.
public final class PortalDatabase: Sendable {
    let file: DatabaseFile

    /// Opens the file, or makes it where it is missing.
    public init(fileURL: URL) throws {
        // It holds the hashes of passwords: nobody but the owner reads it. Its logs get the same rights.
        if !FileManager.default.fileExists(atPath: fileURL.path) {
            _ = FileManager.default.createFile(
                atPath: fileURL.path, contents: nil, attributes: [.posixPermissions: 0o600])
        }
        file = try DatabaseFile(path: fileURL.path, mode: .create) { database in
            try database.transaction { try database.execute(Self.schema) }
        }
    }

    private static let schema = """
        CREATE TABLE IF NOT EXISTS properties (name TEXT NOT NULL PRIMARY KEY, json TEXT NOT NULL);
        CREATE TABLE IF NOT EXISTS users (name TEXT NOT NULL PRIMARY KEY, full_name TEXT NOT NULL, email TEXT NOT NULL, \
        role TEXT NOT NULL, password_hash TEXT, created INTEGER NOT NULL);
        CREATE TABLE IF NOT EXISTS items (id TEXT NOT NULL PRIMARY KEY, owner TEXT NOT NULL, title TEXT NOT NULL, \
        type TEXT NOT NULL, type_keywords TEXT NOT NULL, snippet TEXT NOT NULL, description TEXT NOT NULL, \
        tags TEXT NOT NULL, thumbnail TEXT, extent TEXT NOT NULL, url TEXT, created INTEGER NOT NULL, \
        modified INTEGER NOT NULL, access TEXT NOT NULL, properties TEXT NOT NULL);
        CREATE TABLE IF NOT EXISTS contents (item TEXT NOT NULL REFERENCES items(id) ON DELETE CASCADE, \
        name TEXT NOT NULL, content_type TEXT NOT NULL, bytes BLOB NOT NULL, PRIMARY KEY (item, name));
        CREATE TABLE IF NOT EXISTS services (position INTEGER PRIMARY KEY, name TEXT NOT NULL, kind TEXT NOT NULL, \
        file TEXT NOT NULL UNIQUE, properties TEXT NOT NULL, UNIQUE (name, kind));
        """

    /// Leaves one whole file without a log beside it.
    public func close() async throws { try await file.close() }

    // MARK: Properties

    /// The portal's own members (`id`, `name`, default extent, …); empty in a new store.
    public func properties() async throws -> JSONObject {
        try await file.read { database in
            let text = try database.text("SELECT json FROM properties WHERE name = 'portal'") ?? "{}"
            return try parse(text, "the portal's properties")
        }
    }

    /// Replaces the portal's own members.
    public func setProperties(_ properties: JSONObject) async throws {
        try await file.write { database in
            try database.run(
                "INSERT OR REPLACE INTO properties VALUES ('portal', ?)", [.text(JSONValue.object(properties).text())])
        }
    }

    // MARK: Users

    /// All users, by name.
    public func users() async throws -> [PortalUserRecord] {
        try await file.read { try $0.rows("\(Self.selectUser) ORDER BY name", [], Self.user) }
    }

    /// A user; nil when there is none.
    public func user(named name: String) async throws -> PortalUserRecord? {
        try await file.read { try $0.first("\(Self.selectUser) WHERE name = ?", [.text(name)], Self.user) }
    }

    /// Makes a user, or changes the one of that name.
    public func setUser(_ user: PortalUserRecord) async throws {
        try await file.write { database in
            try database.run(
                "INSERT OR REPLACE INTO users VALUES (?, ?, ?, ?, ?, ?)",
                [
                    .text(user.name), .text(user.fullName), .text(user.email), .text(user.role),
                    .optional(user.passwordHash), .integer(user.created),
                ])
        }
    }

    /// Removes a user; one that is gone changes nothing.
    public func deleteUser(named name: String) async throws {
        try await file.write { try $0.run("DELETE FROM users WHERE name = ?", [.text(name)]) }
    }

    private static let selectUser = "SELECT name, full_name, email, role, password_hash, created FROM users"
    private static func user(_ row: Statement) -> PortalUserRecord {
        PortalUserRecord(
            name: row.text(0), fullName: row.text(1), email: row.text(2), role: row.text(3),
            passwordHash: row.optionalText(4), created: row.integer(5))
    }
}

/// Reads a JSON object that we wrote.
func parse(_ text: String, _ what: String) throws -> JSONObject {
    do {
        guard let object = try JSONValue(parsing: text).object else {
            throw StorageError(.malformed, "The text kept for \(what) is no JSON object.")
        }
        return object
    } catch let error as CodecError {
        throw StorageError(.malformed, "The JSON kept for \(what) can't be read.", cause: error)
    }
}
