// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import Foundation
import GromaCodecs
import GromaFeatures
public import GromaGeometry
public import GromaMapping

/// Tiles in one file: of a GeoPackage, read and written, of an MBTiles file, or of a tile package (`.tpk` exploded and compact,
/// `.tpkx`, also unpacked into a folder), read.
///
/// Any number of tasks may read at once. Tiles are kept as the encoded pictures they were given as; TIFF and other formats of
/// foreign files pass through unread.
public final class TileCache: TileSource {
    /// Where the file lies.
    public let fileURL: URL
    private enum Content: Sendable {
        case database(DatabaseFile, TileLayout)
        case archive(TilePackage)
    }
    private let content: Content

    /// Opens the tiles of a GeoPackage (`tableName`, else its first tile table), of an MBTiles file (version 1.3), or of a tile package.
    ///
    /// Throws `.cannotOpen`, `.malformed`, `.notFound` without such a table, `.unsupported` for tiles that are no pictures.
    public init(fileURL: URL, tableName: String? = nil, isWritable: Bool = false) throws {
        self.fileURL = fileURL
        let name = fileURL.deletingPathExtension().lastPathComponent
        if (try? fileURL.resourceValues(forKeys: [.isDirectoryKey]))?.isDirectory == true {
            content = .archive(try TilePackage(files: try FolderFiles(folder: fileURL), name: name))
            return
        }
        if TilePackage.isArchive(fileURL) {
            content = .archive(try TilePackage(files: try ArchiveFiles(fileURL: fileURL), name: name))
            return
        }
        var found: TileLayout?
        let file = try DatabaseFile(path: fileURL.path, mode: isWritable ? .readWrite : .readOnly) { database in
            if try database.hasTable("gpkg_contents") {
                found = try GeoPackageTiles(database: database).layout(named: tableName)
            } else if try database.hasTable("tiles"), try database.hasTable("metadata") {
                found = try MBTiles(database: database).layout(name: name)
            }
        }
        guard let found else {
            throw StorageError(
                .malformed, "\(fileURL.path) holds tiles neither as a GeoPackage nor as MBTiles or a tile package.")
        }
        content = .database(file, found)
    }

    /// Makes a GeoPackage with one empty tile table in the scheme of `info`.
    ///
    /// `info.fullExtent` says where tiles will be; without it, web mercator and WGS 84 take the world. Throws `.alreadyExists`,
    /// and `.unsupported` for another reference without a full extent.
    public convenience init(creating fileURL: URL, info: TileLayerInfo, tableName: String = "tiles") throws {
        let path = fileURL.path
        guard !FileManager.default.fileExists(atPath: path) else {
            throw StorageError(.alreadyExists, "\(path) is there already; open it, or choose another name.")
        }
        let database = try Database(path: path, mode: .create)
        try database.execute("PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL")
        try database.transaction {
            try GeoPackageSchema.create(in: database)
            try GeoPackageTiles(database: database).create(info, tableName: tableName)
        }
        try self.init(fileURL: fileURL, tableName: tableName, isWritable: true)
    }

    /// What the file says of its tiles; read once, when it was opened.
    public func tileLayerInfo() async throws -> TileLayerInfo {
        switch content {
        case .database(_, let layout): layout.info
        case .archive(let archive): archive.info
        }
    }

    /// The file's database, for what only GeoPackages do.
    private func database() throws -> (DatabaseFile, TileLayout) {
        guard case .database(let file, let layout) = content else {
            throw StorageError(.readOnly, "Tile packages are read, not changed or counted; use a GeoPackage.")
        }
        return (file, layout)
    }

    /// The bytes of a tile; nil where the file has none there. Throws `StorageError`, `.malformed` for a damaged file.
    public func tile(at key: TileKey) async throws -> [UInt8]? {
        if case .archive(let archive) = content {
            return try await BlockingPool.shared.run {
                try archive.bundle.tile(level: key.level, row: key.row, column: key.column)
            }
        }
        let (file, layout) = try database()
        guard let row = layout.storedRow(key) else { return nil }
        return try await file.read { [layout] database in
            try database.first(
                layout.readSQL, [.integer(Int64(key.level)), .integer(Int64(key.column)), .integer(Int64(row))]
            ) { $0.bytes(0) }
        }
    }

    /// Keeps one tile, in place of one that is there. Durable when it returns.
    public func setTile(_ bytes: [UInt8], at key: TileKey) async throws { try await setTiles([(key, bytes)]) }

