// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation

/// A file that is read part by part, so that a large one is never in memory as a whole.
///
/// Owner of the file's descriptor. Any number of threads may read at a time, as every read says where.
package final class FileBytes: Sendable {
    private let descriptor: Int32
    /// Bytes of the file when it was opened.
    package let count: Int

    /// Opens a file; nil for what has no size that counts: pipes, devices, folders.
    ///
    /// - Throws: `CodecError` with `.operationFailed`; its cause is the system's reason.
    package init?(path: String) throws(CodecError) {
        descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileBytes.error("\(path) can't be opened.") }
        var status = stat()
        let isKnown = unsafe fstat(descriptor, &status) == 0
        count = isKnown ? Int(status.st_size) : 0
        // Nothing is left to be closed by hand: a class that is made as far as this is taken down as a whole.
        if !isKnown || status.st_mode & S_IFMT != S_IFREG { return nil }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// `count` bytes from `offset` on; fewer where the file ends before.
    ///
    /// - Throws: `CodecError` with `.operationFailed`.
    package func read(at offset: Int, count: Int) throws(CodecError) -> [UInt8] {
        var failed = false
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            filled = 0
            while filled < count, let start = buffer.baseAddress {
                let got = unsafe pread(descriptor, start + filled, count - filled, off_t(offset + filled))
                if got < 0, errno == EINTR { continue }
                failed = got < 0
                if got <= 0 { break }
                filled += got
            }
        }
        if failed { throw FileBytes.error("The file can't be read on.") }
        return bytes
    }

    private static func error(_ message: String) -> CodecError {
        CodecError(.operationFailed, message, cause: unsafe String(cString: strerror(errno)))
    }
}
