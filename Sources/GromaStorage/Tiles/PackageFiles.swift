// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import Synchronization

/// The files of a tile package, in an archive or in a folder. Paths are found in any case, as writers differ in it.
protocol PackageFiles: Sendable {
    /// Relative paths with `/`.
    var paths: [String] { get }
    /// Bytes of a file; nil where it is not there.
    func size(of path: String) -> Int?
    /// A part of a file; nil where the file is not there, or ends before the part does. Blocks.
    func read(_ path: String, at offset: Int, count: Int) throws -> [UInt8]?
}

extension PackageFiles {
    /// A whole file of at most `limit` bytes; nil where it is not there.
    func read(_ path: String, limit: Int = 16 << 20) throws -> [UInt8]? {
        guard let size = size(of: path) else { return nil }
        guard size <= limit else {
            throw StorageError(.tooLarge, "\(path) of the tile package has \(size) bytes; the bound is \(limit).")
        }
        return try read(path, at: 0, count: size)
    }
}

/// Files of a ZIP archive, one reader at a time.
final class ArchiveFiles: PackageFiles {
    let paths: [String]
    private let entries: [String: ZipArchive.Entry]
    private let archive: Mutex<State>

    private struct State {
        var archive: ZipArchive
        /// The file that was unpacked last, of those that are compressed and cannot be read in part.
        var unpacked: (path: String, bytes: [UInt8])?
    }

    init(fileURL: URL) throws {
        let opened = try ZipArchive(fileURL: fileURL)
        paths = opened.entries.map(\.path)
        entries = Dictionary(opened.entries.map { ($0.path.lowercased(), $0) }, uniquingKeysWith: { first, _ in first })
        archive = Mutex(State(archive: opened))
    }

    func size(of path: String) -> Int? { entries[path.lowercased()]?.size }

    func read(_ path: String, at offset: Int, count: Int) throws -> [UInt8]? {
        guard let entry = entries[path.lowercased()], offset >= 0, count >= 0, offset <= entry.size,
            count <= entry.size - offset
        else { return nil }
        if count == 0 { return [] }
        return try archive.withLock { state in
            if entry.compressedSize == entry.size,
                let bytes = try state.archive.read(entry, at: offset, count: count)
            {
                return bytes
            }
            if let kept = state.unpacked, kept.path == entry.path { return Array(kept.bytes[offset..<offset + count]) }
            let bytes = try state.archive.read(entry)
            // Tiles of one bundle are asked for together.
            if bytes.count > 1 << 16 { state.unpacked = (entry.path, bytes) }
            return Array(bytes[offset..<offset + count])
        }
    }
}

/// Files of a folder.
final class FolderFiles: PackageFiles {
    let paths: [String]
    private let folder: URL
    private let known: [String: String]
    private static let most = 1_000_000

    init(folder: URL) throws {
        self.folder = folder
        var found: [String] = []
        let base = folder.standardizedFileURL.path
        guard
            let walk = FileManager.default.enumerator(
                at: folder, includingPropertiesForKeys: [.isRegularFileKey], options: [])
        else { throw StorageError(.cannotOpen, "The folder \(base) can't be read.") }
        for case let url as URL in walk {
            guard try url.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true else { continue }
            let path = url.standardizedFileURL.path
            guard path.hasPrefix(base) else { continue }
            found.append(String(path.dropFirst(base.count).drop { $0 == "/" }))
            guard found.count <= Self.most else {
                throw StorageError(.tooLarge, "The folder \(base) holds more than \(Self.most) files.")
            }
        }
        paths = found
        known = Dictionary(found.map { ($0.lowercased(), $0) }, uniquingKeysWith: { first, _ in first })
    }

    private func url(_ path: String) -> URL? { known[path.lowercased()].map { folder.appending(path: $0) } }

    func size(of path: String) -> Int? {
        url(path).flatMap { try? $0.resourceValues(forKeys: [.fileSizeKey]).fileSize }
    }

    func read(_ path: String, at offset: Int, count: Int) throws -> [UInt8]? {
        guard let url = url(path), offset >= 0, count >= 0 else { return nil }
        let handle = try FileHandle(forReadingFrom: url)
        defer { try? handle.close() }
        try handle.seek(toOffset: UInt64(offset))
        let data = try handle.read(upToCount: count) ?? Data()
        return data.count == count ? [UInt8](data) : nil
    }
}
