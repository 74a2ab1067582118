// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import CZip
public import Foundation

/// Writes a new ZIP file. Nothing stands at its place until `finish` has written all of it.
@safe
public final class ZipWriter {
    /// How an entry's bytes are kept.
    public enum Compression: Sendable {
        /// As they are: for pictures and databases that readers want to reach without unpacking.
        case stored
        case deflated
    }

    /// Where the archive will lie.
    public let fileURL: URL
    /// Nil after `finish`.
    private var handle: OpaquePointer?
    private var paths = Set<String>()

    /// Begins an archive. Throws `.alreadyExists` when there is a file.
    public init(fileURL: URL) throws {
        self.fileURL = fileURL
        var status: Int32 = 0
        guard let opened = unsafe zip_open(fileURL.path, ZIP_CREATE | ZIP_EXCL, &status) else {
            throw StorageError(
                status == ZIP_ER_EXISTS ? .alreadyExists : .cannotOpen,
                "The archive \(fileURL.path) can't be made\(status == ZIP_ER_EXISTS ? "; there is one already" : "").")
        }
        unsafe handle = opened
    }

    deinit { if let handle = unsafe handle { unsafe zip_discard(handle) } }

    /// Adds bytes under a path; they are copied and kept until `finish`.
    /// Throws `.invalidValue` for a path that leads out of the archive, `.alreadyExists` for one that was added.
    public func add(_ bytes: [UInt8], at path: String, compression: Compression = .deflated) throws {
        // The library frees the copy with free().
        let copy = unsafe malloc(max(1, bytes.count))
        guard let memory = unsafe copy else { throw StorageError(.tooLarge, "There is no memory to add \(path).") }
        unsafe bytes.withUnsafeBytes { source in
            if let address = source.baseAddress { unsafe memory.copyMemory(from: address, byteCount: source.count) }
        }
        try unsafe add(path, compression, discard: { unsafe free(memory) }) { handle in
            unsafe zip_source_buffer(handle, memory, UInt64(bytes.count), 1)
        }
    }

    /// Adds a file under a path; it is read in `finish` and must stay until then.
    public func addFile(_ url: URL, at path: String, compression: Compression = .stored) throws {
        guard FileManager.default.isReadableFile(atPath: url.path) else {
            throw StorageError(.cannotOpen, "\(url.path) can't be read into the archive.")
        }
        try unsafe add(path, compression, discard: {}) { handle in unsafe zip_source_file(handle, url.path, 0, -1) }
    }

    private func add(
        _ path: String, _ compression: Compression, discard: () -> Void,
        source make: (OpaquePointer) -> OpaquePointer?
    ) throws {
        // Until the library has made its source, the bytes are ours to free.
        var isOurs = true
        defer { if isOurs { discard() } }
        guard let handle = unsafe handle else {
            throw StorageError(.readOnly, "The archive \(fileURL.lastPathComponent) is finished; nothing can be added.")
        }
        guard ZipArchive.isInside(path), !path.hasSuffix("/") else {
            throw StorageError(.invalidValue, "\(path.prefix(200)) is no path inside of an archive.")
        }
        guard !paths.contains(path) else {
            throw StorageError(.alreadyExists, "\(path) is in the archive already.")
        }
        guard let source = unsafe make(handle) else { throw unsafe refusal(handle, "\(path) can't be added") }
        isOurs = false
        let index = unsafe zip_file_add(handle, path, source, zip_flags_t(ZIP_FL_ENC_UTF_8))
        guard index >= 0 else {
            unsafe zip_source_free(source)
            throw unsafe refusal(handle, "\(path) can't be added")
        }
        paths.insert(path)
        let method = compression == .stored ? ZIP_CM_STORE : ZIP_CM_DEFLATE
        unsafe _ = zip_set_file_compression(handle, UInt64(index), method, 0)
    }

    /// Writes the archive beside its place and moves it there. Throws `.diskFull` or `.inputOutput`; then no file is left.
    public func finish() throws {
        guard let handle = unsafe handle else { return }
        guard !paths.isEmpty else {
            throw StorageError(.invalidValue, "An archive without entries is not written.")
        }
        guard unsafe zip_close(handle) == 0 else { throw unsafe refusal(handle, "The archive can't be written") }
        unsafe self.handle = nil
    }

    private func refusal(_ handle: OpaquePointer, _ what: String) -> StorageError {
        let error = unsafe zip_get_error(handle)
        let reason = unsafe String(cString: zip_error_strerror(error))
        let isFull = unsafe zip_error_code_system(error) == ENOSPC
        return StorageError(isFull ? .diskFull : .inputOutput, "\(what) (\(fileURL.lastPathComponent)): \(reason).")
    }
}
