// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import CZip
public import Foundation

/// Reads a ZIP file: the container of tile packages and offline packages.
///
/// Every read is bounded: a small file that claims to unpack to gigabytes is refused before memory is taken. An archive belongs to
/// one task at a time.
@safe
public final class ZipArchive {
    /// A file of the archive.
    public struct Entry: Sendable, Hashable {
        /// The path inside of the archive, with `/`; always relative and without `..`.
        public var path: String
        /// Bytes when unpacked, as the archive says.
        public var size: Int
        /// Bytes in the archive.
        public var compressedSize: Int
        /// The place in the archive's own list.
        var index: UInt64
    }

    /// Where the archive lies.
    public let fileURL: URL
    /// The files, in the order of the archive; folders are left out.
    public let entries: [Entry]
    private let handle: OpaquePointer
    private let places: [String: Int]
    private static let mostEntries = 1_000_000

    /// Opens an archive and reads its list.
    ///
    /// Throws `.cannotOpen`, `.malformed` for a file that is no ZIP, and for paths that lead out of the archive (`/etc/x`, `../x`), `.tooLarge`
    /// beyond a million entries.
    public init(fileURL: URL) throws {
        self.fileURL = fileURL
        var status: Int32 = 0
        guard let opened = unsafe zip_open(fileURL.path, ZIP_RDONLY | ZIP_CHECKCONS, &status) else {
            let isMissing = status == ZIP_ER_NOENT || status == ZIP_ER_OPEN
            throw StorageError(
                isMissing ? .cannotOpen : .malformed,
                isMissing
                    ? "The archive \(fileURL.path) can't be opened; it is missing or not readable."
                    : "\(fileURL.path) is no ZIP archive, or it is damaged (libzip code \(status)).")
        }
        unsafe handle = opened
        do {
            entries = try unsafe Self.list(opened, name: fileURL.lastPathComponent)
        } catch {
            unsafe zip_discard(opened)
            throw error
        }
        places = Dictionary(entries.enumerated().map { ($1.path, $0) }, uniquingKeysWith: { first, _ in first })
    }

    deinit { unsafe zip_discard(handle) }

    /// The entry of a path; nil when there is none.
    public func entry(at path: String) -> Entry? { places[path].map { entries[$0] } }

    /// Unpacks an entry. Throws `.tooLarge` beyond `limit` bytes, `.malformed` when the bytes are damaged (also by their
    /// checksum), `.unsupported` for encrypted entries and unknown compression.
    public func read(_ entry: Entry, limit: Int = 1 << 28) throws -> [UInt8] {
        guard entry.size <= limit else { throw tooLarge(entry, limit) }
        guard let file = unsafe zip_fopen_index(handle, entry.index, 0) else {
            let error = unsafe zip_get_error(handle)
            let code = unsafe zip_error_code_zip(error)
            let isForeign = [ZIP_ER_COMPNOTSUPP, ZIP_ER_ENCRNOTSUPP, ZIP_ER_NOPASSWD].contains(code)
            throw StorageError(
                isForeign ? .unsupported : .malformed,
                "\(entry.path) in \(fileURL.lastPathComponent) can't be unpacked: \(unsafe String(cString: zip_error_strerror(error)))."
            )
        }
        defer { unsafe _ = zip_fclose(file) }
        var bytes = [UInt8](repeating: 0, count: entry.size)
        var filled = 0
        while filled < bytes.count {
            let count = unsafe bytes.withUnsafeMutableBytes { buffer in
                guard let start = buffer.baseAddress else { return 0 as Int64 }
                return unsafe zip_fread(file, start + filled, UInt64(buffer.count - filled))
            }
            guard count > 0 else { throw damaged(entry) }
            filled += Int(count)
        }
        // The checksum is compared at the end of the file, which only a further read reaches.
        var more: UInt8 = 0
        switch unsafe zip_fread(file, &more, 1) {
        case 0: return bytes
        case 1: throw StorageError(.malformed, "\(entry.path) unpacks to more than its archive says.")
        default: throw damaged(entry)
        }
    }

    /// A part of an entry that is stored as it is, without reading what stands before it; nil for compressed entries and for a
    /// part beyond the end. The checksum is not compared.
    public func read(_ entry: Entry, at offset: Int, count: Int) throws -> [UInt8]? {
        guard entry.size == entry.compressedSize, offset >= 0, count > 0, offset <= entry.size,
            count <= entry.size - offset
        else { return nil }
        guard let file = unsafe zip_fopen_index(handle, entry.index, 0) else { throw damaged(entry) }
        defer { unsafe _ = zip_fclose(file) }
        guard unsafe zip_fseek(file, Int64(offset), SEEK_SET) == 0 else { return nil }
        var bytes = [UInt8](repeating: 0, count: count)
        var filled = 0
        while filled < count {
            let got = unsafe bytes.withUnsafeMutableBytes { buffer in
                guard let start = buffer.baseAddress else { return 0 as Int64 }
                return unsafe zip_fread(file, start + filled, UInt64(buffer.count - filled))
            }
            guard got > 0 else { throw damaged(entry) }
            filled += Int(got)
        }
        return bytes
    }

    /// Unpacks the entry of a path. Throws `.notFound`, else as `read(_:limit:)`.
    public func read(_ path: String, limit: Int = 1 << 28) throws -> [UInt8] {
        guard let entry = entry(at: path) else {
            throw StorageError(.notFound, "\(fileURL.lastPathComponent) has no entry \(path.prefix(200)).")
        }
        return try read(entry, limit: limit)
    }

    private func tooLarge(_ entry: Entry, _ limit: Int) -> StorageError {
        StorageError(
            .tooLarge,
            "\(entry.path) in \(fileURL.lastPathComponent) unpacks to \(entry.size) bytes; the bound is \(limit).")
    }

    private func damaged(_ entry: Entry) -> StorageError {
        StorageError(.malformed, "\(entry.path) in \(fileURL.lastPathComponent) is damaged.")
    }

    private static func list(_ handle: OpaquePointer, name: String) throws -> [Entry] {
        let count = unsafe zip_get_num_entries(handle, 0)
        guard (0...Int64(mostEntries)).contains(count) else {
            throw StorageError(.tooLarge, "\(name) has \(count) entries; the bound is \(mostEntries).")
        }
        var entries: [Entry] = []
        for index in 0..<UInt64(count) {
            var stat = unsafe zip_stat_t()
            guard unsafe zip_stat_index(handle, index, 0, &stat) == 0, let text = unsafe stat.name else {
                throw StorageError(.malformed, "Entry \(index) of \(name) can't be read.")
            }
            let path = unsafe String(cString: text)
            if path.hasSuffix("/") { continue }
            guard isInside(path) else {
                throw StorageError(
                    .malformed, "\(name) holds the path \(path.prefix(200)), which leads out of the archive.")
            }
            guard let size = unsafe Int(exactly: stat.size), let packed = unsafe Int(exactly: stat.comp_size) else {
                throw StorageError(.tooLarge, "\(path) in \(name) says it is larger than memory can be.")
            }
            entries.append(Entry(path: path, size: size, compressedSize: packed, index: index))
        }
        return entries
    }

    /// True for a relative path without steps upwards.
    static func isInside(_ path: String) -> Bool {
        !path.isEmpty && !path.hasPrefix("/") && !path.contains("\\") && !path.contains("\0")
            && !path.split(separator: "/").contains("..")
    }
}
