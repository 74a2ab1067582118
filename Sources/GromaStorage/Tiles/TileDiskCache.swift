// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import Foundation
import GromaCodecs
public import GromaMapping
import Synchronization

/// Tiles of far-away sources in one file, for a while and up to a size: what was seen once is there without a network.
///
/// Reading never waits for writing. Tiles are written behind the caller's back, many at a time; the last ones may be lost with the
/// process, which costs a fetch. A damaged file is thrown away and begun anew.
public final class TileDiskCache: TileKeeper {
    /// Where the file lies.
    public let fileURL: URL
    /// Bytes of tiles kept at most; the least lately used go first.
    public let byteLimit: Int
    /// How long a tile is taken as it is.
    public let expiry: Duration
    private let file: DatabaseFile
    private let now: @Sendable () -> Double
    private struct Waiting: Sendable {
        var bytes: [UInt8]?
        var stored: Double
    }
    private struct Place: Hashable, Sendable {
        var source: Int64
        var key: TileKey
    }
    private struct State {
        var waiting: [Place: Waiting] = [:]
        var used: Set<Place> = []
        var byteCount = 0
        var writer: Task<Void, Never>?
    }
    private let state = Mutex(State())
    /// That a source has no tile is believed for a day at most.
    private static let absenceExpiry = 86_400.0

    /// Opens the file, or makes it. `now` is the time in seconds since any moment that stays the same between runs.
    ///
    /// Throws `.cannotOpen` where nothing can be written.
    public init(
        fileURL: URL, byteLimit: Int = 512 << 20, expiry: Duration = .seconds(14 * 86_400),
        now: @escaping @Sendable () -> Double = { Date().timeIntervalSince1970 }
    ) throws {
        self.fileURL = fileURL
        self.byteLimit = max(byteLimit, 0)
        self.expiry = expiry
        self.now = now
        do {
            file = try Self.open(fileURL)
        } catch let error as StorageError where error.code == .malformed {
            // It only saves time, so there is nothing to rescue.
            for ending in ["", "-wal", "-shm"] {
                try? FileManager.default.removeItem(at: URL(filePath: fileURL.path + ending))
            }
            file = try Self.open(fileURL)
        }
        let count = try file.readNow { database in
            try database.integer("SELECT ifnull(sum(length(data)), 0) FROM kept_tiles") ?? 0
        }
        state.withLock { $0.byteCount = Int(count) }
    }

    private static func open(_ url: URL) throws -> DatabaseFile {
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        return try DatabaseFile(path: url.path, mode: .create) { database in
            // The loss of a tile is no loss: no write waits for the disk.
            try database.execute(
                """
                PRAGMA synchronous=OFF;
                CREATE TABLE IF NOT EXISTS kept_tiles (
                    source INTEGER NOT NULL, level INTEGER NOT NULL, tile_row INTEGER NOT NULL, tile_column INTEGER NOT NULL,
                    stored REAL NOT NULL, used REAL NOT NULL, data BLOB,
                    UNIQUE (source, level, tile_row, tile_column));
                CREATE INDEX IF NOT EXISTS kept_tiles_used ON kept_tiles (used);
                """)
        }
    }

    /// Sources are told apart by a digest: an address may hold a key that is nobody's business.
    private static func number(_ source: String) -> Int64 {
        let digest = Digest.sha256(Array(source.utf8))
        return digest.prefix(8).reduce(0) { $0 << 8 | Int64($1) }
    }

    /// What is kept of a tile, whether in the file already or still on its way there; nil also where the file cannot be read.
    public func keptTile(at key: TileKey, of source: String) async -> KeptTile? {
        let place = Place(source: Self.number(source), key: key)
        let waiting = state.withLock { $0.waiting[place] }
        if let waiting { return kept(waiting.bytes, waiting.stored) }
        let found = try? await file.read { database in
            try database.first(
                """
                SELECT stored, data FROM kept_tiles WHERE source = ? AND level = ? AND tile_row = ? AND tile_column = ?
                """,
                [
                    .integer(place.source), .integer(Int64(key.level)), .integer(Int64(key.row)),
                    .integer(Int64(key.column)),
                ]
            ) { row in (row.double(0), row.isNull(1) ? nil : row.bytes(1)) }
        }
        guard let row = found else { return nil }
        state.withLock { _ = $0.used.insert(place) }
        writeSoon()
        return kept(row.1, row.0)
    }

