// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// How the tiles of a package lie in its files (bundles of 128 x 128 tiles in one file, or a file a tile).
enum TileStorageFormat: Sendable {
    /// `L08/R0000001a/C0000002b.png`
    case exploded
    /// `R0080C0100.bundle` with an index beside it in `.bundlx`.
    case compactV1
    /// `R0080C0100.bundle` with its index inside.
    case compactV2
}

/// Finds the bytes of a tile in a package's files.
struct TileBundle: Sendable {
    let files: any PackageFiles
    /// The path of the folder that holds `L00`, `L01`, …, ending in a slash, or empty.
    let folder: String
    let format: TileStorageFormat
    /// Endings of files in the order in which they are tried.
    let endings: [String]
    private static let side = 128
    /// A tile's bytes at most.
    private static let mostBytes = 64 << 20

    /// Bytes of the tile; nil where the package has none there. Throws for damaged bundles. Blocks.
    func tile(level: Int, row: Int, column: Int) throws -> [UInt8]? {
        guard (0...99).contains(level), row >= 0, column >= 0, row < 1 << 40, column < 1 << 40 else { return nil }
        let levelName = folder + "L" + Self.padded(String(level), 2)
        switch format {
        case .exploded:
            for ending in endings {
                let path =
                    "\(levelName)/R\(Self.padded(String(row, radix: 16), 8))/C\(Self.padded(String(column, radix: 16), 8)).\(ending)"
                if let bytes = try files.read(path, limit: Self.mostBytes) { return bytes.isEmpty ? nil : bytes }
            }
            return nil
        case .compactV1, .compactV2:
            let first = (row: row / Self.side * Self.side, column: column / Self.side * Self.side)
            let name =
                "\(levelName)/R\(Self.padded(String(first.row, radix: 16), 4))C\(Self.padded(String(first.column, radix: 16), 4))"
            return format == .compactV2
                ? try compact(name, row - first.row, column - first.column)
                : try indexed(name, row - first.row, column - first.column)
        }
    }

    /// Index row by row: eight bytes a tile, of which 40 bits are the offset and 24 the size.
    private func compact(_ name: String, _ row: Int, _ column: Int) throws -> [UInt8]? {
        let bundle = name + ".bundle"
        guard files.size(of: bundle) != nil else { return nil }
        guard let entry = try files.read(bundle, at: 64 + 8 * (Self.side * row + column), count: 8) else {
            throw damaged(bundle)
        }
        let value = Self.number(entry)
        let offset = Int(value & 0xFF_FFFF_FFFF), size = Int(value >> 40)
        guard size > 0 else { return nil }
        guard size <= Self.mostBytes, let bytes = try files.read(bundle, at: offset, count: size) else {
            throw damaged(bundle)
        }
        return bytes
    }

    /// Index column by column in a file of its own: five bytes a tile; the size stands before the bytes.
    private func indexed(_ name: String, _ row: Int, _ column: Int) throws -> [UInt8]? {
        let index = name + ".bundlx", bundle = name + ".bundle"
        guard files.size(of: index) != nil, files.size(of: bundle) != nil else { return nil }
        guard let entry = try files.read(index, at: 16 + 5 * (Self.side * column + row), count: 5) else {
            throw damaged(index)
        }
        let offset = Int(Self.number(entry))
        guard let head = try files.read(bundle, at: offset, count: 4) else { throw damaged(bundle) }
        let size = Int(Self.number(head))
        guard size > 0 else { return nil }
        guard size <= Self.mostBytes, let bytes = try files.read(bundle, at: offset + 4, count: size) else {
            throw damaged(bundle)
        }
        return bytes
    }

    private func damaged(_ path: String) -> StorageError {
        StorageError(.malformed, "\(path) of the tile package points beyond its end; the package is damaged.")
    }

    private static func number(_ bytes: [UInt8]) -> UInt64 {
        bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
    private static func padded(_ digits: String, _ count: Int) -> String {
        String(repeating: "0", count: max(0, count - digits.count)) + digits
    }
}
