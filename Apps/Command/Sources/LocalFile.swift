// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation

/// Files named on the command line.
enum LocalFile {
    /// The whole file. Throws with the file's name and the system's reason.
    static func bytes(_ path: String) throws -> [UInt8] {
        do {
            return [UInt8](try Data(contentsOf: URL(filePath: path)))
        } catch {
            throw CommandError("\(path) could not be read: \(reason(error))")
        }
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
        do {
            try Data(bytes).write(to: URL(filePath: path), options: .atomic)
        } catch {
            throw CommandError("\(path) could not be written: \(reason(error))")
        }
    }

    /// Whether a folder stands there; nil where nothing does.
    private static func isFolder(_ path: String) -> Bool? {
        var isFolder: ObjCBool = false
        // Foundation answers by a pointer, which is good for the call alone.
        return unsafe FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) ? isFolder.boolValue : nil
    }

    private static func reason(_ error: any Error) -> String {
        // The cause is a native error here and there, which only a conversion by way of `Error` makes an NSError.
        let cause = ((error as NSError).userInfo[NSUnderlyingErrorKey] as? any Error).map { $0 as NSError }
        if let cause, cause.domain == NSPOSIXErrorDomain { return unsafe String(cString: strerror(Int32(cause.code))) }
        return (error as NSError).localizedDescription
    }
}