    /// Keeps many tiles in one transaction, a hundred times as fast as one by one.
    public func setTiles(_ tiles: [(key: TileKey, bytes: [UInt8])]) async throws {
        let (file, layout) = try database()
        guard !layout.isMBTiles else {
            throw StorageError(.readOnly, "Tiles are not written into MBTiles; use a GeoPackage.")
        }
        let tiles = tiles.map { StoredTile(key: $0.key, bytes: $0.bytes) }
        if let stray = tiles.first(where: { layout.info.tileInfo.levelOfDetail($0.key.level) == nil }) {
            throw StorageError(.invalidValue, "The tiling scheme has no level \(stray.key.level).")
        }
        try await file.write { [layout] database in
            let table = ColumnMapping.quoted(layout.tableName)
            let sql =
                "INSERT OR REPLACE INTO \(table) (zoom_level, tile_column, tile_row, tile_data) VALUES (?, ?, ?, ?)"
            try database.withStatement(sql) { statement in
                for tile in tiles {
                    try statement.bind(1, Int64(tile.key.level))
                    try statement.bind(2, Int64(tile.key.column))
                    try statement.bind(3, Int64(tile.key.row))
                    try statement.bind(4, tile.bytes)
                    _ = try statement.step()
                    statement.rewind()
                }
            }
        }
    }

    /// Removes the tiles that touch `extent`, given in the scheme's reference, at all levels; all tiles for nil.
    public func deleteTiles(in extent: Envelope? = nil) async throws {
        let (file, layout) = try database()
        try await file.write { [layout] database in
            let table = ColumnMapping.quoted(layout.tableName)
            guard let extent else { return try database.run("DELETE FROM \(table)") }
            for level in layout.info.tileInfo.levelsOfDetail {
                guard let range = layout.info.tileInfo.tiles(covering: extent, level: level.level) else { continue }
                try database.run(
                    """
                    DELETE FROM \(table) WHERE zoom_level = ? AND tile_column BETWEEN ? AND ? AND tile_row BETWEEN ? AND ?
                    """,
                    [
                        level.level, range.columns.lowerBound, range.columns.upperBound, range.rows.lowerBound,
                        range.rows.upperBound,
                    ]
                    .map { .integer(Int64($0)) })
            }
        }
    }

    /// The lowest and highest level that hold tiles, of a tile package those it names; nil without any.
    public func levels() async throws -> ClosedRange<Int>? {
        if case .archive(let archive) = content {
            let numbers = archive.info.tileInfo.levelsOfDetail.map(\.level)
            return numbers.min().flatMap { low in numbers.max().map { low...$0 } }
        }
        let (file, layout) = try database()
        return try await file.read { [layout] database in
            let table = ColumnMapping.quoted(layout.tableName)
            return try database.first("SELECT min(zoom_level), max(zoom_level) FROM \(table)") { row in
                row.isNull(0) ? nil : Int(row.integer(0))...Int(row.integer(1))
            } ?? nil
        }
    }

    /// The number of tiles, by reading the index. Throws `.readOnly` for a tile package, which does not count them.
    public func tileCount() async throws -> Int {
        let (file, layout) = try database()
        return try await file.read { [layout] database in
            Int(try database.integer("SELECT count(*) FROM \(ColumnMapping.quoted(layout.tableName))") ?? 0)
        }
    }

    /// Leaves one whole file without a log beside it.
    public func close() async throws {
        if case .database(let file, _) = content { try await file.close() }
    }
}

extension ArcGISTiledLayer {
    /// Makes a layer of the tiles in a file. An empty name becomes the file's own.
    public convenience init(tileCache: TileCache, name: String = "") {
        self.init(tileSource: tileCache, name: name)
    }
}

private struct StoredTile: Sendable {
    var key: TileKey
    var bytes: [UInt8]
}

/// Where tiles lie in a file and how rows are counted there.
struct TileLayout: Sendable {
    var tableName: String
    var info: TileLayerInfo
    /// MBTiles counts rows from the south.
    var isMBTiles = false

    var readSQL: String {
        """
        SELECT tile_data FROM \(ColumnMapping.quoted(tableName)) WHERE zoom_level = ? AND tile_column = ? AND tile_row = ?
        """
    }

    /// The row in the file's count; nil for addresses that no file has.
    func storedRow(_ key: TileKey) -> Int? {
        guard key.row >= 0, key.column >= 0, (0...60).contains(key.level) else { return nil }
        if !isMBTiles { return key.row }
        let row = (1 << key.level) - 1 - key.row
        return row >= 0 ? row : nil
    }
}
