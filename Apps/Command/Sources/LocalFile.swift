// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaCodecs

/// Files named on the command line.
enum LocalFile {
    /// The whole file. Throws with the file's name and the system's reason.
    static func bytes(_ path: String) throws -> [UInt8] {
        do {
            return [UInt8](try Data(contentsOf: URL(filePath: path)))
        } catch {
            throw CommandError("\(path) could not be read: \(error.reasonText)")
        }
    }

    /// The file a piece at a time, as far as it has come: a pipe is told as it flows, and a file of any size takes the memory of one piece.
    static func readPieces(_ path: String, _ take: ([UInt8]) throws -> Void) throws {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw unreadable(path) }
        defer { close(descriptor) }
        while true {
            // The system tells the count that it filled.
            var count = 0
            let piece = unsafe [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, filled in
                repeat {
                    count = unsafe Glibc.read(descriptor, buffer.baseAddress, buffer.count)
                } while count < 0 && errno == EINTR
                filled = max(0, count)
            }
            guard count >= 0 else { throw unreadable(path) }
            guard count > 0 else { return }
            try take(piece)
        }
    }

    private static func unreadable(_ path: String) -> CommandError {
        CommandError("\(path) could not be read: \(unsafe String(cString: strerror(errno)))")
    }

    /// What the file's bytes mean. Throws with the file's name also where they mean nothing.
    static func read<Document>(_ path: String, as meaning: ([UInt8]) throws -> Document) throws -> Document {
        let bytes = try bytes(path)
        do {
            return try meaning(bytes)
        } catch {
            throw CommandError("\(path): \(error)")
        }
    }

    /// Throws where there is no such file, or where a folder stands in its place: databases only say that they can't open it.
    static func check(_ path: String) throws {
        guard let isFolder = isFolder(path) else {
            throw CommandError("\(path) could not be read: No such file or directory")
        }
        if isFolder { throw CommandError("\(path) could not be read: Is a directory") }
    }

    /// Writes the whole file in one step, so that nobody meets half of it.
    static func write(_ bytes: [UInt8], to path: String) throws {
        if isFolder(path) == true { throw CommandError("\(path) could not be written: Is a directory") }
        // Foundation says of a file in a folder's place that it is not there.
        if isFolder(URL(filePath: path).deletingLastPathComponent().path) == false {
            throw CommandError("\(path) could not be written: Not a directory")
        }
        do {
            try Data(bytes).write(to: URL(filePath: path), options: .atomic)
        } catch {
            throw CommandError("\(path) could not be written: \(error.reasonText)")
        }
    }

    /// Whether a folder stands there; nil where nothing does.
    private static func isFolder(_ path: String) -> Bool? {
        var isFolder: ObjCBool = false
        // Foundation answers by a pointer, which is good for the call alone.
        return unsafe FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) ? isFolder.boolValue : nil
    }

    /// Throws what keeps a file of that name from being made, with the name that the person gave: databases only say that they can't open it.
    static func checkNew(_ path: String, for name: String) throws {
        let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else {
            throw CommandError("\(name) could not be written: \(unsafe String(cString: strerror(errno)))")
        }
        close(descriptor)
        unsafe unlink(path)
    }
}