    private func kept(_ bytes: [UInt8]?, _ stored: Double) -> KeptTile {
        let parts = expiry.components
        let longest = Double(parts.seconds) + Double(parts.attoseconds) * 1e-18
        let age = now() - stored
        // A clock that was set back makes no tile young for ever.
        let isExpired = age < -60 || age > (bytes == nil ? min(longest, Self.absenceExpiry) : longest)
        return KeptTile(bytes: bytes, isExpired: isExpired)
    }

    /// Keeps what a source said of a tile; returns at once. What is larger than a quarter of the room is left out.
    public func keep(_ bytes: [UInt8]?, at key: TileKey, of source: String) async {
        guard (bytes?.count ?? 0) <= byteLimit / 4 else { return }
        let place = Place(source: Self.number(source), key: key)
        let waiting = Waiting(bytes: bytes, stored: now())
        state.withLock { $0.waiting[place] = waiting }
        writeSoon()
    }

    /// Returns when everything that was kept so far is in the file.
    public func flush() async {
        while let writer = state.withLock({ $0.writer }) { await writer.value }
    }

    /// Bytes of tiles in the file.
    public var byteCount: Int { state.withLock { $0.byteCount } }

    /// Removes all tiles.
    public func removeAll() async throws {
        await flush()
        try await file.write { database in try database.run("DELETE FROM kept_tiles") }
        state.withLock { state in
            state.byteCount = 0
            state.waiting = [:]
            state.used = []
        }
    }

    // MARK: - Writing

    private func writeSoon() {
        state.withLock { state in
            guard state.writer == nil, !state.waiting.isEmpty || state.used.count >= 256 else { return }
            state.writer = Task { [weak self] in await self?.writeAll() }
        }
    }

    private func writeAll() async {
        while true {
            let (waiting, used) = state.withLock { state in (state.waiting, state.used) }
            guard !waiting.isEmpty || !used.isEmpty else { break }
            let time = now(), limit = byteLimit, before = byteCount
            let count = try? await file.write { database -> Int in
                var count = before
                for (place, tile) in waiting {
                    count += tile.bytes?.count ?? 0
                    count -= Int(
                        try database.integer(
                            """
                            SELECT length(data) FROM kept_tiles
                            WHERE source = ? AND level = ? AND tile_row = ? AND tile_column = ?
                            """, Self.values(place)) ?? 0)
                    try database.run(
                        """
                        INSERT OR REPLACE INTO kept_tiles (source, level, tile_row, tile_column, stored, used, data)
                        VALUES (?, ?, ?, ?, ?, ?, ?)
                        """,
                        Self.values(place) + [
                            .double(tile.stored), .double(time), tile.bytes.map { .blob($0) } ?? .null,
                        ])
                }
                for place in used {
                    try database.run(
                        """
                        UPDATE kept_tiles SET used = ? WHERE source = ? AND level = ? AND tile_row = ? AND tile_column = ?
                        """, [.double(time)] + Self.values(place))
                }
                return count > limit ? try Self.shrink(database, to: limit) : count
            }
            state.withLock { state in
                for (place, tile) in waiting where state.waiting[place]?.stored == tile.stored {
                    state.waiting[place] = nil
                }
                state.used.subtract(used)
                if let count { state.byteCount = count }
            }
            // A full disk keeps nothing, and says so to nobody.
            if count == nil { state.withLock { $0.waiting = [:] } }
        }
        state.withLock { $0.writer = nil }
        writeSoon()
    }

    private static func values(_ place: Place) -> [SQLValue] {
        [
            .integer(place.source), .integer(Int64(place.key.level)), .integer(Int64(place.key.row)),
            .integer(Int64(place.key.column)),
        ]
    }

    /// Takes the least lately used tiles away until a quarter of the room is free, where too much is taken. Gives the bytes kept.
    private static func shrink(_ database: Database, to limit: Int) throws -> Int {
        func total() throws -> Int {
            Int(try database.integer("SELECT ifnull(sum(length(data)), 0) FROM kept_tiles") ?? 0)
        }
        var count = try total()
        while count > limit / 4 * 3, try database.integer("SELECT count(*) FROM kept_tiles") ?? 0 > 0 {
            try database.run(
                "DELETE FROM kept_tiles WHERE rowid IN (SELECT rowid FROM kept_tiles ORDER BY used, rowid LIMIT 64)")
            count = try total()
        }
        return count
    }
}
