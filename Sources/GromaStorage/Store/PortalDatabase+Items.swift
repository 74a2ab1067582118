// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaCodecs

extension PortalDatabase {
    /// All items, last changed first.
    public func items() async throws -> [PortalItemRecord] {
        try await file.read { try $0.rows("\(Self.selectItem) ORDER BY modified DESC, id", [], Self.item) }
    }

    /// One item; nil when there is none.
    public func item(_ id: String) async throws -> PortalItemRecord? {
        try await file.read { try $0.first("\(Self.selectItem) WHERE id = ?", [.text(id)], Self.item) }
    }

    /// Items whose title, type, snippet, tags, keywords or owner hold every word of `text`, without regard to case; last
    /// changed first. Empty text finds all.
    public func searchItems(_ text: String) async throws -> [PortalItemRecord] {
        let words = text.split(whereSeparator: \.isWhitespace).prefix(32).map { String($0) }
        let condition = words.map { _ in
            "instr(lower(title || ' ' || type || ' ' || snippet || ' ' || tags || ' ' || type_keywords || ' ' || owner), lower(?)) > 0"
        }.joined(separator: " AND ")
        let sql = "\(Self.selectItem)\(words.isEmpty ? "" : " WHERE \(condition)") ORDER BY modified DESC, id"
        return try await file.read { try $0.rows(sql, words.map { .text($0) }, Self.item) }
    }

    /// Adds an item, or changes the one with its id; its data and pictures stay.
    public func setItem(_ item: PortalItemRecord) async throws { try await saveItem(item, data: nil) }

    /// Adds an item, or changes the one with its id, and what it holds where `data` is given: both or neither.
    public func saveItem(_ item: PortalItemRecord, data: StoredContent?) async throws {
        let columns = [
            "owner", "title", "type", "type_keywords", "snippet", "description", "tags", "thumbnail", "extent", "url",
            "created", "modified", "access", "properties",
        ]
        let values: [SQLValue] = [
            .text(item.id), .text(item.owner), .text(item.title), .text(item.type), .text(Self.text(item.typeKeywords)),
            .text(item.snippet), .text(item.description), .text(Self.text(item.tags)), .optional(item.thumbnail),
            .text(JSONValue.array(item.extent.map { .double($0) }).text()), .optional(item.url), .integer(item.created),
            .integer(item.modified), .text(item.access), .text(JSONValue.object(item.unknownJSON).text()),
        ]
        // An upsert, for INSERT OR REPLACE would delete the row and with it the contents.
        let changes = columns.map { "\($0) = excluded.\($0)" }.joined(separator: ", ")
        let marks = values.map { _ in "?" }.joined(separator: ", ")
        let sql = """
            INSERT INTO items (id, \(columns.joined(separator: ", "))) VALUES (\(marks)) ON CONFLICT (id) DO UPDATE SET \(changes)
            """
        try await file.write { database in
            try database.run(sql, values)
            if let data {
                try database.run(
                    "INSERT OR REPLACE INTO contents VALUES (?, ?, ?, ?)",
                    [.text(item.id), .text("data"), .text(data.contentType), .blob(data.bytes)])
            }
        }
    }

    /// Removes an item with all it holds; one that is gone changes nothing.
    public func deleteItem(_ id: String) async throws {
        try await file.write { try $0.run("DELETE FROM items WHERE id = ?", [.text(id)]) }
    }

    /// What an item holds (a web map's JSON, …); nil when it holds nothing.
    public func itemData(_ id: String) async throws -> StoredContent? { try await content(of: id, named: "data") }

    /// Replaces what an item holds; nil removes it. Throws `.notFound` for an unknown item.
    public func setItemData(_ data: StoredContent?, of id: String) async throws {
        try await setContent(data, of: id, named: "data")
    }

    /// An item's small picture; nil when it has none.
    public func itemThumbnail(_ id: String) async throws -> StoredContent? {
        try await content(of: id, named: "thumbnail")
    }

    /// Replaces an item's small picture; nil removes it. Throws `.notFound` for an unknown item.
    public func setItemThumbnail(_ picture: StoredContent?, of id: String) async throws {
        try await setContent(picture, of: id, named: "thumbnail")
    }

    /// The names of an item's resources (pictures and files kept with it), in order.
    public func itemResourceNames(_ id: String) async throws -> [String] {
        try await file.read { database in
            try database.rows(
                "SELECT substr(name, 11) FROM contents WHERE item = ? AND name LIKE 'resources/%' ORDER BY name",
                [.text(id)]
            ) { $0.text(0) }
        }
    }

    /// A resource of an item; nil when there is none of that name.
    public func itemResource(_ name: String, of id: String) async throws -> StoredContent? {
        try await content(of: id, named: "resources/" + name)
    }

    /// Replaces a resource of an item; nil removes it. Throws `.notFound` for an unknown item.
    public func setItemResource(_ content: StoredContent?, named name: String, of id: String) async throws {
        try await setContent(content, of: id, named: "resources/" + name)
    }

    private func content(of id: String, named name: String) async throws -> StoredContent? {
        try await file.read { database in
            try database.first(
                "SELECT bytes, content_type FROM contents WHERE item = ? AND name = ?", [.text(id), .text(name)]
            ) { StoredContent(bytes: $0.bytes(0), contentType: $0.text(1)) }
        }
    }

    private func setContent(_ content: StoredContent?, of id: String, named name: String) async throws {
        try await file.write { database in
            guard try database.integer("SELECT 1 FROM items WHERE id = ?", [.text(id)]) != nil else {
                throw StorageError(.notFound, "There is no portal item with the id \(id.prefix(64)).")
            }
            guard let content else {
                return try database.run(
                    "DELETE FROM contents WHERE item = ? AND name = ?", [.text(id), .text(name)])
            }
            try database.run(
                "INSERT OR REPLACE INTO contents VALUES (?, ?, ?, ?)",
                [.text(id), .text(name), .text(content.contentType), .blob(content.bytes)])
        }
    }

    // MARK: Rows

    private static let selectItem = """
        SELECT id, owner, title, type, type_keywords, snippet, description, tags, thumbnail, extent, url, created, modified, \
        access, properties FROM items
        """

    private static func text(_ words: [String]) -> String { JSONValue.array(words.map { .string($0) }).text() }

    private static func item(_ row: Statement) throws -> PortalItemRecord {
        func list(_ column: Int32) throws -> [JSONValue] {
            try parse("{\"list\":\(row.text(column))}", "an item's list")["list"]?.array ?? []
        }
        var item = PortalItemRecord(id: row.text(0), owner: row.text(1), title: row.text(2), type: row.text(3))
        item.typeKeywords = try list(4).compactMap(\.string)
        item.snippet = row.text(5)
        item.description = row.text(6)
        item.tags = try list(7).compactMap(\.string)
        item.thumbnail = row.optionalText(8)
        item.extent = try list(9).compactMap(\.double)
        item.url = row.optionalText(10)
        item.created = row.integer(11)
        item.modified = row.integer(12)
        item.access = row.text(13)
        item.unknownJSON = try parse(row.text(14), "an item's properties")
        return item
    }
}
